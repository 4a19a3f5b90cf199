package language

import (
	"iter"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// The laws of linear temporal logic.
//
// Source: Manna and Pnueli, The Temporal Logic of Reactive and Concurrent Systems, 1992,
// section 3.
const (
	TemporalDuality   syntax.Law = "temporal_duality"   // !G A = F !A, !(A U B) = !A R !B, and the like, both ways
	TemporalExpansion syntax.Law = "temporal_expansion" // F A = A | X F A, A U B = B | A & X (A U B), and the like
	Distribution      syntax.Law = "distribution"       // G (A & B) = G A & G B, F (A | B) = F A | F B, X over everything
	Idempotence       syntax.Law = "idempotence"        // F A = F F A, G A = G G A, both ways
	UntilDefinition   syntax.Law = "until_definition"   // A U B = (A W B) & F B, A W B = (A U B) | G A, A M B = B U (A & B)
)

// Rewrites lists every use of every law in a formula, in the order of the text.
func (*Language) Rewrites(t syntax.Tree) []syntax.Rewrite {
	return syntax.Rewrites(formula(t), func(f *temporal.Formula, use func(syntax.Law, func() *temporal.Formula)) {
		laws(f, func(law syntax.Law, g *temporal.Formula) {
			use(law, func() *temporal.Formula { return g })
		})
	}, tree)
}

// laws lists the uses of laws at the top of f.
func laws(f *temporal.Formula, use func(syntax.Law, *temporal.Formula)) {
	op := f.Op
	dual := op.Dual()
	use(syntax.DoubleNegation, temporal.Not(temporal.Not(f)))
	switch {
	case op == temporal.OpNot:
		if g := f.Args[0]; g.Op == temporal.OpNot {
			use(syntax.DoubleNegation, g.Args[0])
		} else if len(g.Args) == 0 {
			break
		} else if g.Op.Dual().IsTemporal() {
			use(TemporalDuality, temporal.Connect(g.Op.Dual(), denied(g.Args)...))
		} else if g.Op.Dual() != 0 {
			use(syntax.DeMorgan, temporal.Connect(g.Op.Dual(), denied(g.Args)...))
		}
	case op.IsTemporal():
		use(TemporalDuality, temporal.Not(temporal.Connect(dual, denied(f.Args)...)))
		over(f, use)
		definitions(f, use)
	case op == temporal.OpImplies:
		use(syntax.Expansion, temporal.Or(denied(f.Args[:1])[0], f.Args[1]))
	case op == temporal.OpIff:
		use(syntax.Commutativity, temporal.Iff(f.Args[1], f.Args[0]))
		use(syntax.Expansion, temporal.And(temporal.Implies(f.Args[0], f.Args[1]), temporal.Implies(f.Args[1], f.Args[0])))
	case len(f.Args) > 1:
		for i := range len(f.Args) - 1 {
			use(syntax.Commutativity, syntax.Over(f, i, i+2, f.Args[i+1], f.Args[i]))
		}
		if dual != 0 {
			use(syntax.DeMorgan, temporal.Not(temporal.Connect(dual, denied(f.Args)...)))
		}
	}
}

// denied returns the negations of fs. A negated formula loses its negation.
func denied(fs []*temporal.Formula) []*temporal.Formula {
	out := make([]*temporal.Formula, len(fs))
	for i, f := range fs {
		if out[i] = temporal.Not(f); f.Op == temporal.OpNot {
			out[i] = f.Args[0]
		}
	}
	return out
}

// over lists the uses of the laws by which X, F and G distribute.
func over(f *temporal.Formula, use func(syntax.Law, *temporal.Formula)) {
	g := f.Args[0]
	if len(f.Args) != 1 || len(g.Args) == 0 {
		return
	}
	if f.Op == temporal.OpNext && !g.Op.IsPast() || f.Op.Join() == g.Op {
		args := make([]*temporal.Formula, len(g.Args))
		for i, h := range g.Args {
			args[i] = temporal.Connect(f.Op, h)
		}
		use(Distribution, temporal.Connect(g.Op, args...))
	}
}

// definitions lists the uses of the laws of single operators.
func definitions(f *temporal.Formula, use func(syntax.Law, *temporal.Formula)) {
	a, b := f.Args[0], f.Args[len(f.Args)-1]
	if join := f.Op.Join(); join != 0 {
		rest := temporal.Next(f)
		if f.Op.IsPast() {
			rest = temporal.Connect(f.Op.Step(), f)
		}
		if len(f.Args) > 1 {
			rest = temporal.Connect(join.Dual(), a, rest)
		} else {
			if a.Op == f.Op {
				use(Idempotence, a)
			}
			use(Idempotence, temporal.Connect(f.Op, f))
		}
		use(TemporalExpansion, temporal.Connect(join, b, rest))
	}
	switch f.Op {
	case temporal.OpUntil:
		use(UntilDefinition, temporal.And(temporal.WeakUntil(a, b), temporal.Finally(b)))
	case temporal.OpWeakUntil:
		use(UntilDefinition, temporal.Or(temporal.Until(a, b), temporal.Globally(a)))
	case temporal.OpRelease:
		use(UntilDefinition, temporal.WeakUntil(b, temporal.And(a, b)))
	case temporal.OpStrongRelease:
		use(UntilDefinition, temporal.Until(b, temporal.And(a, b)))
	}
}

// Variants lists edits that make a mistake of translation.
func (l *Language) Variants(t syntax.Tree, _ []syntax.Perturbation, _ *record.Vocabulary) iter.Seq[syntax.Edit] {
	return syntax.Edits(l.Edits(t, syntax.EditOptions{Set: syntax.OfNoise(
		record.NegationDropped, record.NegationMisplaced, record.OperatorSwapped, record.ScopeWrong, record.SymbolRenamed, record.PartLost,
		record.TemporalSwapped, record.TemporalDropped, record.UntilSwapped, record.ArgumentOrder,
	), From: t, Invent: true}))
}
