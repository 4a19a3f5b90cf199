package language

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
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
	if f.Boolean().IsSymmetric() {
		slices.Sort(args)
	}
	return "(" + f.Op.Letter() + strconv.Quote(logic.Folding(fold)(f.Name)) + strings.Join(args, " ") + ")"
}

// Part returns the smallest part of each formula in which the two differ, or nil if they
// differ at most in the order of the operands of symmetric operators.
func (*Language) Part(a, b syntax.Tree, fold func(string) string) (pa, pb syntax.Tree) {
	return syntax.Part(formula(a), formula(b),
		func(f *temporal.Formula) string { return outline(f, fold) },
		func(f, g *temporal.Formula) ([]*temporal.Formula, bool) {
			if f.Op != g.Op {
				return nil, false
			}
			return g.Args, f.Boolean().IsSymmetric()
		}, false, tree)
}
