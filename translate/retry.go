package translate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// A Policy says how long and how often a call is tried.
type Policy struct {
	Retries int           // further attempts after the first; 0 means one attempt
	Timeout time.Duration // of one attempt; 0 means none
	Base    time.Duration // the first wait is random between 0 and this, the limit doubles each time; 0: one second
	Cap     time.Duration // at most this; 0: one minute

	// Deadline is the time for a call with all its attempts and waits, from
	// its first attempt on; 0 means any.
	Deadline time.Duration

	// Finish has an attempt that was begun go on to its end where ctx ends:
	// it is paid for in any case. No further one begins.
	Finish bool

	// Abort, once it ends, ends attempts under way and all waiting; the error
	// is then context.Canceled. nil: never.
	Abort context.Context

	// Gate is what every attempt passes; nil: none. Waiting there is not part
	// of an attempt's time.
	Gate *Gate

	// MaxWait is the longest Retry-After that is waited for; an endpoint that
	// asks for more gets no further attempt. 0: ten minutes.
	MaxWait time.Duration

	// Wait sleeps for d or until ctx ends, whose error it then returns;
	// Random gives a number in [0, 1). Both may be nil. Tests set them.
	Wait   func(ctx context.Context, d time.Duration) error
	Random func() float64
}

// Retry is m with each call tried as p says. It also measures the latency of
// the attempt that answered, and counts attempts.
func Retry(m Model, p Policy) Model {
	if p.Base <= 0 {
		p.Base = time.Second
	}
	if p.Cap <= 0 {
		p.Cap = time.Minute
	}
	if p.MaxWait <= 0 {
		p.MaxWait = 10 * time.Minute
	}
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

// Chat tries until a reply comes, the fault is one that trying again cannot
// mend, or the attempts are used up; the last fault is then the error.
func (r *retrier) Chat(ctx context.Context, req Request) (Response, error) {
	within, tokens := ctx, EstimateTokens(req.Messages)
	if r.policy.Abort != nil {
		var cancel context.CancelFunc
		within, cancel = abortable(within, r.policy.Abort)
		defer cancel()
	}
	var last error
	for attempt := 0; ; attempt++ {
		p, err := r.enter(within, tokens)
		if err != nil {
			return r.calledOff(ctx, attempt, last)
		}
		if attempt == 0 && r.policy.Deadline > 0 {
			var cancel context.CancelFunc
			within, cancel = context.WithTimeout(within, r.policy.Deadline)
			defer cancel()
		}
		resp, err := r.attempt(within, req)
		resp.Usage.Attempts = int64(attempt + 1)
		r.leave(p, resp, err)
		if err == nil {
			return resp, nil
		}
		if within.Err() != nil {
			if last == nil { // else what failed before the deadline says more
				last = err
			}
			return r.calledOff(ctx, attempt+1, last)
		}
		var call *CallError
		if !errors.As(err, &call) || !call.Retryable() || attempt >= r.policy.Retries || call.RetryAfter > r.policy.MaxWait {
			return resp, err
		}
		last = err
		if err := r.policy.Wait(within, r.pause(attempt, call.RetryAfter)); err != nil {
			return r.calledOff(ctx, attempt+1, last)
		}
	}
}

// calledOff is how a call ends that had so many attempts, because ctx ended or
// else the deadline passed.
func (r *retrier) calledOff(ctx context.Context, attempts int, last error) (Response, error) {
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

func (r *retrier) enter(ctx context.Context, tokens int64) (passage, error) {
	if r.policy.Gate == nil {
		return passage{}, ctx.Err()
	}
	return r.policy.Gate.enter(ctx, tokens)
}

func (r *retrier) leave(p passage, resp Response, err error) {
	if r.policy.Gate != nil {
		r.policy.Gate.leave(p, resp, err)
	}
}

// attempt makes one call within the policy's timeout.
func (r *retrier) attempt(ctx context.Context, req Request) (Response, error) {
	if r.policy.Finish {
		deadline, set := ctx.Deadline()
		ctx = context.WithoutCancel(ctx)
		if set {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, deadline)
			defer cancel()
		}
		if r.policy.Abort != nil {
			var cancel context.CancelFunc
			ctx, cancel = abortable(ctx, r.policy.Abort)
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
		seconds := time.Since(start).Seconds()
		resp.Usage.LatencySeconds = &seconds
	}
	return resp, err
}

// pause is how long to wait after the given attempt, counted from 0. What the
// endpoint asked for is waited for in full, and a random part on top, so that
// the requests it turned away together do not come back together.
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

// abortable is ctx that also ends when abort does.
func abortable(ctx, abort context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(abort, cancel)
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
