package translate_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
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
	unsent   = entry{resp: translate.Response{Outcome: record.HTTP5xx}, err: &translate.CallError{Fault: translate.FaultConnection, Outcome: record.HTTP5xx, Unsent: true}}
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
		atLeast  time.Duration // waits
		atMost   time.Duration
	}{
		{"first", []entry{ok}, 5, record.OK, 1, 0, 0},
		{"refusals are replies", []entry{refused}, 5, record.Refused, 1, 0, 0},
		{
			"what may succeed",
			[]entry{status(500, 0), dropped, cut, status(504, 0), status(408, 0), ok},
			5, record.OK, 6, time.Second / 2, 31 * time.Second,
		},
		{"what may not", []entry{status(400, 0), ok}, 5, record.HTTP4xx, 1, 0, 0},
		{"no access", []entry{fault(translate.FaultAccess), ok}, 5, record.HTTP5xx, 1, 0, 0},
		{"bounded", []entry{status(500, 0)}, 2, record.HTTP5xx, 3, 0, 3 * time.Second},
		{"none", []entry{status(500, 0)}, 0, record.HTTP5xx, 1, 0, 0},
		{"hang", []entry{hang, ok}, 1, record.OK, 2, 20 * time.Millisecond, 2 * time.Second},
		{"hang to the end", []entry{hang}, 1, record.Timeout, 2, 40 * time.Millisecond, 2 * time.Second},
		{"what the endpoint asks for", []entry{status(500, time.Minute), ok}, 5, record.OK, 2, time.Minute, 61 * time.Second},
		{"a refused request costs no attempt", []entry{tooMany, status(502, 0), status(503, 0), status(529, 0), unsent, ok}, 0, record.OK, 1, 0, time.Second},
		{"Retry-After of a refused request", []entry{status(429, 7*time.Second), status(503, time.Minute), ok}, 0, record.OK, 1, 67 * time.Second, 68 * time.Second},
		{"another error", []entry{lastWord, ok}, 5, "", 1, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{entries: tt.script}
				m := translate.Retry(s, translate.Policy{Retries: tt.retries, Timeout: 20 * time.Millisecond, Cap: 10 * time.Second})
				start := time.Now()
				resp, err := m.Chat(t.Context(), translate.Request{})
				took := time.Since(start)
				if resp.Outcome != tt.outcome || (err == nil) != (tt.outcome == record.OK || tt.outcome == record.Refused) {
					t.Errorf("outcome %q, error %v; want %q", resp.Outcome, err, tt.outcome)
				}
				if resp.Usage.Attempts != int64(tt.attempts) || int64(s.calls) != resp.Usage.Attempts+resp.Refused {
					t.Errorf("%d attempts and %d refused of %d calls, want %d attempts", resp.Usage.Attempts, resp.Refused, s.calls, tt.attempts)
				}
				if (resp.Usage.LatencySeconds != nil) != (err == nil) {
					t.Errorf("latency %v with error %v", resp.Usage.LatencySeconds, err)
				}
				if took < tt.atLeast || took > tt.atMost {
					t.Errorf("waited %v, want %v to %v", took, tt.atLeast, tt.atMost)
				}
			})
		})
	}
}

// The random waits stay within their bounds after many attempts.
func TestRetryWaitsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{entries: []entry{status(500, 0)}}
		m := translate.Retry(s, translate.Policy{Retries: 2000, Base: time.Microsecond, Cap: time.Second})
		start := time.Now()
		if _, err := m.Chat(t.Context(), translate.Request{}); err == nil || s.calls != 2001 {
			t.Errorf("%d calls, error %v", s.calls, err)
		}
		if took := time.Since(start); took > 2000*time.Second || took < 500*time.Second {
			t.Errorf("2001 attempts took %v", took)
		}
	})
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
