package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// Rewrites lists every use of every law in a formula, in the order of the text.
func (*Language) Rewrites(t syntax.Tree) []syntax.Rewrite {
	return syntax.Rewrites(formula(t), laws, tree)
}

// laws lists the uses of laws at the top of f.
func laws(f *logic.Formula, use func(syntax.Law, func() *logic.Formula)) {
	use(syntax.DoubleNegation, func() *logic.Formula { return doubleNegation(f) })
	switch f.Op {
	case logic.OpNot:
		if g := f.Args[0]; len(g.Args) > 0 && g.Op.Dual() != 0 {
			use(syntax.DeMorgan, func() *logic.Formula { return denyOperands(f.Args[0]) })
		}
	case logic.OpForall, logic.OpExists:
		if f.Args[0].Op == logic.OpNot { // ∀x ¬A = ¬∃x A
			use(syntax.DeMorgan, func() *logic.Formula { return logic.Not(denyOperands(f)) })
		}
	case logic.OpImplies:
		use(syntax.Expansion, func() *logic.Formula { return logic.Or(deny(f.Args[0]), f.Args[1]) })
	case logic.OpIff:
		a, b := f.Args[0], f.Args[1]
		use(syntax.Expansion, func() *logic.Formula { return logic.And(logic.Implies(a, b), logic.Implies(b, a)) })
		use(syntax.Commutativity, func() *logic.Formula { return logic.Iff(b, a) })
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		for i := range len(f.Args) - 1 {
			use(syntax.Commutativity, func() *logic.Formula { return syntax.Over(f, i, i+2, f.Args[i+1], f.Args[i]) })
		}
		if f.Op == logic.OpXor {
			break
		}
		if !slices.ContainsFunc(f.Args, func(g *logic.Formula) bool { return g.Op != logic.OpNot }) {
			use(syntax.DeMorgan, func() *logic.Formula { return logic.Not(denyOperands(f)) })
		}
		for i, g := range f.Args {
			if g.Op == f.Op.Dual() && len(g.Args)*syntax.Count(f.Subformulas()) <= logic.MaxNormal {
				use(syntax.Distributivity, func() *logic.Formula { return distribute(f, i) })
			}
		}
	}
}

// denyOperands applies De Morgan's law to ¬f. It returns the dual connective over the
// negations of the operands of f. A negated operand loses its negation.
func denyOperands(f *logic.Formula) *logic.Formula {
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = deny(g)
	}
	return (&logic.Formula{Op: f.Op.Dual(), Name: f.Name}).WithOperands(args)
}

func deny(f *logic.Formula) *logic.Formula {
	if f.Op == logic.OpNot {
		return f.Args[0]
	}
	return logic.Not(f)
}

// doubleNegation adds two negations and moves the inner one to the atoms. For a literal, and
// for a formula that would become too large, it keeps both.
func doubleNegation(f *logic.Formula) *logic.Formula {
	if inner, err := logic.NNF(logic.Not(f)); err == nil && !logic.Same(f, logic.Not(inner)) {
		return logic.Not(inner)
	}
	return logic.Not(logic.Not(f))
}

// distribute distributes the other operands of f over the operands of operand i.
func distribute(f *logic.Formula, i int) *logic.Formula {
	inner := f.Args[i]
	parts := make([]*logic.Formula, len(inner.Args))
	for k, g := range inner.Args {
		parts[k] = syntax.With(f, i, g)
	}
	return logic.Connect(inner.Op, parts...)
}

// Perturbations lists the kinds of edits of Variants.
func (*Language) Perturbations() []syntax.Perturbation {
	return []syntax.Perturbation{syntax.Operator, syntax.Quantifier, syntax.Negation, syntax.Constant, syntax.Predicate, syntax.Arguments}
}

// Variants lists edits of some kinds. An edit inserts only constants and predicates of the
// formula and of the vocabulary, which can be nil.
func (*Language) Variants(t syntax.Tree, kinds []syntax.Perturbation, v *record.Vocabulary) iter.Seq[syntax.Edit] {
	f := formula(t)
	o := options{set: syntax.OfPerturbations(kinds...), names: insertable(f, v)}
	return syntax.Edits(o.sites(f))
}

// insertable returns the predicates and constants of f and of the vocabulary, without the
// names that f binds, because such a name could be a variable where an edit inserts it.
func insertable(f *logic.Formula, v *record.Vocabulary) logic.Signature {
	s := f.Signature(false)
	constants, predicates := s.Constants, s.Predicates
	if v != nil {
		constants = slices.Concat(constants, v.Constants)
		for _, p := range v.Predicates {
			predicates = append(slices.Clip(predicates), logic.Symbol{Name: p.Name, Arity: int(p.Arity)})
		}
	}
	seen := map[logic.Symbol]bool{}
	for _, x := range s.Variables {
		seen[logic.Symbol{Name: logic.Fold(x)}] = true
	}
	isNew := func(name string, arity int) bool {
		key := logic.Symbol{Name: logic.Fold(name), Arity: arity}
		known := seen[key]
		seen[key] = true
		return !known
	}
	var out logic.Signature
	for _, c := range constants {
		if isNew(c, 0) {
			out.Constants = append(out.Constants, c)
		}
	}
	for _, p := range predicates {
		if isNew(p.Name, p.Arity) {
			out.Predicates = append(out.Predicates, p)
		}
	}
	return out
}
