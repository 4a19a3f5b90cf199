package verify

import (
	"context"
	"sync"
	"time"
)

// A clock is a context that ends at a deadline, as context.WithTimeout makes
// one, whose timer starts only when somebody waits for it. Most pairs are
// decided before anybody asks, and a timer costs as much as their proof.
type clock struct {
	context.Context // the parent
	deadline        time.Time

	mu     sync.Mutex
	timer  context.Context // nil: nobody waits yet
	cancel context.CancelFunc
}

func newClock(parent context.Context, timeout time.Duration) *clock {
	return &clock{Context: parent, deadline: time.Now().Add(timeout)}
}

func (c *clock) Deadline() (time.Time, bool) {
	if d, ok := c.Context.Deadline(); ok && d.Before(c.deadline) {
		return d, true
	}
	return c.deadline, true
}

func (c *clock) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil {
		c.timer, c.cancel = context.WithDeadline(c.Context, c.deadline)
	}
	return c.timer.Done()
}

func (c *clock) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.timer != nil:
		return c.timer.Err()
	case c.Context.Err() != nil:
		return c.Context.Err()
	case !time.Now().Before(c.deadline):
		return context.DeadlineExceeded
	}
	return nil
}

// stop takes the timer back. Who waits is told that the context was canceled.
func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
}
