package rules

import (
	"strconv"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// A count says how often something occurs.
type count struct {
	ok       bool
	min, max int // max is -1 where unbounded
	exact    bool
	run      bool // "two 1s": one symbol after another
}

// of is e so many times.
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
	case c.min == 1 && c.max < 0 && !c.exact:
		return regex.Plus(e)
	case c.min == 0 && c.max == 1 && !c.exact:
		return regex.Optional(e)
	}
	return regex.Repeat(e, c.min, c.max)
}

// count reads "zero or more", "at least two", "between two and five", "two";
// nothing is taken where none comes next.
func (r *regexReader) count() (count, error) {
	at := r.pos
	switch {
	case r.accept("zero", "or", "more"), r.accept("any", "number", "of"), r.accept("arbitrarily", "many"):
		return count{ok: true, max: -1}, nil
	case r.accept("one", "or", "more"):
		return count{ok: true, min: 1, max: -1}, nil
	case r.accept("zero", "or", "one"):
		return count{ok: true, max: 1}, nil
	}
	c := count{ok: true, exact: true, max: -1}
	var err error
	switch {
	case r.accept("at", "least"):
		c.min, err = r.numeral()
	case r.accept("at", "most"), r.accept("up", "to"):
		c.max, err = r.numeral()
	case r.accept("exactly"):
		c.min, err = r.numeral()
		c.max = c.min
	case r.accept("between"), r.accept("from"):
		if c.min, err = r.numeral(); err != nil {
			break
		}
		if !r.accept("and") && !r.accept("to") {
			return c, r.fail(`"and"`)
		}
		high := r.tok(0)
		if c.max, err = r.numeral(); err == nil && c.max < c.min {
			return c, r.failAt(high, "a number that is at least "+strconv.Itoa(c.min))
		}
	default:
		n, ok := parseNumeral(lower(r.tok(0).text))
		if !ok || r.tok(0).kind != tokWord || !r.unitsAt(1) {
			return count{}, nil
		}
		r.pos++
		return count{ok: true, min: n, max: n, run: true}, nil
	}
	if err != nil {
		r.pos = at
	}
	return c, err
}

func (r *regexReader) numeral() (int, error) {
	t := r.tok(0)
	n, ok := parseNumeral(lower(t.text))
	if t.kind != tokWord || !ok || n > regex.MaxCount {
		return 0, r.fail("a number up to " + strconv.Itoa(regex.MaxCount))
	}
	r.pos++
	return n, nil
}

// unitsAt reports whether a plural of what can be counted stands n tokens on.
func (r *regexReader) unitsAt(n int) bool {
	t := r.tok(n)
	if t.kind == tokQuoted {
		s := r.tok(n + 1)
		return s.glue && s.is("s")
	}
	if _, ok := plural(t.text); ok && t.kind == tokWord {
		return true
	}
	return t.oneOf("repetitions", "copies", "occurrences", "instances", "characters")
}

