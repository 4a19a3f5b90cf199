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
func (l *Language) Formalize(x *english.Lexicon, text string) (syntax.Tree, error) {
	r := new(reader)
	e, err := r.Read(text, english.Grammar[*regex.Expr]{
		Lexicon: x, Lead: "lead", Definition: "part_is", Noun: "part", Sentence: func() *regex.Expr { return r.sequence("then") },
		Expected: "a piece of a string", More: `"` + strings.TrimSpace(x.Words("then", 1)) + `" or the end of the sentence`,
	})
	if err != nil {
		return nil, err
	}
	return l.tree(e), nil
}

// sequence reads the rest of a phrase whose pieces follow each other.
func (r *reader) sequence(phrase string) *regex.Expr {
	return regex.Concat(r.Operands(phrase, 1, r.piece)...)
}

// piece reads a description whose end is clear.
func (r *reader) piece() *regex.Expr {
	r.Enter()
	defer r.Leave()
	r.Grow(1)
	for _, s := range simple {
		if r.Took(s.phrase, 0) {
			return s.e
		}
	}
	switch {
	case r.Took("part", 0):
		return r.Mention()
	case r.Took("alternatives", 0):
		return regex.Alternate(r.Operands("alternatives", 2, r.piece)...)
	case r.Took("all", 0):
		return regex.Intersect(r.Operands("all", 2, r.piece)...)
	case r.Took("but", 0):
		return regex.Not(r.piece())
	case r.Took("optionally", 0):
		return regex.Optional(r.piece())
	case r.Took("block", 0):
		return r.sequence("block")
	}
	if e := r.run(); e != nil {
		return e
	}
	if e := r.repeated(); e != nil {
		return e
	}
	if e := r.class("class"); e != nil {
		return e
	}
	if !r.Took("symbol", 0) && !r.Took("symbol_vowel", 0) {
		r.Fail("a piece of a string")
	}
	return regex.Symbol(r.rune(0))
}

// symbol returns a function that takes a single symbol, if one comes next.
func (r *reader) symbol(c *rune) func() bool {
	return func() (ok bool) {
		if *c, ok = single(r.Tok(0)); ok {
			r.Skip(1)
		}
		return ok
	}
}

// run reads equal symbols in a row, such as "two 1s". It returns nil and takes nothing if
// none come next.
func (r *reader) run() (e *regex.Expr) {
	r.Optionally(func() bool {
		n, ok := r.Numeral()
		c := rune(0)
		if !ok || !r.Took("run", 1) || !r.Match("symbols", r.symbol(&c)) {
			return false
		}
		r.Grow(n)
		e = regex.Concat(slices.Repeat([]*regex.Expr{regex.Symbol(c)}, n)...)
		return true
	})
	return e
}

// repeated reads how often something occurs, such as "zero or more" or "between two and
// five", and what occurs. It returns nil and takes nothing if no count comes next.
func (r *reader) repeated() *regex.Expr {
	counted := func(phrase string) (low, high int) {
		low = r.number(0)
		if high = low; phrase == "between" {
			r.Expect(phrase, 1)
			high = r.number(low)
			r.Expect(phrase, 2)
		} else {
			r.Expect(phrase, 1)
		}
		return low, high
	}
	for _, phrase := range []string{"star", "plus", "exactly", "least", "most", "between"} {
		if !r.Took(phrase, 0) {
			continue
		}
		switch phrase {
		case "star":
			return regex.Star(r.units())
		case "plus":
			return regex.Plus(r.units())
		}
		low, high := counted(phrase)
		switch phrase {
		case "least":
			high = -1
		case "most":
			low = 0
		}
		return regex.Repeat(r.units(), low, high)
	}
	return nil
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
	c := rune(0)
	if r.Match("symbols", r.symbol(&c)) {
		return regex.Symbol(c)
	}
	if e := r.class("unit"); e != nil {
		return e
	}
	if !r.Took("repetitions", 0) {
		r.Fail(`"repetitions of", "characters" or the plural of a symbol`)
	}
	return r.piece()
}

// class reads a class by its members or by the exceptions, or nothing.
func (r *reader) class(phrase string) *regex.Expr {
	switch {
	case r.Took(phrase, 0):
		return r.members()
	case r.Took(phrase+"_but", 0):
		return regex.Class(regex.Complement(r.members().Class)...)
	case r.Took(phrase+"_any", 0):
		return regex.Any()
	}
	return nil
}

// members = member {"," member} ["and" member], member = symbol ["to" symbol].
func (r *reader) members() *regex.Expr {
	var ranges []regex.Range
	for {
		m := regex.Range{Lo: r.rune(0)}
		if m.Hi = m.Lo; r.Took("range", 1) {
			m.Hi = r.rune(m.Lo)
		}
		ranges = append(ranges, m)
		if !r.Optionally(func() bool {
			if !r.Took("members", 2) && !r.Took("members", 1) {
				return false
			}
			_, ok := single(r.Tok(0))
			return ok
		}) {
			return regex.Class(ranges...)
		}
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
