package temporal_test

import (
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/temporal"
)

// The operators of temporal formulas, which are drawn with equal frequency.
var (
	unaryOps = []temporal.Op{temporal.OpNot, temporal.OpNext, temporal.OpFinally, temporal.OpGlobally}
	allOps   = append([]temporal.Op{
		temporal.OpAnd, temporal.OpOr, temporal.OpXor, temporal.OpImplies, temporal.OpIff,
		temporal.OpUntil, temporal.OpRelease, temporal.OpWeakUntil, temporal.OpStrongRelease,
	}, unaryOps...)
	pastOps = append([]temporal.Op{
		temporal.OpYesterday, temporal.OpWeakYesterday, temporal.OpOnce, temporal.OpHistorically,
		temporal.OpSince, temporal.OpTriggered, temporal.OpWeakNext,
	}, allOps...)
)

// randomFormula draws a formula of linear temporal logic with n operators over the
// propositions a, b, c and so on, at most 26.
func randomFormula(rng *rand.Rand, n, atoms int) *temporal.Formula {
	return randomOf(rng, allOps, n, atoms)
}

func randomOf(rng *rand.Rand, ops []temporal.Op, n, atoms int) *temporal.Formula {
	if n == 0 {
		if rng.IntN(20) == 0 {
			return temporal.Connect(temporal.OpTrue + temporal.Op(rng.IntN(2)))
		}
		return temporal.Atom(string(rune('a' + rng.IntN(atoms))))
	}
	op := ops[rng.IntN(len(ops))]
	if op == temporal.OpNot || op.IsUnary() {
		return temporal.Connect(op, randomOf(rng, ops, n-1, atoms))
	}
	left := rng.IntN(n)
	return temporal.Connect(op, randomOf(rng, ops, left, atoms), randomOf(rng, ops, n-1-left, atoms))
}

// randomPair draws a formula of n operators and a formula like a model's answer: with
// probability one third another formula, otherwise the first one rewritten by laws, and
// in half of these cases edited.
func randomPair(rng *rand.Rand, n, atoms int) (a, b *temporal.Formula) {
	return randomPairOf(rng, allOps, n, atoms)
}

func randomPairOf(rng *rand.Rand, ops []temporal.Op, n, atoms int) (a, b *temporal.Formula) {
	a = randomOf(rng, ops, n, atoms)
	kind := rng.IntN(3)
	if kind == 0 {
		return a, randomOf(rng, ops, n, atoms)
	}
	b = a
	for range 1 + rng.IntN(3) {
		b = rewritten(rng, b, false)
	}
	if kind == 1 {
		b = below(rng, b, func(f *temporal.Formula) *temporal.Formula { return edited(rng, f, atoms) })
	}
	return a, b
}

// below applies change to a random subformula of f.
func below(rng *rand.Rand, f *temporal.Formula, change func(*temporal.Formula) *temporal.Formula) *temporal.Formula {
	if len(f.Args) == 0 || rng.IntN(4) == 0 {
		return change(f)
	}
	args := append([]*temporal.Formula(nil), f.Args...)
	i := rng.IntN(len(args))
	args[i] = below(rng, args[i], change)
	return temporal.Connect(f.Op, args...)
}

// edited changes the operator of f, or the proposition.
func edited(rng *rand.Rand, f *temporal.Formula, atoms int) *temporal.Formula {
	switch len(f.Args) {
	case 0:
		return randomFormula(rng, 0, atoms)
	case 1:
		if f.Op.IsPast() {
			return temporal.Connect(temporal.OpYesterday+temporal.Op(rng.IntN(4)), f.Args[0])
		}
		return temporal.Connect(unaryOps[rng.IntN(len(unaryOps))], f.Args[0])
	case 2:
		if f.Op.IsPast() {
			return temporal.Connect(temporal.OpSince+temporal.Op(rng.IntN(2)), f.Args[rng.IntN(2)], f.Args[1])
		}
		return temporal.Connect(temporal.OpUntil+temporal.Op(rng.IntN(4)), f.Args[rng.IntN(2)], f.Args[1])
	}
	return temporal.Connect(f.Op, f.Args[1:]...)
}

// rewritten rewrites a random subformula of f by an applicable law, which keeps the
// meaning over infinite words. With finite, the law also holds over finite words.
func rewritten(rng *rand.Rand, f *temporal.Formula, finite bool) *temporal.Formula {
	return below(rng, f, func(f *temporal.Formula) *temporal.Formula {
		if gs := lawsAt(f, finite); len(gs) > 0 {
			return gs[rng.IntN(len(gs))]
		}
		return temporal.Not(temporal.Not(f))
	})
}

