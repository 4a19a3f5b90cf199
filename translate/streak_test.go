package translate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A picky endpoint refuses the calls with some keys: the first times requests of all
// of them together, or all if times is 0.
type picky struct {
	bucket
	never []string
	times int64
	seen  atomic.Int64
}

func (p *picky) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if !slices.Contains(p.never, req.Key) || p.times > 0 && p.seen.Add(1) > p.times {
		return p.bucket.Chat(ctx, req)
	}
	time.Sleep(time.Millisecond)
	fault := &translate.CallError{Fault: translate.FaultStatus, Status: 503, Outcome: record.HTTP5xx, Message: "not this one"}
	return translate.Response{Outcome: fault.Outcome}, fault
}

// callPicky makes 1,000 calls by a number of workers, of which the endpoint refuses
// some, the first at the 20th and then every 40th. It returns how many calls failed
// alone, and how many with the run.
func callPicky(t *testing.T, b *picky, workers, refused int) (failed, fatal int64) {
	t.Helper()
	for i := range refused {
		b.never = append(b.never, fmt.Sprint(20+i*40))
	}
	m := translate.Retry(b, translate.Policy{Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
	var next, alone, together atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := next.Add(1); i <= 1000; i = next.Add(1) {
				_, err := m.Chat(t.Context(), translate.Request{Key: fmt.Sprint(i)})
				var call *translate.CallError
				switch {
				case errors.As(err, &call) && call.Fatal():
					together.Add(1)
				case err != nil:
					alone.Add(1)
				}
			}
		})
	}
	all.Wait()
	return alone.Load(), together.Load()
}

// TestCallThatIsAlwaysRefused: a row that the endpoint refused while it accepted all
// others ended the run after --give-up-after, at each resume again, and slowed it down
// to an answer in 30 seconds: with two workers, 1,000 rows took eight hours.
func TestCallThatIsAlwaysRefused(t *testing.T) {
	for _, tt := range []struct {
		rate             float64
		workers, refused int
		most             time.Duration // several times the time that it takes
	}{
		{1e6, 2, 1, 15 * time.Minute}, // 250 s without the refused call
		{1e6, 8, 1, 5 * time.Minute},  // 62 s
		{1, 2, 1, time.Hour},          // 17 min
		{10, 32, 5, 5 * time.Minute},  // 100 s
		{1, 32, 5, time.Hour},         // 17 min
		// The run is over too soon, and the last calls wait for ten minutes.
		{1e6, 256, 1, 15 * time.Minute}, // 2 s
		{1e6, 256, 5, 15 * time.Minute}, // 2 s
	} {
		t.Run(fmt.Sprint(tt.rate, " a second,", tt.workers, " workers,", tt.refused, " refused"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &picky{bucket: bucket{rate: steady(tt.rate), size: 1 + tt.rate/1e4, latency: 500 * time.Millisecond}}
				start := time.Now()
				failed, fatal := callPicky(t, b, tt.workers, tt.refused)
				took := time.Since(start)
				t.Logf("took %v", took)
				if failed != int64(tt.refused) || fatal > 0 || b.accepted != 1000-tt.refused || took > tt.most {
					t.Errorf("%d failed, %d with the run, %d accepted, in %v", failed, fatal, b.accepted, took)
				}
			})
		})
	}
}

// TestCallIsRefusedOftenByChance: a call failed alone after three trials. An endpoint
// that refuses a fifth of all requests at random refuses three trials of one call in
// 125. Here the endpoint refuses 34 requests of one call while it accepts all others.
// With three trials, the call would fail at the 33rd. Now the 35th is answered.
func TestCallIsRefusedOftenByChance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &picky{bucket: bucket{rate: steady(1e6), size: 100, latency: 500 * time.Millisecond}, times: 34}
		if failed, fatal := callPicky(t, b, 2, 1); failed > 0 || fatal > 0 || b.accepted != 1000 || b.seen.Load() != b.times+1 {
			t.Errorf("%d failed, %d with the run, %d accepted, %d requests of the call", failed, fatal, b.accepted, b.seen.Load())
		}
	})
}

// A limit on the rate and an overload refuse calls at random or in turn. No call
// fails.
func TestNoCallIsSingledOutByChance(t *testing.T) {
	times := 60
	if testing.Short() {
		times = 20
	}
	for range times {
		synctest.Test(t, func(t *testing.T) {
			b := &picky{bucket: bucket{
				rate: steady([]float64{0.2, 1, 3, 10, 100}[rand.IntN(5)]), size: float64(rand.IntN(5) + 1), retryAfter: rand.IntN(2) == 0,
				latency: []time.Duration{0, 50 * time.Millisecond, 500 * time.Millisecond, 5 * time.Second}[rand.IntN(4)],
				random:  []float64{0, 0.2, 0.5}[rand.IntN(3)],
			}}
			workers := []int{2, 3, 8, 32, 128}[rand.IntN(5)]
			if failed, fatal := callPicky(t, b, workers, 0); failed > 0 || fatal > 0 {
				t.Errorf("rate %v, %+v, %d workers: %d failed, %d with the run", b.rate(0), &b.bucket, workers, failed, fatal)
			}
		})
	}
}
