package verify

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestClock: the context ends at its deadline, with its parent, or when it is
// stopped, whether somebody has waited or not.
func TestClock(t *testing.T) {
	for _, waited := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := newClock(t.Context(), time.Second)
			defer c.stop()
			if waited {
				c.Done()
			}
			time.Sleep(999 * time.Millisecond)
			if err := c.Err(); err != nil {
				t.Errorf("waited %t: before the deadline found %v", waited, err)
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
			if err := c.Err(); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("waited %t: at the deadline found %v", waited, err)
			}
			<-c.Done()

			parent, cancel := context.WithCancel(t.Context())
			child := newClock(parent, time.Second)
			defer child.stop()
			if waited {
				child.Done()
			}
			cancel()
			if err := child.Err(); !errors.Is(err, context.Canceled) {
				t.Errorf("waited %t: after the parent ended found %v", waited, err)
			}

			stopped := newClock(t.Context(), time.Second)
			done := stopped.Done()
			stopped.stop()
			<-done
		})
	}
	early, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	want, _ := early.Deadline()
	if got, ok := newClock(early, time.Hour).Deadline(); !ok || !got.Equal(want) {
		t.Errorf("found the deadline %v, expected the parent's, %v", got, want)
	}
}
