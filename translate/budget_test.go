package translate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A shop charges for calls that take time, and for some that fail.
type shop struct {
	mu               sync.Mutex
	rng              *rand.Rand
	cost             int64   // of an answer; the prompt costs 5
	fails            float64 // share of calls without an answer
	served, underWay int64
	peak             int64
}

func (s *shop) Name() string { return "shop" }

func (s *shop) Chat(ctx context.Context, _ translate.Request) (translate.Response, error) {
	s.mu.Lock()
	fails, kind := s.rng.Float64() < s.fails, s.rng.IntN(4)
	charged := !fails || kind > 0
	if charged {
		s.served += 5 + s.cost
	}
	s.underWay++
	s.peak = max(s.peak, s.underWay)
	wait := time.Duration(s.rng.IntN(1000)) * time.Millisecond
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.underWay--; s.mu.Unlock() }()
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return translate.Response{Outcome: record.Canceled}, &translate.CallError{Fault: translate.FaultConnection, Outcome: record.Canceled, Sent: true, Cause: ctx.Err()}
	}
	reported := record.Usage{PromptTokens: 5, CompletionTokens: s.cost}
	switch {
	case !fails:
		return translate.Response{Content: "p1", Outcome: record.OK, Usage: reported}, nil
	case kind == 0: // nothing is charged
		return translate.Response{Outcome: record.HTTP429}, &translate.CallError{Fault: translate.FaultStatus, Status: 429, Outcome: record.HTTP429}
	case kind == 1:
		return translate.Response{Outcome: record.HTTP5xx, Usage: reported}, &translate.CallError{Fault: translate.FaultMalformed, Outcome: record.HTTP5xx, Sent: true}
	case kind == 2:
		return translate.Response{Outcome: record.HTTP5xx}, &translate.CallError{Fault: translate.FaultConnection, Outcome: record.HTTP5xx, Sent: true}
	}
	return translate.Response{Outcome: record.TooLong}, &translate.CallError{Fault: translate.FaultTooLong, Outcome: record.TooLong, Sent: true, Received: 4 * s.cost}
}

// hello has 5 tokens.
var hello = translate.Request{Messages: []record.Message{{Role: "user", Content: "hello"}}}

// With any number of workers, faults and interrupts, a run with a budget ends, serves at
// most the budget where answers are not longer than estimated, and does not end before
// the next call does not fit.
func TestBudgetHoldsForRandomFaults(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var (
			limit   = rapid.Int64Range(1, 500).Draw(rt, "budget")
			cost    = rapid.Int64Range(1, 5).Draw(rt, "cost")
			workers = rapid.IntRange(1, 40).Draw(rt, "workers")
			stops   = rapid.Bool().Draw(rt, "stops")
			s       = &shop{rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), cost: cost, fails: rapid.SampledFrom([]float64{0, 0.3, 0.9}).Draw(rt, "fails")}
		)
		synctest.Test(t, func(t *testing.T) {
			stop, cancel := context.WithCancel(t.Context())
			defer cancel()
			budget := translate.NewBudget(translate.Tariff{Tokens: limit})
			m := translate.NewMeter(translate.Retry(s, translate.Policy{Retries: 2, Stop: stop, Grace: time.Second / 2, Budget: budget}), budget, nil)
			var all sync.WaitGroup
			errs := make([]error, workers)
			for i := range workers {
				all.Go(func() {
					for {
						_, err := m.Chat(t.Context(), hello)
						if call := (*translate.CallError)(nil); err != nil && !errors.As(err, &call) || stop.Err() != nil {
							errs[i] = err
							return
						}
					}
				})
			}
			if stops {
				time.Sleep(700 * time.Millisecond)
				cancel()
			}
			all.Wait()
			if s.served > limit {
				rt.Fatalf("%d tokens were served", s.served)
			}
			if !stops {
				for _, err := range errs {
					if !errors.Is(err, translate.ErrBudget) {
						rt.Fatalf("error %v", err)
					}
				}
				// An estimate counts at most twice the prompt.
				if s.fails == 0 && s.served+10 <= limit {
					rt.Fatalf("ended after %d tokens: %v", s.served, errs[0])
				}
			}
		})
	})
}

