package language

import (
	"slices"
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
	switch {
	case r.Took("nothing", 0):
		return regex.Epsilon()
	case r.Took("part", 0):
		return r.Mention()
	case r.Took("alternatives", 0):
		return regex.Alternate(r.Operands("alternatives", 2, r.piece)...)
	case r.Took("optionally", 0):
		return regex.Optional(r.piece())
	case r.Took("block", 0):
		return r.sequence("block")
	case r.Took("star", 0):
		return regex.Star(r.units())
	case r.Took("plus", 0):
		return regex.Plus(r.units())
	}
	if e := r.run(); e != nil {
		return e
	}
	c := rune(0)
	r.Need(r.Took("symbol", 0) || r.Took("symbol_vowel", 0), "a piece of a string")
	r.Need(r.symbol(&c)(), "a single symbol")
	return regex.Symbol(c)
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

// units reads the expression that is repeated.
func (r *reader) units() *regex.Expr {
	c := rune(0)
	if r.Match("symbols", r.symbol(&c)) {
		return regex.Symbol(c)
	}
	r.Need(r.Took("repetitions", 0), `"repetitions of" or the plural of a symbol`)
	return r.piece()
}

// single returns the one symbol of a token: a quoted rune, or a digit.
func single(t *english.Token) (rune, bool) {
	c, n := utf8.DecodeRuneInString(t.Text)
	symbol := t.Kind == english.Quoted || t.Kind == english.Word && strings.ContainsRune(english.Digits, c)
	return c, symbol && n > 0 && n == len(t.Text) && (c != utf8.RuneError || n > 1)
}
