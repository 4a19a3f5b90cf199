package translate_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// gated is a model at an endpoint, behind a gate.
func gated(t *testing.T, p translate.Policy, answer func(http.ResponseWriter, *endpointtest.Request, int)) (translate.Model, *endpointtest.Server) {
	t.Helper()
	server := endpointtest.NewServer(t, answer)
	client, err := endpoint.NewOpenAI("m", endpoint.Config{BaseURL: server.URL, Connections: 64})
	if err != nil {
		t.Fatal(err)
	}
	return translate.Retry(client, p), server
}

// ask makes n calls by a number of workers, and returns their duration and
// errors.
func ask(t *testing.T, m translate.Model, n, workers int) (time.Duration, []error) {
	t.Helper()
	errs := make([]error, n)
	next := atomic.Int64{}
	var all sync.WaitGroup
	start := time.Now()
	for range workers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				_, errs[i] = m.Chat(t.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: "hello"}}})
			}
		})
	}
	all.Wait()
	return time.Since(start), errs
}

// load counts the requests under way at an endpoint, and their maximum.
type load struct{ now, most atomic.Int64 }

func (l *load) begin() int64 {
	n := l.now.Add(1)
	for m := l.most.Load(); n > m && !l.most.CompareAndSwap(m, n); m = l.most.Load() {
	}
	return n
}

// An endpoint that accepts six concurrent requests gets about that many.
func TestGateFindsTheLimit(t *testing.T) {
	const bears, calls = 6, 600
	var l load
	var turned, late atomic.Int64
	gate := translate.NewGate(translate.Limits{UnderWay: 48})
	m, server := gated(t, translate.Policy{Retries: 20, Base: time.Microsecond, Gate: gate}, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		defer l.now.Add(-1)
		if l.begin() > bears {
			turned.Add(1)
			if n > calls/2 {
				late.Add(1)
			}
			w.WriteHeader(429)
			return
		}
		time.Sleep(2 * time.Millisecond)
		endpointtest.Answer(w, "hello")
	})
	_, errs := ask(t, m, calls, 48)
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	t.Logf("%d requests for %d calls, %d turned away, limit at the end %d", len(server.Requests()), calls, turned.Load(), gate.Limit())
	if got := gate.Limit(); got > 2*bears || got < 1 {
		t.Errorf("limit %d at the end, want about %d", got, bears)
	}
	// A gate that learned nothing would be turned away for most of its calls.
	if late.Load() > calls/2 {
		t.Errorf("%d requests of the second half were turned away", late.Load())
	}
	if gate.UnderWay() != 0 {
		t.Errorf("%d requests are under way after the end", gate.UnderWay())
	}
}

// The limit grows with every answer until the first 429, up to its maximum,
// and a 5xx does not reduce it.
func TestGateGrows(t *testing.T) {
	var l load
	gate := translate.NewGate(translate.Limits{UnderWay: 60})
	if gate.Limit() != 32 {
		t.Fatalf("limit %d at the beginning, want 32", gate.Limit())
	}
	var gathered sync.WaitGroup
	gathered.Add(32)
	m, _ := gated(t, translate.Policy{Retries: 3, Base: time.Microsecond, Gate: gate}, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		defer l.now.Add(-1)
		l.begin()
		if n < 32 { // as many as may be are under way together
			gathered.Done()
			gathered.Wait()
		} else {
			time.Sleep(2 * time.Millisecond)
		}
		if n%50 == 40 {
			w.WriteHeader(500)
			return
		}
		endpointtest.Answer(w, "hello")
	})
	_, errs := ask(t, m, 1000, 80)
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if most := l.most.Load(); most > 60 {
		t.Errorf("%d requests at a time, want at most 60", most)
	}
	if got := gate.Limit(); got < 33 || got > 60 {
		t.Errorf("limit %d, want at most 60 and no fall through 500s", got)
	}
}

func TestRequestsAMinute(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "hello") }
	m, _ := gated(t, translate.Policy{Gate: translate.NewGate(translate.Limits{UnderWay: 50, Requests: 1200})}, answer)
	took, _ := ask(t, m, 35, 50) // 20 at once, and 15 at 20 a second
	if took < 600*time.Millisecond {
		t.Errorf("35 requests at 1200 a minute took %v, want at least 0.75 s", took)
	}
	// Each takes 18 tokens; 120 at once, and then 120 a second.
	m, _ = gated(t, translate.Policy{Gate: translate.NewGate(translate.Limits{UnderWay: 4, Tokens: 7200})}, answer)
	took, _ = ask(t, m, 14, 4)
	if took < 500*time.Millisecond {
		t.Errorf("14 requests of 18 tokens at 7200 a minute took %v, want about a second", took)
	}
}

