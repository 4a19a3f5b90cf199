package fol

import (
	"context"

	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/prop"
)

// groundCells decides both directions of a pair without functions that have
// arguments and with predicates of one argument at most (Löwenheim, "Über
// Möglichkeiten im Relativkalkül", Math. Ann. 76, 1915). The values of k
// predicates on an element are one of 2^k cells, and the elements of a cell are
// indistinguishable: it matters only which cells are inhabited. With equality the
// number of elements matters too, up to the depth of quantifiers plus the number
// of constants.
func (p *pair) groundCells(ctx context.Context) {
	x := p.forms[blake]
	if x == nil {
		x = p.working
	}
	s := survey{t: p.t, seen: map[int]int{}}
	rank := max(s.rank(x.a), s.rank(x.b))
	copies := 1
	if s.equal {
		copies = max(1, rank+p.t.constants())
	}
	g := &cells{grounding: grounding{t: p.t, memo: map[int]prop.Lit{}, limit: groundNodes * p.o.Effort}, copies: copies}
	if !g.tables() {
		return
	}
	c, d := g.compare(ctx, x, groundConflicts*int64(p.o.Effort))
	p.prove(c.Forward == answer.Yes, c.Back == answer.Yes, answer.Certificate{Kind: "grounding", Form: formMonadic, Domain: g.size})
	p.refute(d, "grounding")
}

// constants is the number of constants of the formulas.
func (t *theory) constants() int {
	n := 0
	for _, f := range t.functions[:t.written] {
		if f.Arity == 0 {
			n++
		}
	}
	return n
}

// survey finds the depth of quantifiers, and whether equality occurs.
type survey struct {
	t     *theory
	seen  map[int]int // ranks of nodes
	equal bool        // whether equality occurs
}

// rank is the depth of quantifiers in l.
func (s *survey) rank(l prop.Lit) int {
	if r, ok := s.seen[l.Index()]; ok {
		return r
	}
	r := 0
	kind, args := s.t.graph.Node(l)
	for _, a := range args {
		r = max(r, s.rank(a))
	}
	if kind == prop.LeafNode {
		switch f := s.t.leafOf(l); f.pred {
		case predQuant:
			r = 1 + s.rank(f.body)
		case predEqual:
			s.equal = true
		}
	}
	s.seen[l.Index()] = r
	return r
}

// cells is a grounding whose elements are those that may be in each cell.
type cells struct {
	grounding
	copies int   // elements of a cell
	unary  []int // predicates of one argument: bit i of a cell is what unary[i] says
}

// maxUnary is the number of predicates of one argument up to which there are
// cells: 1,024 of them.
const maxUnary = 10

// tables makes the leaves: propositions, whether each element is there, and
// which of them each constant is. It is false where the formulas are not of the
// class or there would be too many.
func (g *cells) tables() bool {
	for i, p := range g.t.predicates {
		if p.Arity == 1 {
			g.unary = append(g.unary, i)
		} else if p.Arity > 1 {
			return false
		}
	}
	for _, f := range g.t.functions[:g.t.written] {
		if f.Arity > 0 {
			return false
		}
	}
	if len(g.unary) > maxUnary {
		return false
	}
	g.size = g.copies << len(g.unary)
	if g.size*(1+g.t.constants()) > g.limit {
		return false
	}
	g.preds = make([][]prop.Lit, len(g.t.predicates))
	for i, p := range g.t.predicates {
		if p.Arity == 0 {
			g.preds[i] = []prop.Lit{g.graph.Leaf()}
		}
	}
	for bit, i := range g.unary {
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
	for range g.t.functions[:g.t.written] {
		g.funcs = append(g.funcs, [][]prop.Lit{g.value()})
	}
	return !g.over
}
