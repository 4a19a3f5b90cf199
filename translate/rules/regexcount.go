package rules

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// A count says how often something occurs.
type count struct {
	min, max int  // max is -1 if unbounded
	loose    bool // "one or more": written as an operator and not as {1,}
	run      bool // "two 1s": one symbol after another
}

var looseCounts = []struct {
	phrases []string
	count   count
}{
	{[]string{"zero or more", "any number of"}, count{max: -1, loose: true}},
	{[]string{"one or more"}, count{min: 1, max: -1, loose: true}},
	{[]string{"zero or one"}, count{max: 1, loose: true}},
}

// of repeats e.
func (c count) of(e *regex.Expr) *regex.Expr {
	switch {
	case c.run:
		es := make([]*regex.Expr, c.min)
		for i := range es {
			es[i] = e
		}
		return regex.Concat(es...)
	case c.min == 0 && c.max < 0:
		return regex.Star(e)
	case c.loose && c.max < 0:
		return regex.Plus(e)
	case c.loose:
		return regex.Optional(e)
	}
	return regex.Repeat(e, c.min, c.max)
}

// count reads "zero or more", "at least two", "between two and five", "two"; it
// takes nothing if none comes next.
func (r *regexReader) count() (c count, ok bool) {
	for _, l := range looseCounts {
		if r.accept(l.phrases...) {
			return l.count, true
		}
	}
	switch {
	case r.accept("at least"):
		return count{min: r.numeral(), max: -1}, true
	case r.accept("at most", "up to"):
		return count{max: r.numeral()}, true
	case r.accept("exactly"):
		n := r.numeral()
		return count{min: n, max: n}, true
	case r.accept("between", "from"):
		c.min = r.numeral()
		if !r.accept("and", "to") {
			r.fail(`"and"`)
		}
		at := r.tok(0)
		if c.max = r.numeral(); c.max < c.min {
			r.failAt(at, "a number that is at least "+strconv.Itoa(c.min))
		}
		return c, true
	}
	n, ok := parseNumeral(lower(r.tok(0).text))
	if !ok || r.tok(0).kind != tokWord || !r.unitsAt(1) {
		return count{}, false
	}
	r.pos++
	return count{min: n, max: n, run: true}, true
}

func (r *regexReader) numeral() int {
	t := r.tok(0)
	n, ok := parseNumeral(lower(t.text))
	if t.kind != tokWord || !ok || n > regex.MaxCount {
		r.fail("a number up to " + strconv.Itoa(regex.MaxCount))
	}
	r.pos++
	return n
}

// unitsAt reports whether a plural of what can be counted stands n tokens on.
func (r *regexReader) unitsAt(n int) bool {
	t := r.tok(n)
	if t.kind == tokQuoted {
		s := r.tok(n + 1)
		return s.glue && s.is("s")
	}
	_, ok := plural(t)
	return ok || t.in("repetitions copies occurrences instances characters")
}

// plural returns the symbols that a word such as 1s or 01's counts.
func plural(t *token) (symbols string, ok bool) {
	s, ok := strings.CutSuffix(t.text, "s")
	s = strings.TrimSuffix(s, "'")
	return s, ok && t.kind == tokWord && digits(s)
}

// units reads what is counted.
func (r *regexReader) units() *regex.Expr {
	t := r.tok(0)
	if s, ok := plural(t); ok {
		r.pos++
		return letters(s)
	}
	if t.kind == tokQuoted && t.text != "" {
		if r.pos++; r.tok(0).glue {
			r.accept("s")
		}
		return letters(t.text)
	}
	switch {
	case r.accept("repetitions", "copies", "occurrences", "instances", "repetition", "copy", "occurrence"):
		if !r.accept("of") {
			r.fail(`"of"`)
		}
	case r.accept("characters", "character"):
		if r.accept("each of which is one of", "each one of") {
			return r.members(false)
		}
		return r.characters()
	}
	return r.piece()
}

// repeated reads "repeated zero or more times" after a piece.
func (r *regexReader) repeated(e *regex.Expr) *regex.Expr {
	at := r.pos
	r.accept(",")
	said := r.accept("repeated", "occurring", "repeating")
	if !said {
		r.pos = at
		return e
	}
	c, ok := r.count()
	if !ok || !r.accept("times") {
		r.fail(`how often, such as "zero or more times"`)
	}
	return c.of(e)
}

// single returns the one rune of a token.
func single(t *token) (rune, bool) {
	c, n := utf8.DecodeRuneInString(t.text)
	return c, (t.kind == tokWord || t.kind == tokQuoted) && n > 0 && n == len(t.text) && (c != utf8.RuneError || n > 1)
}

// spelled reports whether a token stands for its own runes: a quotation, a
// number, a single rune.
func spelled(t *token) bool {
	if _, ok := single(t); ok {
		return true
	}
	return t.kind == tokQuoted && t.text != "" && utf8.ValidString(t.text) || t.kind == tokWord && digits(t.text)
}