// All requests respect the endpoint's rate limit headers; Retry-After delays
// only its own request.
func TestRateLimitHeaders(t *testing.T) {
	for name, header := range map[string]http.Header{
		"answered":    {"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"300ms"}},
		"its share":   {"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"30s"}, "X-Ratelimit-Limit-Requests": {"100"}},
		"tokens":      {"X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {"0.3"}},
		"turned away": {"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"1h"}, "Retry-After": {"0.3"}, "Status": {"429"}},
		"no reason":   {"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"300ms"}, "Status": {"429"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var first atomic.Int64
			var early atomic.Int64
			m, _ := gated(t, translate.Policy{Retries: 3, Base: time.Microsecond, Gate: translate.NewGate(translate.Limits{UnderWay: 1})}, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
				if n == 0 {
					for k, v := range header {
						w.Header()[k] = v
					}
					first.Store(time.Now().UnixNano())
					if header["Status"] != nil {
						w.WriteHeader(429)
						return
					}
				} else if time.Since(time.Unix(0, first.Load())) < 290*time.Millisecond {
					early.Add(1)
				}
				endpointtest.Answer(w, "hello")
			})
			took, errs := ask(t, m, 3, 3)
			if err := errors.Join(errs...); err != nil || early.Load() > 0 || took > 10*time.Second {
				t.Errorf("%d requests came early, all took %v, error %v", early.Load(), took, err)
			}
		})
	}
}

// The row's time limit includes all attempts, and exceeding it is the row's
// error.
func TestDeadline(t *testing.T) {
	m, server := gated(t, translate.Policy{Retries: 1000, Base: 10 * time.Millisecond, Cap: 10 * time.Millisecond, Deadline: 150 * time.Millisecond, Gate: translate.NewGate(translate.Limits{})},
		func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Status(w, 503, "no") })
	resp, err := m.Chat(t.Context(), translate.Request{})
	var call *translate.CallError
	if !errors.As(err, &call) || call.Outcome != record.Timeout || resp.Outcome != record.Timeout || call.Fatal() ||
		!strings.HasPrefix(call.Message, "no answer within the row's 150ms: endpoint answered 503") {
		t.Errorf("response %+v, error %v", resp, err)
	}
	// A request that is given up on at once may never reach the server.
	n := int64(len(server.Requests()))
	if got := resp.Usage.Attempts; got < n || got > n+1 || n < 2 {
		t.Errorf("%d attempts counted, %d made", got, n)
	}
}

// Callers that stop waiting leave their place to others.
func TestGateWithImpatientCallers(t *testing.T) {
	release := make(chan struct{})
	gate := translate.NewGate(translate.Limits{UnderWay: 1})
	m, _ := gated(t, translate.Policy{Gate: gate}, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		if n == 0 {
			<-release
		}
		endpointtest.Answer(w, "hello")
	})
	var all sync.WaitGroup
	all.Go(func() { ask(t, m, 1, 1) })
	for gate.UnderWay() == 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	for range 10 {
		all.Go(func() {
			if resp, err := m.Chat(ctx, translate.Request{}); !errors.Is(err, context.DeadlineExceeded) || resp.Outcome != record.Canceled {
				t.Errorf("response %+v, error %v", resp, err)
			}
		})
	}
	<-ctx.Done()
	close(release)
	all.Wait()
	if _, errs := ask(t, m, 3, 3); errors.Join(errs...) != nil {
		t.Error(errs)
	}
	if gate.UnderWay() != 0 {
		t.Errorf("%d under way at the end", gate.UnderWay())
	}
}

// With an Abort, a request under way is finished when the run ends, since it
// was paid for.
func TestRequestsUnderWayAreFinished(t *testing.T) {
	for _, finish := range []bool{true, false} {
		var abort context.Context
		if finish {
			abort = t.Context()
		}
		arrived := make(chan struct{})
		m, server := gated(t, translate.Policy{Retries: 5, Abort: abort}, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			close(arrived)
			time.Sleep(50 * time.Millisecond)
			endpointtest.Answer(w, "hello")
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		resp, err := m.Chat(ctx, translate.Request{})
		if finish && (err != nil || resp.Content != "hello") || !finish && !errors.Is(err, context.Canceled) {
			t.Errorf("finish %t: response %+v, error %v", finish, resp, err)
		}
		if n := len(server.Requests()); n != 1 {
			t.Errorf("finish %t: %d requests", finish, n)
		}
	}
}

// An abort cancels attempts and waits.
func TestAbort(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter, *endpointtest.Request, int){
		"under way": func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Hang(w) },
		"between attempts": func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(503)
		},
	} {
		t.Run(name, func(t *testing.T) {
			abort, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			m, _ := gated(t, translate.Policy{Retries: 5, Deadline: time.Hour, Timeout: time.Hour, Abort: abort}, answer)
			start := time.Now()
			resp, err := m.Chat(t.Context(), translate.Request{})
			if !errors.Is(err, context.Canceled) || resp.Outcome != record.Canceled || time.Since(start) > 30*time.Second {
				t.Errorf("response %+v, error %v after %v", resp, err, time.Since(start))
			}
		})
	}
}

// BenchmarkGate measures the cost of the gate with 512 callers and places.
func BenchmarkGate(b *testing.B) {
	m := translate.Retry(instant{}, translate.Policy{Gate: translate.NewGate(translate.Limits{UnderWay: 512})})
	b.SetParallelism(256)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := m.Chat(b.Context(), translate.Request{}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

// instant is a model that answers immediately.
type instant struct{}

func (instant) Name() string { return "instant" }

func (instant) Chat(context.Context, translate.Request) (translate.Response, error) {
	return translate.Response{Outcome: record.OK}, nil
}
