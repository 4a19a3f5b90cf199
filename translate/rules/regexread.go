package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// regexReader reads descriptions of strings. The comments of its methods contain the
// grammar. A part may be defined before its mention.
type regexReader struct{ reader[*regex.Expr] }

// readRegex returns the expression that a text describes.
func readRegex(text string) (*regex.Expr, error) {
	r := new(regexReader)
	return r.read(text, grammar[*regex.Expr]{
		noun: "part", verbs: []string{"consists of", "is", ":"},
		lead: r.lead, sentence: func() *regex.Expr { return r.sequence(false) },
		expected: "a piece of a string", more: `"then" or the end of the sentence`,
	})
}

// leadWords may stand before the first piece: "The regular expression
// describes strings that start with".
const leadWords = "matching|string|strings|language|set|expression|regular|regex|pattern|formula|describes|" +
	"denotes|matches|match|accepts|represents|is|are|it|that|which|consists|consist|consisting|made|composed|of|" +
	"contain|contains|containing|starts|begins|with|this|:|all|every|each|word|words"

func (r *regexReader) lead() {
	for r.accept("a|an|any|the "+leadWords, leadWords, "start|begin with", "up of") {
	}
}

// sequence = piece {then piece}. Within a block a comma ends the sequence.
func (r *regexReader) sequence(block bool) *regex.Expr {
	var es []*regex.Expr
	for {
		e := r.piece()
		if r.accept(",? repeated|occurring|repeating") {
			repeat := r.count()
			if repeat == nil || !r.accept("times") {
				r.fail(`how often, such as "zero or more times"`)
			}
			e = repeat(e)
		}
		if es = append(es, e); !r.then(block) {
			return regex.Concat(es...)
		}
	}
}

// then takes the words between two pieces.
func (r *regexReader) then(block bool) bool {
	if block && r.sees(",") || r.sees(",? and also") {
		return false
	}
	if r.accept(",? and? then|finally by|with?", ",? and? is? followed by|with?", ",? and? ends|ending with|in") {
		return true
	}
	n := r.see(",? and?")
	if next := r.tok(n); n == 0 || next.kind == tokEnd || next.kw == "." {
		return false
	}
	r.pos += n
	return true
}

// simple lists pieces that fixed phrases describe. Informalize writes the first phrase.
var simple = []struct {
	op      regex.Op
	phrases []string
	e       *regex.Expr
}{
	{regex.OpEpsilon, []string{"nothing", "the|an empty string"}, regex.Epsilon()},
	{regex.OpEmpty, []string{"something impossible"}, regex.Empty()},
	{regex.OpBegin, []string{"the start of the string", "the beginning of the string"}, regex.Begin()},
	{regex.OpEnd, []string{"the end of the string"}, regex.End()},
	{regex.OpBoundary, []string{"the boundary of a word", "a|the word boundary"}, regex.Boundary()},
}

// piece reads a description whose end is clear.
func (r *regexReader) piece() *regex.Expr {
	r.enter()
	defer func() { r.depth-- }()
	r.grow(r.tok(0), 1)
	for _, s := range simple {
		if r.accept(s.phrases...) {
			return s.e
		}
	}
	switch {
	case r.accept("part"):
		return r.mention()
	case r.accept("either"):
		return r.alternatives()
	case r.accept("both"):
		return r.intersection()
	case r.accept("anything but|except"):
		return regex.Not(r.piece())
	case r.accept("optionally", "an? optional"):
		return regex.Optional(r.piece())
	case r.accept("a|the block"):
		if !r.accept("of", "consisting of", "made up? of") {
			r.fail(`"of" after "a block"`)
		}
		return r.sequence(true)
	}
	if n, ok := r.numeral(); ok && r.unitsAt(1) {
		r.pos++
		e := r.units()
		r.grow(r.tok(0), n*(1+len(e.Args)))
		return regex.Concat(slices.Repeat([]*regex.Expr{e}, n)...)
	}
	if repeat := r.count(); repeat != nil {
		return repeat(r.units())
	}
	return r.symbols()
}

// alternatives = piece {"or" piece} after "either".
func (r *regexReader) alternatives() *regex.Expr {
	es := []*regex.Expr{r.piece()}
	for r.accept(",? or") || len(es) == 1 && !r.tok(1).is("then|followed|and|finally") && r.accept(",") {
		es = append(es, r.piece())
	}
	if len(es) < 2 {
		r.fail(`"or"`)
	}
	return regex.Alternate(es...)
}

// intersection = piece {"and also" piece} after "both".
func (r *regexReader) intersection() *regex.Expr {
	es := []*regex.Expr{r.piece()}
	for r.accept(",? and also") {
		es = append(es, r.piece())
	}
	if len(es) < 2 {
		r.fail(`"and also"`)
	}
	return regex.Intersect(es...)
}

