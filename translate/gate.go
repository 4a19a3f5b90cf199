package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
)

// Limits bound the requests that pass a Gate.
type Limits struct {
	Requests    float64       // per minute; 0: no limit
	GiveUpAfter time.Duration // time without an accepted request; 0: never
}

// A Gate decides when each request to an endpoint starts. Requests start one
// after the other, in the order in which they came, as fast as the Limits and
// the endpoint allow.
//
// An endpoint that limits the rate refuses requests above its limit. Most endpoints do
// not report the limit, so the Gate learns it from the accepted requests; see pace and quota.
// Retry-After does not describe the limit: it is at least a second, even if the limit is
// four requests a second. So it delays only the refused request, except in an outage.
//
// While an endpoint reports that its quota is empty until some time
// (x-ratelimit-remaining-requests: 0), no request starts.
//
// A Gate gives up when the endpoint has refused all requests for GiveUpAfter. If the
// endpoint refuses one call and accepts others, only this call fails; see streak.
type Gate struct {
	// Note, if not nil, is called once in each outage of more than a few seconds. Set
	// it before the first request.
	Note func(string)

	requests    *rate.Limiter // nil: no limit
	giveUpAfter time.Duration

	turn   chan struct{} // is held by the request that starts next
	change chan struct{} // has a message when that request may start earlier

	mu       sync.Mutex
	pace     pace
	quota    quota
	chance   chance
	begin    time.Time          // start of the first request
	started  int64              // number of requests so far
	underWay map[int64]struct{} // numbers of the requests under way
	closed   time.Time          // no request starts before this time
	refused  spell

	accepted, refusals int64 // numbers of accepted and refused requests
	last               int64 // the highest number of an accepted request
	acceptedAt         time.Time
	startedAt          time.Time
}

// A spell is a period in which an endpoint refuses all requests.
type spell struct {
	since time.Time // zero: the last request was accepted
	first int64     // number of the first refused request
	last  error     // the last refusal
	noted bool
	calls int  // number of refused calls
	fresh bool // a refused call has a weight below alone; see streak
}

// NewGate returns an open gate.
func NewGate(l Limits) *Gate {
	g := &Gate{
		giveUpAfter: l.GiveUpAfter,
		turn:        make(chan struct{}, 1), change: make(chan struct{}, 1),
		pace: newPace(), underWay: map[int64]struct{}{},
	}
	if n := l.Requests / 60; n > 0 {
		g.requests = rate.NewLimiter(rate.Limit(n), int(max(1, n))) // the burst is one second's share
	}
	return g
}

// Status describes the requests under way and, if the endpoint has refused
// some, the pace.
func (g *Gate) Status() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := fmt.Sprintf("%d requests under way", len(g.underWay))
	if g.pace.learned {
		s += fmt.Sprintf(", %.2g a second", min(1/g.pace.gap, g.quota.rate()))
	}
	if !g.refused.since.IsZero() {
		s += fmt.Sprintf(", none accepted for %v", time.Since(g.refused.since).Round(time.Second))
	}
	return s
}

