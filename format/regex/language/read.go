package language

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// reader reads descriptions of strings. The comments of its methods contain the grammar.
type reader struct {
	english.Reader[*regex.Expr]
}

// Formalize returns the expression that a text of Informalize describes. The error of any
// other text is an *syntax.Error.
func (l *Language) Formalize(text string) (syntax.Tree, error) {
	r := new(reader)
	e, err := r.Read(text, english.Grammar[*regex.Expr]{
		Lead: lead, Noun: "part", Verb: "consists of", Sentence: func() *regex.Expr { return r.sequence(", then") },
		Expected: "a piece of a string", More: `", then" or the end of the sentence`,
	})
	if err != nil {
		return nil, err
	}
	return l.tree(e), nil
}

// sequence = piece {then piece}.
func (r *reader) sequence(then string) *regex.Expr {
	es := []*regex.Expr{r.piece()}
	for r.Accept(then) {
		es = append(es, r.piece())
	}
	return regex.Concat(es...)
}

// piece reads a description whose end is clear.
func (r *reader) piece() *regex.Expr {
	r.Enter()
	defer r.Leave()
	r.Grow(1)
	for _, s := range simple {
		if r.Accept(s.phrase) {
			return s.e
		}
	}
	switch {
	case r.Accept("part"):
		return r.Mention()
	case r.Accept("either"):
		return regex.Alternate(r.operands("or")...)
	case r.Accept("both"):
		return regex.Intersect(r.operands("and also")...)
	case r.Accept("anything but"):
		return regex.Not(r.piece())
	case r.Accept("optionally"):
		return regex.Optional(r.piece())
	case r.Accept("a block of"):
		return r.sequence("followed by")
	}
	if e := r.run(); e != nil {
		return e
	}
	if repeat := r.count(); repeat != nil {
		return repeat(r.units())
	}
	return r.class()
}

// operands = piece word piece {word piece}.
func (r *reader) operands(word string) []*regex.Expr {
	es := []*regex.Expr{r.piece()}
	for r.Accept(word) {
		es = append(es, r.piece())
	}
	if len(es) < 2 {
		r.Fail(strconv.Quote(word))
	}
	return es
}

// run reads equal symbols in a row, such as "two 1s". It returns nil and takes nothing if
// none come next.
func (r *reader) run() (e *regex.Expr) {
	r.Optionally(func() bool {
		n, ok := r.Numeral()
		if !ok || !r.plural() {
			return false
		}
		r.Grow(n)
		e = regex.Concat(slices.Repeat([]*regex.Expr{r.units()}, n)...)
		return true
	})
	return e
}

// plural reports whether the plural of a symbol comes next.
func (r *reader) plural() bool {
	_, ok := single(r.Tok(0))
	return ok && r.Tok(1).Glue && r.Tok(1).Is("s")
}

// count reads how often something occurs: "zero or more", "at least two", "between
// two and five". It returns nil and takes nothing if no count comes next.
func (r *reader) count() func(*regex.Expr) *regex.Expr {
	low, high := 0, -1
	switch {
	case r.Accept("zero or more"):
		return regex.Star
	case r.Accept("one or more"):
		return regex.Plus
	case r.Accept("at least"):
		low = r.number(0)
	case r.Accept("at most"):
		high = r.number(0)
	case r.Accept("exactly"):
		low = r.number(0)
		high = low
	case r.Accept("between"):
		low = r.number(0)
		if !r.Accept("and") {
			r.Fail(`"and"`)
		}
		high = r.number(low)
	default:
		return nil
	}
	return func(e *regex.Expr) *regex.Expr { return regex.Repeat(e, low, high) }
}

// number takes a number that is at least low.
func (r *reader) number(low int) int {
	t := r.Tok(0)
	n, ok := r.Numeral()
	if !ok || n > regex.MaxCount {
		r.FailAt(t, "a number up to "+strconv.Itoa(regex.MaxCount))
	}
	if n < low {
		r.FailAt(t, "a number that is at least "+strconv.Itoa(low))
	}
	return n
}

// units reads the expression that is counted.
func (r *reader) units() *regex.Expr {
	switch {
	case r.plural():
		c, _ := single(r.Tok(0))
		r.Skip(2)
		return regex.Symbol(c)
	case r.Accept("characters each of which is one of"):
		return r.members()
	case r.Accept("characters"):
		return r.exceptions()
	case !r.Accept("repetitions of"):
		r.Fail(`"repetitions of", "characters" or the plural of a symbol`)
	}
	return r.piece()
}

// class = "one of" members | "any character" [exceptions] | ("a" | "an") symbol.
func (r *reader) class() *regex.Expr {
	switch {
	case r.Accept("one of"):
		return r.members()
	case r.Accept("any character"):
		return r.exceptions()
	case !r.Accept("a|an"):
		r.Fail("a piece of a string")
	}
	return regex.Symbol(r.rune(0))
}

// exceptions reads the words after "any character".
func (r *reader) exceptions() *regex.Expr {
	if r.Accept("other than") {
		return regex.Class(regex.Complement(r.members().Class)...)
	}
	return regex.Any()
}

// members = member {"," member} ["and" member], member = symbol ["to" symbol].
func (r *reader) members() *regex.Expr {
	var ranges []regex.Range
	for {
		m := regex.Range{Lo: r.rune(0)}
		if m.Hi = m.Lo; r.Accept("to") {
			m.Hi = r.rune(m.Lo)
		}
		ranges = append(ranges, m)
		n := r.See(",|and")
		if _, ok := single(r.Tok(n)); !ok || n == 0 {
			return regex.Class(ranges...)
		}
		r.Skip(n)
	}
}

// rune takes a symbol that does not come before low.
func (r *reader) rune(low rune) rune {
	c, ok := single(r.Tok(0))
	if !ok {
		r.Fail("a single symbol")
	}
	if c < low {
		r.Fail("a symbol that does not come before " + strconv.QuoteRune(low))
	}
	r.Skip(1)
	return c
}

// single returns the one symbol of a token: a quoted rune, or a digit.
func single(t *english.Token) (rune, bool) {
	c, n := utf8.DecodeRuneInString(t.Text)
	symbol := t.Kind == english.Quoted || t.Kind == english.Word && strings.ContainsRune(english.Digits, c)
	return c, symbol && n > 0 && n == len(t.Text) && (c != utf8.RuneError || n > 1)
}
