package translate

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
)

// A Policy limits the number of attempts of a call and their time.
type Policy struct {
	Retries int           // further attempts after the first; see also chance
	Timeout time.Duration // of one attempt; 0: none
	Base    time.Duration // limit of the first random wait; it then doubles; 0: 1 s
	Cap     time.Duration // upper bound of that limit; 0: one minute

	// When Stop ends, no further attempt starts, and all waits end; the error is then
	// context.Canceled. An attempt under way continues for at most Grace, even if the
	// context of the call ends: it is paid for in any case. nil: never.
	Stop  context.Context
	Grace time.Duration

	// Gate decides when each attempt starts; nil: a new Gate. Neither the waits for
	// the Gate nor refused attempts count against Retries.
	Gate *Gate

	// Budget limits the cost of the attempts; nil: no limit.
	Budget *Budget
}

// Retry returns a Model that repeats failed calls of m according to p. It sets the
// latency of the successful attempt and the number of attempts. The tokens of the usage
// are those of all attempts, because each of them can cost something.
func Retry(m Model, p Policy) Model {
	p.Base = cmp.Or(max(p.Base, 0), time.Second)
	p.Cap = cmp.Or(max(p.Cap, 0), time.Minute)
	if p.Gate == nil {
		p.Gate = NewGate(Limits{})
	}
	if p.Budget == nil {
		p.Budget = NewBudget(Tariff{})
	}
	if p.Stop == nil {
		p.Stop = context.Background()
	}
	return &retrier{Model: m, policy: p}
}

type retrier struct {
	Model
	policy Policy
}

// Chat tries until a reply arrives, the fault is permanent, or no attempts are
// left; the error is then the last fault. Refused attempts are repeated until
// the Gate gives up, or gives up this call.
func (r *retrier) Chat(ctx context.Context, req Request) (Response, error) {
	c := call{retrier: r, req: req, tokens: req.tokens()}
	resp, err := c.complete(ctx)
	c.policy.Budget.settle(&c.reserved, record.Usage{}, false)
	c.usage.LatencySeconds, c.usage.Attempts = resp.Usage.LatencySeconds, c.attempts
	resp.Usage, resp.Refused = c.usage, c.refused
	return resp, err
}

// A call is one call of Chat.
type call struct {
	*retrier
	req               Request
	tokens            int64
	attempts, refused int64
	streak            streak
	reserved          reservation  // for the next attempt or the one under way
	usage             record.Usage // of all attempts so far
}

func (c *call) complete(ctx context.Context) (Response, error) {
	waiting, cancel := c.stoppable(ctx)
	defer cancel()
	canceled := Response{Outcome: record.Canceled}
	for {
		if err := c.reserve(waiting); err != nil {
			return canceled, err
		}
		p, err := c.policy.Gate.enter(waiting, &c.streak)
		if err != nil {
			var fault *CallError
			if errors.As(err, &fault) {
				return Response{Outcome: fault.Outcome}, err
			}
			return canceled, err
		}
		resp, err := c.attempt(ctx)
		c.pay(&resp, err)
		pause := c.policy.Gate.leave(p, &c.streak, c.attempts == 0, resp, err)
		var fault *CallError
		if err != nil && waiting.Err() != nil && (!errors.As(err, &fault) || fault.Retryable()) {
			return canceled, waiting.Err()
		}
		if errors.As(err, &fault) && fault.Refused() {
			c.refused++
			if c.streak.trials == trials {
				return resp, c.streak.fault()
			}
		} else {
			c.attempts++
			if fault == nil || !c.repeats(fault) {
				return resp, err
			}
			pause = c.pause(fault.RetryAfter)
		}
		if err := wait(waiting, pause); err != nil {
			return canceled, err
		}
	}
}

// reserve reserves the cost of the next attempt, unless that of a free attempt is left.
func (c *call) reserve(ctx context.Context) (err error) {
	if !c.reserved.open {
		c.reserved, err = c.policy.Budget.reserve(ctx, c.tokens)
	}
	return err
}

// pay counts what an attempt cost. If the endpoint may charge for a request without a
// usable answer, and reports no usage, the cost is an estimate: that of the reservation,
// or more if a longer reply arrived.
func (c *call) pay(resp *Response, err error) {
	var fault *CallError
	switch errors.As(err, &fault); {
	case err == nil:
		complete(&resp.Usage, c.req, *resp, 0)
	case fault == nil || !fault.Sent:
		return
	case c.req.Texts != nil: // vectors are not charged
		complete(&resp.Usage, c.req, Response{}, 0)
	default:
		complete(&resp.Usage, c.req, Response{}, max(c.reserved.answer, (fault.Received+3)/4))
	}
	c.usage.Add(resp.Usage)
	c.policy.Budget.settle(&c.reserved, resp.Usage, err == nil || !resp.Usage.Estimated)
}

// repeats reports whether another attempt follows a fault.
func (c *call) repeats(fault *CallError) bool {
	if !fault.Retryable() || c.policy.Retries <= 0 {
		return false
	}
	return c.attempts <= int64(c.policy.Retries) || fault.Passing() && c.policy.Gate.again(c.attempts)
}

// attempt makes one attempt within the time limit.
func (c *call) attempt(ctx context.Context) (Response, error) {
	ctx, stop := c.outlive(ctx)
	defer stop()
	within := c.policy.Timeout
	if within <= 0 {
		within = math.MaxInt64
	}
	limited, cancel := stopwatch.WithTimeout(ctx, within)
	defer cancel()
	resp, err := c.Model.Chat(limited, c.req)
	if err == nil {
		resp.Usage.LatencySeconds = record.Float(limited.Ran().Seconds())
	}
	return resp, err
}

// pause returns the wait before the next attempt: the time that the endpoint asked for
// and a random part, so that calls that failed together are not repeated together.
func (c *call) pause(asked time.Duration) time.Duration {
	limit := c.policy.Base
	if asked <= 0 {
		limit = time.Duration(min(float64(limit)*math.Pow(2, float64(c.attempts-1)), float64(c.policy.Cap)))
	}
	return asked + time.Duration(rand.Float64()*float64(limit))
}

// stoppable returns a context that ends with ctx or with Stop.
func (r *retrier) stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if r.policy.Stop.Err() != nil { // AfterFunc would cancel it later
		cancel()
	}
	undo := context.AfterFunc(r.policy.Stop, cancel)
	return ctx, func() { undo(); cancel() }
}

// outlive returns a context that ends Grace after the end of ctx or of Stop.
func (r *retrier) outlive(ctx context.Context) (context.Context, context.CancelFunc) {
	ended, undo := r.stoppable(ctx)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ended, func() {
		if wait(ctx, r.policy.Grace) == nil {
			cancel()
		}
	})
	return ctx, func() { stop(); undo(); cancel() }
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return ctx.Err()
	}
}
