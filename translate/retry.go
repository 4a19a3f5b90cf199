package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// A Policy says how long and how often a call is tried.
type Policy struct {
	Retries  int           // further attempts after the first
	Timeout  time.Duration // of one attempt; 0: none
	Deadline time.Duration // of a call with all attempts and waits, from the first attempt on; 0: none
	Base     time.Duration // limit of the first random wait, doubled for each further one; 0: one second
	Cap      time.Duration // upper bound of that limit; 0: one minute
	MaxWait  time.Duration // longest Retry-After that is waited for; a longer one ends the call; 0: ten minutes

	// Abort, when it ends, cancels attempts and waits; the error is then
	// context.Canceled. With an Abort, the end of ctx starts no further
	// attempt, but the current one continues: it is paid for in any case.
	Abort context.Context

	// Gate limits the attempts; nil: no limit. Time spent waiting there does
	// not count as an attempt's time.
	Gate *Gate

	// Wait sleeps for d or until ctx ends, and then returns its error; Random
	// returns a number in [0, 1). Tests set them.
	Wait   func(ctx context.Context, d time.Duration) error
	Random func() float64
}

// Retry repeats the failed calls of m according to p. It sets the latency of
// the attempt that succeeded and the number of attempts.
func Retry(m Model, p Policy) Model {
	p.Base = cmp.Or(max(p.Base, 0), time.Second)
	p.Cap = cmp.Or(max(p.Cap, 0), time.Minute)
	p.MaxWait = cmp.Or(max(p.MaxWait, 0), 10*time.Minute)
	if p.Wait == nil {
		p.Wait = wait
	}
	if p.Random == nil {
		p.Random = rand.Float64
	}
	return &retrier{Model: m, policy: p}
}

type retrier struct {
	Model
	policy Policy
}

// Chat tries until a reply arrives, the fault is permanent, or no attempts are
// left; the error is then the last fault.
func (r *retrier) Chat(ctx context.Context, req Request) (Response, error) {
	within, cancel := r.abortable(ctx)
	defer cancel()
	tokens := req.tokens()
	var last error
	for attempt := 0; ; attempt++ {
		p, err := r.policy.Gate.enter(within, tokens)
		if err != nil {
			return r.canceled(ctx, attempt, last)
		}
		if attempt == 0 && r.policy.Deadline > 0 {
			var cancel context.CancelFunc
			within, cancel = context.WithTimeout(within, r.policy.Deadline)
			defer cancel()
		}
		resp, err := r.attempt(within, req)
		resp.Usage.Attempts = int64(attempt + 1)
		r.policy.Gate.leave(p, resp, err)
		if err == nil {
			return resp, nil
		}
		if within.Err() != nil {
			return r.canceled(ctx, attempt+1, cmp.Or(last, err)) // a fault before the deadline says more
		}
		var call *CallError
		if !errors.As(err, &call) || !call.Retryable() || attempt >= r.policy.Retries || call.RetryAfter > r.policy.MaxWait {
			return resp, err
		}
		last = err
		if err := r.policy.Wait(within, r.pause(attempt, call.RetryAfter)); err != nil {
			return r.canceled(ctx, attempt+1, last)
		}
	}
}

// canceled is the result of a call that ended because of ctx, the abort or the
// deadline.
func (r *retrier) canceled(ctx context.Context, attempts int, last error) (Response, error) {
	resp := Response{Outcome: record.Canceled, Usage: record.Usage{Attempts: int64(attempts)}}
	if ctx.Err() != nil {
		return resp, ctx.Err()
	}
	if r.policy.Abort != nil && r.policy.Abort.Err() != nil {
		return resp, context.Canceled
	}
	resp.Outcome = record.Timeout
	message := fmt.Sprintf("no answer within the row's %v", r.policy.Deadline)
	if last != nil {
		message += ": " + last.Error()
	}
	return resp, &CallError{Fault: FaultTimeout, Outcome: record.Timeout, Message: message, Cause: context.DeadlineExceeded}
}

// attempt makes one call.
func (r *retrier) attempt(ctx context.Context, req Request) (Response, error) {
	if r.policy.Abort != nil { // the attempt outlives ctx, but not its deadline
		deadline, set := ctx.Deadline()
		var cancel context.CancelFunc
		ctx, cancel = r.abortable(context.WithoutCancel(ctx))
		defer cancel()
		if set {
			ctx, cancel = context.WithDeadline(ctx, deadline)
			defer cancel()
		}
	}
	if r.policy.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.policy.Timeout)
		defer cancel()
	}
	start := time.Now()
	resp, err := r.Model.Chat(ctx, req)
	if err == nil {
		resp.Usage.LatencySeconds = record.Float(time.Since(start).Seconds())
	}
	return resp, err
}

// pause is the wait after an attempt, counted from 0. The time that the
// endpoint asked for is waited in full, plus a random part, so that requests
// rejected together do not return together.
func (r *retrier) pause(attempt int, asked time.Duration) time.Duration {
	limit := r.policy.Cap
	if attempt < 32 {
		limit = min(limit, r.policy.Base<<attempt)
	}
	if limit <= 0 { // the shift overflowed
		limit = r.policy.Cap
	}
	if asked > 0 {
		limit = min(limit, r.policy.Base)
	}
	return asked + time.Duration(r.policy.Random()*float64(limit))
}

// abortable is ctx that also ends with the policy's Abort.
func (r *retrier) abortable(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.policy.Abort == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(r.policy.Abort, cancel)
	return ctx, func() { stop(); cancel() }
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
