package language

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// maxBlock is the number of pieces above which a repeated block becomes a part
// that a later sentence describes.
const maxBlock = 4

// Digits are written as they are, and other symbols in quotation marks.
type writer struct{ english.Writer[*regex.Expr] }

// Informalize describes the strings that match an expression in the controlled form of a
// language. Only the operators that generated expressions have, and |, + and ?, have words.
func (*Language) Informalize(x *english.Lexicon, t syntax.Tree) (string, error) {
	for e := range expression(t).Subexpressions() {
		_, single := symbol(e)
		switch {
		case single, e.Op == regex.OpEpsilon, e.Op == regex.OpConcat, e.Op == regex.OpAlternate, e.Op == regex.OpStar, e.Op == regex.OpPlus, e.Op == regex.OpOptional:
		default:
			return "", fmt.Errorf("found %s, which has no words: expected symbols, |, *, + and ?", e.Text(regex.Brics))
		}
	}
	w := new(writer)
	w.Lexicon = x
	return w.Write(expression(t), "lead", "part_is", func(e *regex.Expr) { w.sequence(e, "then") }), nil
}

// sequence writes a phrase of the pieces of e. Equal symbols in a row are one piece: "two 1s".
func (w *writer) sequence(e *regex.Expr, phrase string) {
	pieces := []*regex.Expr{e}
	if e.Op == regex.OpConcat {
		pieces = e.Args
	}
	var starts []int
	for i := 0; i < len(pieces); i += run(pieces[i:]) {
		starts = append(starts, i)
	}
	w.Put(phrase, false, len(starts), func(k int, _ bool) {
		i := starts[k]
		n := run(pieces[i:])
		if n == 1 {
			w.piece(pieces[i])
			return
		}
		w.Put("run", false, 2, func(part int, _ bool) {
			if part == 0 {
				w.Say(w.Numeral(n))
			} else {
				w.units(pieces[i])
			}
		})
	})
}

// run returns how many expressions at the start of es are the same single symbol.
func run(es []*regex.Expr) int {
	first, ok := symbol(es[0])
	n := 1
	for ; ok && n < len(es); n++ {
		if s, same := symbol(es[n]); !same || s != first {
			break
		}
	}
	return n
}

// symbol returns the rune of e, if e is a single symbol.
func symbol(e *regex.Expr) (rune, bool) {
	if e.Op == regex.OpClass && len(e.Class) == 1 && e.Class[0].Lo == e.Class[0].Hi {
		return e.Class[0].Lo, true
	}
	return 0, false
}

// piece writes an expression so that its end is clear.
func (w *writer) piece(e *regex.Expr) {
	switch e.Op {
	case regex.OpEpsilon:
		w.Say(w.Words("nothing", 0))
	case regex.OpClass:
		r, _ := symbol(e)
		vowel := w.Vowels != "" && strings.ContainsRune(w.Vowels, r)
		w.Put(english.Pick(vowel, "symbol_vowel", "symbol"), false, 1, func(int, bool) { w.symbol(r) })
	case regex.OpAlternate:
		w.alternatives(e)
	case regex.OpConcat:
		w.group(e)
	case regex.OpOptional:
		w.Put("optionally", false, 1, func(int, bool) {
			if a := e.Args[0]; a.Op == regex.OpClass {
				w.piece(a)
			} else {
				w.group(a)
			}
		})
	default:
		w.Put(english.Pick(e.Op == regex.OpStar, "star", "plus"), false, 1, func(int, bool) { w.units(e.Args[0]) })
	}
}

// units writes the plural of the expression that is repeated.
func (w *writer) units(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		w.Put("symbols", false, 1, func(int, bool) { w.symbol(r) })
		return
	}
	w.Put("repetitions", false, 1, func(int, bool) { w.group(e) })
}

func (w *writer) part(e *regex.Expr) {
	w.Put("part", false, 1, func(int, bool) { w.Mention(e) })
}

// group writes an operand of a repetition, or a branch that is a sequence: in
// place if it is short, otherwise as a part.
func (w *writer) group(e *regex.Expr) {
	switch {
	case e.Op == regex.OpAlternate && len(e.Args) <= maxBlock && !slices.ContainsFunc(e.Args, complicated):
		w.alternatives(e)
	case simpleBlock(e):
		w.sequence(e, "block")
	default:
		w.part(e)
	}
}

// alternatives writes the operands of |. An operand that contains an "either", or could be
// misread, is a part.
func (w *writer) alternatives(e *regex.Expr) {
	w.Put("alternatives", false, len(e.Args), func(i int, _ bool) {
		switch a := e.Args[i]; {
		case !complicated(a) || a.Op == regex.OpEpsilon:
			w.piece(a)
		case simpleBlock(a):
			w.group(a)
		default:
			w.part(a)
		}
	})
}

// complicated reports whether e is neither a symbol nor a repetition of a symbol.
func complicated(e *regex.Expr) bool {
	switch e.Op {
	case regex.OpStar, regex.OpPlus, regex.OpOptional:
		e = e.Args[0]
	}
	return e.Op != regex.OpClass
}

// simpleBlock reports whether e is short enough to stand within "a block of".
func simpleBlock(e *regex.Expr) bool {
	if e.Op != regex.OpConcat {
		return !complicated(e)
	}
	pieces := 0
	for i := 0; i < len(e.Args); i += run(e.Args[i:]) {
		if pieces++; pieces > maxBlock || complicated(e.Args[i]) {
			return false
		}
	}
	return true
}

// symbol writes a digit as it is and any other rune in quotation marks.
func (w *writer) symbol(r rune) {
	w.Say(english.Pick(r >= '0' && r <= '9', string(r), w.Quote(string(r))))
}
