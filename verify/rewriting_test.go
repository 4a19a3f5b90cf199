package verify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// A quantified draws first-order formulas with 4 to 6 quantifiers and rewrites them by
// laws of quantifiers, on the syntax tree. It shares no code with the engines. All
// quantifiers of a formula bind different names, so no law captures a variable.
type quantified struct {
	*rand.Rand
	names  int // of variables so far
	arity  []int
	prenex bool // as in the grammar of the dataset fol; else with quantifiers inside, → and ↔
}

// pair returns a formula and a second one that is equivalent by construction.
func (q *quantified) pair() (a, b *logic.Formula) {
	q.names, q.arity, q.prenex = 0, nil, q.IntN(4) > 0
	for range 3 + q.IntN(6) {
		q.arity = append(q.arity, 1+q.IntN(6)/2%3)
	}
	quantifiers, operators := 4+q.IntN(3), 6+q.IntN(15)
	for len(variables(a)) < 3 { // most variables occur
		a = q.formula(quantifiers, operators, nil)
	}
	b = a
	for range 10 + q.IntN(60) {
		b = q.rewrite(b)
	}
	return a, q.renamed(b, nil)
}

// variables lists the different variables that occur in f.
func variables(f *logic.Formula) (out []string) {
	if f == nil {
		return nil
	}
	for g := range f.Subformulas() {
		for _, t := range g.Terms {
			if t.Var && !slices.Contains(out, t.Name) {
				out = append(out, t.Name)
			}
		}
	}
	return out
}

func (q *quantified) fresh() string {
	q.names++
	return fmt.Sprint("x", q.names)
}

func (q *quantified) formula(quantifiers, operators int, bound []string) *logic.Formula {
	switch {
	case quantifiers > 0 && (q.prenex || operators == 0 || q.IntN(2) == 0):
		x := q.fresh()
		body := q.formula(quantifiers-1, operators, append(bound, x))
		return quantify(q.IntN(2) == 0, x, body)
	case operators == 0:
		return q.literal(bound)
	}
	left, many := q.IntN(operators), q.IntN(quantifiers+1)
	a, b := q.formula(many, left, bound), q.formula(quantifiers-many, operators-1-left, bound)
	switch kind := q.IntN(10); {
	case kind == 0 && !q.prenex:
		return logic.Iff(a, b)
	case kind < 3 && !q.prenex:
		return logic.Implies(a, b)
	case kind%2 == 0:
		return logic.And(a, b)
	}
	return logic.Or(a, b)
}

func (q *quantified) literal(bound []string) *logic.Formula {
	p := q.IntN(len(q.arity))
	terms := make([]logic.Term, q.arity[p])
	for i := range terms {
		if len(bound) > 0 && q.IntN(4) > 0 {
			terms[i] = logic.Variable(bound[q.IntN(len(bound))])
		} else {
			terms[i] = logic.Constant(fmt.Sprint("c", 1+q.IntN(3)))
		}
	}
	f := logic.Atom(fmt.Sprint("pred", p+1), terms...)
	for range q.IntN(3) {
		f = logic.Not(f)
	}
	return f
}

func quantify(all bool, x string, body *logic.Formula) *logic.Formula {
	if all {
		return logic.Forall(x, body)
	}
	return logic.Exists(x, body)
}

// rewrite applies a law somewhere in f.
func (q *quantified) rewrite(f *logic.Formula) *logic.Formula {
	laws := []func(*logic.Formula) *logic.Formula{
		q.negationIn, q.negationOut, q.swap, q.swap, q.distribute, q.distribute, q.merge, q.merge,
		q.inwards, q.inwards, q.outwards, q.outwards, q.outwards, q.connectives,
	}
	var nodes []*logic.Formula
	for g := range f.Subformulas() {
		nodes = append(nodes, g)
	}
	for range 100 {
		at := nodes[q.IntN(len(nodes))]
		if to := laws[q.IntN(len(laws))](at); to != nil {
			return replace(f, at, to)
		}
	}
	return f
}

// replace returns f with the node at replaced by to.
func replace(f, at, to *logic.Formula) *logic.Formula {
	if f == at {
		return to
	}
	args, changed := slices.Clone(f.Args), false
	for i, g := range args {
		args[i] = replace(g, at, to)
		changed = changed || args[i] != g
	}
	if !changed {
		return f
	}
	return rebuild(f, args)
}

