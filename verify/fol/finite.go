package fol

import (
	"context"
	"slices"

	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// grounding is the pair over a domain of a fixed size, as Boolean functions:
// one leaf for every tuple of a predicate, and for every tuple of a function
// and every value it may have.
type grounding struct {
	t       *theory
	size    int
	graph   prop.Graph
	preds   [][]prop.Lit   // by predicate, row-major
	funcs   [][][]prop.Lit // by function, row-major, by value
	rules   []prop.Lit     // each function has one value
	present []prop.Lit     // of a domain of unknown size: whether an element is in it; nil: all are
	env     [placeholder]int
	memo    map[int]prop.Lit // of nodes with nothing free
	limit   int              // nodes
	over    bool
}

// finite looks for countermodels with exactly size elements (MACE-style model
// finding: McCune, "Mace4 reference manual and guide", ANL 2003; the grounding
// to SAT and the symmetry breaking on constants are of Claessen and Sörensson,
// "New techniques that improve MACE-style finite model finding", CADE 2003).
func (t *theory) finite(ctx context.Context, x *built, size, limit int, conflicts int64) difference {
	g := &grounding{t: t, size: size, memo: map[int]prop.Lit{}, limit: limit}
	g.graph.Reset()
	if !g.tables() {
		return difference{}
	}
	_, d := g.compare(ctx, x, conflicts)
	return d
}

// compare compares a pair over the domain of the grounding.
func (g *grounding) compare(ctx context.Context, x *built, conflicts int64) (c prop.Comparison, d difference) {
	ga, gb := g.lit(x.a), g.lit(x.b)
	rules := g.graph.And(g.rules...)
	ga, gb = g.graph.And(rules, ga), g.graph.And(rules, gb)
	if g.over || ctx.Err() != nil {
		return c, d
	}
	c = g.graph.Compare(ctx, ga, gb, prop.Options{Relation: true, MaxNodes: g.limit, Conflicts: conflicts, NoSimulation: true})
	if c.Forward == answer.No {
		d.left = g.structure(c.LeftOnly)
	}
	if c.Back == answer.No {
		d.right = g.structure(c.RightOnly)
	}
	return c, d
}

// tables makes the leaves; false where there would be too many.
func (g *grounding) tables() bool {
	total := 0
	for _, p := range g.t.predicates {
		n, ok := check.Cells(g.size, p.Arity)
		if total += n; !ok || total > g.limit {
			return false
		}
		cells := make([]prop.Lit, n)
		for i := range cells {
			cells[i] = g.graph.Leaf()
		}
		g.preds = append(g.preds, cells)
	}
	var constants [][]prop.Lit
	for _, f := range g.t.functions[:g.t.written] {
		n, ok := check.Cells(g.size, f.Arity)
		if total += n * g.size; !ok || total > g.limit {
			return false
		}
		table := make([][]prop.Lit, n)
		for i := range table {
			table[i] = g.value()
		}
		if f.Arity == 0 {
			g.leastNumber(constants, table[0])
			constants = append(constants, table[0])
		}
		g.funcs = append(g.funcs, table)
	}
	return true
}

// value makes the leaves of one value: exactly one is true, and its element is in
// the domain.
func (g *grounding) value() []prop.Lit {
	v := make([]prop.Lit, g.size)
	if g.size == 1 && g.present == nil {
		v[0] = prop.True
		return v
	}
	some := prop.False
	for e := range v {
		v[e] = g.graph.Leaf()
		g.rules = append(g.rules, g.graph.And(v[e], some).Not())
		if g.present != nil {
			g.rules = append(g.rules, g.graph.Implies(v[e], g.present[e]))
		}
		some = g.graph.Or(some, v[e])
	}
	g.rules = append(g.rules, some)
	return v
}

// leastNumber lets a constant take an element only where an earlier constant
// took the one before it: elements are alike until something names them.
func (g *grounding) leastNumber(earlier [][]prop.Lit, v []prop.Lit) {
	for e := 1; e < g.size; e++ {
		var used []prop.Lit
		for _, c := range earlier {
			used = append(used, c[e-1])
		}
		g.rules = append(g.rules, g.graph.Implies(v[e], g.graph.Or(used...)))
	}
}

// lit grounds a literal in the environment.
func (g *grounding) lit(l prop.Lit) prop.Lit {
	i := l.Index()
	if out, ok := g.memo[i]; ok {
		return out ^ l&1
	}
	if g.over = g.over || g.graph.Size() > g.limit; g.over {
		return prop.False
	}
	var out prop.Lit
	kind, args := g.t.graph.Node(l)
	switch kind {
	case prop.ConstNode:
		out = prop.False
	case prop.LeafNode:
		out = g.leaf(g.t.leafOf(l))
	default:
		ls := make([]prop.Lit, len(args))
		for k, a := range args {
			ls[k] = g.lit(a)
		}
		if kind == prop.AndNode {
			out = g.graph.And(ls...)
		} else {
			out = g.graph.Xor(ls...)
		}
	}
	if g.t.info(l).free.empty() {
		g.memo[i] = out
	}
	return out ^ l&1
}

func (g *grounding) leaf(f *leaf) prop.Lit {
	switch f.pred {
	case predEqual:
		x, y := g.term(f.args[0]), g.term(f.args[1])
		same := make([]prop.Lit, g.size)
		for e := range same {
			same[e] = g.graph.And(x[e], y[e])
		}
		return g.graph.Or(same...)
	case predQuant:
		ls := make([]prop.Lit, g.size)
		slot := &g.env[f.v-placeholder]
		outer := *slot // a formula without the outer variable may bind its name again
		for e := range ls {
			*slot = e
			ls[e] = g.lit(f.body)
			if g.present != nil {
				ls[e] = g.graph.And(g.present[e], ls[e])
			}
		}
		*slot = outer
		return g.graph.Or(ls...)
	}
	return g.look(g.values(f.args), func(i int) prop.Lit { return g.preds[f.pred][i] })
}

// values are those of terms.
func (g *grounding) values(args []termID) [][]prop.Lit {
	vs := make([][]prop.Lit, len(args))
	for i, a := range args {
		vs[i] = g.term(a)
	}
	return vs
}

// look gives the entry of a table at the place of the values: at one place
// where all of them are elements, else a choice of places.
func (g *grounding) look(vs [][]prop.Lit, entry func(int) prop.Lit) prop.Lit {
	var walk func(k, at int) prop.Lit
	walk = func(k, at int) prop.Lit {
		if k == len(vs) {
			return entry(at)
		}
		var out []prop.Lit
		for e, is := range vs[k] {
			if is != prop.False {
				out = append(out, g.graph.And(is, walk(k+1, at*g.size+e)))
			}
		}
		return g.graph.Or(out...)
	}
	return walk(0, 0)
}

// term gives for every element whether the term is it.
func (g *grounding) term(id termID) []prop.Lit {
	x := &g.t.terms[id]
	g.over = g.over || g.graph.Size() > g.limit
	v := make([]prop.Lit, g.size)
	switch {
	case g.over: // whatever; nothing will be said
	case x.fn < 0:
		v[g.env[x.v-placeholder]] = prop.True
	case len(x.args) == 0:
		return g.funcs[x.fn][0]
	default:
		vs := g.values(x.args)
		for e := range v {
			v[e] = g.look(vs, func(i int) prop.Lit { return g.funcs[x.fn][i][e] })
		}
	}
	return v
}

// structure reads a structure off an assignment of the leaves. Where the size of
// the domain is unknown, no symbol has more than one argument.
func (g *grounding) structure(values []bool) *check.Structure {
	var elements []int // of the grounding, in the order of the structure
	for e := range g.size {
		if g.present == nil || g.graph.Holds(g.present[e], values) {
			elements = append(elements, e)
		}
	}
	at := func(i int) int {
		if g.present == nil {
			return i
		}
		return elements[i]
	}
	return g.t.structure(len(elements),
		func(p, i int) bool {
			if g.t.predicates[p].Arity > 0 {
				i = at(i)
			}
			return g.graph.Holds(g.preds[p][i], values)
		},
		func(f, i int) int {
			return slices.IndexFunc(elements, func(e int) bool { return g.graph.Holds(g.funcs[f][i][e], values) })
		})
}
