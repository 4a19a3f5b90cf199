package simllm_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// BenchmarkChat is what a request costs the server without the network, on one
// core: what a load test on the same machine takes from its client.
func BenchmarkChat(b *testing.B) {
	s, err := simllm.New(simllm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	body := request(b, 1, nil)
	for b.Loop() {
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, httptest.NewRequest("POST", path, strings.NewReader(body))); w.Code != 200 {
			b.Fatal(w.Code, w.Body)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}