// negationIn moves a negation inwards: through a quantifier, by De Morgan, or away.
func (q *quantified) negationIn(f *logic.Formula) *logic.Formula {
	if f.Op != logic.OpNot {
		return nil
	}
	g := f.Args[0]
	switch g.Op {
	case logic.OpNot:
		return g.Args[0]
	case logic.OpForall, logic.OpExists:
		return quantify(g.Op == logic.OpExists, g.Name, logic.Not(g.Args[0]))
	case logic.OpAnd:
		return logic.Or(negations(g.Args)...)
	case logic.OpOr:
		return logic.And(negations(g.Args)...)
	}
	return nil
}

func negations(fs []*logic.Formula) []*logic.Formula {
	out := make([]*logic.Formula, len(fs))
	for i, f := range fs {
		out[i] = logic.Not(f)
		if f.Op == logic.OpNot {
			out[i] = f.Args[0]
		}
	}
	return out
}

// negationOut moves a negation outwards: out of a quantifier or by De Morgan.
func (q *quantified) negationOut(f *logic.Formula) *logic.Formula {
	switch f.Op {
	case logic.OpForall, logic.OpExists:
		return logic.Not(quantify(f.Op == logic.OpExists, f.Name, negations(f.Args)[0]))
	case logic.OpAnd:
		return logic.Not(logic.Or(negations(f.Args)...))
	case logic.OpOr:
		return logic.Not(logic.And(negations(f.Args)...))
	}
	return nil
}

// swap exchanges two like quantifiers.
func (q *quantified) swap(f *logic.Formula) *logic.Formula {
	if !f.Op.IsQuantifier() || f.Args[0].Op != f.Op {
		return nil
	}
	all, g := f.Op == logic.OpForall, f.Args[0]
	return quantify(all, g.Name, quantify(all, f.Name, g.Args[0]))
}

// over is the connective over which a quantifier distributes.
func over(quantifier logic.Op) logic.Op {
	if quantifier == logic.OpForall {
		return logic.OpAnd
	}
	return logic.OpOr
}

// parts splits operands into two random parts.
func (q *quantified) parts(fs []*logic.Formula) (a, b []*logic.Formula) {
	fs = slices.Clone(fs)
	q.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	n := 1 + q.IntN(len(fs)-1)
	return fs[:n], fs[n:]
}

// distribute splits ∀ over ∧ and ∃ over ∨.
func (q *quantified) distribute(f *logic.Formula) *logic.Formula {
	if !f.Op.IsQuantifier() || f.Args[0].Op != over(f.Op) {
		return nil
	}
	op, all := over(f.Op), f.Op == logic.OpForall
	a, b := q.parts(f.Args[0].Args)
	y := q.fresh()
	right := q.apart(logic.Connect(op, b...).Substitute(f.Name, logic.Variable(y)))
	return logic.Connect(op, quantify(all, f.Name, logic.Connect(op, a...)), quantify(all, y, right))
}

// apart returns f with new names for its bound variables.
func (q *quantified) apart(f *logic.Formula) *logic.Formula {
	if f.Op.IsQuantifier() {
		y := q.fresh()
		return quantify(f.Op == logic.OpForall, y, q.apart(f.Args[0].Substitute(f.Name, logic.Variable(y))))
	}
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = q.apart(g)
	}
	return rebuild(f, args)
}

// merge is distribute backwards.
func (q *quantified) merge(f *logic.Formula) *logic.Formula {
	if f.Op != logic.OpAnd && f.Op != logic.OpOr {
		return nil
	}
	i, j := q.IntN(len(f.Args)), q.IntN(len(f.Args))
	a, b := f.Args[i], f.Args[j]
	if i == j || a.Op != b.Op || !a.Op.IsQuantifier() || over(a.Op) != f.Op {
		return nil
	}
	body := logic.Connect(f.Op, a.Args[0], b.Args[0].Substitute(b.Name, logic.Variable(a.Name)))
	out := []*logic.Formula{quantify(a.Op == logic.OpForall, a.Name, body)}
	for k, g := range f.Args {
		if k != i && k != j {
			out = append(out, g)
		}
	}
	return logic.Connect(f.Op, out...)
}