// A call that waits for the budget ends with an interrupt, and its turn passes on.
func TestWaitForTheBudgetEndsWithAnInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := translate.NewBudget(translate.Tariff{Tokens: 12})
		s := &script{entries: []entry{hang}}
		stop, cancel := context.WithCancel(t.Context())
		m := translate.Retry(s, translate.Policy{Timeout: time.Hour, Stop: stop, Grace: time.Minute, Budget: budget})
		begin := time.Now()
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { m.Chat(t.Context(), hello) })
		}
		synctest.Wait()
		time.Sleep(time.Second)
		cancel()
		all.Wait()
		if took := time.Since(begin); s.calls != 1 || took > 2*time.Minute {
			t.Errorf("%d calls, %v", s.calls, took)
		}
	})
}

// Each attempt counts: those before the answer are part of the call's usage.
func TestUsageSumsTheAttempts(t *testing.T) {
	unusable := fault(translate.FaultMalformed)
	unusable.err.(*translate.CallError).Sent = true
	unusable.resp.Usage = record.Usage{PromptTokens: 11, CompletionTokens: 7, CachedTokens: 3}
	lost := fault(translate.FaultConnection)
	lost.err.(*translate.CallError).Sent = true
	lost.err.(*translate.CallError).Received = 400
	answer := ok
	answer.resp.Usage = record.Usage{PromptTokens: 11, CompletionTokens: 8}
	for _, tt := range []struct {
		entries []entry
		want    record.Usage
	}{
		{[]entry{answer}, record.Usage{PromptTokens: 11, CompletionTokens: 8, Attempts: 1}},
		{[]entry{unusable, answer}, record.Usage{PromptTokens: 22, CompletionTokens: 15, CachedTokens: 3, Attempts: 2}},
		{[]entry{status(500, 0), tooMany, answer}, record.Usage{PromptTokens: 11, CompletionTokens: 8, Attempts: 2}},
		{[]entry{lost, answer}, record.Usage{PromptTokens: 16, CompletionTokens: 108, Attempts: 2, Estimated: true}},
		{[]entry{unusable, status(500, 0)}, record.Usage{PromptTokens: 11, CompletionTokens: 7, CachedTokens: 3, Attempts: 3}},
	} {
		synctest.Test(t, func(t *testing.T) {
			budget := translate.NewBudget(translate.Tariff{Tokens: 1000})
			m := translate.NewMeter(translate.Retry(&script{entries: tt.entries}, translate.Policy{Retries: 2, Budget: budget}), budget, nil)
			resp, _ := m.Chat(t.Context(), hello)
			resp.Usage.LatencySeconds = nil
			if resp.Usage != tt.want {
				t.Errorf("usage %+v, want %+v", resp.Usage, tt.want)
			}
			// The rest of the budget is what the usage leaves.
			_, err := m.Chat(t.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: strings.Repeat("1 ", 1000)}}})
			spent := fmt.Sprintf("%d are spent", tt.want.PromptTokens+tt.want.CompletionTokens)
			if tt.want.Estimated {
				spent += " (105 of them by estimate)"
			}
			if !errors.Is(err, translate.ErrBudget) || !strings.Contains(err.Error(), spent+",") {
				t.Errorf("error %v, want %q", err, spent)
			}
		})
	}
}

// The sums of earlier runs count, with the part that is estimated.
func TestBudgetOfAResumedRun(t *testing.T) {
	sums := map[string]int64{}
	translate.AddSums(sums, record.Usage{PromptTokens: 300, CompletionTokens: 100, CostUSD: record.Float(0.4), Estimated: true})
	translate.AddSums(sums, record.Usage{PromptTokens: 400, CompletionTokens: 200, CostUSD: record.Float(0.6)})
	for _, tt := range []struct {
		tariff translate.Tariff
		want   string
	}{
		{translate.Tariff{Tokens: 1000}, "of 1000 tokens, 1000 are spent (400 of them by estimate), and the next call takes about 10"},
		{translate.Tariff{USD: 1, Price: func(u record.Usage) float64 { return float64(u.PromptTokens) / 1000 }}, "of $1.00, $1.000000 are spent ($0.400000 of them by estimate), and the next call takes about $0.005000"},
	} {
		budget := translate.NewBudget(tt.tariff)
		m := translate.NewMeter(translate.Retry(&script{entries: []entry{ok}}, translate.Policy{Budget: budget}), budget, nil)
		m.Budget.Spent(sums)
		if _, err := m.Chat(t.Context(), hello); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
		if got := m.Totals(); got.Calls != 0 {
			t.Errorf("%d calls are counted", got.Calls)
		}
	}
}
