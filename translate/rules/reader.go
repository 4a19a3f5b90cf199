package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A ReadError says where and why an English text is outside the grammar that
// Formalize reads.
type ReadError struct {
	Column   int    // 1-based, in runes
	Offset   int    // 0-based, in bytes
	Found    string // shortened and quoted, or "end of text"
	Expected string
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
}

// Bounds against hostile texts: maxDepth bounds the nesting of a text and of
// the tree it unfolds to, maxNodes the size of that tree, since a text can
// mention one definition many times. maxText, in bytes, is far beyond any
// answer of a model.
const (
	maxText  = 1 << 24
	maxDepth = 20_000
	maxNodes = 1 << 18
)

// A reader moves over the tokens of a text. Its methods, and those of the
// readers that embed it, fail by panicking with a *ReadError, as the parser of
// text/template does; read and try recover.
type reader struct {
	src   string
	toks  []token
	pos   int
	depth int
}

// read calls parse with the reader at the beginning of a text, and returns its
// failure.
func (r *reader) read(text string, reserved map[string]string, parse func()) (err error) {
	if len(text) > maxText {
		return &ReadError{Column: 1, Found: strconv.Itoa(len(text)) + " bytes", Expected: "a text of at most " + strconv.Itoa(maxText) + " bytes"}
	}
	r.src, r.toks = text, lex(text, reserved)
	return catch(parse)
}

func catch(parse func()) (err error) {
	defer func() {
		if e := recover(); e != nil {
			failure, ok := e.(*ReadError)
			if !ok {
				panic(e)
			}
			err = failure
		}
	}()
	parse()
	return nil
}

// try calls parse, and goes back if it fails.
func (r *reader) try(parse func()) bool {
	at, depth := r.pos, r.depth
	if catch(parse) == nil {
		return true
	}
	r.pos, r.depth = at, depth
	return false
}

// fail reports that expected should stand in place of the next token.
func (r *reader) fail(expected string) { r.failAt(r.tok(0), expected) }

func (r *reader) failAt(t *token, expected string) {
	found := "end of text"
	if t.kind != tokEnd {
		text := t.text
		if utf8.RuneCountInString(text) > 40 {
			text = string([]rune(text)[:40]) + "…"
		}
		found = strconv.Quote(text)
	}
	panic(&ReadError{Column: utf8.RuneCountInString(r.src[:t.off]) + 1, Offset: t.off, Found: found, Expected: expected})
}

// enter counts one level of nesting; the caller leaves with r.depth--.
func (r *reader) enter() {
	if r.depth++; r.depth > maxDepth {
		r.fail("at most " + strconv.Itoa(maxDepth) + " levels of nesting")
	}
}

// tok returns the token at distance n from the next one.
func (r *reader) tok(n int) *token { return &r.toks[min(r.pos+n, len(r.toks)-1)] }

// see returns the number of words and marks of a phrase that comes next, 0 if
// it does not.
func (r *reader) see(phrase string) int {
	n := 0
	for w := range strings.SplitSeq(phrase, " ") {
		if !r.tok(n).is(w) {
			return 0
		}
		n++
	}
	return n
}

// sees reports whether one of the phrases comes next.
func (r *reader) sees(phrases ...string) bool {
	for _, p := range phrases {
		if r.see(p) > 0 {
			return true
		}
	}
	return false
}

// accept takes the first of the phrases that comes next.
func (r *reader) accept(phrases ...string) bool {
	for _, p := range phrases {
		if n := r.see(p); n > 0 {
			r.pos += n
			return true
		}
	}
	return false
}

// skip takes words of the list as long as they come.
func (r *reader) skip(words string) {
	for r.tok(0).in(words) {
		r.pos++
	}
}

// name takes a symbol's name.
func (r *reader) name(expected string) string {
	t := r.tok(0)
	if !t.name() {
		r.fail(expected)
	}
	r.pos++
	return t.text
}
