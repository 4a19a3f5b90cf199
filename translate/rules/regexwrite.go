package rules

import (
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// maxBlock is how many pieces a repeated block holds before it becomes a part
// that a later sentence tells.
const maxBlock = 4

// regexWriter turns an expression into sentences.
type regexWriter struct {
	b     []byte
	parts []*regex.Expr // told by later sentences
}

// text writes a sentence for the expression, then one for each part in the
// order of their mention.
func (w *regexWriter) text(e *regex.Expr) {
	w.say("A matching string consists of ")
	w.sequence(e, ", then ")
	w.say(".")
	for i := 0; i < len(w.parts); i++ {
		w.say(" Part ")
		w.say(label(i))
		w.say(" consists of ")
		w.sequence(w.parts[i], ", then ")
		w.say(".")
	}
}

func (w *regexWriter) say(s string) { w.b = append(w.b, s...) }

// sequence writes the pieces of e with then between them. Equal symbols in a
// row are one piece: "two 1s".
func (w *regexWriter) sequence(e *regex.Expr, then string) {
	if e.Op != regex.OpConcat {
		w.piece(e)
		return
	}
	for i := 0; i < len(e.Args); {
		if i > 0 {
			w.say(then)
		}
		n := run(e.Args[i:])
		if n > 1 {
			w.say(numeral(n))
			w.say(" ")
			w.units(e.Args[i])
		} else {
			w.piece(e.Args[i])
		}
		i += n
	}
}

// run is how many of es, from the first on, are the same single symbol.
func run(es []*regex.Expr) int {
	s, ok := symbol(es[0])
	if !ok {
		return 1
	}
	n := 1
	for n < len(es) {
		if t, ok := symbol(es[n]); !ok || t != s {
			break
		}
		n++
	}
	return n
}

// symbol is the one rune that e stands for, if it is one.
func symbol(e *regex.Expr) (rune, bool) {
	if e.Op == regex.OpClass && len(e.Class) == 1 && e.Class[0].Lo == e.Class[0].Hi {
		return e.Class[0].Lo, true
	}
	return 0, false
}

// piece writes an expression that ends by itself.
func (w *regexWriter) piece(e *regex.Expr) {
	switch e.Op {
	case regex.OpEmpty:
		w.say("something impossible")
	case regex.OpEpsilon:
		w.say("nothing")
	case regex.OpBegin:
		w.say("the start of the string")
	case regex.OpEnd:
		w.say("the end of the string")
	case regex.OpClass:
		w.class(e)
	case regex.OpAlternate:
		w.alternatives(e)
	case regex.OpConcat:
		w.group(e)
	case regex.OpOptional:
		w.say("optionally ")
		if a := e.Args[0]; a.Op == regex.OpClass {
			w.class(a)
		} else {
			w.group(a)
		}
	default:
		w.say(times(e))
		w.units(e.Args[0])
	}
}

// times tells how often a repetition's operand occurs.
func times(e *regex.Expr) string {
	switch {
	case e.Op == regex.OpStar:
		return "zero or more "
	case e.Op == regex.OpPlus:
		return "one or more "
	case e.Max == e.Min:
		return "exactly " + numeral(e.Min) + " "
	case e.Max < 0:
		return "at least " + numeral(e.Min) + " "
	case e.Min == 0:
		return "at most " + numeral(e.Max) + " "
	}
	return "between " + numeral(e.Min) + " and " + numeral(e.Max) + " "
}

// units writes, in the plural, what is counted.
func (w *regexWriter) units(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		w.symbol(r)
		w.say("s")
		return
	}
	if e.Op != regex.OpClass {
		w.say("repetitions of ")
		w.group(e)
		return
	}
	w.say("characters")
	switch members, other := set(e.Class); {
	case other && len(members) == 0:
	case other:
		w.say(" other than ")
		w.members(members)
	default:
		w.say(" each of which is one of ")
		w.members(members)
	}
}

