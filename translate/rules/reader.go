package rules

import (
	"fmt"
	"slices"
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

// Bounds against hostile texts. maxDepth bounds the nesting of a text. maxNodes bounds
// the size of its tree, since a text can mention one definition many times. maxText, in
// bytes, is far more than the length of any answer of a model.
const (
	maxText  = 1 << 24
	maxDepth = 50_000
	maxNodes = 1 << 18
)

// A grammar contains the differences between statements and descriptions of strings.
type grammar[T any] struct {
	reserved       map[string]string
	noun           string       // of a definition: claim or part
	verbs          []string     // between the letter of a definition and its text
	lead           func()       // skips an introduction
	sentence       func() T     // reads a sentence, or the text of a definition
	join           func(...T) T // joins sentences; nil: there is only one
	expected, more string       // in errors: a sentence; what can follow it
}

// A reader moves over the tokens of a text and builds a tree of T. Its methods, and the
// methods of the readers that embed it, fail by panicking with a *ReadError, as the
// parser of text/template does; read and try recover.
type reader[T any] struct {
	grammar[T]
	src         string
	toks        []token
	pos         int
	depth       int
	nodes       int
	definitions map[string]*definition[T] // by letter
}

// A definition says what a claim or a part is. It is read when it is first needed.
type definition[T any] struct {
	letter          *token
	start, end      int // positions of its text; end is 0 before it is read
	mentioned, open bool
	value           T
	nodes           int
}

// read reads a text: sentences and definitions.
func (r *reader[T]) read(text string, g grammar[T]) (value T, err error) {
	if len(text) > maxText {
		return value, &ReadError{Column: 1, Found: strconv.Itoa(len(text)) + " bytes", Expected: "a text of at most " + strconv.Itoa(maxText) + " bytes"}
	}
	r.grammar, r.src, r.toks = g, text, lex(text, g.reserved)
	err = catch(func() { value = r.document() })
	return value, err
}

func (r *reader[T]) document() T {
	defined := r.findDefinitions()
	r.lead()
	var said []T
	for r.skip("."); r.tok(0).kind != tokEnd; r.skip(".") {
		if d := defined[r.pos]; d != nil {
			if d.end == 0 {
				r.define(d)
			}
			r.pos = d.end
		} else if len(said) > 0 && r.join == nil {
			r.fail("the definition of a " + r.noun)
		} else {
			said = append(said, r.sentence())
		}
		if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
			r.fail(r.more)
		}
	}
	if len(said) == 0 {
		r.fail(r.expected)
	}
	var idle *token // letter of the first definition that is never mentioned
	for _, d := range defined {
		if !d.mentioned && (idle == nil || d.letter.off < idle.off) {
			idle = d.letter
		}
	}
	if idle != nil {
		r.failAt(idle, "a "+r.noun+" that is mentioned")
	}
	if r.join == nil {
		return said[0]
	}
	return r.join(said...)
}

// findDefinitions finds the sentences "Claim X says that ..." or "Part X consists of
// ...", and returns them by their positions.
func (r *reader[T]) findDefinitions() map[int]*definition[T] {
	r.definitions = map[string]*definition[T]{}
	found := map[int]*definition[T]{}
	for i := range r.toks {
		if i > 0 && r.toks[i-1].kw != "." {
			continue
		}
		r.pos = i
		r.skip("here|where|and|,")
		letter := r.tok(1)
		if !r.accept(r.noun) || letter.kind != tokWord {
			continue
		}
		r.pos++
		if !r.accept(r.verbs...) || r.sees("true|false|not") {
			continue
		}
		r.accept("that? :?")
		d := &definition[T]{letter: letter, start: r.pos}
		if r.definitions[lower(letter.text)] != nil {
			r.failAt(letter, "one definition of each "+r.noun)
		}
		r.definitions[lower(letter.text)], found[i] = d, d
	}
	r.pos = 0
	return found
}

// mention reads the letter of a claim or a part, and returns the tree of its definition.
// All mentions share this tree, and each of them counts its size.
func (r *reader[T]) mention() T {
	t := r.tok(0)
	d := r.definitions[lower(t.text)]
	if t.kind != tokWord || d == nil {
		r.fail("a " + r.noun + " that is defined")
	}
	if d.open {
		r.failAt(d.letter, "a "+r.noun+" that does not depend on itself")
	}
	r.pos++
	d.mentioned = true
	if d.end == 0 {
		r.define(d)
	} else {
		r.grow(t, d.nodes)
	}
	return d.value
}

// define reads the text of a definition.
func (r *reader[T]) define(d *definition[T]) {
	back, before := r.pos, r.nodes
	r.pos, d.open = d.start, true
	d.value = r.sentence()
	d.end, d.open, d.nodes = r.pos, false, r.nodes-before+1
	r.pos = back
}

// grow counts n further nodes of the tree.
func (r *reader[T]) grow(t *token, n int) {
	if r.nodes += n; r.nodes > maxNodes {
		r.failAt(t, "a text that unfolds to at most "+strconv.Itoa(maxNodes)+" parts")
	}
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
func (r *reader[T]) try(parse func()) bool {
	at, depth := r.pos, r.depth
	if catch(parse) == nil {
		return true
	}
	r.pos, r.depth = at, depth
	return false
}

// fail reports that expected should stand in place of the next token.
func (r *reader[T]) fail(expected string) { r.failAt(r.tok(0), expected) }

func (r *reader[T]) failAt(t *token, expected string) {
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
func (r *reader[T]) enter() {
	if r.depth++; r.depth > maxDepth {
		r.fail("at most " + strconv.Itoa(maxDepth) + " levels of nesting")
	}
}

// tok returns the token at distance n from the next one.
func (r *reader[T]) tok(n int) *token { return &r.toks[min(r.pos+n, len(r.toks)-1)] }

// see returns the number of tokens that match a phrase, 0 if they do not. In a
// phrase, "a|b" is a choice of words or marks, and one with a question mark may be
// missing.
func (r *reader[T]) see(phrase string) int {
	n := 0
	for words := range strings.SplitSeq(phrase, " ") {
		words, optional := strings.CutSuffix(words, "?")
		if r.tok(n).is(words) {
			n++
		} else if !optional {
			return 0
		}
	}
	return n
}

// sees reports whether one of the phrases comes next.
func (r *reader[T]) sees(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return r.see(p) > 0 })
}

// accept takes the first of the phrases that comes next.
func (r *reader[T]) accept(phrases ...string) bool {
	for _, p := range phrases {
		if n := r.see(p); n > 0 {
			r.pos += n
			return true
		}
	}
	return false
}

// skip takes all successive tokens that are among the words.
func (r *reader[T]) skip(words string) {
	for r.accept(words) {
	}
}

// name takes a symbol's name.
func (r *reader[T]) name(expected string) string {
	t := r.tok(0)
	if !t.name() {
		r.fail(expected)
	}
	r.pos++
	return t.text
}
