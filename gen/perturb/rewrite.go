package perturb

import (
	"errors"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// Law is why a rewrite keeps the meaning.
type Law string

// The laws.
const (
	DeMorgan       Law = "de_morgan"             // ¬(A ∧ B) = ¬A ∨ ¬B, ¬∀x A = ∃x ¬A, and the like, both ways
	DoubleNegation Law = "double_negation"       // A = ¬A', where A' is ¬A in negation normal form
	Commutativity  Law = "commutativity"         // two neighbours in a chain, or the sides of ↔, change places
	Distributivity Law = "distributivity"        // A ∧ (B ∨ C) = (A ∧ B) ∨ (A ∧ C), and its dual
	Expansion      Law = "implication_expansion" // A → B = ¬A ∨ B, A ↔ B = (A → B) ∧ (B → A)
)

// A Rewrite is one use of a law in one formula, not yet made.
type Rewrite struct {
	Law Law

	node   int
	change func(*logic.Formula) *logic.Formula
}

// Apply makes the rewrite in f, which must be the formula it was found in. It
// is nil where the result would be too large; see NNF.
func (r Rewrite) Apply(f *logic.Formula) *logic.Formula {
	tooLarge := false
	g := at(f, r.node, func(g *logic.Formula) *logic.Formula {
		h := r.change(g)
		if tooLarge = h == nil; tooLarge {
			return g
		}
		return h
	})
	if tooLarge {
		return nil
	}
	return g
}

// Rewrites lists every use of every law in f, in the order of the text.
func Rewrites(f *logic.Formula) []Rewrite {
	var all []Rewrite
	n := 0
	f.Walk(func(g *logic.Formula) bool {
		for _, r := range laws(g) {
			r.node = n
			all = append(all, r)
		}
		n++
		return true
	})
	return all
}

// laws are the uses of laws at the top of f.
func laws(f *logic.Formula) []Rewrite {
	use := func(law Law, change func(*logic.Formula) *logic.Formula) Rewrite {
		return Rewrite{Law: law, change: change}
	}
	rs := []Rewrite{use(DoubleNegation, doubleNegation)}
	switch f.Op {
	case logic.OpNot:
		if dual[f.Args[0].Op] != 0 {
			rs = append(rs, use(DeMorgan, func(f *logic.Formula) *logic.Formula { return denyOperands(f.Args[0]) }))
		}
	case logic.OpForall, logic.OpExists:
		if f.Args[0].Op == logic.OpNot { // ∀x ¬A = ¬∃x A
			rs = append(rs, use(DeMorgan, func(f *logic.Formula) *logic.Formula { return logic.Not(denyOperands(f)) }))
		}
	case logic.OpImplies, logic.OpIff:
		rs = append(rs, use(Expansion, expand))
		if f.Op == logic.OpIff {
			rs = append(rs, use(Commutativity, swap(0)))
		}
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		for i := range len(f.Args) - 1 {
			rs = append(rs, use(Commutativity, swap(i)))
		}
		if f.Op == logic.OpXor {
			break
		}
		if !slices.ContainsFunc(f.Args, func(g *logic.Formula) bool { return g.Op != logic.OpNot }) {
			rs = append(rs, use(DeMorgan, func(f *logic.Formula) *logic.Formula { return logic.Not(denyOperands(f)) }))
		}
		for i, g := range f.Args {
			if g.Op == dual[f.Op] {
				rs = append(rs, use(Distributivity, distribute(i)))
			}
		}
	}
	return rs
}

var dual = map[logic.Op]logic.Op{
	logic.OpAnd: logic.OpOr, logic.OpOr: logic.OpAnd,
	logic.OpForall: logic.OpExists, logic.OpExists: logic.OpForall,
}

// denyOperands is the dual connective over the denied operands of f: what ¬f
// means. Of an operand that is a negation, that one goes.
func denyOperands(f *logic.Formula) *logic.Formula {
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = deny(g)
	}
	return with(&logic.Formula{Op: dual[f.Op], Name: f.Name}, args)
}

func deny(f *logic.Formula) *logic.Formula {
	if f.Op == logic.OpNot {
		return f.Args[0]
	}
	return logic.Not(f)
}

