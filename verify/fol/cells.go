package fol

import (
	"context"
	"slices"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// The limits of work at effort 1.
const (
	groundNodes     = 300_000 // of a grounding
	groundConflicts = 50_000
)

// stageGround decides both directions of a pair in which functions have no arguments
// and predicates have at most one (Löwenheim, "Über Möglichkeiten im Relativkalkül",
// Math. Ann. 76, 1915). The values of k predicates on an element are one of 2^k cells.
// The elements of a cell are indistinguishable: it matters only which cells have
// elements. With equality, the number of elements of a cell matters too, up to the
// number of constants plus the number of variables; a name that is bound again counts
// once. In the pebble game of Immerman ("Upper and lower bounds for first order
// expressibility", J. Comput. System Sci. 25, 1982), no further element is chosen.
func (p *pair) stageGround(ctx context.Context) {
	x := p.working
	if x == nil || p.o.NoGrounding {
		return
	}
	g := p.t.newGrounding(ctx, groundNodes*p.o.Effort)
	g.copies, g.named = 1, p.t.constants()
	if slices.ContainsFunc(p.t.leaves, func(l leaf) bool { return l.pred == predEqual }) {
		variables := max(p.t.info(x[0]).height, p.t.info(x[1]).height)
		g.copies = max(1, int(variables)+g.named)
	}
	if !g.cells() {
		return
	}
	implies, only := g.compare(ctx, x, groundConflicts*int64(p.o.Effort))
	p.prove(implies, check.Certificate{Kind: "grounding", Form: "monadic", Domain: g.size})
	p.refute(only, "grounding")
}

// constants returns the number of constants of the formulas.
func (t *theory) constants() int {
	n := 0
	for _, f := range t.functions[:t.written] {
		if f.Arity == 0 {
			n++
		}
	}
	return n
}

// maxUnary bounds the number of predicates of one argument, and so the cells: 1,024.
const maxUnary = 10

// cells makes leaves for the propositions, for whether each element is in the domain,
// and for the value of each constant. An element is in the domain only if all earlier
// copies of its cell are. Values of constants are the first copies. It returns false
// if the formulas are not of the class or there would be too many leaves.
func (g *grounding) cells() bool {
	var unary []int // bit i of a cell is the value of predicate unary[i]
	for i, p := range g.t.predicates {
		if p.Arity == 1 {
			unary = append(unary, i)
		} else if p.Arity > 1 {
			return false
		}
	}
	for _, f := range g.t.functions[:g.t.written] {
		if f.Arity > 0 {
			return false
		}
	}
	if len(unary) > maxUnary {
		return false
	}
	g.size = g.copies << len(unary)
	if g.size*(1+g.named) > g.limit {
		return false
	}
	g.preds = make([][]prop.Lit, len(g.t.predicates))
	for i, p := range g.t.predicates {
		if p.Arity == 0 {
			g.preds[i] = []prop.Lit{g.graph.Leaf()}
		}
	}
	for bit, i := range unary {
		g.preds[i] = make([]prop.Lit, g.size)
		for e := range g.size {
			if e/g.copies>>bit&1 != 0 {
				g.preds[i][e] = prop.True
			}
		}
	}
	g.present = make([]prop.Lit, g.size)
	for e := range g.present {
		g.present[e] = g.graph.Leaf()
		if e%g.copies > 0 {
			g.rules = append(g.rules, g.graph.Implies(g.present[e], g.present[e-1]))
		}
	}
	g.rules = append(g.rules, g.graph.Or(g.present...))
	for range g.named {
		g.funcs = append(g.funcs, [][]prop.Lit{g.value()})
	}
	return !g.ended
}
