package translate

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// A streak counts successive refusals of one call. It shows whether the endpoint refuses
// only this call, for example because the prompt never passes a filter or a limit on
// tokens.
//
// A round is a refusal after which the endpoint accepts a request that started later,
// before it refuses the call again. So an outage has no rounds. If refusals are random,
// and the endpoint accepts a share p of the other requests, k rounds have the probability
// (1 − p)^k < exp(−kp). At kp ≥ 20, the call gets a few trials. A trial is a request
// before which no other request starts for a while, so a limit on the rate is not the
// reason for its refusal. If all trials are refused, only this call fails.
type streak struct {
	count, rounds     int64
	number            int64      // of the request with which the round began
	accepted, refused int64      // requests of the gate before the streak
	last              *CallError // the last refusal; nil: none
	pause             time.Duration
	since             time.Time // time of the first refusal
	trials            int
	spell             time.Time // the beginning of the spell that counts the call
}

const (
	singledOut = 20 // weight from which a call gets trials
	trials     = 6  // an endpoint that refuses a fifth of all requests refuses all of them in 1 of 15,625 cases
	suspect    = 5  // weight from which a call waits longer after a refusal
	alone      = 1  // weight from which a call fails alone, if at most few are refused
	few        = 10
)

// weight returns the number of rounds, multiplied by the share of the other requests that
// were accepted since the streak began.
func (g *Gate) weight(s *streak) float64 {
	if s.rounds == 0 {
		return 0
	}
	a, r := g.accepted-s.accepted, g.refusals-s.refused-s.count
	if a == 0 { // the later request was answered before the first refusal arrived
		return 0
	}
	return float64(s.rounds) * float64(a) / float64(a+r)
}

// trial returns the earliest start of the next request of a call. If it is a trial, its
// distance from the last start is three times the mean time between accepted requests.
func (g *Gate) trial(s *streak) time.Time {
	if g.weight(s) < singledOut {
		return time.Time{}
	}
	each := g.acceptedAt.Sub(s.since) / time.Duration(g.accepted-s.accepted)
	return g.startedAt.Add(min(3*each, inSeconds(mostGap)))
}

// add adds a refusal to s, and returns the time that the call has to wait.
func (g *Gate) add(s *streak, now time.Time, number int64, fault *CallError) time.Duration {
	if s.count == 0 {
		s.accepted, s.refused, s.since = g.accepted, g.refusals, now
	}
	if g.weight(s) >= singledOut {
		s.trials++
	}
	g.refusals++
	s.pause = min(2*s.pause, inSeconds(mostWait))
	switch {
	case s.count == 0:
		s.number = number
	case g.last > s.number:
		s.rounds, s.number, s.pause = s.rounds+1, number, time.Second
	}
	s.count, s.last = s.count+1, fault
	if g.weight(s) < suspect {
		return fault.RetryAfter
	}
	// Without a random part, the calls of a few workers can come in the same order
	// again and again, so that the limit refuses the same call for a long time.
	least := max(fault.RetryAfter, s.pause)
	return least + time.Duration(rand.Float64()*float64(least))
}

// fault returns the error of a call that fails alone.
func (s *streak) fault() *CallError {
	fault := *s.last
	fault.Message += fmt.Sprintf(" (%d requests of this row were refused while others were accepted)", s.count)
	return &fault
}