// doubleNegation drives the inner one of two negations to the atoms. Of a
// literal, which has one form only, it writes both.
func doubleNegation(f *logic.Formula) *logic.Formula {
	inner, err := NNF(logic.Not(f))
	if err != nil {
		return nil
	}
	if g := logic.Not(inner); !logic.Same(f, g) {
		return g
	}
	return logic.Not(logic.Not(f))
}

func expand(f *logic.Formula) *logic.Formula {
	a, b := f.Args[0], f.Args[1]
	if f.Op == logic.OpIff {
		return logic.And(logic.Implies(a, b), logic.Implies(b, a))
	}
	return logic.Or(deny(a), b)
}

// swap changes the places of operands i and i+1.
func swap(i int) func(*logic.Formula) *logic.Formula {
	return func(f *logic.Formula) *logic.Formula {
		args := slices.Clone(f.Args)
		args[i], args[i+1] = args[i+1], args[i]
		return with(f, args)
	}
}

// distribute joins the rest of the chain to each operand of operand i.
func distribute(i int) func(*logic.Formula) *logic.Formula {
	return func(f *logic.Formula) *logic.Formula {
		inner := f.Args[i]
		if len(inner.Args)*size(f) > MaxNodes {
			return nil
		}
		parts := make([]*logic.Formula, len(inner.Args))
		for k, g := range inner.Args {
			args := slices.Clone(f.Args)
			args[i] = g
			parts[k] = connect(f.Op, args...)
		}
		return connect(inner.Op, parts...)
	}
}

// MaxNodes bounds what a rewrite or a normal form may grow to: ↔ and ⊕ double
// what is below them at every level.
const MaxNodes = 20_000

func size(f *logic.Formula) int {
	n := 0
	f.Walk(func(*logic.Formula) bool { n++; return true })
	return n
}

// ErrSize says that a formula would have more than MaxNodes nodes.
var ErrSize = errors.New("formula grows too large")

// NNF is the negation normal form of f: ∧, ∨ and quantifiers over literals. The
// error is ErrSize.
func NNF(f *logic.Formula) (*logic.Formula, error) {
	n := &normalizer{left: MaxNodes}
	g := n.formula(f, true)
	if n.left < 0 {
		return nil, fmt.Errorf("negation normal form: %w: more than %d nodes", ErrSize, MaxNodes)
	}
	return g, nil
}

type normalizer struct{ left int }

// formula is f, or where it is not to hold ¬f, in normal form.
func (n *normalizer) formula(f *logic.Formula, holds bool) *logic.Formula {
	if n.left--; n.left < 0 {
		return f
	}
	switch f.Op {
	case logic.OpTrue, logic.OpFalse:
		if (f.Op == logic.OpTrue) == holds {
			return logic.Top()
		}
		return logic.Bottom()
	case logic.OpNot:
		return n.formula(f.Args[0], !holds)
	case logic.OpForall, logic.OpExists:
		op := f.Op
		if !holds {
			op = dual[op]
		}
		return &logic.Formula{Op: op, Name: f.Name, Args: []*logic.Formula{n.formula(f.Args[0], holds)}}
	case logic.OpAnd, logic.OpOr:
		op := f.Op
		if !holds {
			op = dual[op]
		}
		args := make([]*logic.Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = n.formula(g, holds)
		}
		return connect(op, args...)
	case logic.OpImplies:
		if holds {
			return logic.Or(n.formula(f.Args[0], false), n.formula(f.Args[1], true))
		}
		return logic.And(n.formula(f.Args[0], true), n.formula(f.Args[1], false))
	case logic.OpIff:
		return n.same(f.Args[0], f.Args[1], holds)
	case logic.OpXor:
		return n.same(f.Args[0], part(f, 1, len(f.Args)), !holds)
	}
	if holds {
		return f
	}
	return logic.Not(f)
}

// same says that a and b have one truth value, or where they shall not, two.
func (n *normalizer) same(a, b *logic.Formula, shall bool) *logic.Formula {
	return logic.Or(
		logic.And(n.formula(a, true), n.formula(b, shall)),
		logic.And(n.formula(a, false), n.formula(b, !shall)),
	)
}
