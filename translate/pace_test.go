package translate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A bucket is an endpoint with a token bucket, in the time of a synctest bubble.
type bucket struct {
	rate       func(since time.Duration) float64 // requests a second; 0: none is accepted
	size       float64
	latency    time.Duration
	retryAfter bool
	random     float64 // share of further refusals

	mu                sync.Mutex
	begin, at         time.Time
	level             float64
	accepted, refused int
	last              time.Time // when a request was accepted
}

func (b *bucket) Name() string { return "bucket" }

func (b *bucket) Chat(context.Context, translate.Request) (translate.Response, error) {
	time.Sleep(time.Millisecond)
	if fault := b.take(); fault != nil {
		return translate.Response{Outcome: fault.Outcome}, fault
	}
	time.Sleep(b.latency)
	return translate.Response{Outcome: record.OK}, nil
}

func (b *bucket) take() *translate.CallError {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if b.begin.IsZero() {
		b.begin, b.at, b.level = now, now, b.size
	}
	rate := b.rate(now.Sub(b.begin))
	b.level = min(b.size, b.level+rate*now.Sub(b.at).Seconds())
	b.at = now
	if b.level >= 1 && rand.Float64() >= b.random && rate > 0 { // an endpoint that is down has no burst
		b.level--
		b.accepted++
		b.last = now
		return nil
	}
	b.refused++
	fault := &translate.CallError{Fault: translate.FaultStatus, Status: 429, Outcome: record.HTTP429, Message: "slow down"}
	if b.retryAfter {
		fault.RetryAfter = max(time.Second, time.Duration((1-b.level)/rate+0.999)*time.Second)
	}
	return fault
}

// callAll makes the calls by a number of workers, and returns the number of
// those that failed and one of their errors.
func callAll(t *testing.T, m translate.Model, calls, workers int) (failed int, err error) {
	t.Helper()
	var next atomic.Int64
	var mu sync.Mutex
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for next.Add(1) <= int64(calls) {
				if _, e := m.Chat(t.Context(), translate.Request{}); e != nil {
					mu.Lock()
					failed, err = failed+1, e
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	return failed, err
}

func steady(rate float64) func(time.Duration) float64 {
	return func(time.Duration) float64 { return rate }
}

// Calls get through an endpoint with a limit on the rate as fast as it allows,
// and without many refusals.
func TestPaceLearnsTheRate(t *testing.T) {
	for _, tt := range []struct {
		name           string
		bucket         *bucket
		calls, workers int
	}{
		{"three a minute", &bucket{rate: steady(0.05), size: 1}, 60, 32},
		{"one a second", &bucket{rate: steady(1), size: 1}, 120, 32},
		{"one a second, Retry-After", &bucket{rate: steady(1), size: 1, retryAfter: true}, 120, 32},
		{"two a second", &bucket{rate: steady(2), size: 1}, 200, 32},
		{"two a second, Retry-After", &bucket{rate: steady(2), size: 1, retryAfter: true}, 200, 32},
		{"four a second", &bucket{rate: steady(4), size: 1}, 400, 32},
		{"four a second, Retry-After", &bucket{rate: steady(4), size: 1, retryAfter: true}, 400, 32},
		{"four workers", &bucket{rate: steady(4), size: 1, retryAfter: true}, 400, 4},
		{"512 workers", &bucket{rate: steady(4), size: 1, retryAfter: true}, 1000, 512},
		{"slow answers", &bucket{rate: steady(4), size: 4, latency: 20 * time.Second}, 800, 128},
		{"slow answers, burst of one", &bucket{rate: steady(2), size: 1, latency: 10 * time.Second}, 400, 32},
		{"a minute's burst", &bucket{rate: steady(1), size: 60}, 300, 32},
		{"a burst of eight", &bucket{rate: steady(4), size: 8, retryAfter: true}, 400, 32},
		{"a hundred a second", &bucket{rate: steady(100), size: 10}, 3000, 64},
		{"it falls", &bucket{rate: func(d time.Duration) float64 { return map[bool]float64{true: 20, false: 2}[d < 10*time.Second] }, size: 2}, 400, 32},
		{"it rises", &bucket{rate: func(d time.Duration) float64 { return map[bool]float64{true: 2, false: 10}[d < 30*time.Second] }, size: 2}, 1000, 32},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := tt.bucket
				m := translate.Retry(b, translate.Policy{Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
				if failed, err := callAll(t, m, tt.calls, tt.workers); failed > 0 {
					t.Errorf("%d calls failed: %v", failed, err)
				}
				took := b.last.Sub(b.begin)
				allowed := b.size
				for at := time.Duration(0); at < took; at += time.Second / 100 {
					allowed += b.rate(at) / 100
				}
				t.Logf("%d calls in %.1f s, %.1f%% of what is allowed; %d refused", tt.calls, took.Seconds(), 100*float64(tt.calls)/allowed, b.refused)
				if float64(tt.calls) < 0.9*allowed || b.refused > tt.calls*3/4 {
					t.Errorf("%d calls, %d refused requests in %v; the endpoint allows %.0f calls", tt.calls, b.refused, took, allowed)
				}
			})
		})
	}
}

