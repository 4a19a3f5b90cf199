package translate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A shaky endpoint loses a share of all requests but the first, and all requests with some
// keys. An endpoint that has not answered yet may be the wrong one, and a call gets the
// usual attempts.
type shaky struct {
	share    float64
	never    []string
	from     int64 // number of the request from which it loses all; 0: never
	requests atomic.Int64
	lost     atomic.Int64 // requests with one of the keys
}

func (*shaky) Name() string { return "shaky" }

func (s *shaky) Chat(_ context.Context, req translate.Request) (translate.Response, error) {
	time.Sleep(100 * time.Millisecond)
	never := slices.Contains(s.never, req.Key)
	if never {
		s.lost.Add(1)
	}
	n := s.requests.Add(1)
	if !never && (n == 1 || rand.Float64() >= s.share) && (s.from == 0 || n < s.from) {
		return translate.Response{Outcome: record.OK}, nil
	}
	fault := &translate.CallError{Fault: translate.FaultStatus, Status: 504, Outcome: record.HTTP5xx, Message: "no answer"}
	if n%2 == 0 {
		fault = &translate.CallError{Fault: translate.FaultConnection, Outcome: record.HTTP5xx, Message: "malformed MIME header line"}
	}
	return translate.Response{Outcome: fault.Outcome}, fault
}

// TestPassingFailuresLoseNoCall: of 300 calls to an endpoint that answers 40 % of the
// requests with 504, two failed after six attempts.
func TestPassingFailuresLoseNoCall(t *testing.T) {
	for _, share := range []float64{0.1, 0.4, 0.7} {
		for _, workers := range []int{2, 32} {
			t.Run(fmt.Sprint(share, " of the requests, ", workers, " workers"), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := &shaky{share: share}
					m := translate.Retry(s, translate.Policy{Retries: 5, Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
					if failed, err := callAll(t, m, 1000, workers); failed > 0 {
						t.Errorf("%d of 1000 calls failed: %v", failed, err)
					}
				})
			})
		}
	}
}

// A call that always fails costs few attempts more than others, and an endpoint that
// answers nothing any more costs each call its usual attempts.
func TestFailuresThatDoNotPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shaky{}
		for i := range 20 {
			s.never = append(s.never, fmt.Sprint(20+i*10))
		}
		m := translate.Retry(s, translate.Policy{Retries: 5, Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
		failed := 0
		for i := range 300 {
			if _, err := m.Chat(t.Context(), translate.Request{Key: fmt.Sprint(i)}); err != nil {
				failed++
			}
		}
		if n := s.lost.Load(); failed != 20 || n < 120 || n > 200 {
			t.Errorf("%d of 20 calls failed after %d attempts", failed, n)
		}
	})
	for retries, want := range map[int]int64{0: 1, 5: 6} {
		synctest.Test(t, func(t *testing.T) {
			s := &shaky{from: 101}
			m := translate.Retry(s, translate.Policy{Retries: retries, Gate: translate.NewGate(translate.Limits{GiveUpAfter: 10 * time.Minute})})
			if failed, err := callAll(t, m, 100, 4); failed > 0 {
				t.Fatalf("%d failed: %v", failed, err)
			}
			resp, err := m.Chat(t.Context(), translate.Request{})
			var call *translate.CallError
			if !errors.As(err, &call) || resp.Usage.Attempts != want {
				t.Errorf("%d attempts, expected %d; error %v", resp.Usage.Attempts, want, err)
			}
		})
	}
}
