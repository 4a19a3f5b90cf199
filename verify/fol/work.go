package fol

import (
	"context"

	"github.com/truthloop/truthloop/verify/prop"
)

// work counts the steps of one search against a limit, and observes the context.
type work struct {
	ctx   context.Context
	left  int  // steps until the limit
	since int  // steps since the context was observed
	ended bool // a limit is reached, or the context has ended

	built *prop.Graph // by the search; nil: none
	limit int         // on its nodes
}

// observeEvery is the number of steps between two checks of the context. A step
// takes some nanoseconds.
const observeEvery = 1 << 14

// spend counts n steps. It returns false if the search must end.
func (w *work) spend(n int) bool {
	w.left -= n
	w.since += n
	w.ended = w.ended || w.left < 0 || w.built != nil && w.built.Size() > w.limit
	if w.since >= observeEvery {
		w.since = 0
		w.ended = w.ended || w.ctx.Err() != nil
	}
	return !w.ended
}
