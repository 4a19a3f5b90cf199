package temporal

import (
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
)

// A label is a Boolean function of the propositions at one step. Equal functions are equal
// labels. Up to smallAtoms propositions, it is a truth table; with more, it is an index of
// labels.nodes: a binary decision diagram (Bryant, 1986), with the propositions in the order
// in which the formulas mention them.
type label uint64

const (
	smallAtoms = 6
	maxDiagram = 1 << 19 // nodes, to bound the memory
)

// A decision is a node of a diagram: the function low where a proposition is false, and
// high where it is true. The first two nodes are the constants false and true.
type decision struct {
	atom      int
	low, high label
}

// labels makes labels over a number of propositions.
type labels struct {
	atoms int
	full  label // the function that is always true

	nodes  []decision // with more than smallAtoms propositions
	find   map[decision]label
	done   map[[2]label]label // results of and, and of not with the second operand full
	failed bool               // the diagrams exceed maxDiagram
	work   int                // steps that are not yet counted against a limit
}

func newLabels(atoms int) *labels {
	if atoms <= smallAtoms {
		return &labels{atoms: atoms, full: ^label(0) >> (64 - 1<<atoms)}
	}
	return &labels{
		atoms: atoms, full: 1, find: map[decision]label{}, done: map[[2]label]label{},
		nodes: []decision{{atom: atoms}, {atom: atoms}},
	}
}

func (l *labels) small() bool { return l.nodes == nil }

// atom returns the label of the i-th proposition.
func (l *labels) atom(i int) label {
	if l.small() {
		return label(logic.Column(i, 0)) & l.full
	}
	return l.decide(i, 0, l.full)
}

// decide returns the function that is high where a proposition is true, and low otherwise.
func (l *labels) decide(atom int, low, high label) label {
	if low == high {
		return low
	}
	d := decision{atom, low, high}
	out, ok := l.find[d]
	if !ok {
		if out = label(len(l.nodes)); out >= maxDiagram {
			l.failed = true
			return 0
		}
		l.nodes = append(l.nodes, d)
		l.find[d] = out
	}
	return out
}

func (l *labels) not(a label) label {
	switch {
	case l.small():
		return ^a & l.full
	case a < 2:
		return 1 - a
	}
	key := [2]label{a, l.full}
	out, ok := l.done[key]
	if !ok && !l.failed {
		l.work++
		n := l.nodes[a]
		out = l.decide(n.atom, l.not(n.low), l.not(n.high))
		l.done[key] = out
	}
	return out
}

func (l *labels) and(a, b label) label {
	switch {
	case l.small():
		return a & b
	case a == b || b == l.full:
		return a
	case a == l.full:
		return b
	case a == 0 || b == 0:
		return 0
	}
	key := [2]label{min(a, b), max(a, b)}
	out, ok := l.done[key]
	if !ok && !l.failed {
		l.work++
		x, y := l.nodes[a], l.nodes[b]
		atom := min(x.atom, y.atom)
		if x.atom > atom {
			x.low, x.high = a, a
		}
		if y.atom > atom {
			y.low, y.high = b, b
		}
		out = l.decide(atom, l.and(x.low, y.low), l.and(x.high, y.high))
		l.done[key] = out
	}
	return out
}

func (l *labels) or(a, b label) label {
	if l.small() {
		return a | b
	}
	return l.not(l.and(l.not(a), l.not(b)))
}

// within reports whether a implies b.
func (l *labels) within(a, b label) bool { return l.and(a, b) == a }

// model returns an assignment by proposition that satisfies a, which is not false.
func (l *labels) model(a label) []bool {
	m := make([]bool, l.atoms)
	if l.small() {
		row := bits.TrailingZeros64(uint64(a))
		for i := range m {
			m[i] = row>>i&1 == 1
		}
		return m
	}
	for a > 1 {
		n := l.nodes[a]
		if a = n.low; a == 0 {
			a, m[n.atom] = n.high, true
		}
	}
	return m
}

// split returns the proposition on which a depends, of the last ones or the first ones, and
// the functions where it is false and where it is true. The table of a has n propositions.
func (l *labels) split(a label, n int) (atom int, low, high label, rest int) {
	if l.small() {
		return n - 1, a & (1<<(1<<(n-1)) - 1), a >> (1 << (n - 1)), n - 1
	}
	d := l.nodes[a]
	return d.atom, d.low, d.high, n
}

// each computes a function of labels from that of their parts: join has the result where a
// proposition is false and where it is true.
func each[T any](l *labels, a label, no, yes T, join func(atom int, low, high T) T) T {
	type part struct {
		label
		n int
	}
	known := map[part]T{}
	var walk func(a label, n int) T
	walk = func(a label, n int) T {
		full := l.full
		if l.small() {
			full = ^label(0) >> (64 - 1<<n)
		}
		switch a {
		case 0:
			return no
		case full:
			return yes
		}
		out, ok := known[part{a, n}]
		if !ok {
			atom, low, high, rest := l.split(a, n)
			out = join(atom, walk(low, rest), walk(high, rest))
			known[part{a, n}] = out
		}
		return out
	}
	return walk(a, l.atoms)
}

// along returns the values of a under 64 assignments at once, given as the values of each
// proposition.
func (l *labels) along(a label, values func(atom int) uint64) uint64 {
	return each(l, a, 0, ^uint64(0), func(atom int, low, high uint64) uint64 {
		v := values(atom)
		return low&^v | high&v
	})
}

// convert returns the label of to for the same function as a.
func (l *labels) convert(a label, to *labels) label {
	return each(l, a, 0, to.full, func(atom int, low, high label) label {
		p := to.atom(atom)
		return to.or(to.and(to.not(p), low), to.and(p, high))
	})
}
