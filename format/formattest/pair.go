package formattest

import (
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
)

// plogic draws a formula of n binary operators over 12 propositions, as in the
// paper's dataset.
func plogic(rng *rand.Rand, n int) *logic.Formula {
	if n == 0 {
		f := logic.Atom([...]string{"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12"}[rng.IntN(12)])
		if rng.IntN(2) == 0 {
			return logic.Not(f)
		}
		return f
	}
	k := rng.IntN(n)
	left, right := plogic(rng, k), plogic(rng, n-1-k)
	if rng.IntN(2) == 0 {
		return logic.And(left, right)
	}
	return logic.Or(left, right)
}

// FormulaPair draws, for benchmarks, a propositional formula of n operators over 12
// atoms and a formula like a model's answer: rewritten by laws and, with
// probability one half, edited.
func FormulaPair(rng *rand.Rand, n int) (a, b *logic.Formula) {
	a = plogic(rng, n)
	return a, answer(rng, a, rng.IntN(2) == 0)
}

func answer(rng *rand.Rand, f *logic.Formula, edit bool) *logic.Formula {
	if edit && rng.IntN(4) == 0 {
		return logic.Not(f)
	}
	if len(f.Args) == 0 {
		return f
	}
	args := make([]*logic.Formula, len(f.Args))
	at := rng.IntN(len(args))
	for i, g := range f.Args {
		args[i] = answer(rng, g, edit && i == at)
	}
	rng.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
	if f.Op == logic.OpNot {
		return logic.Not(args[0])
	}
	if rng.IntN(3) == 0 { // distribute the first operand over the second, or De Morgan
		if in := args[1]; len(args) == 2 && len(in.Args) == 2 && in.Op != f.Op && in.Op != logic.OpNot {
			return logic.Connect(in.Op, logic.Connect(f.Op, args[0], in.Args[0]), logic.Connect(f.Op, args[0], in.Args[1]))
		}
		for i := range args {
			args[i] = logic.Not(args[i])
		}
		other := logic.OpAnd
		if f.Op == logic.OpAnd {
			other = logic.OpOr
		}
		return logic.Not(logic.Connect(other, args...))
	}
	return logic.Connect(f.Op, args...)
}
