package translate_test

import (
	"context"
	"errors"
	"net/http"
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
	client, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL, Connections: 64})
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

func TestRequestsAMinute(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "hello") }
	m, _ := gated(t, translate.Policy{Gate: translate.NewGate(translate.Limits{Requests: 1200})}, answer)
	took, _ := ask(t, m, 35, 50) // 20 at once, and 15 at 20 a second
	if took < 600*time.Millisecond {
		t.Errorf("35 requests at 1200 a minute took %v, want at least 0.75 s", took)
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
			m, _ := gated(t, translate.Policy{Retries: 3, Base: time.Microsecond, Gate: translate.NewGate(translate.Limits{})}, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
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
			// The other requests come when the client has the first reply, also on a busy machine.
			var one []error
			var all sync.WaitGroup
			all.Go(func() { _, one = ask(t, m, 1, 1) })
			for first.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(100 * time.Millisecond)
			took, errs := ask(t, m, 2, 2)
			all.Wait()
			if err := errors.Join(append(errs, one...)...); err != nil || early.Load() > 0 || took > 25*time.Second {
				t.Errorf("%d requests came early, all took %v, error %v", early.Load(), took, err)
			}
		})
	}
}

// Callers that stop waiting leave their place to others.
func TestGateWithImpatientCallers(t *testing.T) {
	gate := translate.NewGate(translate.Limits{Requests: 120})
	m, server := gated(t, translate.Policy{Gate: gate}, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "hello") })
	ask(t, m, 2, 1) // a second's share
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if resp, err := m.Chat(ctx, translate.Request{}); !errors.Is(err, context.DeadlineExceeded) || resp.Outcome != record.Canceled {
				t.Errorf("response %+v, error %v", resp, err)
			}
		})
	}
	all.Wait()
	if _, errs := ask(t, m, 1, 1); errors.Join(errs...) != nil {
		t.Error(errs)
	}
	if n := len(server.Requests()); n != 3 || gate.Status() != "0 requests under way" {
		t.Errorf("%d requests, %s", n, gate.Status())
	}
}

// A request under way is finished when the run ends, since it was paid for, but
// not after the grace.
func TestRequestsUnderWayAreFinished(t *testing.T) {
	for _, grace := range []time.Duration{time.Minute, 0} {
		stop, cancel := context.WithCancel(t.Context())
		arrived := make(chan struct{})
		m, server := gated(t, translate.Policy{Retries: 5, Stop: stop, Grace: grace}, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			close(arrived)
			time.Sleep(50 * time.Millisecond)
			endpointtest.Answer(w, "hello")
		})
		go func() { <-arrived; cancel() }()
		resp, err := m.Chat(t.Context(), translate.Request{})
		if grace > 0 && (err != nil || resp.Content != "hello") || grace == 0 && (!errors.Is(err, context.Canceled) || resp.Outcome != record.Canceled) {
			t.Errorf("grace %v: response %+v, error %v", grace, resp, err)
		}
		if n := len(server.Requests()); n != 1 {
			t.Errorf("grace %v: %d requests", grace, n)
		}
	}
}

// Stop ends every wait at once, and no request begins after it.
func TestStopEndsWaits(t *testing.T) {
	for name, status := range map[string]int{"for a retry": 500, "for the rate": 503} {
		t.Run(name, func(t *testing.T) {
			stop, cancel := context.WithCancel(t.Context())
			m, server := gated(t, translate.Policy{Retries: 5, Timeout: time.Hour, Stop: stop, Grace: time.Hour}, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
				w.Header().Set("Retry-After", "60")
				w.WriteHeader(status)
				time.AfterFunc(100*time.Millisecond, cancel)
			})
			start := time.Now()
			_, errs := ask(t, m, 4, 4)
			for _, err := range errs {
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
			sent := len(server.Requests())
			if took := time.Since(start); took > 30*time.Second || sent > 4 {
				t.Errorf("%v, %d requests", took, sent)
			}
			if _, err := m.Chat(t.Context(), translate.Request{}); !errors.Is(err, context.Canceled) || len(server.Requests()) != sent {
				t.Errorf("%v, %d requests after the end", err, len(server.Requests())-sent)
			}
		})
	}
}

// BenchmarkGate measures the cost of the gate with 512 callers and places.
func BenchmarkGate(b *testing.B) {
	m := translate.Retry(instant{}, translate.Policy{Gate: translate.NewGate(translate.Limits{})})
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
