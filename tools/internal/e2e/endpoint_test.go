//go:build unix

package e2e

import (
	"net/http/httptest"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// answering starts an endpoint around the built-in model with the options o, and
// returns it with its base URL.
func answering(t testing.TB, o simllm.Options) (endpoint *simllm.Server, url string) {
	t.Helper()
	endpoint, err := simllm.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(endpoint)
	t.Cleanup(func() {
		endpoint.Close() // first: a request that hangs would hold the other up
		server.Close()
	})
	return endpoint, server.URL + "/v1"
}
