package simllm_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

func completionRequest(t testing.TB, n int) api.ChatCompletionRequest {
	t.Helper()
	var req api.ChatCompletionRequest
	if err := json.Unmarshal([]byte(request(t, n, nil)), &req); err != nil {
		t.Fatal(err)
	}
	return req
}

func TestLimitsOverHTTP(t *testing.T) {
	e := start(t, simllm.Options{RequestsPerMinute: 3})
	for n := range 3 {
		c, err := client(e).CreateChatCompletion(t.Context(), completionRequest(t, n))
		if err != nil {
			t.Fatal(err)
		}
		h := c.GetRateLimitHeaders()
		if h.LimitRequests != 3 || h.RemainingRequests != 2-n {
			t.Errorf("request %d: headers %+v", n, h)
		}
		if reset := time.Until(h.ResetRequests.Time()); reset < time.Duration(20*(n+1)-5)*time.Second || reset > time.Duration(20*(n+1))*time.Second {
			t.Errorf("request %d: the bucket is full again in %v", n, reset)
		}
	}
	resp, text := e.do(t, "POST", path, request(t, 4, nil))
	wantError(t, resp, text, http.StatusTooManyRequests, "invalid_request_error", "rate_limit_exceeded")
	seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	ms, err2 := strconv.Atoi(resp.Header.Get("Retry-After-Ms"))
	if err != nil || err2 != nil || seconds < 15 || seconds > 20 || ms > 1000*seconds || ms <= 1000*(seconds-1) {
		t.Errorf("asked to wait %d seconds or %d ms (%v, %v), want up to 20 seconds", seconds, ms, err, err2)
	}
	// A request over the limit draws no fault and counts as no attempt.
	if s := e.Stats(); s.Rejected[429] != 1 || s.Completions != 3 || s.DistinctBodies != 3 {
		t.Errorf("stats %+v", s)
	}
}

// With many concurrent clients the counts are complete, and the faults those that
// one client would meet.
func TestCountsUnderLoad(t *testing.T) {
	o := simllm.Options{Faults: simllm.Rates{simllm.ServerError: 0.2, simllm.Drop: 0.1, simllm.Malformed: 0.1}, Latency: latency(t, "lognormal:1ms,1")}
	const bodies, times = 60, 5
	run := func(clients int) simllm.Stats {
		e := start(t, o)
		work := make(chan string)
		var wg sync.WaitGroup
		for range clients {
			wg.Go(func() {
				for body := range work {
					e.try(t.Context(), "POST", path, body) // whatever comes of it
				}
			})
		}
		for range times {
			for n := range bodies {
				work <- request(t, n, nil)
			}
		}
		close(work)
		wg.Wait()
		var s simllm.Stats
		eventually(t, func() string {
			if s = e.Stats(); s.UnderWay != 0 {
				return fmt.Sprintf("stats %+v", s)
			}
			return ""
		})
		return s
	}
	alone, together := run(1), run(32)
	sum := together.Completions + together.Abandoned
	for _, n := range together.Faults {
		sum += n
	}
	if together.Requests != bodies*times || sum != together.Requests || together.DistinctBodies != bodies {
		t.Errorf("stats %+v", together)
	}
	if fmt.Sprint(alone) != fmt.Sprint(together) {
		t.Errorf("one client at a time\n%v\n32 at a time\n%v", alone, together)
	}
}
