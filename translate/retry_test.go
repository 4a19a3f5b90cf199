package translate_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// script answers with its entries in order, and repeats the last one.
type script struct {
	entries []entry
	calls   int
}

type entry struct {
	resp translate.Response
	err  error
	hang bool
}

func (s *script) Name() string { return "script" }

func (s *script) Chat(ctx context.Context, _ translate.Request) (translate.Response, error) {
	e := s.entries[min(s.calls, len(s.entries)-1)]
	s.calls++
	if e.hang {
		<-ctx.Done()
		return translate.Response{Outcome: record.Timeout}, &translate.CallError{
			Fault: translate.FaultTimeout, Outcome: record.Timeout, Cause: ctx.Err(),
		}
	}
	return e.resp, e.err
}

var (
	ok       = entry{resp: translate.Response{Content: "p1", Outcome: record.OK}}
	tooMany  = status(429, 0)
	dropped  = fault(translate.FaultConnection)
	cut      = fault(translate.FaultMalformed)
	hang     = entry{hang: true}
	refused  = entry{resp: translate.Response{Outcome: record.Refused}}
	lastWord = entry{err: errors.New("not a call error")}
)

func status(code int, after time.Duration) entry {
	outcome := map[int]record.Outcome{4: record.HTTP4xx, 5: record.HTTP5xx}[code/100]
	if code == 429 {
		outcome = record.HTTP429
	}
	return entry{resp: translate.Response{Outcome: outcome}, err: &translate.CallError{
		Fault: translate.FaultStatus, Outcome: outcome, Status: code, RetryAfter: after,
	}}
}

func fault(f translate.Fault) entry {
	return entry{
		resp: translate.Response{Outcome: record.HTTP5xx},
		err:  &translate.CallError{Fault: f, Outcome: record.HTTP5xx},
	}
}

func TestRetry(t *testing.T) {
	tests := []struct {
		name     string
		script   []entry
		retries  int
		outcome  record.Outcome
		attempts int
		waits    []time.Duration // with a random number of one half, and a base of one second
	}{
		{"first", []entry{ok}, 5, record.OK, 1, nil},
		{"refusals are replies", []entry{refused}, 5, record.Refused, 1, nil},
		{
			"what may succeed",
			[]entry{tooMany, dropped, cut, status(503, 0), status(408, 0), ok},
			5, record.OK, 6,
			[]time.Duration{time.Second / 2, time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second},
		},
		{"what may not", []entry{status(400, 0), ok}, 5, record.HTTP4xx, 1, nil},
		{"no access", []entry{fault(translate.FaultAccess), ok}, 5, record.HTTP5xx, 1, nil},
		{"bounded", []entry{status(500, 0)}, 2, record.HTTP5xx, 3, []time.Duration{time.Second / 2, time.Second}},
		{"none", []entry{status(500, 0)}, 0, record.HTTP5xx, 1, nil},
		{"hang", []entry{hang, ok}, 1, record.OK, 2, []time.Duration{time.Second / 2}},
		{"hang to the end", []entry{hang}, 1, record.Timeout, 2, []time.Duration{time.Second / 2}},
		{
			"what the endpoint asks for",
			[]entry{status(429, 7*time.Second), status(503, time.Minute), ok},
			5, record.OK, 3,
			[]time.Duration{7500 * time.Millisecond, 60500 * time.Millisecond},
		},
		{"more than we wait for", []entry{status(429, time.Hour), ok}, 5, record.HTTP429, 1, nil},
		{"another error", []entry{lastWord, ok}, 5, "", 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var waits []time.Duration
			s := &script{entries: tt.script}
			m := translate.Retry(s, translate.Policy{
				Retries: tt.retries, Timeout: 20 * time.Millisecond, Cap: 10 * time.Second,
				Random: func() float64 { return 0.5 },
				Wait:   func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
			})
			resp, err := m.Chat(t.Context(), translate.Request{})
			if resp.Outcome != tt.outcome || (err == nil) != (tt.outcome == record.OK || tt.outcome == record.Refused) {
				t.Errorf("outcome %q, error %v; want %q", resp.Outcome, err, tt.outcome)
			}
			if resp.Usage.Attempts != int64(tt.attempts) || s.calls != tt.attempts {
				t.Errorf("%d attempts of %d calls, want %d", resp.Usage.Attempts, s.calls, tt.attempts)
			}
			if (resp.Usage.LatencySeconds != nil) != (err == nil) {
				t.Errorf("latency %v with error %v", resp.Usage.LatencySeconds, err)
			}
			if len(waits) != len(tt.waits) {
				t.Fatalf("waits %v, want %v", waits, tt.waits)
			}
			for i := range waits {
				if waits[i] != tt.waits[i] {
					t.Errorf("wait %d is %v, want %v", i, waits[i], tt.waits[i])
				}
			}
		})
	}
}

// The real wait and random numbers stay within their bounds after many
// attempts.
func TestRetryWaitsForReal(t *testing.T) {
	s := &script{entries: []entry{tooMany}}
	m := translate.Retry(s, translate.Policy{Retries: 80, Base: time.Microsecond, Cap: time.Millisecond})
	start := time.Now()
	if _, err := m.Chat(t.Context(), translate.Request{}); err == nil || s.calls != 81 {
		t.Errorf("%d calls, error %v", s.calls, err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("81 attempts took %v", took)
	}
}

func TestRetryEndsWithItsContext(t *testing.T) {
	for _, e := range []entry{hang, status(429, time.Minute)} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		m := translate.Retry(&script{entries: []entry{e}}, translate.Policy{Retries: 5})
		resp, err := m.Chat(ctx, translate.Request{})
		if resp.Outcome != record.Canceled || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("outcome %s, error %v", resp.Outcome, err)
		}
	}
}
