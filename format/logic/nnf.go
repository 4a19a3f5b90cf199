package logic

import "fmt"

// MaxNormal bounds the size of a normal form: each ↔ and ⊕ doubles its operands.
const MaxNormal = 20_000

// NNF returns the negation normal form of f: ∧, ∨ and quantifiers over literals. It
// returns an error if the result has more than MaxNormal nodes.
func NNF(f *Formula) (*Formula, error) {
	n := &normalizer{left: MaxNormal}
	g := n.formula(f, true)
	if n.left < 0 {
		return nil, fmt.Errorf("negation normal form: more than %d nodes", MaxNormal)
	}
	return g, nil
}

type normalizer struct{ left int }

// formula returns the normal form of f if holds is true, else the normal form of ¬f.
func (n *normalizer) formula(f *Formula, holds bool) *Formula {
	if n.left--; n.left < 0 {
		return f
	}
	switch f.Op {
	case OpTrue, OpFalse:
		if !holds {
			return &Formula{Op: f.Op.Dual()}
		}
	case OpNot:
		return n.formula(f.Args[0], !holds)
	case OpForall, OpExists, OpAnd, OpOr:
		op := f.Op
		if !holds {
			op = op.Dual()
		}
		args := make([]*Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = n.formula(g, holds)
		}
		return (&Formula{Op: op, Name: f.Name}).WithOperands(args)
	case OpImplies:
		if holds {
			return Or(n.formula(f.Args[0], false), n.formula(f.Args[1], true))
		}
		return And(n.formula(f.Args[0], true), n.formula(f.Args[1], false))
	case OpIff:
		return n.same(f.Args[0], f.Args[1], holds)
	case OpXor:
		return n.same(f.Args[0], Xor(f.Args[1:]...), !holds)
	}
	if holds {
		return f
	}
	return Not(f)
}

// same returns the normal form of a ↔ b if same is true, else the normal form of a ⊕ b.
func (n *normalizer) same(a, b *Formula, same bool) *Formula {
	return Or(
		And(n.formula(a, true), n.formula(b, same)),
		And(n.formula(a, false), n.formula(b, !same)),
	)
}
