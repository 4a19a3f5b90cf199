package models_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/rank"
	"github.com/truthloop/truthloop/tools/reason"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// An interrupt ends the waits of refused requests, and starts no request.
func TestInterruptEndsWaits(t *testing.T) {
	for name, c := range map[string]struct {
		run  cli.RunFunc
		row  string
		args []string
	}{
		"rank": {
			rank.Command().Run, `{"id":"1","nl":"Every cube is small.","task":"most-similar","candidates":["A","B"],"candidates_nl":["a","b"],"roles":["original","perturbation"],"order":[1,0]}`,
			[]string{"--task", "most-similar"},
		},
		"reason": {
			reason.Command().Run, `{"id":"1","premises_nl":["All p are q.","A is p."],"conclusion_nl":"A is q.","label":"True"}`,
			[]string{"--samples", "3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
				w.Header().Set("Retry-After", "60")
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			ctx, interrupt := context.WithCancel(t.Context())
			time.AfterFunc(300*time.Millisecond, interrupt)
			begin := time.Now()
			var out, stderr bytes.Buffer
			err := c.run(ctx, append([]string{name, "--model", "m", "--base-url", server.URL, "--runs", "20"}, c.args...), strings.NewReader(c.row), &out, &stderr)
			sent := len(server.Requests())
			if took := time.Since(begin); cli.ExitCode(err) != cli.ExitInterrupted || took > 20*time.Second || sent == 0 {
				t.Errorf("%v after %v and %d requests: %s", err, took, sent, stderr.Bytes())
			}
			time.Sleep(200 * time.Millisecond)
			if n := len(server.Requests()) - sent; n > 0 {
				t.Errorf("%d requests after the end", n)
			}
		})
	}
}
