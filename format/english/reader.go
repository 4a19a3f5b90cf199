package english

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// Bounds against hostile texts. maxDepth bounds the nesting of a text. maxNodes bounds
// the size of its tree, since a text can mention one definition many times. MaxText, in
// bytes, is far more than the length of any answer of a model.
const (
	MaxText  = 1 << 24
	maxDepth = 50_000
	maxNodes = 1 << 18
)

// A Grammar contains the differences between statements and descriptions of strings.
type Grammar[T any] struct {
	*Lexicon
	Reserved         Words
	Lead, Definition string   // phrases before the first sentence, if any, and before the text of a definition
	Noun             string   // of a definition, in errors: claim or part
	Sentence         func() T // reads a sentence, or the text of a definition
	Expected, More   string   // in errors: a sentence; what can follow it
}

// A Reader moves over the tokens of a text and builds a tree of T. Its methods, and the
// methods of the readers that embed it, fail by panicking with a *syntax.Error, as the
// parser of text/template does; Read and Try recover.
type Reader[T any] struct {
	*Lexicon
	grammar     Grammar[T]
	src         string
	toks        []Token
	pos         int
	depth       int
	nodes       int
	definitions map[string]*definition[T] // by letter
}

// A definition says what a claim or a part is. It is read when it is first needed.
type definition[T any] struct {
	letter     *Token
	start, end int // positions of its text; end is 0 before it is read
	open       bool
	value      T
	nodes      int
}

// Read reads a text: a sentence and definitions.
func (r *Reader[T]) Read(text string, g Grammar[T]) (value T, err error) {
	if len(text) > MaxText {
		return value, syntax.ErrorAt(text, 0, "a text of at most "+strconv.Itoa(MaxText)+" bytes", strconv.Itoa(len(text))+" bytes")
	}
	r.Lexicon, r.grammar, r.src, r.toks = g.Lexicon, g, text, lex(text, g.Lexicon, g.Reserved)
	err = catch(func() { value = r.document() })
	return value, err
}

// document = [lead] sentence {"." definition} ["."].
func (r *Reader[T]) document() T {
	defined := r.findDefinitions()
	g := &r.grammar
	if g.Lead != "" {
		r.Expect(g.Lead, 0)
	}
	if t := r.Tok(0); t.Kind == End || t.Key == "." {
		r.Fail(g.Expected)
	}
	said := g.Sentence()
	for r.Accept(".") || r.Tok(0).Kind != End {
		d := defined[r.pos]
		switch {
		case r.toks[r.pos-1].Key != ".":
			r.Fail(g.More)
		case r.Tok(0).Kind == End:
			continue
		case d == nil:
			r.Fail("the definition of a " + g.Noun)
		case d.end == 0:
			r.define(d)
		}
		r.pos = d.end
	}
	return said
}

// findDefinitions finds the sentences "Claim X says that ..." or "Part X consists of
// ...", and returns them by their positions.
func (r *Reader[T]) findDefinitions() map[int]*definition[T] {
	r.definitions = map[string]*definition[T]{}
	found := map[int]*definition[T]{}
	for i := 1; i < len(r.toks); i++ {
		r.pos = i
		if r.toks[i-1].Key != "." || !r.Took(r.grammar.Definition, 0) || r.Tok(0).Kind != Word {
			continue
		}
		letter := r.Tok(0)
		r.pos++
		if !r.Took(r.grammar.Definition, 1) {
			continue
		}
		d := &definition[T]{letter: letter, start: r.pos}
		if r.definitions[Lower(letter.Text)] != nil {
			r.FailAt(letter, "one definition of each "+r.grammar.Noun)
		}
		r.definitions[Lower(letter.Text)], found[i] = d, d
	}
	r.pos = 0
	return found
}

// Mention reads the letter of a claim or a part, and returns the tree of its definition.
// All mentions share this tree, and each of them counts its size.
func (r *Reader[T]) Mention() T {
	t := r.Tok(0)
	d := r.definitions[Lower(t.Text)]
	if t.Kind != Word || d == nil {
		r.Fail("a " + r.grammar.Noun + " that is defined")
	}
	if d.open {
		r.FailAt(d.letter, "a "+r.grammar.Noun+" that does not depend on itself")
	}
	r.pos++
	if d.end == 0 {
		r.define(d)
	} else {
		r.grow(t, d.nodes)
	}
	return d.value
}

// define reads the text of a definition.
func (r *Reader[T]) define(d *definition[T]) {
	back, before := r.pos, r.nodes
	r.pos, d.open = d.start, true
	d.value = r.grammar.Sentence()
	d.end, d.open, d.nodes = r.pos, false, r.nodes-before+1
	r.pos = back
}

// Grow counts n further nodes of the tree.
func (r *Reader[T]) Grow(n int) { r.grow(r.Tok(0), n) }

func (r *Reader[T]) grow(t *Token, n int) {
	if r.nodes += n; r.nodes > maxNodes {
		r.FailAt(t, "a text that unfolds to at most "+strconv.Itoa(maxNodes)+" parts")
	}
}

func catch(parse func()) (err error) {
	defer func() {
		if e := recover(); e != nil {
			failure, ok := e.(*syntax.Error)
			if !ok {
				panic(e)
			}
			err = failure
		}
	}()
	parse()
	return nil
}

// Try calls parse, and goes back if it fails.
func (r *Reader[T]) Try(parse func()) bool {
	at, depth := r.pos, r.depth
	if catch(parse) == nil {
		return true
	}
	r.pos, r.depth = at, depth
	return false
}

