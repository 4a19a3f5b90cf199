package simllm_test

import (
	"fmt"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// A plain limit refuses what exceeds its bucket, with the wait and without other
// headers.
func TestRate(t *testing.T) {
	for _, tt := range []struct {
		rate   simllm.Rate
		status int
		wait   string
	}{
		{simllm.Rate{PerSecond: 0.1}, 429, "10"},
		{simllm.Rate{PerSecond: 0.4, Burst: 3, Status: 503}, 503, "3"},
		{simllm.Rate{PerSecond: 0.1, Status: 529, NoRetryAfter: true}, 529, ""},
	} {
		e := start(t, simllm.Options{Rate: tt.rate})
		for n := range max(tt.rate.Burst, 1) {
			if resp, text := e.do(t, "POST", path, request(t, n, nil)); resp.StatusCode != 200 {
				t.Errorf("%+v: request %d: %d %s", tt.rate, n, resp.StatusCode, text)
			}
		}
		resp, text := e.do(t, "POST", path, request(t, 9, nil))
		if resp.StatusCode != tt.status || resp.Header.Get("Retry-After") != tt.wait || resp.Header.Get("X-Ratelimit-Limit-Requests") != "" {
			t.Errorf("%+v: %d, %v %s", tt.rate, resp.StatusCode, resp.Header, text)
		}
		if s := e.Stats(); s.Rejected[tt.status] != 1 {
			t.Errorf("%+v: %+v", tt.rate, s)
		}
	}
	for _, r := range []simllm.Rate{{PerSecond: -1}, {PerSecond: 1, Status: 500}, {Burst: -1}} {
		if _, err := simllm.New(simllm.Options{Rate: r}); err == nil {
			t.Error(fmt.Sprintf("%+v", r), "is accepted")
		}
	}
}
