package language

import (
	"slices"
	"strings"
	"unicode/utf8"

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
// language.
func (*Language) Informalize(x *english.Lexicon, t syntax.Tree) (string, error) {
	w := new(writer)
	w.Lexicon = x
	return w.Write(expression(t), "lead", "part_is", func(e *regex.Expr) { w.sequence(e, "then") }), nil
}

// simple lists pieces that fixed phrases describe.
var simple = []struct {
	op     regex.Op
	phrase string
	e      *regex.Expr
}{
	{regex.OpEpsilon, "nothing", regex.Epsilon()},
	{regex.OpEmpty, "impossible", regex.Empty()},
	{regex.OpBegin, "start", regex.Begin()},
	{regex.OpEnd, "end", regex.End()},
	{regex.OpBoundary, "boundary", regex.Boundary()},
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
		if n := run(pieces[i:]); n > 1 {
			w.counted("run", pieces[i], n)
		} else {
			w.piece(pieces[i])
		}
	})
}

// counted writes a phrase of numbers and the expression that is counted.
func (w *writer) counted(phrase string, e *regex.Expr, numbers ...int) {
	singular := len(numbers) == 1 && numbers[0] == 1
	w.Put(phrase, singular, len(numbers)+1, func(i int, _ bool) {
		if i < len(numbers) {
			w.Say(w.Numeral(numbers[i]))
		} else {
			w.units(e)
		}
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
	for _, s := range simple {
		if s.op == e.Op {
			w.Say(w.Words(s.phrase, 0))
			return
		}
	}
	switch e.Op {
	case regex.OpClass:
		w.class(e)
	case regex.OpAlternate:
		w.operands(e, "alternatives")
	case regex.OpIntersect:
		w.operands(e, "all")
	case regex.OpComplement:
		w.operands(e, "but")
	case regex.OpConcat:
		w.group(e)
	case regex.OpOptional:
		w.Put("optionally", false, 1, func(int, bool) {
			if a := e.Args[0]; a.Op == regex.OpClass {
				w.class(a)
			} else {
				w.group(a)
			}
		})
	default:
		w.repeated(e)
	}
}

// repeated writes how often the operand of a repetition occurs, and the operand.
func (w *writer) repeated(e *regex.Expr) {
	unit := e.Args[0]
	switch {
	case e.Op == regex.OpStar:
		w.counted("star", unit)
	case e.Op == regex.OpPlus:
		w.counted("plus", unit)
	case e.Max == e.Min:
		w.counted("exactly", unit, e.Min)
	case e.Max < 0:
		w.counted("least", unit, e.Min)
	case e.Min == 0:
		w.counted("most", unit, e.Max)
	default:
		w.counted("between", unit, e.Min, e.Max)
	}
}

// units writes the plural of the expression that is counted.
func (w *writer) units(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		w.Put("symbols", false, 1, func(int, bool) { w.symbol(r) })
		return
	}
	if e.Op != regex.OpClass {
		w.Put("repetitions", false, 1, func(int, bool) { w.group(e) })
		return
	}
	w.set(e.Class, "unit")
}

func (w *writer) part(e *regex.Expr) {
	w.Put("part", false, 1, func(int, bool) { w.Mention(e) })
}

// group writes an operand of a repetition, or a branch that is a sequence: in
// place if it is short, otherwise as a part.
func (w *writer) group(e *regex.Expr) {
	switch {
	case e.Op == regex.OpAlternate && len(e.Args) <= maxBlock && !slices.ContainsFunc(e.Args, complicated):
		w.operands(e, "alternatives")
	case simpleBlock(e):
		w.sequence(e, "block")
	default:
		w.part(e)
	}
}

// operands writes a phrase with the operands. An operand that contains an "either", or could
// be misread, is a part.
func (w *writer) operands(e *regex.Expr, phrase string) {
	w.Put(phrase, false, len(e.Args), func(i int, _ bool) {
		switch a := e.Args[i]; {
		case !complicated(a) || isSimple(a):
			w.piece(a)
		case simpleBlock(a):
			w.group(a)
		default:
			w.part(a)
		}
	})
}

// isSimple reports whether fixed words describe e.
func isSimple(e *regex.Expr) bool {
	for _, s := range simple {
		if s.op == e.Op {
			return true
		}
	}
	return false
}

// complicated reports whether e is neither a class of runes nor a repetition of a class.
func complicated(e *regex.Expr) bool {
	switch e.Op {
	case regex.OpStar, regex.OpPlus, regex.OpOptional, regex.OpRepeat:
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

// class writes one rune of a class.
func (w *writer) class(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		vowel := w.Vowels != "" && strings.ContainsRune(w.Vowels, r)
		w.Put(english.Pick(vowel, "symbol_vowel", "symbol"), false, 1, func(int, bool) { w.symbol(r) })
		return
	}
	w.set(e.Class, "class")
}

// excludes reports whether a class is described by the runes that are not in it,
// because it contains the last rune.
func excludes(class []regex.Range) bool {
	return len(class) > 0 && class[len(class)-1].Hi == utf8.MaxRune
}

// set writes a phrase with the members of a class, or with the exceptions.
func (w *writer) set(class []regex.Range, phrase string) {
	if excludes(class) {
		phrase += "_but"
		if class = regex.Complement(class); len(class) == 0 {
			w.Say(w.Words(strings.Replace(phrase, "but", "any", 1), 0))
			return
		}
	}
	var ranges []regex.Range
	for _, r := range class { // a range of two runes is written as two members
		if r.Hi == regex.Next(r.Lo) {
			ranges = append(ranges, regex.Range{Lo: r.Lo, Hi: r.Lo})
			r.Lo = r.Hi
		}
		ranges = append(ranges, r)
	}
	w.Put(phrase, false, 1, func(int, bool) {
		w.Put("members", false, len(ranges), func(i int, _ bool) {
			ends := []rune{ranges[i].Lo, ranges[i].Hi}
			if ends[0] == ends[1] {
				w.symbol(ends[0])
				return
			}
			w.Put("range", false, 2, func(i int, _ bool) { w.symbol(ends[i]) })
		})
	})
}

// symbol writes a digit as it is and any other rune in quotation marks.
func (w *writer) symbol(r rune) {
	w.Say(english.Pick(r >= '0' && r <= '9', string(r), w.Quote(string(r))))
}