// Optionally calls parse, and goes back if it returns false.
func (r *Reader[T]) Optionally(parse func() bool) bool {
	at := r.pos
	if parse() {
		return true
	}
	r.pos = at
	return false
}

// Fail reports that expected should stand in place of the next token.
func (r *Reader[T]) Fail(expected string) { r.FailAt(r.Tok(0), expected) }

// Need fails unless ok.
func (r *Reader[T]) Need(ok bool, expected string) {
	if !ok {
		r.Fail(expected)
	}
}

// FailAt reports that expected should stand in place of t.
func (r *Reader[T]) FailAt(t *Token, expected string) {
	found := "end of text"
	if t.Kind != End {
		text := t.Text
		if utf8.RuneCountInString(text) > 40 {
			text = string([]rune(text)[:40]) + "…"
		}
		found = strconv.Quote(text)
	}
	panic(syntax.ErrorAt(r.src, t.off, expected, found))
}

// Enter counts one level of nesting; the caller defers Leave.
func (r *Reader[T]) Enter() {
	if r.depth++; r.depth > maxDepth {
		r.Fail("at most " + strconv.Itoa(maxDepth) + " levels of nesting")
	}
}

// Leave ends the level of nesting of Enter.
func (r *Reader[T]) Leave() { r.depth-- }

// Tok returns the token at distance n from the next one.
func (r *Reader[T]) Tok(n int) *Token { return &r.toks[min(r.pos+n, len(r.toks)-1)] }

// Skip takes n tokens.
func (r *Reader[T]) Skip(n int) { r.pos += n }

// See returns the number of tokens that match a phrase, 0 if they do not. In a
// phrase, "a|b" is a choice of words or marks, and one with a question mark may be
// missing.
func (r *Reader[T]) See(phrase string) int {
	n := 0
	for words := range strings.SplitSeq(phrase, " ") {
		words, optional := strings.CutSuffix(words, "?")
		if r.Tok(n).Is(words) {
			n++
		} else if !optional {
			return 0
		}
	}
	return n
}

// Accept takes the first of the phrases that comes next.
func (r *Reader[T]) Accept(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		n := r.See(p)
		r.pos += n
		return n > 0
	})
}

// takes takes the words before operand i, or after the last one, if they come next. Letters
// without a space before them follow the operand directly.
func (r *Reader[T]) takes(f *form, i int) bool {
	for n, key := range f.keys[i] {
		if !r.Tok(n).Is(key) || n == 0 && i > 0 && f.words[i][0] >= 'a' && !r.Tok(0).Glue {
			return false
		}
	}
	r.pos += len(f.keys[i])
	return true
}

// Took takes the words before operand i of one of the forms of a phrase, if they come next.
func (r *Reader[T]) Took(phrase string, i int) bool {
	p := r.Phrase(phrase)
	if len(p[1].keys[i]) > len(p[0].keys[i]) { // the longer words may begin with the others, or these may be none
		return r.takes(&p[1], i) || r.takes(&p[0], i)
	}
	return r.takes(&p[0], i) || r.takes(&p[1], i)
}

// SeeMoment returns the number of tokens of a moment that comes next, 0 if it does not.
func (r *Reader[T]) SeeMoment(name string) (n int) {
	for _, f := range r.Moments[name] {
		n = max(n, r.See(strings.Join(f.keys[0], " ")))
	}
	return n
}

// Expect takes these words, or fails; after says where they are expected.
func (r *Reader[T]) Expect(phrase string, i int, after ...string) {
	if !r.Took(phrase, i) {
		r.Fail(r.quotedWords(phrase, i) + strings.Join(after, ""))
	}
}

// Match takes a phrase with its operands in one of its forms, or nothing.
func (r *Reader[T]) Match(phrase string, operands ...func() bool) bool {
	p := r.Phrase(phrase)
	for i := range p {
		if r.Optionally(func() bool {
			for n := range p[i].words {
				if !r.takes(&p[i], n) || n < len(p[i].kinds) && !operands[n]() {
					return false
				}
			}
			return true
		}) {
			return true
		}
	}
	return false
}

// Operands takes the rest of a phrase after its first words: operands and the words between
// them. It reads at least as many as least.
func (r *Reader[T]) Operands(phrase string, least int, operand func() T) (all []T) {
	p := r.Phrase(phrase)
	last := len(p[0].words) - 2
	for len(all) == 0 || last > 1 && r.Took(phrase, 1) {
		all = append(all, operand())
	}
	for r.Took(phrase, last) {
		all = append(all, operand())
		if last > 1 {
			return all
		}
	}
	if len(all) < least || last > 1 {
		r.Fail(r.quotedWords(phrase, last))
	}
	return all
}

// Name takes a symbol's name.
func (r *Reader[T]) Name(expected string) string {
	name, ok := r.TryName()
	r.Need(ok, expected)
	return name
}

// TryName takes a symbol's name, if one comes next.
func (r *Reader[T]) TryName() (name string, ok bool) {
	t := r.Tok(0)
	if ok = t.Name(); ok {
		r.pos++
	}
	return t.Text, ok
}

// Numeral takes a count up to a million, if one comes next.
func (r *Reader[T]) Numeral() (n int, ok bool) {
	t := r.Tok(0)
	if n = slices.Index(r.Numerals, Lower(t.Text)); n < 0 {
		var err error
		if n, err = strconv.Atoi(t.Text); err != nil {
			n = -1
		}
	}
	if ok = t.Kind == Word && n >= 0 && n <= 1_000_000; ok {
		r.pos++
	}
	return n, ok
}
