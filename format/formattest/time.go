package formattest

import (
	"testing"
	"time"
)

// Linear fails if the time of run grows much faster than its size: from n to 8n it
// may grow 24 times, where quadratic time grows 64 times. One of five attempts
// suffices, so the speed of the machine and its other work do not matter.
func Linear(t testing.TB, n int, run func(n int)) {
	t.Helper()
	measure := func(n int) time.Duration {
		start := time.Now()
		run(n)
		return time.Since(start)
	}
	var small, large time.Duration
	for range 5 {
		small, large = measure(n), measure(8*n)
		if large < 24*small {
			return
		}
	}
	t.Errorf("size %d took %v, size %d took %v", n, small, 8*n, large)
}
