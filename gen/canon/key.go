package canon

import (
	"cmp"
	"encoding/binary"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// Formula returns the key of a formula: nine bytes that it shares with all
// formulas which are equivalent to it, as the package comment says.
func Formula(f *logic.Formula) string {
	kind, key := byte('m'), uint64(0)
	if m, ok := split(f); ok {
		key = m.key()
	} else {
		kind, key = 'n', normalize(f, false, nil).key()
	}
	return string(binary.BigEndian.AppendUint64([]byte{kind}, key))
}

// maxRenamed is the number of letters all of whose renamings are tried.
const maxRenamed = 4

// Regex returns the key of a regular expression, which it shares with all
// whose language is the same but for the names of the letters. Expressions
// with classes of several letters keep their names. The error is
// automata.ErrLimit, wrapped.
func Regex(e *regex.Expr, limit automata.Limits) (string, error) {
	letters := lettersOf(e, nil)
	if !single(e) {
		return automata.Key(e, limit)
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
		if least == "" || cmp.Less(key, least) {
			least = key
		}
	}
	return least, nil
}

// lettersOf appends the letters of e in order of first occurrence.
func lettersOf(e *regex.Expr, dst []rune) []rune {
	for _, r := range e.Class {
		if index(dst, r.Lo) < 0 {
			dst = append(dst, r.Lo)
		}
	}
	for _, a := range e.Args {
		dst = lettersOf(a, dst)
	}
	return dst
}

func index(list []rune, r rune) int {
	for i, x := range list {
		if x == r {
			return i
		}
	}
	return -1
}

// single reports whether every class of e has one letter.
func single(e *regex.Expr) bool {
	if e.Op == regex.OpClass && (len(e.Class) != 1 || e.Class[0].Lo != e.Class[0].Hi) {
		return false
	}
	for _, a := range e.Args {
		if !single(a) {
			return false
		}
	}
	return true
}

// rename puts the i-th letter of the alphabet in place of letters[i].
func rename(e *regex.Expr, letters []rune) *regex.Expr {
	out := *e
	if e.Op == regex.OpClass {
		r := 'a' + rune(index(letters, e.Class[0].Lo))
		out.Class = []regex.Range{{Lo: r, Hi: r}}
	}
	out.Args = make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = rename(a, letters)
	}
	return &out
}

// orders yields the permutations of letters, each in the same memory.
func orders(letters []rune) func(yield func([]rune) bool) {
	return func(yield func([]rune) bool) {
		list := append([]rune(nil), letters...)
		var permute func(n int) bool
		permute = func(n int) bool {
			if n == len(list) {
				return yield(list)
			}
			for i := n; i < len(list); i++ {
				list[n], list[i] = list[i], list[n]
				ok := permute(n + 1)
				list[n], list[i] = list[i], list[n]
				if !ok {
					return false
				}
			}
			return true
		}
		permute(0)
	}
}