// count reads how often something occurs: "zero or more", "at least two", "between
// two and five". It returns nil and takes nothing if no count comes next.
func (r *regexReader) count() func(*regex.Expr) *regex.Expr {
	low, high := 0, -1
	switch {
	case r.accept("zero or more", "any number of"):
		return regex.Star
	case r.accept("one or more"):
		return regex.Plus
	case r.accept("zero or one"):
		return regex.Optional
	case r.accept("at least"):
		low = r.number(0)
	case r.accept("at most", "up to"):
		high = r.number(0)
	case r.accept("exactly"):
		low = r.number(0)
		high = low
	case r.accept("between|from"):
		low = r.number(0)
		if !r.accept("and|to") {
			r.fail(`"and"`)
		}
		high = r.number(low)
	default:
		return nil
	}
	return func(e *regex.Expr) *regex.Expr { return regex.Repeat(e, low, high) }
}

// numeral returns the number that comes next, if one does.
func (r *regexReader) numeral() (n int, ok bool) {
	n, ok = parseNumeral(lower(r.tok(0).text))
	return n, ok && r.tok(0).kind == tokWord
}

// number takes a number that is at least low.
func (r *regexReader) number(low int) int {
	n, ok := r.numeral()
	if !ok || n > regex.MaxCount {
		r.fail("a number up to " + strconv.Itoa(regex.MaxCount))
	}
	if n < low {
		r.fail("a number that is at least " + strconv.Itoa(low))
	}
	r.pos++
	return n
}

const units = "repetitions|copies|occurrences|instances|repetition|copy|occurrence"

// unitsAt reports whether a plural or a word of units stands at distance n from the next
// token, so that a count may stand before it.
func (r *regexReader) unitsAt(n int) bool {
	return r.tok(n).is(units+"|characters") || r.tok(n).spelled() && r.tok(n+1).glue && r.tok(n+1).is("s|'")
}

// units reads the expression that is counted.
func (r *regexReader) units() *regex.Expr {
	switch t := r.tok(0); {
	case t.spelled() && !t.is("a"):
		r.pos++
		if r.tok(0).glue {
			r.accept("'? s")
		}
		return letters(t.text)
	case r.accept(units):
		if !r.accept("of") {
			r.fail(`"of"`)
		}
	case r.accept("characters|character"):
		if r.accept("each of which is one of", "each one of") {
			return r.members()
		}
		return r.exceptions()
	}
	return r.piece()
}

// literalNouns may stand before symbols.
const literalNouns = "single|digit|symbol|character|letter|string|sequence|digits|symbols"

// symbols reads one of several symbols, or symbols in a row with or without an
// article or a noun.
func (r *regexReader) symbols() *regex.Expr {
	switch {
	case r.accept("any? one of", "any of"):
		return r.members()
	case r.accept("any character"):
		return r.exceptions()
	case r.accept("any digit"), r.sees("a digit") && !r.tok(2).spelled() && r.accept("a digit"):
		return regex.Class(regex.Range{Lo: '0', Hi: '9'})
	}
	if next := r.tok(1); next.is(literalNouns) || next.spelled() {
		r.accept("a|an|the|one|single")
	}
	if r.tok(1).spelled() {
		r.accept(literalNouns)
	}
	t := r.tok(0)
	if !t.spelled() {
		r.fail("a piece of a string")
	}
	r.pos++
	return letters(t.text)
}

// exceptions reads the words after "any character".
func (r *regexReader) exceptions() *regex.Expr {
	if r.accept("other than", "except") {
		return regex.Class(regex.Complement(r.members().Class)...)
	}
	return regex.Any()
}

// members = member {"," member} ["and" member], member = symbol ["to" symbol].
func (r *regexReader) members() *regex.Expr {
	var ranges []regex.Range
	for {
		if _, ok := r.tok(1).single(); ok {
			r.accept("a|an")
		}
		m := regex.Range{Lo: r.rune(0)}
		if m.Hi = m.Lo; r.accept("to|through") {
			m.Hi = r.rune(m.Lo)
		}
		ranges = append(ranges, m)
		n := r.see(",? and?")
		if _, ok := r.tok(n).single(); !ok || n == 0 {
			return regex.Class(ranges...)
		}
		r.pos += n
	}
}

// rune takes a symbol that does not come before low.
func (r *regexReader) rune(low rune) rune {
	c, ok := r.tok(0).single()
	if !ok {
		r.fail("a single symbol")
	}
	if c < low {
		r.fail("a symbol that does not come before " + strconv.QuoteRune(low))
	}
	r.pos++
	return c
}

// letters returns the expression for the runes of s, one after another.
func letters(s string) *regex.Expr {
	var es []*regex.Expr
	for _, c := range s {
		es = append(es, regex.Symbol(c))
	}
	return regex.Concat(es...)
}

// single returns the one rune of a token.
func (t *token) single() (rune, bool) {
	c, n := utf8.DecodeRuneInString(t.text)
	return c, (t.kind == tokWord || t.kind == tokQuoted) && n > 0 && n == len(t.text) && (c != utf8.RuneError || n > 1)
}

// spelled reports whether a token describes its own runes: it is a quotation, a
// number or a single rune.
func (t *token) spelled() bool {
	_, single := t.single()
	return single || t.kind == tokQuoted && t.text != "" && utf8.ValidString(t.text) ||
		t.kind == tokWord && strings.Trim(t.text, digits) == ""
}
