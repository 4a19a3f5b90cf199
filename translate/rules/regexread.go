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

// A partText is where a part's description stands: it is read where the part
// is first mentioned.
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
func readRegex(text string) (*regex.Expr, error) {
	base, err := newReader(text, nil)
	if err != nil {
		return nil, err
	}
	r := &regexReader{reader: base}
	if err := r.split(); err != nil {
		return nil, err
	}
	r.lead()
	e, err := r.body()
	if err != nil {
		return nil, err
	}
	return e, r.idle()
}

// split finds the sentences "Part X consists of ..." and where they begin.
func (r *regexReader) split() error {
	for i := range r.toks {
		if i > 0 && r.toks[i-1].kw != "." {
			continue
		}
		r.pos = i
		for r.accept("here") || r.accept("where") || r.accept(",") {
		}
		letter := r.tok(1)
		if !r.accept("part") || letter.kind != tokWord {
			continue
		}
		r.pos++
		if !r.accept("consists", "of") && !r.accept("is") && !r.accept(":") {
			continue
		}
		if r.parts == nil {
			r.parts = make(map[string]partText)
		}
		if _, twice := r.parts[lower(letter.text)]; twice {
			return r.failAt(letter, "one description of each part")
		}
		r.parts[lower(letter.text)] = partText{letter, r.pos}
	}
	r.pos = 0
	return nil
}

// idle is the error of a part that is told and never mentioned.
func (r *regexReader) idle() error {
	var first *token
	for l, p := range r.parts {
		if _, ok := r.memo[l]; !ok && (first == nil || p.at.off < first.off) {
			first = p.at
		}
	}
	if first == nil {
		return nil
	}
	return r.failAt(first, "a part that is mentioned")
}

// leadWords may stand before the first piece: "The regular expression
// describes strings that start with".
var leadWords = wordSet("matching string strings language set expression regular regex pattern formula describes " +
	"denotes matches match accepts represents is are it that which consists consist consisting made composed of " +
	"contain contains containing starts begins with this : all every each word words")

func wordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

func (r *regexReader) lead() {
	for {
		switch t := r.tok(0); {
		case leadWords[lower(t.text)]:
		case t.oneOf("a", "an", "any", "the") && leadWords[lower(r.tok(1).text)] && r.tok(1).kind == tokWord:
		case t.oneOf("start", "begin") && r.tok(1).is("with"), t.is("up") && r.tok(1).is("of"):
		default:
			return
		}
		r.pos++
	}
}

// body reads a sequence up to the end of its sentence.
func (r *regexReader) body() (*regex.Expr, error) {
	e, err := r.sequence(false)
	if err != nil {
		return nil, err
	}
	if r.accept("in", "this", "order") || r.accept("in", "that", "order") {
		r.accept(",")
	}
	if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
		return nil, r.fail(`"then" or the end of the sentence`)
	}
	return e, nil
}

// sequence = piece {then piece}. Within a block the pieces are joined without
// a comma, so that a comma ends it.
func (r *regexReader) sequence(block bool) (*regex.Expr, error) {
	var es []*regex.Expr
	for {
		e, err := r.piece()
		if err != nil {
			return nil, err
		}
		if e, err = r.repeated(e); err != nil {
			return nil, err
		}
		es = append(es, e)
		if !r.then(block) {
			return regex.Concat(es...), nil
		}
	}
}

// then takes what joins two pieces.
func (r *regexReader) then(block bool) bool {
	at := r.pos
	comma := r.accept(",")
	if comma && block {
		r.pos = at
		return false
	}
	and := r.accept("and")
	switch {
	case r.accept("then"), r.accept("finally"), r.accept("followed", "by"), r.accept("is", "followed", "by"),
		r.accept("ends", "with"), r.accept("ending", "with"), r.accept("ends", "in"), r.accept("ending", "in"):
		_ = r.accept("by") || r.accept("with")
		return true
	case comma || and:
		if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
			return true
		}
	}
	r.pos = at
	return false
}

