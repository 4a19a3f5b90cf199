package language

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// Outline returns a text of a formula with sorted operands of symmetric operators. Names
// are compared after fold; nil: unchanged.
func (*Language) Outline(t syntax.Tree, fold func(string) string) string {
	return outline(formula(t), fold)
}

func outline(f *temporal.Formula, fold func(string) string) string {
	args := make([]string, len(f.Args))
	for i, g := range f.Args {
		args[i] = outline(g, fold)
	}
	if symmetric(f.Op) {
		slices.Sort(args)
	}
	name := f.Name
	if fold != nil {
		name = fold(name)
	}
	return "(" + f.Op.Letter() + strconv.Quote(name) + strings.Join(args, " ") + ")"
}

func symmetric(op temporal.Op) bool {
	return op == temporal.OpAnd || op == temporal.OpOr || op == temporal.OpXor || op == temporal.OpIff
}

// Part returns the smallest part of each formula in which the two differ, or nil if they
// differ at most in the order of the operands of symmetric operators.
func (*Language) Part(a, b syntax.Tree, fold func(string) string) (pa, pb syntax.Tree) {
	x, y, differ := syntax.Part(formula(a), formula(b),
		func(f *temporal.Formula) string { return outline(f, fold) },
		func(f, g *temporal.Formula) (fs, gs []*temporal.Formula, m syntax.Match) {
			switch {
			case f.Op != g.Op || len(f.Args) == 0:
				return nil, nil, syntax.MatchNone
			case symmetric(f.Op):
				return f.Args, g.Args, syntax.MatchAny
			}
			return f.Args, g.Args, syntax.MatchOrdered
		}, false)
	if !differ {
		return nil, nil
	}
	return x, y
}
