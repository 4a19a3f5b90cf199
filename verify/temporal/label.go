package temporal

import (
	"context"
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// A label is a Boolean function of the propositions at one step. Up to smallAtoms
// propositions, it is a truth table; with more, a literal of labels.graph.
type label uint64

const smallAtoms = 6

// The limit of the SAT solver for one question, and the steps that one conflict costs.
const (
	maxConflicts     = 100_000
	stepsPerConflict = 1_000

	maxGraph = 1 << 18 // nodes of the graph, to bound its memory
)

// labels makes labels over a number of propositions.
type labels struct {
	ctx   context.Context
	atoms int
	full  label // the function that is always true

	// With more than smallAtoms propositions.
	graph  prop.Graph
	leaves []prop.Lit
	models map[label][]bool // by label: an assignment that satisfies it, or nil
	failed bool             // a question was not decided
	work   int              // steps that are not yet counted against a limit
}

func newLabels(ctx context.Context, atoms int) *labels {
	l := &labels{ctx: ctx, atoms: atoms}
	if atoms <= smallAtoms {
		l.full = ^label(0) >> (64 - 1<<atoms)
		return l
	}
	l.full = label(prop.True)
	l.models = map[label][]bool{}
	for range atoms {
		l.leaves = append(l.leaves, l.graph.Leaf())
	}
	return l
}

func (l *labels) small() bool { return l.leaves == nil }

// atom returns the label of the i-th proposition.
func (l *labels) atom(i int) label {
	if l.small() {
		return label(logic.Column(i, 0)) & l.full
	}
	return label(l.leaves[i])
}

func (l *labels) not(a label) label {
	if l.small() {
		return ^a & l.full
	}
	return label(prop.Lit(a).Not())
}

func (l *labels) and(a, b label) label {
	switch {
	case l.small():
		return a & b
	case a == b || b == l.full:
		return a
	case a == l.full:
		return b
	}
	if l.graph.Size() > maxGraph {
		l.failed = true
		return a
	}
	return label(l.graph.And(prop.Lit(a), prop.Lit(b)))
}

func (l *labels) or(a, b label) label { return l.not(l.and(l.not(a), l.not(b))) }

// satisfiable reports whether an assignment satisfies a. If it cannot decide this, it
// sets failed.
func (l *labels) satisfiable(a label) bool {
	if l.small() || a == 0 || a == l.full {
		return a != 0
	}
	return l.model(a) != nil
}

// within reports whether a quick test proves that a implies b.
func (l *labels) within(a, b label) bool { return a == b || b == l.full || l.and(a, b) == a }

// model returns an assignment by proposition that satisfies a, or nil if there is none.
func (l *labels) model(a label) []bool {
	if l.small() {
		if a == 0 {
			return nil
		}
		row := bits.TrailingZeros64(uint64(a))
		m := make([]bool, l.atoms)
		for i := range m {
			m[i] = row>>i&1 == 1
		}
		return m
	}
	m, ok := l.models[a]
	if !ok {
		if a == l.full {
			return make([]bool, l.atoms)
		}
		c := l.graph.Compare(l.ctx, prop.Lit(a), prop.False, prop.Options{Conflicts: maxConflicts})
		l.work += l.graph.Size()/4 + c.Nodes + int(c.Conflicts)*stepsPerConflict
		if c.Forward == check.Unknown {
			l.failed = true
			return nil
		}
		if c.Forward == check.No {
			m = append([]bool{}, c.LeftOnly...)
		}
		l.models[a] = m
	}
	return m
}