// lawsAt lists formulas that are equivalent to f.
func lawsAt(f *temporal.Formula, finite bool) []*temporal.Formula {
	not, and, or := temporal.Not, temporal.And, temporal.Or
	next, until := temporal.Next, temporal.Until
	release := func(a, b *temporal.Formula) *temporal.Formula { return temporal.Connect(temporal.OpRelease, a, b) }
	finally, globally, connect := temporal.Finally, temporal.Globally, temporal.Connect
	var a, b *temporal.Formula
	if len(f.Args) > 0 {
		a, b = f.Args[0], f.Args[len(f.Args)-1]
	}
	var out []*temporal.Formula
	add := func(gs ...*temporal.Formula) { out = append(out, gs...) }
	switch f.Op {
	case temporal.OpFinally:
		add(until(temporal.Top(), a), not(globally(not(a))), or(a, next(f)), finally(f), connect(temporal.OpStrongRelease, a, temporal.Top()))
		if a.Op == temporal.OpOr {
			add(or(finally(a.Args[0]), finally(or(a.Args[1:]...))))
		}
	case temporal.OpGlobally:
		add(release(temporal.Bottom(), a), not(finally(not(a))), globally(f), temporal.WeakUntil(a, temporal.Bottom()))
		if !finite {
			add(and(a, next(f)), and(globally(a), next(globally(a))))
		}
		if a.Op == temporal.OpAnd {
			add(and(globally(a.Args[0]), globally(and(a.Args[1:]...))))
		}
	case temporal.OpUntil:
		add(or(b, and(a, next(f))), not(release(not(a), not(b))), and(temporal.WeakUntil(a, b), finally(b)), until(a, f), connect(temporal.OpStrongRelease, b, or(a, b)))
	case temporal.OpRelease:
		add(not(until(not(a), not(b))), temporal.WeakUntil(b, and(a, b)), or(globally(b), connect(temporal.OpStrongRelease, a, b)))
		if !finite {
			add(and(b, or(a, next(f))))
		}
	case temporal.OpWeakUntil:
		add(or(until(a, b), globally(a)), release(b, or(a, b)), not(connect(temporal.OpStrongRelease, not(a), not(b))), until(a, or(b, globally(a))))
	case temporal.OpStrongRelease:
		add(until(b, and(a, b)), and(release(a, b), finally(a)), not(temporal.WeakUntil(not(a), not(b))))
	case temporal.OpOnce:
		add(or(a, connect(temporal.OpYesterday, f)), not(connect(temporal.OpHistorically, not(a))), connect(temporal.OpSince, temporal.Top(), a))
	case temporal.OpHistorically:
		add(and(a, connect(temporal.OpWeakYesterday, f)), not(connect(temporal.OpOnce, not(a))), connect(temporal.OpTriggered, temporal.Bottom(), a))
	case temporal.OpSince:
		add(or(b, and(a, connect(temporal.OpYesterday, f))), not(connect(temporal.OpTriggered, not(a), not(b))), and(f, connect(temporal.OpOnce, b)))
	case temporal.OpTriggered:
		add(and(b, or(a, connect(temporal.OpWeakYesterday, f))), not(connect(temporal.OpSince, not(a), not(b))), or(f, connect(temporal.OpHistorically, b)))
	case temporal.OpYesterday, temporal.OpWeakYesterday, temporal.OpWeakNext:
		add(not(connect(f.Op.Dual(), not(a))))
		if finite && f.Op == temporal.OpWeakNext {
			out = []*temporal.Formula{not(next(not(a)))}
		}
	case temporal.OpNext:
		if !finite {
			add(connect(temporal.OpWeakNext, a))
		}
		switch {
		case !finite && a.Op == temporal.OpNot:
			add(not(next(a.Args[0])))
		case a.Op == temporal.OpAnd || a.Op == temporal.OpOr:
			add(temporal.Connect(a.Op, next(a.Args[0]), next(temporal.Connect(a.Op, a.Args[1:]...))))
		}
		if !finite {
			add(not(next(not(a))))
		}
	case temporal.OpNot:
		switch {
		case a.Op == temporal.OpNot:
			add(a.Args[0])
		case a.Op == temporal.OpAnd:
			add(or(not(a.Args[0]), not(and(a.Args[1:]...))))
		}
	case temporal.OpImplies:
		add(or(not(a), b), temporal.Implies(not(b), not(a)))
	case temporal.OpIff:
		add(and(temporal.Implies(a, b), temporal.Implies(b, a)), not(temporal.Connect(temporal.OpXor, a, b)))
	case temporal.OpXor:
		add(not(temporal.Iff(a, temporal.Connect(temporal.OpXor, f.Args[1:]...))))
	case temporal.OpAnd, temporal.OpOr:
		add(temporal.Connect(f.Op, b, temporal.Connect(f.Op, f.Args[:len(f.Args)-1]...)), temporal.Connect(f.Op, append(f.Args, a)...))
	}
	return out
}
