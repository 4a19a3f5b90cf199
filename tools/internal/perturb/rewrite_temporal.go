package perturb

import (
	"slices"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// The laws of linear temporal logic.
//
// Source: Manna and Pnueli, The Temporal Logic of Reactive and Concurrent Systems, 1992,
// section 3.
const (
	TemporalDuality   Law = "temporal_duality"   // !G A = F !A, !(A U B) = !A R !B, and the like, both ways
	TemporalExpansion Law = "temporal_expansion" // F A = A | X F A, A U B = B | A & X (A U B), and the like
	Distribution      Law = "distribution"       // G (A & B) = G A & G B, F (A | B) = F A | F B, X over everything
	Idempotence       Law = "idempotence"        // F A = F F A, G A = G G A, both ways
	UntilDefinition   Law = "until_definition"   // A U B = (A W B) & F B, A W B = (A U B) | G A, A M B = B U (A & B)
)

// ofTime is the language of linear temporal logic.
var ofTime = language{
	rewrites: func(t formalism.Tree) []Rewrite[formalism.Tree] {
		return trees(TemporalRewrites(t.(*temporal.Formula)), func(f *temporal.Formula) formalism.Tree { return f })
	},
	edits: func(t formalism.Tree, _ []edit.Perturbation, _ *record.Vocabulary) []edit.Edit[formalism.Tree] {
		return list(edit.Edits(formalism.Of(record.LTL).Edits(t, formalism.EditOptions{Set: temporalMistakes, From: t, Invent: true})))
	},
}

// temporalMistakes are the mistakes that the edits make.
var temporalMistakes = edit.OfNoise(
	record.NegationDropped, record.NegationMisplaced, record.OperatorSwapped, record.ScopeWrong, record.SymbolRenamed, record.PartLost,
	record.TemporalSwapped, record.TemporalDropped, record.UntilSwapped, record.ArgumentOrder,
)

// TemporalRewrites lists every use of every law in f, in the order of the text.
func TemporalRewrites(f *temporal.Formula) []Rewrite[*temporal.Formula] {
	var all []Rewrite[*temporal.Formula]
	var walk func(f *temporal.Formula, replace func(*temporal.Formula) *temporal.Formula)
	walk = func(f *temporal.Formula, replace func(*temporal.Formula) *temporal.Formula) {
		temporalLaws(f, func(law Law, g *temporal.Formula) {
			all = append(all, Rewrite[*temporal.Formula]{law, func() (*temporal.Formula, bool) { return replace(g), true }})
		})
		for i, arg := range f.Args {
			walk(arg, func(g *temporal.Formula) *temporal.Formula {
				args := slices.Clone(f.Args)
				args[i] = g
				return replace(temporal.Connect(f.Op, args...))
			})
		}
	}
	walk(f, func(g *temporal.Formula) *temporal.Formula { return g })
	return all
}

// temporalDual are the operators that negation exchanges.
var temporalDual = map[temporal.Op]temporal.Op{
	temporal.OpAnd: temporal.OpOr, temporal.OpOr: temporal.OpAnd, temporal.OpNext: temporal.OpNext,
	temporal.OpFinally: temporal.OpGlobally, temporal.OpGlobally: temporal.OpFinally,
	temporal.OpUntil: temporal.OpRelease, temporal.OpRelease: temporal.OpUntil,
	temporal.OpWeakUntil: temporal.OpStrongRelease, temporal.OpStrongRelease: temporal.OpWeakUntil,
}

// temporalLaws lists the uses of laws at the top of f.
func temporalLaws(f *temporal.Formula, use func(Law, *temporal.Formula)) {
	op := f.Op
	dual := temporalDual[op]
	use(DoubleNegation, temporal.Not(temporal.Not(f)))
	switch {
	case op == temporal.OpNot:
		if g := f.Args[0]; g.Op == temporal.OpNot {
			use(DoubleNegation, g.Args[0])
		} else if temporalDual[g.Op].IsTemporal() {
			use(TemporalDuality, temporal.Connect(temporalDual[g.Op], denied(g.Args)...))
		} else if temporalDual[g.Op] != 0 {
			use(DeMorgan, temporal.Connect(temporalDual[g.Op], denied(g.Args)...))
		}
	case op.IsTemporal():
		use(TemporalDuality, temporal.Not(temporal.Connect(dual, denied(f.Args)...)))
		over(f, use)
		lasting(f, use)
	case op == temporal.OpImplies:
		use(Expansion, temporal.Or(denied(f.Args[:1])[0], f.Args[1]))
	case op == temporal.OpIff:
		use(Commutativity, temporal.Iff(f.Args[1], f.Args[0]))
		use(Expansion, temporal.And(temporal.Implies(f.Args[0], f.Args[1]), temporal.Implies(f.Args[1], f.Args[0])))
	case len(f.Args) > 1:
		for i := range len(f.Args) - 1 {
			args := slices.Clone(f.Args)
			args[i], args[i+1] = args[i+1], args[i]
			use(Commutativity, temporal.Connect(op, args...))
		}
		if dual != 0 {
			use(DeMorgan, temporal.Not(temporal.Connect(dual, denied(f.Args)...)))
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
func over(f *temporal.Formula, use func(Law, *temporal.Formula)) {
	g := f.Args[0]
	if len(f.Args) != 1 || len(g.Args) == 0 {
		return
	}
	if f.Op == temporal.OpNext || f.Op == temporal.OpGlobally && g.Op == temporal.OpAnd || f.Op == temporal.OpFinally && g.Op == temporal.OpOr {
		args := make([]*temporal.Formula, len(g.Args))
		for i, h := range g.Args {
			args[i] = temporal.Connect(f.Op, h)
		}
		use(Distribution, temporal.Connect(g.Op, args...))
	}
}

// lasting lists the uses of the laws of single operators.
func lasting(f *temporal.Formula, use func(Law, *temporal.Formula)) {
	a, b := f.Args[0], f.Args[len(f.Args)-1]
	later := temporal.Next(f)
	switch f.Op {
	case temporal.OpFinally, temporal.OpGlobally:
		if a.Op == f.Op {
			use(Idempotence, a)
		}
		use(Idempotence, temporal.Connect(f.Op, f))
		join := temporal.OpOr
		if f.Op == temporal.OpGlobally {
			join = temporal.OpAnd
		}
		use(TemporalExpansion, temporal.Connect(join, a, later))
	case temporal.OpUntil:
		use(TemporalExpansion, temporal.Or(b, temporal.And(a, later)))
		use(UntilDefinition, temporal.And(temporal.WeakUntil(a, b), temporal.Finally(b)))
	case temporal.OpWeakUntil:
		use(TemporalExpansion, temporal.Or(b, temporal.And(a, later)))
		use(UntilDefinition, temporal.Or(temporal.Until(a, b), temporal.Globally(a)))
	case temporal.OpRelease:
		use(TemporalExpansion, temporal.And(b, temporal.Or(a, later)))
		use(UntilDefinition, temporal.WeakUntil(b, temporal.And(a, b)))
	case temporal.OpStrongRelease:
		use(TemporalExpansion, temporal.And(b, temporal.Or(a, later)))
		use(UntilDefinition, temporal.Until(b, temporal.And(a, b)))
	}
}
