package perturb

import (
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
)

// Law is the law by which a rewrite keeps the meaning.
type Law string

// The laws.
const (
	DeMorgan       Law = "de_morgan"             // ¬(A ∧ B) = ¬A ∨ ¬B, ¬∀x A = ∃x ¬A, and the like, both ways
	DoubleNegation Law = "double_negation"       // A = ¬A', where A' is ¬A in negation normal form
	Commutativity  Law = "commutativity"         // A ∧ B = B ∧ A for neighbours in a chain, and A ↔ B = B ↔ A
	Distributivity Law = "distributivity"        // A ∧ (B ∨ C) = (A ∧ B) ∨ (A ∧ C), and its dual
	Expansion      Law = "implication_expansion" // A → B = ¬A ∨ B, A ↔ B = (A → B) ∧ (B → A)
)

// A Rewrite is one use of a law in one formula. Apply returns the rewritten formula, or
// false if it would be too large; see MaxNodes.
type Rewrite[T any] struct {
	Law   Law
	Apply func() (T, bool)
}

// Rewrites lists every use of every law in f, in the order of the text.
func Rewrites(f *logic.Formula) []Rewrite[*logic.Formula] {
	var all []Rewrite[*logic.Formula]
	for n := range edit.Nodes(f) {
		laws(n.Formula, func(law Law, change func() *logic.Formula) {
			all = append(all, Rewrite[*logic.Formula]{law, func() (*logic.Formula, bool) {
				if g := change(); g != nil {
					return n.Replace(g), true
				}
				return nil, false
			}})
		})
	}
	return all
}

// laws lists the uses of laws at the top of f.
func laws(f *logic.Formula, use func(Law, func() *logic.Formula)) {
	use(DoubleNegation, func() *logic.Formula { return doubleNegation(f) })
	switch f.Op {
	case logic.OpNot:
		if dual[f.Args[0].Op] != 0 {
			use(DeMorgan, func() *logic.Formula { return denyOperands(f.Args[0]) })
		}
	case logic.OpForall, logic.OpExists:
		if f.Args[0].Op == logic.OpNot { // ∀x ¬A = ¬∃x A
			use(DeMorgan, func() *logic.Formula { return logic.Not(denyOperands(f)) })
		}
	case logic.OpImplies:
		use(Expansion, func() *logic.Formula { return logic.Or(deny(f.Args[0]), f.Args[1]) })
	case logic.OpIff:
		a, b := f.Args[0], f.Args[1]
		use(Expansion, func() *logic.Formula { return logic.And(logic.Implies(a, b), logic.Implies(b, a)) })
		use(Commutativity, func() *logic.Formula { return logic.Iff(b, a) })
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		for i := range len(f.Args) - 1 {
			use(Commutativity, func() *logic.Formula { return swap(f, i) })
		}
		if f.Op == logic.OpXor {
			break
		}
		if !slices.ContainsFunc(f.Args, func(g *logic.Formula) bool { return g.Op != logic.OpNot }) {
			use(DeMorgan, func() *logic.Formula { return logic.Not(denyOperands(f)) })
		}
		for i, g := range f.Args {
			if g.Op == dual[f.Op] {
				use(Distributivity, func() *logic.Formula { return distribute(f, i) })
			}
		}
	}
}

var dual = map[logic.Op]logic.Op{
	logic.OpAnd: logic.OpOr, logic.OpOr: logic.OpAnd,
	logic.OpForall: logic.OpExists, logic.OpExists: logic.OpForall,
}

// denyOperands applies De Morgan's law to ¬f. It returns the dual connective over the
// negations of the operands of f. A negated operand loses its negation.
func denyOperands(f *logic.Formula) *logic.Formula {
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = deny(g)
	}
	return edit.Like(&logic.Formula{Op: dual[f.Op], Name: f.Name}, args)
}

func deny(f *logic.Formula) *logic.Formula {
	if f.Op == logic.OpNot {
		return f.Args[0]
	}
	return logic.Not(f)
}

// doubleNegation adds two negations and moves the inner one to the atoms. For a literal
// it keeps both, because the move would result in the same literal.
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

func swap(f *logic.Formula, i int) *logic.Formula {
	args := slices.Clone(f.Args)
	args[i], args[i+1] = args[i+1], args[i]
	return edit.Like(f, args)
}

// distribute distributes the other operands of f over the operands of operand i.
func distribute(f *logic.Formula, i int) *logic.Formula {
	inner := f.Args[i]
	if len(inner.Args)*size(f) > MaxNodes {
		return nil
	}
	parts := make([]*logic.Formula, len(inner.Args))
	for k, g := range inner.Args {
		parts[k] = edit.With(f, i, g)
	}
	return logic.Connect(inner.Op, parts...)
}

// MaxNodes bounds the size of a rewritten formula and of a normal form: each ↔
// and ⊕ doubles its operands.
const MaxNodes = 20_000

func size(f *logic.Formula) int {
	n := 0
	for range f.Subformulas() {
		n++
	}
	return n
}

// NNF returns the negation normal form of f: ∧, ∨ and quantifiers over literals. It
// returns an error if the result has more than MaxNodes nodes.
func NNF(f *logic.Formula) (*logic.Formula, error) {
	n := &normalizer{left: MaxNodes}
	g := n.formula(f, true)
	if n.left < 0 {
		return nil, fmt.Errorf("negation normal form: more than %d nodes", MaxNodes)
	}
	return g, nil
}

type normalizer struct{ left int }

// formula returns the normal form of f if holds is true, else the normal form of ¬f.
func (n *normalizer) formula(f *logic.Formula, holds bool) *logic.Formula {
	if n.left--; n.left < 0 {
		return f
	}
	switch f.Op {
	case logic.OpTrue, logic.OpFalse:
		if !holds {
			return &logic.Formula{Op: logic.OpTrue + logic.OpFalse - f.Op}
		}
	case logic.OpNot:
		return n.formula(f.Args[0], !holds)
	case logic.OpForall, logic.OpExists, logic.OpAnd, logic.OpOr:
		op := f.Op
		if !holds {
			op = dual[op]
		}
		args := make([]*logic.Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = n.formula(g, holds)
		}
		return edit.Like(&logic.Formula{Op: op, Name: f.Name}, args)
	case logic.OpImplies:
		if holds {
			return logic.Or(n.formula(f.Args[0], false), n.formula(f.Args[1], true))
		}
		return logic.And(n.formula(f.Args[0], true), n.formula(f.Args[1], false))
	case logic.OpIff:
		return n.same(f.Args[0], f.Args[1], holds)
	case logic.OpXor:
		return n.same(f.Args[0], logic.Xor(f.Args[1:]...), !holds)
	}
	if holds {
		return f
	}
	return logic.Not(f)
}

// same returns the normal form of a ↔ b if same is true, else the normal form of a ⊕ b.
func (n *normalizer) same(a, b *logic.Formula, same bool) *logic.Formula {
	return logic.Or(
		logic.And(n.formula(a, true), n.formula(b, same)),
		logic.And(n.formula(a, false), n.formula(b, !same)),
	)
}
