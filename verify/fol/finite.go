package fol

import (
	"context"
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// grounding holds the pair over a domain of a fixed size, as Boolean functions. There
// is a leaf for each tuple of a predicate, and for each tuple of a function with each
// possible value.
type grounding struct {
	work
	t       *theory
	size    int
	copies  int // number of elements of a cell, which are interchangeable
	named   int // number of copies of each cell that can be values of constants
	graph   prop.Graph
	preds   [][]prop.Lit   // by predicate, row-major
	funcs   [][][]prop.Lit // by function, row-major, by value
	rules   []prop.Lit     // conditions, such as one value per function
	present []prop.Lit     // whether an element is in the domain; nil: all are
	env     [placeholder]int
	memo    map[int]prop.Lit // of nodes without free variables
}

// finite searches for countermodels with exactly size elements (MACE-style model
// finding: McCune, "Mace4 reference manual and guide", ANL 2003). The grounding
// to SAT and the symmetry breaking on constants follow Claessen and Sörensson,
// "New techniques that improve MACE-style finite model finding", CADE 2003.
func (t *theory) finite(ctx context.Context, x *built, size, limit int, conflicts int64) [2]*check.Structure {
	g := t.newGrounding(ctx, limit)
	g.size, g.copies = size, 1
	if !g.tables() {
		return [2]*check.Structure{}
	}
	_, only := g.compare(ctx, x, conflicts)
	return only
}

func (t *theory) newGrounding(ctx context.Context, limit int) *grounding {
	g := &grounding{work: work{ctx: ctx, left: stepsPerNode * limit, limit: limit}, t: t, memo: map[int]prop.Lit{}}
	g.built = &g.graph
	g.graph.Reset()
	return g
}

// stepsPerNode is the limit of steps divided by the limit of nodes.
const stepsPerNode = 20

// compare decides a pair over the domain of the grounding.
func (g *grounding) compare(ctx context.Context, x *built, conflicts int64) (implies [2]check.Status, only [2]*check.Structure) {
	ga, gb := g.lit(x[0]), g.lit(x[1])
	rules := g.graph.And(g.rules...)
	ga, gb = g.graph.And(rules, ga), g.graph.And(rules, gb)
	if g.ended {
		return implies, only
	}
	c := g.graph.Compare(ctx, ga, gb, prop.Options{Relation: true, MaxNodes: g.limit, Conflicts: conflicts, NoSimulation: true})
	for way, s := range c.Implies {
		if s == check.No {
			only[way] = g.structure(c.Only[way])
		}
	}
	return c.Implies, only
}

// tables makes the leaves. It returns false if a limit was reached.
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
		if !g.spend(n * g.size) {
			return false
		}
		if f.Arity == 0 && len(constants) < maxOrdered {
			g.leastNumber(constants, table[0])
			constants = append(constants, table[0])
		}
		g.funcs = append(g.funcs, table)
	}
	return true
}