// Without a limit, the pace does not delay 512 requests under way.
func TestPaceOfAnEndpointWithoutLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bucket{rate: steady(1e9), size: 1e9, latency: 200 * time.Millisecond}
		start := time.Now()
		failed, err := callAll(t, translate.Retry(b, translate.Policy{}), 100*512, 512)
		if took, ideal := time.Since(start), 20*time.Second; failed > 0 || took > ideal*100/95 {
			t.Errorf("%v, expected at most 100/95 of %v; %d failed: %v", took, ideal, failed, err)
		}
	})
}

// Refusals that do not depend on the rate leave it as it is.
func TestPaceWithRandomRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bucket{rate: steady(1e9), size: 1e9, latency: time.Second, random: 0.1}
		start := time.Now()
		failed, err := callAll(t, translate.Retry(b, translate.Policy{}), 5000, 32)
		if took := time.Since(start); failed > 0 || took > 7*time.Minute {
			t.Errorf("%v, expected about 3 minutes; %d failed: %v", took, failed, err)
		}
	})
}

// Two refusals at the start were taken for a gap of 30 seconds, from which the pace
// recovered in seven minutes.
func TestPaceAfterRefusalsAtTheStart(t *testing.T) {
	for refusals := range 4 {
		synctest.Test(t, func(t *testing.T) {
			e := &slowStarter{}
			e.refusals.Store(int64(refusals))
			m := translate.Retry(e, translate.Policy{Gate: translate.NewGate(translate.Limits{})})
			begin := time.Now()
			if failed, err := callAll(t, m, 100, 8); failed > 0 {
				t.Errorf("%d calls failed: %v", failed, err)
			}
			// At the first pace, of 32 a second, 100 calls take three seconds.
			if took := time.Since(begin); took > 6*time.Second {
				t.Errorf("after %d refusals: %v", refusals, took)
			}
		})
	}
}

// A slowStarter is an endpoint that refuses its first requests.
type slowStarter struct{ refusals atomic.Int64 }

func (*slowStarter) Name() string { return "slow starter" }

func (s *slowStarter) Chat(context.Context, translate.Request) (translate.Response, error) {
	time.Sleep(time.Millisecond)
	if s.refusals.Add(-1) < 0 {
		return translate.Response{Outcome: record.OK}, nil
	}
	return translate.Response{Outcome: record.HTTP429}, &translate.CallError{Fault: translate.FaultStatus, Status: 429, Outcome: record.HTTP429, Message: "slow down"}
}

// During an outage the endpoint gets a request every few seconds, and soon after
// it as many as before.
func TestPaceAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := func(d time.Duration) bool { return d > 10*time.Second && d < 310*time.Second }
		b := &bucket{size: 1e9, latency: 100 * time.Millisecond, rate: func(d time.Duration) float64 {
			if down(d) {
				return 0
			}
			return 1e9
		}}
		m := translate.Retry(b, translate.Policy{Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
		start := time.Now()
		failed, err := callAll(t, m, 10_000, 32)
		took := time.Since(start)
		t.Logf("%v, %d refused", took, b.refused)
		if failed > 0 || took > 370*time.Second || b.refused > 100 {
			t.Errorf("%v with %d refusals, expected about 340 s and 60; %d failed: %v", took, b.refused, failed, err)
		}
	})
}

// An endpoint that accepts nothing ends all calls after GiveUpAfter, also if it
// asks for a longer wait, and not before requests under way are answered.
func TestGiveUp(t *testing.T) {
	for name, b := range map[string]*bucket{
		"at once":     {rate: steady(0), size: 1},
		"Retry-After": {rate: steady(1e-6), size: 0.5, retryAfter: true},
		"after a burst": {size: 3, latency: 15 * time.Minute, rate: func(d time.Duration) float64 {
			return map[bool]float64{true: 1, false: 0}[d < time.Second]
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := translate.Retry(b, translate.Policy{Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
				start := time.Now()
				failed, err := callAll(t, m, 32, 32)
				var call *translate.CallError
				if failed != 32-b.accepted || !errors.As(err, &call) || !call.Fatal() || !strings.Contains(err.Error(), "has accepted no request for") {
					t.Errorf("%d failed: %v", failed, err)
				}
				want := 10 * time.Minute
				if b.latency > 0 {
					want += b.latency
				}
				if took := time.Since(start); took < want || took > want+time.Minute {
					t.Errorf("gave up after %v, expected %v", took, want)
				}
			})
		})
	}
}
