package logic

import (
	"math"
	"strings"
)

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

	// again says that the memory is a Parser's, which takes it back: what is
	// handed out may have been of another tree, and the texts in between share
	// their propositions.
	again bool

	// literals remembers propositions by a hash of the name; a newer one
	// takes the place of an older one with the same hash.
	literals [32]known
	marked   []*Formula // propositions and their negations, by the mark that they have
}

// known is a proposition and, once it has occurred, its negation.
type known struct {
	word      uint64 // the name, where plain has read it
	atom, not *Formula
}

// chunk is the least number of elements of an allocation that follows the
// first one, maxChunk the most of any.
const (
	chunk    = 16
	maxChunk = 4096
)

// reset forgets the previous tree, whose memory is its own.
func (a *arena) reset(s string) {
	a.text = s
	a.count = 0
	if !a.again {
		a.forget()
		a.nodes, a.links, a.terms = nil, nil, nil
	}
}

// size makes the first allocations for the text. They are what the paper's
// datasets and FOLIO need, nearly; the symbols of the paper begin with one of
// two bytes. Too little costs another allocation, too much memory.
func (a *arena) size() {
	s := a.text
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
	if !a.again {
		a.forget()
		a.nodes, a.links, a.terms = nil, nil, nil
	}
}

// forget empties the memory of propositions.
func (a *arena) forget() {
	if len(a.marked) > 0 {
		clear(a.literals[:])
		a.marked = emptied(a.marked)
	}
}

// takeBack makes the memory of all trees free for others.
func (a *arena) takeBack() {
	a.forget()
	a.nodes, a.links, a.terms = a.nodes[:0], a.links[:0], a.terms[:0]
}

func (a *arena) node() *Formula {
	n := len(a.nodes)
	if n == cap(a.nodes) {
		if n == 0 {
			a.size()
		} else {
			a.nodes = make([]Formula, 0, a.more(n))
		}
		n = 0
	}
	a.count++
	a.nodes = a.nodes[:n+1]
	f := &a.nodes[n]
	if a.again {
		*f = Formula{}
	}
	return f
}

// more is the size of the allocation that follows one of n elements. One that
// is used again grows until a text, or a few, fit in.
func (a *arena) more(n int) int {
	if a.again {
		n *= 4
	}
	return min(max(chunk, n/2), maxChunk)
}

// mark numbers the node of a proposition or of its negation.
func (a *arena) mark(f *Formula) *Formula {
	if len(a.marked) == 0 {
		a.marked = append(a.marked, nil)
	}
	if n := len(a.marked); n <= math.MaxUint16 {
		f.mark = uint16(n)
		a.marked = append(a.marked, f)
	}
	return f
}

// proposition is the atom of the name without terms.
func (a *arena) proposition(name string) *Formula {
	slot := &a.literals[hash(name)]
	if f := slot.atom; f != nil && f.Name == name {
		a.count++
		return f
	}
	f := a.mark(a.node())
	f.Op = OpAtom
	f.Name = name
	*slot = known{atom: f}
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
		slot.not = a.mark(f)
	}
	return f
}

// hash tells apart the names that differ in the last two bytes, as numbered
// ones do.
func hash(name string) uint {
	n := len(name)
	if n == 1 {
		return hashEnd(0, name[0])
	}
	return hashEnd(name[n-2], name[n-1])
}

// hashEnd is hash of a name by its last two bytes, or of one byte behind a zero.
func hashEnd(a, b byte) uint { return (11*uint(a) + uint(b)) % uint(len(arena{}.literals)) }

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
		a.links = make([]*Formula, 0, max(n, a.more(from)))
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
		size := a.more(from)
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
