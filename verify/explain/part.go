package explain

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
)

// Formulas returns the smallest part of a and of b in which the two trees differ.
// Bound variables of b get the names that they have in a. Names are compared
// after fold (nil: unchanged). Both parts are nil if the trees differ only in
// the order of operands and the names of bound variables.
//
// Rejected: an edit distance between trees (Zhang and Shasha, "Simple fast
// algorithms for the editing distance between trees", SIAM Journal on Computing
// 18(6), 1989). It gives many small edits, but a person wants one place to look at.
func Formulas(a, b *logic.Formula, fold func(string) string) (pa, pb *logic.Formula) {
	if fold == nil {
		fold = func(s string) string { return s }
	}
	k := keys{fold: fold}
	if k.of(a) == k.of(b) {
		return nil, nil
	}
	return k.part(a, b)
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
	if symmetric(f.Op) {
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

func symmetric(op logic.Op) bool {
	return op == logic.OpAnd || op == logic.OpOr || op == logic.OpXor || op == logic.OpIff
}

// part descends in two trees that differ. Two nodes with different operators, or without
// operands, are the result. Otherwise, it removes the operands that both nodes have; if
// their order matters, only the common first and last ones. If one operand of each node
// remains, part continues with these two. If no operand of one node remains, the two
// nodes are the result. Otherwise, the operands that remain are the result.
func (k *keys) part(a, b *logic.Formula) (pa, pb *logic.Formula) {
	for a.Op == b.Op && len(a.Args) > 0 {
		as, bs := a.Args, b.Args
		switch {
		case a.Op == logic.OpForall || a.Op == logic.OpExists:
			if k.fold(a.Name) != k.fold(b.Name) {
				bs = []*logic.Formula{b.Args[0].Substitute(b.Name, logic.Variable(a.Name))}
			}
		case symmetric(a.Op):
			as, bs = unshared(as, bs, k.of)
		case a.Op == logic.OpImplies:
			as, bs = aligned(as, bs, k.of)
		}
		switch {
		case len(as) == 0 || len(bs) == 0: // one has all operands of the other, and more
			return a, b
		case len(as) > 1 || len(bs) > 1:
			return rest(a, as), rest(b, bs)
		}
		a, b = as[0], bs[0]
	}
	return a, b
}

// rest returns f with only the given operands.
func rest(f *logic.Formula, left []*logic.Formula) *logic.Formula {
	if len(left) == 1 {
		return left[0]
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Args: left}
}

// unshared removes the elements that both lists contain, as often as both contain
// them.
func unshared[T any](as, bs []T, key func(T) string) (ra, rb []T) {
	count := map[string]int{}
	for _, b := range bs {
		count[key(b)]++
	}
	shared := map[string]int{}
	for _, a := range as {
		if k := key(a); count[k] > 0 {
			count[k]--
			shared[k]++
		} else {
			ra = append(ra, a)
		}
	}
	for _, b := range bs {
		if k := key(b); shared[k] > 0 {
			shared[k]--
		} else {
			rb = append(rb, b)
		}
	}
	return ra, rb
}

// aligned removes the common beginning and the common end of two lists.
func aligned[T any](as, bs []T, key func(T) string) (ra, rb []T) {
	for len(as) > 0 && len(bs) > 0 && key(as[0]) == key(bs[0]) {
		as, bs = as[1:], bs[1:]
	}
	for len(as) > 0 && len(bs) > 0 && key(as[len(as)-1]) == key(bs[len(bs)-1]) {
		as, bs = as[:len(as)-1], bs[:len(bs)-1]
	}
	return as, bs
}

// exact returns a text that no other expression has: Brics has a sign for every operator.
func exact(e *regex.Expr) string { return e.Text(regex.Brics) }

// Expressions is like Formulas, for regular expressions. If no operand remains, the part
// of a sequence is ε, the part of alternatives is ∅, and the part of an intersection is
// every string.
func Expressions(a, b *regex.Expr) (pa, pb *regex.Expr) {
	if regex.Same(a, b) {
		return nil, nil
	}
	for a.Op == b.Op && a.Min == b.Min && a.Max == b.Max && len(a.Args) > 0 {
		as, bs := a.Args, b.Args
		build := func(es ...*regex.Expr) *regex.Expr { return es[0] }
		switch a.Op {
		case regex.OpConcat:
			as, bs = aligned(as, bs, exact)
			build = regex.Concat
		case regex.OpAlternate, regex.OpIntersect:
			as, bs = unshared(as, bs, exact)
			if len(as)+len(bs) == 0 {
				return nil, nil
			}
			build = regex.Alternate
			if a.Op == regex.OpIntersect {
				build = regex.Intersect
			}
		}
		if len(as) != 1 || len(bs) != 1 {
			return build(as...), build(bs...)
		}
		a, b = as[0], bs[0]
	}
	return a, b
}
