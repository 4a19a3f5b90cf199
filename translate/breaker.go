package translate

import (
	"fmt"
	"sync"
)

// A Breaker ends a run whose calls keep failing in the same way, as when the
// server is down: each of thousands of rows would wait through all its
// attempts to find out the same.
type Breaker struct {
	mu     sync.Mutex
	kind   string
	status int
	count  int
}

// Failed counts a failed call, and is an error when it is the limit-th in a
// row that failed alike. Kind and status make failures alike; messages do
// not, since they hold port numbers and times. A limit of 0 is none.
func (b *Breaker) Failed(call *CallError, limit int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if kind := call.Kind(); kind != b.kind || call.Status != b.status {
		b.kind, b.status, b.count = kind, call.Status, 0
	}
	b.count++
	if limit > 0 && b.count >= limit {
		return fmt.Errorf("%d calls in a row failed in the same way: %w", b.count, call)
	}
	return nil
}

// Replied forgets the failures before a reply.
func (b *Breaker) Replied() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kind, b.count = "", 0
}
