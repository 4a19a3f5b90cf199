package language

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// Outline returns a text of a formula that does not depend on the order of the operands of
// symmetric connectives and on the names of bound variables. Names are compared after
// fold; nil: unchanged.
func (*Language) Outline(t syntax.Tree, fold func(string) string) string {
	return outlines(fold).of(formula(t))
}

// Part returns the smallest part of each formula in which the two differ, or nil if their
// outlines are equal. Bound variables of b get the names that they have in a.
func (*Language) Part(a, b syntax.Tree, fold func(string) string) (pa, pb syntax.Tree) {
	k := outlines(fold)
	return syntax.Part(formula(a), formula(b), k.of, func(f, g *logic.Formula) ([]*logic.Formula, bool) {
		switch {
		case f.Op != g.Op:
			return nil, false
		case f.Op.IsQuantifier() && k.fold(f.Name) != k.fold(g.Name):
			if slices.ContainsFunc(g.FreeVariables(), func(v string) bool { return k.fold(v) == k.fold(f.Name) }) {
				return nil, false // a variable of a quantifier around would become this one
			}
			return []*logic.Formula{g.Args[0].Substitute(g.Name, logic.Variable(f.Name))}, false
		}
		return g.Args, f.Boolean().IsSymmetric()
	}, false, tree)
}

func outlines(fold func(string) string) *keys {
	return &keys{fold: logic.Folding(fold)}
}

// keys computes keys of formulas. Formulas that count as the same have the same key.
type keys struct {
	fold  func(string) string
	bound []string
}

// of returns a text of f in which the operands of symmetric connectives are
// sorted, and bound variables are numbered by the quantifiers around them.
func (k *keys) of(f *logic.Formula) string {
	switch f.Op {
	case logic.OpAtom, logic.OpEqual:
		return "(" + strconv.Itoa(int(f.Op)) + " " + k.name(f.Name) + k.terms(f.Terms) + ")"
	case logic.OpForall, logic.OpExists:
		k.bound = append(k.bound, k.fold(f.Name))
		defer func() { k.bound = k.bound[:len(k.bound)-1] }()
	}
	args := make([]string, len(f.Args))
	for i, g := range f.Args {
		args[i] = k.of(g)
	}
	if f.Boolean().IsSymmetric() {
		slices.Sort(args)
	}
	return "(" + strconv.Itoa(int(f.Op)) + " " + strings.Join(args, " ") + ")"
}

// name quotes a name, so that it cannot look like another part of a key.
func (k *keys) name(s string) string { return strconv.Quote(k.fold(s)) }

func (k *keys) terms(ts []logic.Term) string {
	var b strings.Builder
	for _, t := range ts {
		b.WriteByte(' ')
		if i := k.binder(t); i >= 0 {
			b.WriteString(strconv.Itoa(i))
			continue
		}
		b.WriteString("(" + k.name(t.Name) + k.terms(t.Args) + ")")
	}
	return b.String()
}

// binder returns the place of the innermost quantifier around t that binds it, or
// -1 if t is free.
func (k *keys) binder(t logic.Term) int {
	if !t.Var {
		return -1
	}
	name := k.fold(t.Name)
	for i, bound := range slices.Backward(k.bound) {
		if bound == name {
			return i
		}
	}
	return -1
}
