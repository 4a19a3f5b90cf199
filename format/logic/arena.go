package logic

import "strings"

// An arena hands out the nodes of one tree from a few large allocations: they
// live and die together, and one allocation per node would cost more than the
// parsing.
type arena struct {
	nodes []Formula
	links []*Formula
	terms []Term
	count int // nodes and terms handed out
}

// chunk is the least number of elements of an allocation that follows the
// first one, maxChunk the most of any.
const (
	chunk    = 16
	maxChunk = 4096
)

// reset forgets the previous tree, whose memory is its own, and sizes the
// first allocation for the text s.
func (a *arena) reset(s string) {
	// A binary operator brings an operand and at most one node of its own, a
	// negation one node. The symbols of the paper begin with one of two bytes.
	n := 1 + 2*strings.Count(s, "\xe2") + strings.Count(s, "\xc2")
	if n == 1 {
		n += len(s) / 8
	}
	n = min(n, maxChunk)
	*a = arena{nodes: make([]Formula, 0, n), links: make([]*Formula, 0, n)}
}

func (a *arena) node() *Formula {
	n := len(a.nodes)
	if n == cap(a.nodes) {
		a.nodes = make([]Formula, 0, min(max(chunk, n), maxChunk))
		n = 0
	}
	a.count++
	a.nodes = a.nodes[:n+1]
	return &a.nodes[n]
}

// link1 is a list of one formula.
func (a *arena) link1(f *Formula) []*Formula {
	l := a.list(1)
	l[0] = f
	return l
}

// list is a list of n nil formulas, to be filled.
func (a *arena) list(n int) []*Formula {
	from := len(a.links)
	if from+n > cap(a.links) {
		a.links = make([]*Formula, 0, max(n, min(max(chunk, cap(a.links)), maxChunk)))
		from = 0
	}
	a.links = a.links[:from+n]
	return a.links[from : from+n : from+n]
}

// termList is a copy of ts.
func (a *arena) termList(ts []Term) []Term {
	n := len(ts)
	if n == 0 {
		return nil
	}
	from := len(a.terms)
	if from+n > cap(a.terms) {
		a.terms = make([]Term, 0, max(n, min(max(chunk, 2*cap(a.terms)), maxChunk)))
		from = 0
	}
	a.count += n
	a.terms = a.terms[:from+n]
	copy(a.terms[from:], ts)
	return a.terms[from : from+n : from+n]
}
