package rules

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/regex"
)

// regexReader reads descriptions of strings; doc.go has the grammar.
type regexReader struct {
	reader
	parts map[string]partText
	memo  map[string]unfolded
	open  map[string]bool
	nodes int
}

// A partText is the place of a part's description, which is read at the first
// mention of the part.
type partText struct {
	at  *token
	pos int
}

// unfolded is a part that was read, with the size of its tree.
type unfolded struct {
	e     *regex.Expr
	nodes int
}

// readRegex turns a text into the expression it describes.
func readRegex(text string) (e *regex.Expr, err error) {
	r := &regexReader{parts: map[string]partText{}, memo: map[string]unfolded{}, open: map[string]bool{}}
	err = r.read(text, nil, func() {
		r.split()
		r.lead()
		e = r.body()
		r.checkIdle()
	})
	return e, err
}

// split finds the sentences "Part X consists of ..." and where they begin.
func (r *regexReader) split() {
	for i := range r.toks {
		if i > 0 && r.toks[i-1].kw != "." {
			continue
		}
		r.pos = i
		r.skip("here where ,")
		letter := r.tok(1)
		if !r.accept("part") || letter.kind != tokWord {
			continue
		}
		r.pos++
		if !r.accept("consists of", "is", ":") {
			continue
		}
		if _, twice := r.parts[lower(letter.text)]; twice {
			r.failAt(letter, "one description of each part")
		}
		r.parts[lower(letter.text)] = partText{letter, r.pos}
	}
	r.pos = 0
}

// checkIdle fails if a part is described and never mentioned.
func (r *regexReader) checkIdle() {
	var first *token
	for l, p := range r.parts {
		if _, ok := r.memo[l]; !ok && (first == nil || p.at.off < first.off) {
			first = p.at
		}
	}
	if first != nil {
		r.failAt(first, "a part that is mentioned")
	}
}

// leadWords may stand before the first piece: "The regular expression
// describes strings that start with".
const leadWords = "matching string strings language set expression regular regex pattern formula describes " +
	"denotes matches match accepts represents is are it that which consists consist consisting made composed of " +
	"contain contains containing starts begins with this : all every each word words"

func (r *regexReader) lead() {
	for {
		switch t := r.tok(0); {
		case t.in(leadWords):
		case t.in("a an any the") && r.tok(1).kind == tokWord && r.tok(1).in(leadWords):
		case r.sees("start with", "begin with", "up of"):
		default:
			return
		}
		r.pos++
	}
}

// body reads a sequence up to the end of its sentence.
func (r *regexReader) body() *regex.Expr {
	e := r.sequence(false)
	if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
		r.fail(`"then" or the end of the sentence`)
	}
	return e
}

// sequence = piece {then piece}. Within a block a comma ends the sequence.
func (r *regexReader) sequence(block bool) *regex.Expr {
	var es []*regex.Expr
	for {
		es = append(es, r.repeated(r.piece()))
		if !r.then(block) {
			return regex.Concat(es...)
		}
	}
}

// then takes what joins two pieces.
func (r *regexReader) then(block bool) bool {
	at := r.pos
	comma := r.accept(",")
	if !comma || !block {
		and := r.accept("and")
		if r.accept("then", "finally", "followed by", "is followed by", "ends with", "ending with", "ends in", "ending in") {
			r.accept("by", "with")
			return true
		}
		if t := r.tok(0); (comma || and) && t.kind != tokEnd && t.kw != "." {
			return true
		}
	}
	r.pos = at
	return false
}

// grow counts the size of the tree against its bound.
func (r *regexReader) grow(t *token, n int) {
	if r.nodes += n; r.nodes > maxNodes {
		r.failAt(t, "parts that unfold to at most "+strconv.Itoa(maxNodes)+" pieces")
	}
}

