// Package stopwatch limits work by the time in which the process ran. A process can be
// stopped, by Ctrl-Z, by a batch system, or with its machine. The timers of package time
// go on meanwhile, so that a limit of a minute ends everything under way after a stop of
// a minute, even if what it waits for has long arrived.
//
// A Context looks at the clock several times a second. If a look is late by more than a
// second, the process was stopped, and the time in between does not count.
package stopwatch

import (
	"context"
	"sync"
	"time"
)

const step = 250 * time.Millisecond // between two looks

// Late is the delay of a timer that shows that the process was stopped. A busy machine
// delays timers less.
const Late = time.Second

// A Context ends with its parent, when it is canceled, or after the time of its limit.
type Context struct {
	context.Context // has another Done channel, so that contexts derived from this one call Err

	done   chan struct{}
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
	left  time.Duration
	ran   time.Duration
	last  time.Time     // of the last look
	next  time.Duration // from the last look to the next one
}

// errLimit is the cause of a Context whose time is over, and wraps that of the caller.
type errLimit struct{ error }

func (e errLimit) Unwrap() error { return e.error }

// WithTimeout returns a context that ends after the process has run for a time. The cause
// is context.DeadlineExceeded.
func WithTimeout(parent context.Context, limit time.Duration) (*Context, context.CancelFunc) {
	return WithTimeoutCause(parent, limit, context.DeadlineExceeded)
}

// WithTimeoutCause is WithTimeout with another cause.
func WithTimeoutCause(parent context.Context, limit time.Duration, cause error) (*Context, context.CancelFunc) {
	inner, cancel := context.WithCancelCause(parent)
	c := &Context{Context: inner, done: make(chan struct{}), cancel: cancel, left: limit, last: time.Now()}
	context.AfterFunc(inner, func() { close(c.done) })
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.last) >= limit { // no timer is that fast
		cancel(errLimit{cause})
	}
	c.next = min(step, c.left)
	c.timer = time.AfterFunc(c.next, func() { c.look(cause) })
	return c, func() {
		cancel(nil)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.timer.Stop()
	}
}

// look counts the time since the last look.
func (c *Context) look(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Context.Err() != nil {
		return
	}
	now := time.Now()
	d := counted(now.Sub(c.last), c.next)
	c.ran, c.left, c.last = c.ran+d, c.left-d, now
	if c.left <= 0 {
		c.cancel(errLimit{cause})
		return
	}
	c.next = min(step, c.left)
	c.timer.Reset(c.next)
}

// counted returns the time that counts of an elapsed time that should have been next. The
// stop was somewhere in between.
func counted(elapsed, next time.Duration) time.Duration {
	if elapsed > next+Late {
		return (next + 1) / 2
	}
	return elapsed
}

// Ran returns the time that the process has run since the context was made.
func (c *Context) Ran() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran + counted(time.Since(c.last), c.next)
}

// Done returns a channel that is closed when the context ends.
func (c *Context) Done() <-chan struct{} { return c.done }

// Err returns context.DeadlineExceeded after the limit.
func (c *Context) Err() error {
	err := c.Context.Err()
	if _, ok := context.Cause(c.Context).(errLimit); ok {
		return context.DeadlineExceeded
	}
	return err
}