// plural is the symbols that a word such as 1s or 01s counts.
func plural(word string) (string, bool) {
	n := len(word) - 1
	if n > 1 && (word[n-1] == '\'') {
		return word[:n-1], word[n] == 's' && digits(word[:n-1])
	}
	return word[:max(n, 0)], n > 0 && word[n] == 's' && digits(word[:n])
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// units reads what is counted.
func (r *regexReader) units() (*regex.Expr, error) {
	t := r.tok(0)
	if t.kind == tokWord {
		if s, ok := plural(t.text); ok {
			r.pos++
			return letters(s), nil
		}
	}
	if t.kind == tokQuoted && t.text != "" {
		r.pos++
		if s := r.tok(0); s.glue && s.is("s") {
			r.pos++
		}
		return letters(t.text), nil
	}
	if t.oneOf("repetitions", "copies", "occurrences", "instances", "repetition", "copy", "occurrence") {
		r.pos++
		if !r.accept("of") {
			return nil, r.fail(`"of"`)
		}
		return r.piece()
	}
	if r.accept("characters") || r.accept("character") {
		if r.accept("each", "of", "which", "is", "one", "of") || r.accept("each", "one", "of") {
			return r.members(false)
		}
		if r.accept("other", "than") || r.accept("except") {
			return r.members(true)
		}
		return regex.Any(), nil
	}
	return r.piece()
}

// class reads one rune of several.
func (r *regexReader) class() (*regex.Expr, bool, error) {
	switch {
	case r.accept("any", "one", "of"), r.accept("one", "of"), r.accept("any", "of"):
		e, err := r.members(false)
		return e, true, err
	case r.accept("any", "character"), r.accept("any", "symbol"), r.accept("any", "single", "character"):
		if r.accept("other", "than") || r.accept("except") {
			e, err := r.members(true)
			return e, true, err
		}
		return regex.Any(), true, nil
	case r.accept("any", "digit"), r.sees("a", "digit") && !spelled(r.tok(2)) && r.accept("a", "digit"):
		return regex.Class(regex.Range{Lo: '0', Hi: '9'}), true, nil
	}
	return nil, false, nil
}

// members = member {"," member} ["and" member], member = symbol ["to" symbol].
func (r *regexReader) members(other bool) (*regex.Expr, error) {
	var ranges []regex.Range
	for {
		if _, ok := single(r.tok(1)); ok && r.tok(0).oneOf("a", "an") {
			r.pos++
		}
		lo, err := r.rune()
		if err != nil {
			return nil, err
		}
		hi := lo
		if r.accept("to") || r.accept("through") {
			at := r.tok(0)
			if hi, err = r.rune(); err != nil {
				return nil, err
			}
			if hi < lo {
				return nil, r.failAt(at, "a symbol that does not come before "+strconv.QuoteRune(lo))
			}
		}
		ranges = append(ranges, regex.Range{Lo: lo, Hi: hi})
		at := r.pos
		comma := r.accept(",")
		last := r.accept("and")
		if _, ok := single(r.tok(0)); !ok || !comma && !last {
			r.pos = at
			break
		}
	}
	e := regex.Class(ranges...)
	if other {
		e = regex.Class(regex.Complement(e.Class)...)
	}
	return e, nil
}

// rune reads one symbol.
func (r *regexReader) rune() (rune, error) {
	c, ok := single(r.tok(0))
	if !ok {
		return 0, r.fail("a single symbol")
	}
	r.pos++
	return c, nil
}

// single is the one rune of a token.
func single(t *token) (rune, bool) {
	c, n := utf8.DecodeRuneInString(t.text)
	return c, (t.kind == tokWord || t.kind == tokQuoted) && n > 0 && n == len(t.text) && (c != utf8.RuneError || n > 1)
}

// literal reads a symbol or several in a row, with or without an article or a
// noun.
func (r *regexReader) literal() (*regex.Expr, error) {
	if t, next := r.tok(0), r.tok(1); t.oneOf("a", "an", "the", "one", "single") && (literalNoun(next) || spelled(next)) {
		r.pos++
	}
	if literalNoun(r.tok(0)) && spelled(r.tok(1)) {
		r.pos++
	}
	t := r.tok(0)
	if !spelled(t) {
		return nil, r.fail("a piece of a string")
	}
	r.pos++
	return letters(t.text), nil
}

func literalNoun(t *token) bool {
	return t.oneOf("single", "digit", "symbol", "character", "letter", "string", "sequence", "digits", "symbols")
}

// spelled reports whether a token stands for its own runes: a quotation, a
// number, a single rune.
func spelled(t *token) bool {
	if _, ok := single(t); ok {
		return true
	}
	return t.kind == tokQuoted && t.text != "" && utf8.ValidString(t.text) || t.kind == tokWord && digits(t.text)
}

// letters is the runes of s one after another.
func letters(s string) *regex.Expr {
	es := make([]*regex.Expr, 0, len(s))
	for _, c := range s {
		es = append(es, regex.Symbol(c))
	}
	return regex.Concat(es...)
}

// repeated reads "repeated zero or more times" after a piece.
func (r *regexReader) repeated(e *regex.Expr) (*regex.Expr, error) {
	at := r.pos
	r.accept(",")
	said := r.accept("repeated") || r.accept("occurring") || r.accept("repeating")
	if said && (r.accept("any", "number", "of", "times") || r.accept("arbitrarily", "often")) {
		return regex.Star(e), nil
	}
	c, err := r.count()
	if err != nil || !c.ok {
		if n, ok := parseNumeral(lower(r.tok(0).text)); err == nil && ok && n <= regex.MaxCount && r.tok(1).is("times") {
			r.pos++
			c, err = count{ok: true, min: n, max: n, exact: true}, nil
		}
	}
	if err == nil && c.ok && r.accept("times") {
		return c.of(e), nil
	}
	if said {
		if err != nil {
			return nil, err
		}
		return nil, r.fail(`how often, such as "zero or more times"`)
	}
	r.pos = at
	return e, nil
}