// piece reads what ends by itself.
func (r *regexReader) piece() (*regex.Expr, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer func() { r.depth-- }()
	if r.nodes++; r.nodes > maxNodes {
		return nil, r.fail("parts that unfold to at most " + strconv.Itoa(maxNodes) + " pieces")
	}
	if e := r.fixed(); e != nil {
		return e, nil
	}
	switch {
	case r.accept("part"):
		return r.part()
	case r.accept("either"):
		return r.alternatives()
	case r.accept("optionally"), r.accept("an", "optional"), r.accept("optional"):
		e, err := r.piece()
		if err != nil {
			return nil, err
		}
		return regex.Optional(e), nil
	case r.accept("a", "block"), r.accept("the", "block"):
		if !r.accept("of") && !r.accept("consisting", "of") && !r.accept("made", "of") && !r.accept("made", "up", "of") {
			return nil, r.fail(`"of" after "a block"`)
		}
		return r.sequence(true)
	}
	c, err := r.count()
	if err != nil {
		return nil, err
	}
	if c.ok {
		e, err := r.units()
		if err != nil {
			return nil, err
		}
		if c.run {
			if r.nodes += c.min * (1 + len(e.Args)); r.nodes > maxNodes {
				return nil, r.fail("runs of symbols of at most " + strconv.Itoa(maxNodes) + " in all")
			}
		}
		return c.of(e), nil
	}
	if e, ok, err := r.class(); ok || err != nil {
		return e, err
	}
	return r.literal()
}

// fixed reads the phrases that stand for one expression.
func (r *regexReader) fixed() *regex.Expr {
	switch {
	case r.accept("nothing"), r.accept("the", "empty", "string"), r.accept("an", "empty", "string"):
		return regex.Epsilon()
	case r.accept("something", "impossible"):
		return regex.Empty()
	case r.accept("the", "start", "of", "the", "string"), r.accept("the", "beginning", "of", "the", "string"):
		return regex.Begin()
	case r.accept("the", "end", "of", "the", "string"):
		return regex.End()
	}
	return nil
}

// alternatives = piece {"or" piece} after "either".
func (r *regexReader) alternatives() (*regex.Expr, error) {
	var es []*regex.Expr
	for {
		e, err := r.piece()
		if err != nil {
			return nil, err
		}
		es = append(es, e)
		at := r.pos
		comma := r.accept(",")
		if r.accept("or") {
			continue
		}
		if comma && len(es) == 1 && !r.tok(0).oneOf("then", "followed", "and", "finally") {
			continue
		}
		r.pos = at
		if len(es) < 2 {
			return nil, r.fail(`"or"`)
		}
		return regex.Alternate(es...), nil
	}
}

// part reads the description of a part where it is first mentioned; a further
// mention shares the tree and counts its size.
func (r *regexReader) part() (*regex.Expr, error) {
	t := r.tok(0)
	letter := lower(t.text)
	p, told := r.parts[letter]
	if t.kind != tokWord || !told {
		return nil, r.fail("a part that a sentence tells")
	}
	r.pos++
	if u, ok := r.memo[letter]; ok {
		if r.nodes += u.nodes; r.nodes > maxNodes {
			return nil, r.failAt(t, "parts that unfold to at most "+strconv.Itoa(maxNodes)+" pieces")
		}
		return u.e, nil
	}
	if r.open[letter] {
		return nil, r.failAt(p.at, "a part that does not rest on itself")
	}
	if r.open == nil {
		r.open, r.memo = make(map[string]bool), make(map[string]unfolded)
	}
	back, before := r.pos, r.nodes
	r.pos, r.open[letter] = p.pos, true
	e, err := r.body()
	if err != nil {
		return nil, err
	}
	delete(r.open, letter)
	r.memo[letter] = unfolded{e, r.nodes - before + 1}
	r.pos = back
	return e, nil
}
