package logic

import "strings"

// An arena hands out the nodes of one tree from a few large allocations: they
// live and die together, and one allocation per node would cost more than the
// parsing. Propositions and their negations are shared, since a few of them
// make up most of the nodes of a propositional formula.
type arena struct {
	text  string
	nodes []Formula
	links []*Formula
	terms []Term
	count int // nodes and terms handed out

	// literals remembers propositions by a hash of the name; a newer one
	// takes the place of an older one with the same hash.
	literals [32]struct{ atom, not *Formula }
	used     bool // literals holds something
}

// chunk is the least number of elements of an allocation that follows the
// first one, maxChunk the most of any.
const (
	chunk    = 16
	maxChunk = 4096
)

// reset forgets the previous tree, whose memory is its own, and sizes the
// first allocations for the text s.
func (a *arena) reset(s string) {
	a.text = s
	a.count = 0
	a.terms = nil
	// What the paper's datasets and FOLIO need, nearly; the symbols of the
	// paper begin with one of two bytes. Too little costs another allocation,
	// too much memory.
	binary, not := strings.Count(s, "\xe2"), strings.Count(s, "\xc2")
	if binary == 0 {
		binary = len(s) / 16
	}
	n, links := 4+3*binary/4+not, 4+3*binary/2+not
	if strings.Count(s, "(") > binary { // first-order: atoms are not shared
		n = 2 + 5*binary/3 + not
		links = n
	}
	a.nodes = make([]Formula, 0, min(n, maxChunk))
	a.links = make([]*Formula, 0, min(links, maxChunk))
}

// release forgets the tree.
func (a *arena) release() {
	a.text = ""
	a.nodes, a.links, a.terms = nil, nil, nil
	if a.used {
		clear(a.literals[:])
		a.used = false
	}
}

func (a *arena) node() *Formula {
	n := len(a.nodes)
	if n == cap(a.nodes) {
		a.nodes = make([]Formula, 0, min(max(chunk, n/2), maxChunk))
		n = 0
	}
	a.count++
	a.nodes = a.nodes[:n+1]
	return &a.nodes[n]
}

// proposition is the atom of the name without terms.
func (a *arena) proposition(name string) *Formula {
	slot := &a.literals[hash(name)]
	if f := slot.atom; f != nil && f.Name == name {
		a.count++
		return f
	}
	f := a.node()
	f.Op = OpAtom
	f.Name = name
	slot.atom, slot.not = f, nil
	a.used = true
	return f
}

// literal is the negation of a proposition.
func (a *arena) literal(atom *Formula) *Formula {
	slot := &a.literals[hash(atom.Name)]
	if slot.atom == atom && slot.not != nil {
		a.count++
		return slot.not
	}
	f := a.node()
	f.Op = OpNot
	f.Args = a.link1(atom)
	if slot.atom == atom {
		slot.not = f
	}
	return f
}

// hash tells apart the names that differ in the last two bytes, as numbered
// ones do.
func hash(name string) uint {
	n := len(name)
	h := uint(name[n-1])
	if n > 1 {
		h += 11 * uint(name[n-2])
	}
	return h % uint(len(arena{}.literals))
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
		a.links = make([]*Formula, 0, max(n, min(max(chunk, from/2), maxChunk)))
		from = 0
	}
	a.links = a.links[:from+n]
	return a.links[from : from+n : from+n]
}

// termList is a copy of ts, which is not empty.
func (a *arena) termList(ts []Term) []Term {
	n := len(ts)
	from := len(a.terms)
	if from+n > cap(a.terms) {
		size := max(chunk, from/2)
		if a.terms == nil { // one behind every comma and most brackets
			size = 1 + strings.Count(a.text, ",") + 2*strings.Count(a.text, "(")/3
		}
		a.terms = make([]Term, 0, max(n, min(size, maxChunk)))
		from = 0
	}
	a.count += n
	a.terms = a.terms[:from+n]
	copy(a.terms[from:], ts)
	return a.terms[from : from+n : from+n]
}
