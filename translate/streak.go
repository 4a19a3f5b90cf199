package translate

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// A streak is the refusals of one call in a row. It shows whether the endpoint
// refuses this call and no others, such as one whose prompt its filter or its limit
// on tokens never lets through.
//
// A round is a refusal after which the endpoint accepts a request that started later,
// before it refuses the call again. So an outage has no rounds. If refusals strike
// calls at random, and the endpoint accepts a share p of the others, then k rounds
// have the probability (1 − p)^k < exp(−kp). At kp ≥ 20, the call gets a few trials: a
// request before which no other starts for a while, so that no limit on the rate is
// the reason of a refusal. A call whose trials are refused fails alone.
type streak struct {
	count, rounds     int64
	number            int64      // of the request with which the round began
	accepted, refused int64      // requests of the gate before the streak
	last              *CallError // nil: no refusal
	pause             time.Duration
	since             time.Time // the first refusal
	trials            int
	spell             time.Time // the beginning of the spell that counts the call
}

const (
	singledOut = 20 // rounds before the trials, if all other requests are accepted
	trials     = 6  // an endpoint that refuses a fifth of all requests refuses all of them in 1 of 15,625 cases
	suspect    = 5  // the same, for a streak that does not slow down other calls
	alone      = 1  // the same, if only a few such calls are refused when the gate gives up
	few        = 10
)

// weight is the number of rounds, weighted by the share of other requests that were
// accepted since the streak began.
func (g *Gate) weight(s *streak) float64 {
	if s.rounds == 0 {
		return 0
	}
	a, r := g.accepted-s.accepted, g.refusals-s.refused-s.count
	return float64(s.rounds) * float64(a) / float64(a+r)
}

// trial returns when the next request of a call may start: if it is a trial, three
// times as long after the last start as the endpoint takes to accept a request.
func (g *Gate) trial(s *streak) time.Time {
	if g.weight(s) < singledOut {
		return time.Time{}
	}
	each := g.acceptedAt.Sub(s.since) / time.Duration(g.accepted-s.accepted)
	return g.startedAt.Add(min(3*each, inSeconds(mostGap)))
}

// add adds a refusal, and returns how long the call is to wait.
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
	// Without a random part, the calls of a few workers can meet the limit in turn, so
	// that it refuses the same one for a long time.
	least := max(fault.RetryAfter, s.pause)
	return least + time.Duration(rand.Float64()*float64(least))
}

// fault is the error of a call that is singled out.
func (s *streak) fault() *CallError {
	fault := *s.last
	fault.Message += fmt.Sprintf(" (%d requests of this row were refused while others were accepted)", s.count)
	return &fault
}
