package translate

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits say how much a Gate lets through.
type Limits struct {
	UnderWay int     // requests at a time at most; 0: 1
	Requests float64 // a minute; 0: any number
	Tokens   float64 // a minute, of prompts and answers; 0: any number
}

// A Gate is what the requests to an endpoint pass through: it keeps as many of
// them under way as the endpoint bears, and no more a minute than is allowed.
//
// How many the endpoint bears is found as TCP finds the capacity of a path
// (RFC 5681, section 3.1): the limit grows by one with each answer until the
// first 429, and after that by one for as many answers as the limit is; each
// 429 takes it down to seven tenths (the factor of RFC 9438, section 4.6; a
// half, as in RFC 5681, leaves an endpoint that turns requests away at random
// nearly idle). The requests that were under way together bring their 429s
// together, which count as one. A 5xx or a broken connection says nothing of
// the rate: it only keeps the limit from growing, for as many answers as the
// limit is. A fixed number of requests was rejected: the right one is known to
// nobody, and changes with the time of day.
//
// Where an endpoint says that nothing is left until a certain time
// (x-ratelimit-remaining-requests: 0), nothing is sent before that.
type Gate struct {
	requests, tokens *rate.Limiter // nil: none

	mu      sync.Mutex
	max     float64
	limit   float64
	slow    bool            // no 429 came yet
	pause   int             // answers to come before the limit grows again
	started int64           // requests so far
	epoch   int64           // of them, those before the limit last went down
	under   int             // way
	waiting []chan struct{} // closed when it is their turn
	hold    time.Time       // nothing is sent before
}

// firstLimit is how many requests are under way before the endpoint has said
// anything.
const firstLimit = 32

// NewGate is a gate that is open.
func NewGate(l Limits) *Gate {
	g := &Gate{max: float64(max(l.UnderWay, 1)), slow: true}
	g.limit = min(firstLimit, g.max)
	g.requests, g.tokens = perMinute(l.Requests), perMinute(l.Tokens)
	return g
}

// perMinute spreads n evenly; what a second brings may come at once.
func perMinute(n float64) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(n/60), int(max(1, math.Floor(n/60))))
}

// Limit is how many requests may be under way at the moment, and UnderWay how
// many are.
func (g *Gate) Limit() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int(g.limit)
}

// UnderWay is the number of requests that passed and have not ended.
func (g *Gate) UnderWay() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.under
}

// A passage is a request's time beyond the gate.
type passage struct {
	number int64 // of the request
	paid   int64 // tokens that were accounted for before it began
}

// enter waits until a request whose prompt has about that many tokens may be
// sent. The error is that of ctx.
func (g *Gate) enter(ctx context.Context, tokens int64) (passage, error) {
	if err := g.slot(ctx); err != nil {
		return passage{}, err
	}
	err := g.held(ctx)
	if err == nil {
		err = take(ctx, g.requests, 1)
	}
	if err == nil {
		err = take(ctx, g.tokens, tokens)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err != nil {
		g.under--
		g.admit()
		return passage{}, err
	}
	g.started++
	return passage{g.started, tokens}, nil
}

// slot waits for one of the requests under way to end, where there are as
// many as may be.
func (g *Gate) slot(ctx context.Context) error {
	g.mu.Lock()
	if len(g.waiting) == 0 && g.under < int(g.limit) {
		g.under++
		g.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, w := range g.waiting {
		if w == turn {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			return ctx.Err()
		}
	}
	g.under-- // its turn came at the same moment
	g.admit()
	return ctx.Err()
}

// admit lets in those who wait, as far as the limit goes.
func (g *Gate) admit() {
	for len(g.waiting) > 0 && g.under < int(g.limit) {
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
		g.under++
	}
}

// held waits for the time before which the endpoint wants nothing.
func (g *Gate) held(ctx context.Context) error {
	for {
		g.mu.Lock()
		d := time.Until(g.hold)
		g.mu.Unlock()
		if d <= 0 {
			return ctx.Err()
		}
		if err := wait(ctx, d); err != nil {
			return err
		}
	}
}

// take waits for n of what l gives. More than it ever gives at once is taken
// piece by piece. rate.Limiter refuses to wait beyond a deadline at once; that
// is then the deadline's error.
func take(ctx context.Context, l *rate.Limiter, n int64) error {
	if l == nil {
		return nil
	}
	for n > 0 {
		k := min(n, int64(l.Burst()))
		if err := l.WaitN(ctx, int(k)); err != nil {
			if ctx.Err() == nil {
				err = context.DeadlineExceeded
			}
			return err
		}
		n -= k
	}
	return nil
}

// owe takes n without waiting: those who come next wait for it.
func owe(l *rate.Limiter, n int64) {
	if l == nil {
		return
	}
	for now := time.Now(); n > 0; {
		k := min(n, int64(l.Burst()))
		l.ReserveN(now, int(k))
		n -= k
	}
}

// leave ends a request's passage and learns from how it ended.
func (g *Gate) leave(p passage, resp Response, err error) {
	owe(g.tokens, resp.Usage.PromptTokens+resp.Usage.CompletionTokens-p.paid)
	hold := resp.Hold
	var call *CallError
	if errors.As(err, &call) {
		hold = call.Hold
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(hold); hold > 0 && until.After(g.hold) {
		g.hold = until
	}
	full := g.under >= int(g.limit)
	g.under--
	switch {
	case err == nil:
		g.grow(full)
	case call == nil: // called off
	case call.Status == 429:
		g.shrink(p)
	case call.Retryable():
		g.pause = int(g.limit)
	}
	g.admit()
}

// grow is for a request that was answered. A limit that is not reached is not
// raised: nothing is known of what lies beyond it.
func (g *Gate) grow(full bool) {
	switch {
	case g.pause > 0:
		g.pause--
	case !full:
	case g.slow:
		g.limit = min(g.limit+1, g.max)
	default:
		g.limit = min(g.limit+1/g.limit, g.max)
	}
}

// shrink is for a request that was turned away.
func (g *Gate) shrink(p passage) {
	if p.number <= g.epoch {
		return // it began before the limit went down for the like of it
	}
	g.limit, g.slow, g.epoch = max(1, 0.7*g.limit), false, g.started
}