// group writes an operand of a repetition, or a branch that is a sequence: in
// place where it is short, else as a part.
func (w *regexWriter) group(e *regex.Expr) {
	switch {
	case e.Op == regex.OpAlternate && simpleAlternatives(e):
		w.alternatives(e)
	case simpleBlock(e):
		w.say("a block of ")
		w.sequence(e, " followed by ")
	default:
		w.part(e)
	}
}

func (w *regexWriter) part(e *regex.Expr) {
	w.say("part ")
	w.say(label(len(w.parts)))
	w.parts = append(w.parts, e)
}

// alternatives writes the branches. One that is an "either" itself, or could
// be misheard, is a part.
func (w *regexWriter) alternatives(e *regex.Expr) {
	for i, a := range e.Args {
		if i == 0 {
			w.say("either ")
		} else {
			w.say(" or ")
		}
		switch {
		case simple(a) || a.Op <= regex.OpEpsilon || a.Op >= regex.OpBegin:
			w.piece(a)
		case simpleBlock(a):
			w.group(a)
		default:
			w.part(a)
		}
	}
}

// simple reports whether e is a class of runes or a count of one.
func simple(e *regex.Expr) bool {
	switch e.Op {
	case regex.OpClass:
		return true
	case regex.OpStar, regex.OpPlus, regex.OpOptional, regex.OpRepeat:
		return e.Args[0].Op == regex.OpClass
	}
	return false
}

// simpleBlock reports whether e is short enough to stand within "a block of".
func simpleBlock(e *regex.Expr) bool {
	if e.Op != regex.OpConcat {
		return simple(e)
	}
	pieces := 0
	for i := 0; i < len(e.Args); i += run(e.Args[i:]) {
		if pieces++; pieces > maxBlock || !simple(e.Args[i]) {
			return false
		}
	}
	return true
}

func simpleAlternatives(e *regex.Expr) bool {
	for _, a := range e.Args {
		if !simple(a) {
			return false
		}
	}
	return len(e.Args) <= maxBlock
}

// class writes one rune of a class.
func (w *regexWriter) class(e *regex.Expr) {
	if r, ok := symbol(e); ok {
		w.say(article(r))
		w.symbol(r)
		return
	}
	switch members, other := set(e.Class); {
	case other && len(members) == 0:
		w.say("any character")
	case other:
		w.say("any character other than ")
		w.members(members)
	default:
		w.say("one of ")
		w.members(members)
	}
}

// set is the class to tell: its members, or for one that reaches to the last
// rune those that are not in it.
func set(class []regex.Range) (members []regex.Range, other bool) {
	if n := len(class); n > 0 && class[n-1].Hi == utf8.MaxRune {
		return regex.Complement(class), true
	}
	return class, false
}

// members writes "0, 1 and “a” to “z”".
func (w *regexWriter) members(class []regex.Range) {
	ranges := make([]regex.Range, 0, len(class))
	for _, r := range class { // two in a row are told one by one
		if r.Hi == regex.Next(r.Lo) {
			ranges = append(ranges, regex.Range{Lo: r.Lo, Hi: r.Lo})
			r.Lo = r.Hi
		}
		ranges = append(ranges, r)
	}
	for i, r := range ranges {
		switch {
		case i == 0:
		case i < len(ranges)-1:
			w.say(", ")
		default:
			w.say(" and ")
		}
		w.symbol(r.Lo)
		if r.Hi != r.Lo {
			w.say(" to ")
			w.symbol(r.Hi)
		}
	}
}

// symbol writes a digit as it is and any other rune in quotation marks.
func (w *regexWriter) symbol(r rune) {
	if r >= '0' && r <= '9' {
		w.b = append(w.b, byte(r))
		return
	}
	w.b = appendQuoted(w.b, string(r))
}

// article is "an" before the symbols whose names begin with a vowel.
func article(r rune) string {
	switch r {
	case '8', 'a', 'e', 'f', 'h', 'i', 'l', 'm', 'n', 'o', 'r', 's', 'x',
		'A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X':
		return "an "
	}
	return "a "
}
