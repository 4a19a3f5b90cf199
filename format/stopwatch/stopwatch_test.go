package stopwatch

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimit(t *testing.T) {
	cause := errors.New("too slow")
	for _, limit := range []time.Duration{0, time.Millisecond, 250 * time.Millisecond, 10*time.Second + 1, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			ctx, cancel := WithTimeoutCause(t.Context(), limit, cause)
			defer cancel()
			child, stop := context.WithCancel(ctx)
			defer stop()
			<-child.Done()
			if took := time.Since(begin); took != limit || ctx.Ran() != limit {
				t.Errorf("%v: ended after %v, of which it ran %v", limit, took, ctx.Ran())
			}
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) ||
				!errors.Is(context.Cause(ctx), cause) || !errors.Is(context.Cause(child), cause) {
				t.Errorf("%v, %v, %v, %v", ctx.Err(), child.Err(), context.Cause(ctx), context.Cause(child))
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for _, parent := range []bool{true, false} {
		outer, end := context.WithCancel(t.Context())
		ctx, cancel := WithTimeout(outer, time.Hour)
		if !parent {
			end, cancel = cancel, end
		}
		end()
		if err := ctx.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		<-ctx.Done()
		cancel()
	}
}

// The time in which the process was stopped does not count.
func TestStop(t *testing.T) {
	for _, tt := range []struct{ elapsed, next, want time.Duration }{
		{step, step, step},
		{step + Late, step, step + Late}, // a busy machine
		{step + Late + 1, step, step / 2},
		{61 * time.Second, step, step / 2},
		{61 * time.Second, 1, 1}, // so that time ends
	} {
		if got := counted(tt.elapsed, tt.next); got != tt.want {
			t.Errorf("%v of %v count, expected %v", got, tt.elapsed, tt.want)
		}
	}
}
