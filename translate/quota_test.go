package translate_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A window is an endpoint that accepts a number of requests in each period of time, in
// the time of a synctest bubble.
type window struct {
	limit      int
	period     time.Duration
	fixed      bool // the period begins at multiples of its length; else it ends now
	counts     bool // refused requests count against the limit
	retryAfter bool
	latency    time.Duration
	change     time.Duration // the limit doubles after this time; 0: never

	mu                sync.Mutex
	begin, last       time.Time
	log               []time.Time
	accepted, refused int
}

func (w *window) Name() string { return "window" }

func (w *window) Chat(context.Context, translate.Request) (translate.Response, error) {
	time.Sleep(time.Millisecond)
	if fault := w.take(time.Now()); fault != nil {
		time.Sleep(time.Millisecond)
		return translate.Response{Outcome: fault.Outcome}, fault
	}
	time.Sleep(w.latency)
	return translate.Response{Outcome: record.OK}, nil
}

func (w *window) take(now time.Time) *translate.CallError {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.begin.IsZero() {
		w.begin = now
	}
	since := now.Add(-w.period)
	if w.fixed {
		since = now.Truncate(w.period).Add(-1)
	}
	for len(w.log) > 0 && !w.log[0].After(since) {
		w.log = w.log[1:]
	}
	limit := w.limit
	if w.change > 0 && now.Sub(w.begin) > w.change {
		limit *= 2
	}
	ok := len(w.log) < limit
	if ok || w.counts {
		w.log = append(w.log, now)
	}
	if ok {
		w.accepted++
		w.last = now
		return nil
	}
	w.refused++
	fault := &translate.CallError{Fault: translate.FaultStatus, Status: 429, Outcome: record.HTTP429, Message: "slow down"}
	if w.retryAfter {
		fault.RetryAfter = (w.log[0].Sub(since) + time.Second).Truncate(time.Second)
	}
	return fault
}

// TestPaceOfWindows: if refused requests count against a limit in a sliding period, as
// OpenAI's do, and no Retry-After comes, calls reached a fifth of the rate, since each
// request that asked too early extended the refusal. With three requests a minute, the
// run gave up.
func TestPaceOfWindows(t *testing.T) {
	const minute = time.Minute
	for _, tt := range []struct {
		*window
		least, most float64 // share of the rate that is reached, and of refused requests
	}{
		{&window{limit: 30, period: 10 * time.Second, counts: true}, 0.8, 1},
		{&window{limit: 60, period: minute, counts: true}, 0.8, 1},
		{&window{limit: 3, period: minute, counts: true}, 0.75, 1},
		{&window{limit: 5, period: time.Second, counts: true}, 0.75, 1},
		{&window{limit: 10, period: minute, counts: true}, 0.8, 1},
		{&window{limit: 500, period: minute, counts: true}, 0.8, 1},
		{&window{limit: 30, period: 10 * time.Second, counts: true, latency: 3 * time.Second}, 0.8, 1},
		{&window{limit: 60, period: minute, counts: true, latency: 20 * time.Second}, 0.8, 1},
		{&window{limit: 30, period: 10 * time.Second, counts: true, retryAfter: true}, 0.8, 1},
		{&window{limit: 10, period: minute, counts: true, retryAfter: true}, 0.8, 1},
		{&window{limit: 30, period: 10 * time.Second}, 0.7, 1},
		{&window{limit: 60, period: minute}, 0.7, 1},
		{&window{limit: 60, period: minute, retryAfter: true}, 0.8, 1},
		{&window{limit: 60, period: minute, fixed: true}, 0.8, 1},
		{&window{limit: 10, period: minute, fixed: true}, 0.8, 1},
		{&window{limit: 500, period: minute, fixed: true, retryAfter: true}, 0.5, 1},
		{&window{limit: 30, period: 10 * time.Second, counts: true, change: time.Minute}, 0.55, 1},
	} {
		for _, workers := range []int{2, 8, 32} {
			w := &window{
				limit: tt.limit, period: tt.period, counts: tt.counts, retryAfter: tt.retryAfter,
				latency: tt.latency, fixed: tt.fixed, change: tt.change,
			}
			t.Run(fmt.Sprintf("%d in %v, counts=%v, fixed=%v, retry-after=%v, latency=%v, change=%v, %d workers", w.limit, w.period, w.counts, w.fixed, w.retryAfter, w.latency, w.change, workers), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					m := translate.Retry(w, translate.Policy{Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
					calls := max(8*w.limit, 40)
					if w.change > 0 {
						calls *= 2
					}
					if failed, err := callAll(t, m, calls, workers); failed > 0 {
						t.Errorf("%d calls failed: %v", failed, err)
					}
					took := w.last.Sub(w.begin)
					rate := float64(w.limit) / w.period.Seconds()
					allowed := rate * took.Seconds()
					if w.change > 0 {
						allowed += rate * (took - w.change).Seconds()
					}
					if w.latency > 0 {
						allowed = min(allowed, float64(workers)*took.Seconds()/w.latency.Seconds())
					}
					t.Logf("%.0f%% of the rate, %d of %d refused, %v", 100*float64(calls)/allowed, w.refused, calls, took)
					if float64(calls) < tt.least*allowed || float64(w.refused) > tt.most*float64(calls) {
						t.Errorf("%d calls in %v, expected %.0f; %d refused requests", calls, took, tt.least*allowed, w.refused)
					}
				})
			})
		}
	}
}
