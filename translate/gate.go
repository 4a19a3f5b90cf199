package translate

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what a Gate lets through.
type Limits struct {
	UnderWay int     // concurrent requests; 0: 1
	Requests float64 // per minute; 0: no limit
	Tokens   float64 // per minute, of prompts and answers; 0: no limit
}

// A Gate limits the requests to an endpoint: their number under way, to what
// the endpoint accepts, and their rate, to the Limits. A nil Gate has no limit.
//
// The number under way is controlled like TCP's congestion window (RFC 5681,
// section 3.1): the limit grows by one per answer until the first 429, and
// after that by one per window of answers; a 429 multiplies it by 0.7 (RFC
// 9438, section 4.6; the 0.5 of RFC 5681 leaves an endpoint that rejects
// requests at random nearly idle). Several 429s to requests that were under way
// together count as one. A 5xx or a broken connection says nothing about the
// rate: it only stops growth for one window of answers. A fixed number was
// rejected: nobody knows the right one, and it changes during the day.
//
// While an endpoint reports that its quota is empty until some time
// (x-ratelimit-remaining-requests: 0), the gate is closed.
type Gate struct {
	requests, tokens *rate.Limiter // nil: no limit

	mu       sync.Mutex
	max      float64
	limit    float64
	slow     bool            // slow start: no 429 yet
	pause    int             // answers to come before the limit grows again
	started  int64           // requests so far
	epoch    int64           // value of started when the limit last shrank
	underWay int             // requests
	waiting  []chan struct{} // each is closed when its request may start
	closed   time.Time       // until then
}

// firstLimit is the limit before the first answer.
const firstLimit = 32

// NewGate returns an open gate.
func NewGate(l Limits) *Gate {
	most := float64(max(l.UnderWay, 1))
	return &Gate{max: most, limit: min(firstLimit, most), slow: true, requests: perMinute(l.Requests), tokens: perMinute(l.Tokens)}
}

// perMinute spreads n evenly; one second's share may come at once.
func perMinute(n float64) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(n/60), int(max(1, math.Floor(n/60))))
}

// Limit is how many requests may be under way now.
func (g *Gate) Limit() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int(g.limit)
}

// UnderWay is the number of requests that have entered and not ended.
func (g *Gate) UnderWay() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.underWay
}

// A passage is a request beyond the gate.
type passage struct {
	number int64 // of the request
	paid   int64 // tokens accounted for at its start
}

// enter waits until a request whose prompt has about so many tokens may start.
// The error is that of ctx.
func (g *Gate) enter(ctx context.Context, tokens int64) (passage, error) {
	if g == nil {
		return passage{}, ctx.Err()
	}
	if err := g.slot(ctx); err != nil {
		return passage{}, err
	}
	err := g.open(ctx)
	if err == nil {
		err = take(ctx, g.requests, 1)
	}
	if err == nil {
		err = take(ctx, g.tokens, tokens)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err != nil {
		g.underWay--
		g.admit()
		return passage{}, err
	}
	g.started++
	return passage{g.started, tokens}, nil
}

// slot waits until fewer requests than the limit are under way.
func (g *Gate) slot(ctx context.Context) error {
	g.mu.Lock()
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.admit()
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, turn); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	} else { // it was admitted at the same moment
		g.underWay--
		g.admit()
	}
	return ctx.Err()
}

// admit starts waiting requests up to the limit.
func (g *Gate) admit() {
	for len(g.waiting) > 0 && g.underWay < int(g.limit) {
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
		g.underWay++
	}
}

// open waits until the endpoint accepts requests.
func (g *Gate) open(ctx context.Context) error {
	for {
		g.mu.Lock()
		d := time.Until(g.closed)
		g.mu.Unlock()
		if d <= 0 {
			return ctx.Err()
		}
		if err := wait(ctx, d); err != nil {
			return err
		}
	}
}

// take waits for n tokens of l, in portions of its burst. A limiter refuses
// immediately to wait beyond a deadline; the error is then DeadlineExceeded.
func take(ctx context.Context, l *rate.Limiter, n int64) error {
	for l != nil && n > 0 {
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

// owe takes n tokens of l without waiting: later requests wait for them.
func owe(l *rate.Limiter, n int64) {
	for now := time.Now(); l != nil && n > 0; {
		k := min(n, int64(l.Burst()))
		l.ReserveN(now, int(k))
		n -= k
	}
}

// leave ends a passage and adapts the limit to its result.
func (g *Gate) leave(p passage, resp Response, err error) {
	if g == nil {
		return
	}
	owe(g.tokens, resp.Usage.PromptTokens+resp.Usage.CompletionTokens-p.paid)
	hold := resp.Hold
	var call *CallError
	if errors.As(err, &call) {
		hold = call.Hold
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(hold); hold > 0 && until.After(g.closed) {
		g.closed = until
	}
	full := g.underWay >= int(g.limit)
	g.underWay--
	switch {
	case err == nil:
		g.grow(full)
	case call == nil: // canceled
	case call.Status == 429 && p.number > g.epoch: // else it started before the limit shrank
		g.limit, g.slow, g.epoch = max(1, 0.7*g.limit), false, g.started
	case call.Status != 429 && call.Retryable():
		g.pause = int(g.limit)
	}
	g.admit()
}

// grow raises the limit after an answer, unless it was not reached: what lies
// beyond it is then unknown.
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