// enter waits until a request may start, and returns its number. The error is that of ctx,
// or a *CallError if the gate gives up completely or only for the call with the streak s.
func (g *Gate) enter(ctx context.Context, s *streak) (int64, error) {
	select {
	case g.turn <- struct{}{}:
		defer func() { <-g.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if g.requests != nil {
		if err := g.requests.Wait(ctx); err != nil {
			// If the wait would exceed the deadline of ctx, the limiter fails at once.
			return 0, cmp.Or(ctx.Err(), context.DeadlineExceeded)
		}
	}
	for delayed := false; ; delayed = true {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		number, d, err := g.start(time.Now(), delayed, s)
		if err != nil || number > 0 {
			return number, err
		}
		begin := time.Now()
		if err := g.sleep(ctx, d); err != nil {
			return 0, err
		}
		g.excuse(time.Since(begin) - d)
	}
}

// start starts a request and returns its number, or returns the time until one
// may start.
func (g *Gate) start(now time.Time, delayed bool, s *streak) (number int64, d time.Duration, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := g.pace.next
	if g.started > 0 {
		if free := g.begin.Add(inSeconds(g.quota.next(g.seconds(now)))); free.After(at) {
			at, delayed = free, false // not by the pace
		}
	}
	if g.closed.After(at) {
		at = g.closed
	}
	if trial := g.trial(s); trial.After(at) {
		at = trial
	}
	if g.giveUpAfter > 0 && !g.refused.since.IsZero() && !g.waiting() {
		end := g.refused.since.Add(g.giveUpAfter)
		switch {
		case now.Before(end):
		case g.refused.fresh || g.refused.calls > few:
			return 0, 0, g.gaveUp(now)
		case g.weight(s) >= alone: // another call may still be accepted
			return 0, 0, s.fault()
		}
		if at.After(end) {
			at = end
		}
	}
	d = at.Sub(now)
	if d > timerError {
		g.note(now)
		return 0, d, nil
	}
	if g.started == 0 {
		g.begin = now
	}
	g.started++
	g.startedAt = now
	g.quota.start(g.seconds(now), g.started)
	g.underWay[g.started] = struct{}{}
	g.pace.start(now, delayed || d > 0)
	return g.started, 0, nil
}

// timerError is the delay of a timer on a busy machine. A shorter wait is omitted.
const timerError = time.Millisecond

// noteAfter is the length of an outage after which a message informs the user.
const noteAfter = 5 * time.Second

func (g *Gate) note(now time.Time) {
	if g.Note == nil || g.refused.noted || g.refused.since.IsZero() || now.Sub(g.refused.since) < noteAfter {
		return
	}
	g.refused.noted = true
	limit := "for ever"
	if g.giveUpAfter > 0 {
		limit = "for up to " + g.giveUpAfter.String()
	}
	g.Note(fmt.Sprintf("the endpoint accepts no request and is asked again %s (--give-up-after): %v", limit, g.refused.last))
}

// waiting reports whether a request under way is older than the refused ones. The
// endpoint has accepted this request, because a refusal arrives at once.
func (g *Gate) waiting() bool {
	for number := range g.underWay {
		if number < g.refused.first {
			return true
		}
	}
	return false
}

func (g *Gate) gaveUp(now time.Time) error {
	return &CallError{
		Fault: FaultRefusing, Outcome: record.Canceled, Cause: g.refused.last,
		Message: fmt.Sprintf("the endpoint has accepted no request for %v: %v", now.Sub(g.refused.since).Round(time.Second), g.refused.last),
	}
}

// sleep waits until d has passed, the start time changes, or ctx ends. It returns the
// error of ctx.
func (g *Gate) sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-g.change:
	case <-t.C:
	}
	return nil
}

// excuse moves the begin of a spell if the process was stopped for a while: the endpoint
// refused nothing in that time.
func (g *Gate) excuse(stopped time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if stopped > stopwatch.Late && !g.refused.since.IsZero() {
		g.refused.since = g.refused.since.Add(stopped)
	}
}

// leave ends a request and learns from its result. It returns the time after which a
// refused request is sent again.
//
// first reports whether it is the first attempt of its call that was not refused.
func (g *Gate) leave(number int64, s *streak, first bool, resp Response, err error) (again time.Duration) {
	hold := resp.Hold
	var call *CallError
	errors.As(err, &call)
	now := time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.underWay, number)
	if err == nil || call != nil && !call.Refused() {
		g.chance.tally(now, first, call != nil && call.Passing())
		g.refused, *s = spell{}, streak{}
		g.accepted, g.last, g.acceptedAt = g.accepted+1, max(g.last, number), now
		g.quota.accepted(number)
	}
	switch {
	case err == nil:
		out := g.pace.out()
		g.pace.accepted(number)
		if out && !g.pace.out() {
			if each := g.quota.learn(number); each > 0 {
				g.pace.gap = min(g.pace.gap, each)
			}
		}
	case call == nil:
		g.quota.canceled(number)
	case call.Refused():
		again = g.add(s, now, number, call)
		if fresh := g.weight(s) < alone; g.refused.since.IsZero() || fresh && !g.refused.fresh {
			g.refused = spell{since: now, first: number, fresh: fresh, noted: g.refused.noted}
		}
		g.refused.last = err
		if s.spell != g.refused.since {
			s.spell = g.refused.since
			g.refused.calls++
		}
		if !g.quota.refused(number, g.started) {
			g.pace.refused(now, number, g.started, g.underWay, g.quota.patience())
		}
		if g.pace.out() {
			hold = max(hold, call.RetryAfter)
		}
		if g.giveUpAfter > 0 {
			again = min(again, g.refused.since.Add(g.giveUpAfter).Sub(now))
		}
	}
	if until := now.Add(hold); hold > 0 && until.After(g.closed) {
		g.closed = until
	}
	select {
	case g.change <- struct{}{}:
	default:
	}
	return again
}