// inwards moves the operands without its variable out of a quantifier (miniscoping),
// or drops a vacuous quantifier.
func (q *quantified) inwards(f *logic.Formula) *logic.Formula {
	if !f.Op.IsQuantifier() {
		return nil
	}
	body := f.Args[0]
	has := func(g *logic.Formula) bool { return slices.Contains(g.FreeVariables(), f.Name) }
	if !has(body) {
		return body
	}
	if body.Op != logic.OpAnd && body.Op != logic.OpOr {
		return nil
	}
	var in, out []*logic.Formula
	for _, g := range body.Args {
		if has(g) {
			in = append(in, g)
		} else {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		return nil
	}
	in = []*logic.Formula{quantify(f.Op == logic.OpForall, f.Name, logic.Connect(body.Op, in...))}
	return logic.Connect(body.Op, append(in, out...)...)
}

// outwards is inwards backwards: a quantifier takes in other operands.
func (q *quantified) outwards(f *logic.Formula) *logic.Formula {
	if f.Op == logic.OpImplies && f.Args[1].Op.IsQuantifier() {
		g := f.Args[1]
		return quantify(g.Op == logic.OpForall, g.Name, logic.Implies(f.Args[0], g.Args[0]))
	}
	if f.Op == logic.OpImplies && f.Args[0].Op.IsQuantifier() {
		g := f.Args[0]
		return quantify(g.Op == logic.OpExists, g.Name, logic.Implies(g.Args[0], f.Args[1]))
	}
	if f.Op != logic.OpAnd && f.Op != logic.OpOr {
		return nil
	}
	i := q.IntN(len(f.Args))
	g := f.Args[i]
	if !g.Op.IsQuantifier() {
		return nil
	}
	others := slices.Delete(slices.Clone(f.Args), i, i+1)
	var apart []*logic.Formula
	if len(others) > 1 && q.IntN(2) == 0 {
		others, apart = q.parts(others)
	}
	body := logic.Connect(f.Op, append([]*logic.Formula{g.Args[0]}, others...)...)
	return logic.Connect(f.Op, append(apart, quantify(g.Op == logic.OpForall, g.Name, body))...)
}

// connectives applies a law of propositional logic.
func (q *quantified) connectives(f *logic.Formula) *logic.Formula {
	switch f.Op {
	case logic.OpAnd, logic.OpOr:
		a, b := q.parts(f.Args)
		return logic.Connect(f.Op, append(b, a...)...)
	case logic.OpImplies:
		return logic.Or(logic.Not(f.Args[0]), f.Args[1])
	case logic.OpIff:
		return logic.Iff(f.Args[1], f.Args[0])
	}
	return nil
}

// renamed returns f with random names for its bound variables. Quantifiers that do not
// stand inside each other can get the same name.
func (q *quantified) renamed(f *logic.Formula, around []string) *logic.Formula {
	if f.Op.IsQuantifier() {
		var y string
		for y == "" || slices.Contains(around, y) {
			y = fmt.Sprint("y", 1+q.IntN(len(around)+3))
		}
		body := f.Args[0].Substitute(f.Name, logic.Variable(y))
		return quantify(f.Op == logic.OpForall, y, q.renamed(body, append(slices.Clone(around), y)))
	}
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = q.renamed(g, around)
	}
	return rebuild(f, args)
}

// edit makes one change to f that usually changes its meaning.
func (q *quantified) edit(f *logic.Formula) *logic.Formula {
	var nodes []*logic.Formula
	for g := range f.Subformulas() {
		nodes = append(nodes, g)
	}
	for {
		at := nodes[q.IntN(len(nodes))]
		to := *at
		switch at.Op {
		case logic.OpForall:
			to.Op = logic.OpExists
		case logic.OpExists:
			to.Op = logic.OpForall
		case logic.OpAnd:
			to.Op = logic.OpOr
		case logic.OpOr:
			to.Op = logic.OpAnd
		case logic.OpImplies:
			to.Op = logic.OpIff
		case logic.OpAtom:
			if k := q.IntN(len(at.Terms) + 1); k < len(at.Terms) {
				to.Terms = slices.Clone(at.Terms)
				to.Terms[k] = logic.Constant("c4")
			} else {
				to = *logic.Not(at)
			}
		default:
			continue
		}
		return replace(f, at, rebuild(&to, to.Args))
	}
}