// piece reads what ends by itself.
func (r *regexReader) piece() *regex.Expr {
	r.enter()
	defer func() { r.depth-- }()
	r.grow(r.tok(0), 1)
	switch {
	case r.accept("nothing", "the empty string", "an empty string"):
		return regex.Epsilon()
	case r.accept("something impossible"):
		return regex.Empty()
	case r.accept("the start of the string", "the beginning of the string"):
		return regex.Begin()
	case r.accept("the end of the string"):
		return regex.End()
	case r.accept("part"):
		return r.part()
	case r.accept("either"):
		return r.alternatives()
	case r.accept("optionally", "an optional", "optional"):
		return regex.Optional(r.piece())
	case r.accept("a block", "the block"):
		if !r.accept("of", "consisting of", "made of", "made up of") {
			r.fail(`"of" after "a block"`)
		}
		return r.sequence(true)
	}
	if c, ok := r.count(); ok {
		e := r.units()
		if c.run {
			r.grow(r.tok(0), c.min*(1+len(e.Args)))
		}
		return c.of(e)
	}
	if e := r.class(); e != nil {
		return e
	}
	return r.literal()
}

// alternatives = piece {"or" piece} after "either".
func (r *regexReader) alternatives() *regex.Expr {
	var es []*regex.Expr
	for {
		es = append(es, r.piece())
		at := r.pos
		comma := r.accept(",")
		if r.accept("or") || comma && len(es) == 1 && !r.tok(0).in("then followed and finally") {
			continue
		}
		r.pos = at
		if len(es) < 2 {
			r.fail(`"or"`)
		}
		return regex.Alternate(es...)
	}
}

// part reads the description of a part at its first mention. Further mentions
// share the tree and count its size.
func (r *regexReader) part() *regex.Expr {
	t := r.tok(0)
	letter := lower(t.text)
	p, defined := r.parts[letter]
	if t.kind != tokWord || !defined {
		r.fail("a part that is defined")
	}
	r.pos++
	if u, ok := r.memo[letter]; ok {
		r.grow(t, u.nodes)
		return u.e
	}
	if r.open[letter] {
		r.failAt(p.at, "a part that does not depend on itself")
	}
	back, before := r.pos, r.nodes
	r.pos, r.open[letter] = p.pos, true
	e := r.body()
	delete(r.open, letter)
	r.memo[letter] = unfolded{e, r.nodes - before + 1}
	r.pos = back
	return e
}

// class reads one rune of several; nil if none comes next.
func (r *regexReader) class() *regex.Expr {
	switch {
	case r.accept("any one of", "one of", "any of"):
		return r.members(false)
	case r.accept("any character"):
		return r.characters()
	case r.accept("any digit"), r.sees("a digit") && !spelled(r.tok(2)) && r.accept("a digit"):
		return regex.Class(regex.Range{Lo: '0', Hi: '9'})
	}
	return nil
}

// characters reads the exceptions after "any character".
func (r *regexReader) characters() *regex.Expr {
	if r.accept("other than", "except") {
		return r.members(true)
	}
	return regex.Any()
}

// members = member {"," member} ["and" member], member = symbol ["to" symbol].
func (r *regexReader) members(other bool) *regex.Expr {
	var ranges []regex.Range
	for {
		if _, ok := single(r.tok(1)); ok {
			r.accept("a", "an")
		}
		lo := r.rune()
		hi := lo
		if r.accept("to", "through") {
			at := r.tok(0)
			if hi = r.rune(); hi < lo {
				r.failAt(at, "a symbol that does not come before "+strconv.QuoteRune(lo))
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
		return regex.Class(regex.Complement(e.Class)...)
	}
	return e
}

// rune reads one symbol.
func (r *regexReader) rune() rune {
	c, ok := single(r.tok(0))
	if !ok {
		r.fail("a single symbol")
	}
	r.pos++
	return c
}

// literalNouns may stand before symbols.
const literalNouns = "single digit symbol character letter string sequence digits symbols"

// literal reads symbols in a row, with or without an article or a noun.
func (r *regexReader) literal() *regex.Expr {
	if next := r.tok(1); next.in(literalNouns) || spelled(next) {
		r.accept("a", "an", "the", "one", "single")
	}
	if r.tok(0).in(literalNouns) && spelled(r.tok(1)) {
		r.pos++
	}
	t := r.tok(0)
	if !spelled(t) {
		r.fail("a piece of a string")
	}
	r.pos++
	return letters(t.text)
}

// letters is the runes of s one after another.
func letters(s string) *regex.Expr {
	var es []*regex.Expr
	for _, c := range s {
		es = append(es, regex.Symbol(c))
	}
	return regex.Concat(es...)
}

// digits reports whether s is a number.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
