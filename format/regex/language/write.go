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

// Informalize describes the strings that match an expression in controlled English.
func (*Language) Informalize(t syntax.Tree) string {
	w := new(writer)
	return w.Write(expression(t), lead+" ", "part", "consists of", func(e *regex.Expr) { w.sequence(e, ", then ") })
}

const lead = "a matching string consists of"

// simple lists pieces that fixed phrases describe.
var simple = []struct {
	op     regex.Op
	phrase string
	e      *regex.Expr
}{
	{regex.OpEpsilon, "nothing", regex.Epsilon()},
	{regex.OpEmpty, "something impossible", regex.Empty()},
	{regex.OpBegin, "the start of the string", regex.Begin()},
	{regex.OpEnd, "the end of the string", regex.End()},
	{regex.OpBoundary, "the boundary of a word", regex.Boundary()},
}

// sequence writes the pieces of e with a word between them. Equal symbols in a
// row are one piece: "two 1s".
func (w *writer) sequence(e *regex.Expr, then string) {
	if e.Op != regex.OpConcat {
		w.piece(e)
		return
	}
	for i := 0; i < len(e.Args); {
		if i > 0 {
			w.Say(then)
		}
		n := run(e.Args[i:])
		if n > 1 {
			w.Say(english.Numeral(n), " ")
			w.units(e.Args[i])
		} else {
			w.piece(e.Args[i])
		}
		i += n
	}
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
			w.Say(s.phrase)
			return
		}
	}
	switch e.Op {
	case regex.OpClass:
		w.class(e)
	case regex.OpAlternate:
		w.operands(e, "either ", " or ")
	case regex.OpIntersect:
		w.operands(e, "both ", " and also ")
	case regex.OpComplement:
		w.operands(e, "anything but ", "")
	case regex.OpConcat:
		w.group(e)
	case regex.OpOptional:
		w.Say("optionally ")
		if a := e.Args[0]; a.Op == regex.OpClass {
			w.class(a)
		} else {
			w.group(a)
		}
	default:
		w.Say(times(e))
		w.units(e.Args[0])
	}
}

// times returns the words for how often a repetition's operand occurs.
func times(e *regex.Expr) string {
	low, high := english.Numeral(e.Min), english.Numeral(max(0, e.Max))
	switch {
	case e.Op == regex.OpStar:
		return "zero or more "
	case e.Op == regex.OpPlus:
		return "one or more "
	case e.Max == e.Min:
		return "exactly " + low + " "
	case e.Max < 0:
		return "at least " + low + " "
	case e.Min == 0:
		return "at most " + high + " "
	}
	return "between " + low + " and " + high + " "
}

// units writes the plural of the expression that is counted.
func (w *writer) units(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		w.symbol(r)
		w.Say("s")
		return
	}
	if e.Op != regex.OpClass {
		w.Say("repetitions of ")
		w.group(e)
		return
	}
	w.Say("characters")
	w.set(e.Class, " each of which is one of ")
}

// group writes an operand of a repetition, or a branch that is a sequence: in
// place if it is short, otherwise as a part.
func (w *writer) group(e *regex.Expr) {
	switch {
	case e.Op == regex.OpAlternate && len(e.Args) <= maxBlock && !slices.ContainsFunc(e.Args, complicated):
		w.operands(e, "either ", " or ")
	case simpleBlock(e):
		w.Say("a block of ")
		w.sequence(e, " followed by ")
	default:
		w.Mention("part", e)
	}
}

// operands writes first and the operands with then between them. An operand that
// contains an "either", or could be misread, is a part.
func (w *writer) operands(e *regex.Expr, first, then string) {
	for i, a := range e.Args {
		w.Say(english.Pick(i == 0, first, then))
		switch {
		case !complicated(a) || isSimple(a):
			w.piece(a)
		case simpleBlock(a):
			w.group(a)
		default:
			w.Mention("part", a)
		}
	}
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
		w.Say(article(r))
		w.symbol(r)
		return
	}
	if excludes(e.Class) {
		w.Say("any character")
	}
	w.set(e.Class, "one of ")
}

// excludes reports whether a class is described by the runes that are not in it,
// because it contains the last rune.
func excludes(class []regex.Range) bool {
	return len(class) > 0 && class[len(class)-1].Hi == utf8.MaxRune
}

// set writes the members of a class after lead, or the exceptions.
func (w *writer) set(class []regex.Range, lead string) {
	if excludes(class) {
		if class, lead = regex.Complement(class), " other than "; len(class) == 0 {
			return
		}
	}
	w.Say(lead)
	var ranges []regex.Range
	for _, r := range class { // a range of two runes is written as two members
		if r.Hi == regex.Next(r.Lo) {
			ranges = append(ranges, regex.Range{Lo: r.Lo, Hi: r.Lo})
			r.Lo = r.Hi
		}
		ranges = append(ranges, r)
	}
	w.Series(len(ranges), func(i int) {
		w.symbol(ranges[i].Lo)
		if ranges[i].Hi != ranges[i].Lo {
			w.Say(" to ")
			w.symbol(ranges[i].Hi)
		}
	})
}

// symbol writes a digit as it is and any other rune in quotation marks.
func (w *writer) symbol(r rune) {
	w.Say(english.Pick(r >= '0' && r <= '9', string(r), english.Quote(string(r))))
}

// article returns "an" before symbols whose names begin with a vowel.
func article(r rune) string {
	if strings.ContainsRune("8aefhilmnorsxAEFHILMNORSX", r) {
		return "an "
	}
	return "a "
}