// value makes the leaves of one value. By g.rules, exactly one of them is true, and its
// element is in the domain.
func (g *grounding) value() []prop.Lit {
	v := make([]prop.Lit, g.size)
	if g.size == 1 && g.present == nil {
		v[0] = prop.True
		return v
	}
	some := prop.False
	for e := range v {
		if g.present != nil && e%g.copies >= g.named {
			v[e] = prop.False
			continue
		}
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

// maxOrdered bounds the constants whose values leastNumber orders, since its time is
// quadratic in their number.
const maxOrdered = 64

// leastNumber breaks the symmetry between elements that no constant names: a constant
// may be element n only if an earlier constant is element n−1.
func (g *grounding) leastNumber(earlier [][]prop.Lit, v []prop.Lit) {
	for e := 1; e < g.size; e++ {
		var used []prop.Lit
		for _, c := range earlier {
			used = append(used, c[e-1])
		}
		g.rules = append(g.rules, g.graph.Implies(v[e], g.graph.Or(used...)))
	}
}

// lit grounds a literal with the values of g.env.
func (g *grounding) lit(l prop.Lit) prop.Lit {
	i := l.Index()
	if out, ok := g.memo[i]; ok {
		return out ^ l&1
	}
	if !g.spend(1) {
		return prop.False
	}
	var out prop.Lit
	kind, args := g.t.graph.Node(l)
	switch kind {
	case prop.ConstNode:
		out = prop.False
	case prop.LeafNode:
		out = g.leaf(g.t.leafOf(l))
	case prop.AndNode:
		out = g.and(args)
	case prop.XorNode:
		ls := make([]prop.Lit, len(args))
		for k, a := range args {
			ls[k] = g.lit(a)
		}
		out = g.graph.Xor(ls...)
	}
	if g.t.info(l).free.empty() {
		g.memo[i] = out
	}
	return out ^ l&1
}

// and grounds a conjunction. Operands without quantifiers come first: if one of them
// is false, such as x ≠ y for one element, the others are not grounded.
func (g *grounding) and(args []prop.Lit) prop.Lit {
	ls := make([]prop.Lit, 0, len(args))
	for _, quantified := range [2]bool{false, true} {
		for _, a := range args {
			if g.t.info(a).height > 0 != quantified {
				continue
			}
			l := g.lit(a)
			if l == prop.False {
				return prop.False
			}
			ls = append(ls, l)
		}
	}
	return g.graph.And(ls...)
}

func (g *grounding) leaf(f *leaf) prop.Lit {
	switch f.pred {
	case predEqual:
		return g.equal(g.term(f.args[0]), g.term(f.args[1]))
	case predQuant:
		return g.some(f)
	}
	return g.look(g.values(f.args), func(i int) prop.Lit { return g.preds[f.pred][i] })
}

// some grounds a quantified leaf. The elements of one cell that neither a constant nor
// a variable of the body names are interchangeable. So only the first of them is tried:
// it is in the domain if any of them is. Those that a variable names can come after it.
func (g *grounding) some(f *leaf) prop.Lit {
	var ls []prop.Lit
	slot := &g.env[f.v-placeholder]
	outer := *slot // a formula without the outer variable may reuse its number
	others := g.t.info(f.body).free.held &^ (1 << (f.v - placeholder))
	tried := false // one of the interchangeable elements of the cell
	for e := 0; e < g.size && !g.ended; e++ {
		alike := e%g.copies >= g.named && !g.names(others, e)
		if tried = tried && e%g.copies > 0; tried && alike {
			continue
		}
		tried = tried || alike
		*slot = e
		l := g.lit(f.body)
		if g.present != nil {
			l = g.graph.And(g.present[e], l)
		}
		if ls = append(ls, l); l == prop.True {
			break
		}
	}
	*slot = outer
	return g.graph.Or(ls...)
}

// names reports whether one of the variables is the element e.
func (g *grounding) names(variables uint64, e int) bool {
	for ; variables != 0; variables &= variables - 1 {
		if g.env[bits.TrailingZeros64(variables)] == e {
			return true
		}
	}
	return false
}

// A value is the element at. If at is negative, the value is element e if is[e] is
// true.
type value struct {
	at int
	is []prop.Lit
}

func (g *grounding) equal(x, y value) prop.Lit {
	switch {
	case x.at >= 0 && y.at >= 0:
		if x.at == y.at {
			return prop.True
		}
		return prop.False
	case x.at >= 0:
		return y.is[x.at]
	case y.at >= 0:
		return x.is[y.at]
	}
	same := make([]prop.Lit, 0, g.size)
	for e := range g.size {
		if g.spend(1) {
			same = append(same, g.graph.And(x.is[e], y.is[e]))
		}
	}
	return g.graph.Or(same...)
}

// values returns the values of terms.
func (g *grounding) values(args []termID) []value {
	vs := make([]value, len(args))
	for i, a := range args {
		vs[i] = g.term(a)
	}
	return vs
}

// look returns the entry of a table at the values.
func (g *grounding) look(vs []value, entry func(int) prop.Lit) prop.Lit {
	var walk func(k, at int) prop.Lit
	walk = func(k, at int) prop.Lit {
		switch {
		case !g.spend(1):
			return prop.False
		case k == len(vs):
			return entry(at)
		case vs[k].at >= 0:
			return walk(k+1, at*g.size+vs[k].at)
		}
		var out []prop.Lit
		for e, is := range vs[k].is {
			if is != prop.False {
				out = append(out, g.graph.And(is, walk(k+1, at*g.size+e)))
			}
		}
		return g.graph.Or(out...)
	}
	return walk(0, 0)
}

func (g *grounding) term(id termID) value {
	x := &g.t.terms[id]
	switch {
	case x.fn < 0:
		return value{at: g.env[x.v-placeholder]}
	case len(x.args) == 0:
		return value{at: -1, is: g.funcs[x.fn][0]}
	}
	vs := g.values(x.args)
	is := make([]prop.Lit, g.size)
	for e := range is {
		is[e] = g.look(vs, func(i int) prop.Lit { return g.funcs[x.fn][i][e] })
	}
	return value{at: -1, is: is}
}

// structure makes a structure from an assignment of the leaves. If g.present is set,
// no symbol has more than one argument.
func (g *grounding) structure(values []bool) *check.Structure {
	var elements []int // of the grounding, by element of the structure
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
