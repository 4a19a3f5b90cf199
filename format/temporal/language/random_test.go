package language

import (
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/temporal"
)

// The operators of temporal formulas, which are drawn with equal frequency.
var (
	unaryOps = []temporal.Op{
		temporal.OpNot, temporal.OpNext, temporal.OpFinally, temporal.OpGlobally,
		temporal.OpWeakNext, temporal.OpYesterday, temporal.OpWeakYesterday, temporal.OpOnce, temporal.OpHistorically,
	}
	allOps = append([]temporal.Op{
		temporal.OpAnd, temporal.OpOr, temporal.OpXor, temporal.OpImplies, temporal.OpIff,
		temporal.OpUntil, temporal.OpRelease, temporal.OpWeakUntil, temporal.OpStrongRelease,
		temporal.OpSince, temporal.OpTriggered,
	}, unaryOps...)
)

// random draws formulas of linear temporal logic with up to size nodes over the
// names. true and false are rare.
func random(size int, names ...string) *rapid.Generator[*temporal.Formula] {
	leaves := []*temporal.Formula{temporal.Top(), temporal.Bottom()}
	for range 3 {
		for _, n := range names {
			leaves = append(leaves, temporal.Atom(n))
		}
	}
	return rapid.Custom(func(t *rapid.T) *temporal.Formula {
		var draw func(size int) *temporal.Formula
		draw = func(size int) *temporal.Formula {
			ops := allOps
			switch {
			case size <= 1:
				return rapid.SampledFrom(leaves).Draw(t, "leaf")
			case size == 2:
				ops = unaryOps
			}
			op := rapid.SampledFrom(ops).Draw(t, "operator")
			if op == temporal.OpNot || op.IsUnary() {
				return temporal.Connect(op, draw(size-1))
			}
			left := 1 + size/8*rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 6, 7}).Draw(t, "share")
			left = min(left, size-2)
			return temporal.Connect(op, draw(left), draw(size-1-left))
		}
		return draw(rapid.IntRange(1, size).Draw(t, "size"))
	})
}
