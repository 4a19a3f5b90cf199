package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/syntax"
)

// Key returns a key that expressions share if their languages are the same, in the paper's
// dialect up to the names of letters. It is the minimal automaton. In the dialect of
// dk.brics.automaton, no letter is renamed, since the new letter may not be a word
// character. The error is an exceeded limit.
func (r *Language) Key(t syntax.Tree) (string, error) {
	if r.dialect == regex.Brics {
		return automata.Key(expression(t), automata.Limits{})
	}
	return renamedKey(expression(t), automata.Limits{})
}

// maxRenamed is the largest number of letters for which all renamings are tried. More
// letters are renamed in order of occurrence, so equivalences can be missed.
const maxRenamed = 4

// renamedKey returns the key of a regular expression. Expressions have the same key if their
// languages are the same up to the names of letters. If an expression has a class of
// several letters, no letter is renamed. The result is the smallest key of all renamings.
// The error wraps automata.ErrLimit.
func renamedKey(e *regex.Expr, limit automata.Limits) (string, error) {
	var letters []rune // in order of first occurrence
	for x := range e.Subexpressions() {
		switch {
		case x.Op != regex.OpClass:
		case len(x.Class) != 1 || x.Class[0].Lo != x.Class[0].Hi:
			return automata.Key(e, limit)
		case !slices.Contains(letters, x.Class[0].Lo):
			letters = append(letters, x.Class[0].Lo)
		}
	}
	if len(letters) > maxRenamed {
		return automata.Key(rename(e, letters), limit)
	}
	least := ""
	for order := range orders(letters) {
		key, err := automata.Key(rename(e, order), limit)
		if err != nil {
			return "", err
		}
		if least == "" || key < least {
			least = key
		}
	}
	return least, nil
}

// rename replaces letters[i] by the i-th letter of the alphabet.
func rename(e *regex.Expr, letters []rune) *regex.Expr {
	out := *e
	if e.Op == regex.OpClass {
		r := 'a' + rune(slices.Index(letters, e.Class[0].Lo))
		out.Class = []regex.Range{{Lo: r, Hi: r}}
	}
	out.Args = make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = rename(a, letters)
	}
	return &out
}

// orders yields the permutations of letters, all in the same slice.
func orders(letters []rune) iter.Seq[[]rune] {
	return func(yield func([]rune) bool) { permute(slices.Clone(letters), 0, yield) }
}

// permute yields the permutations of list that keep its first n elements.
func permute(list []rune, n int, yield func([]rune) bool) bool {
	if n == len(list) {
		return yield(list)
	}
	for i := n; i < len(list); i++ {
		list[n], list[i] = list[i], list[n]
		ok := permute(list, n+1, yield)
		list[n], list[i] = list[i], list[n]
		if !ok {
			return false
		}
	}
	return true
}
