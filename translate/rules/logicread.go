package rules

import (
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// opMention marks, within this package only, a node that stands for a claim;
// unfold puts the claim in its place.
const opMention = logic.Op(255)

// logicReader reads statements by recursive descent; doc.go has the grammar.
type logicReader struct {
	reader
	lexicon  *lexicon
	claims   map[string]definition
	mentions []*token     // of claims, by their letters
	then     map[int]bool // positions of an "if" that a "then" answers
	shared   bool         // parts of the tree occur in it more than once
	noComma  bool         // within a condition without "then": a comma ends it
	inThen   bool         // within what follows "then": "and if" ends it
	tight    bool         // within "both" and its kin: "that" reaches one operand far
}

// A definition is what a claim says, with the token that begins it.
type definition struct {
	f  *logic.Formula
	at *token
}

// readLogic turns a text into the tree it says.
func readLogic(text string, vocab *record.Vocabulary) (*logic.Formula, error) {
	base, err := newReader(text, reservedLogic)
	if err != nil {
		return nil, err
	}
	r := &logicReader{reader: base, lexicon: newLexicon(vocab)}
	r.answer()
	f, err := r.document()
	if err != nil {
		return nil, err
	}
	return r.unfold(f)
}

// answer finds the "if"s that have a "then". Those of "if and only if", "only
// if" and "exactly if" have none.
func (r *logicReader) answer() {
	var open []int
	for i := range r.toks {
		switch r.toks[i].kw {
		case "if":
			before, after := &token{}, &r.toks[min(i+2, len(r.toks)-1)]
			if i > 0 {
				before = &r.toks[i-1]
			}
			if !before.oneOf("only", "exactly") && after.kw != "only" {
				open = append(open, i)
			}
		case "then":
			if n := len(open); n > 0 {
				if r.then == nil {
					r.then = make(map[int]bool)
				}
				r.then[open[n-1]] = true
				open = open[:n-1]
			}
		case ".", ";":
			open = open[:0]
		}
	}
}

// document = [lead] {statement "."} {["here"] "claim" letter "says that" statement "."}.
func (r *logicReader) document() (*logic.Formula, error) {
	r.lead()
	var main []*logic.Formula
	for {
		for r.accept(".") {
		}
		if r.tok(0).kind == tokEnd {
			break
		}
		defined, err := r.define()
		if err != nil {
			return nil, err
		}
		if !defined {
			f, err := r.statement()
			if err != nil {
				return nil, err
			}
			main = append(main, f)
		}
		if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
			return nil, r.fail("a connective or the end of the sentence")
		}
	}
	if len(main) == 0 {
		return nil, r.fail("a statement")
	}
	return logic.And(main...), nil
}

// lead skips an introduction such as "The formula states that".
func (r *logicReader) lead() {
	i := 0
	for r.tok(i).oneOf("the", "this", "that", "in", "other", "words", ",", "so", "logical", "given", "following",
		"formula", "statement", "sentence", "expression", "proposition", "description", "is", "here") {
		i++
	}
	if i == 0 || !r.tok(i).oneOf("says", "expresses", "claims", "reads", "meaning", "as", "follows", ":") {
		if r.sees("in", "other", "words", ",") {
			r.pos += 4
		}
		return
	}
	for r.tok(i).oneOf("says", "expresses", "claims", "reads", "meaning", "as", "follows", "that", ":", ",") {
		i++
	}
	r.pos += i
}

// define takes the definition of a claim if one comes next.
func (r *logicReader) define() (bool, error) {
	i := 0
	for r.tok(i).oneOf("here", "where", "and", ",") {
		i++
	}
	if r.tok(i).kw != "claim" || r.tok(i+1).kind != tokWord || !r.tok(i+2).oneOf("says", "is", "reads", ":") || r.tok(i+3).oneOf("true", "false", "not") {
		return false, nil
	}
	at := r.tok(i + 1)
	r.pos += i + 3
	r.accept("that")
	r.accept(":")
	f, err := r.statement()
	if err != nil {
		return true, err
	}
	if r.claims == nil {
		r.claims = make(map[string]definition)
	}
	if _, twice := r.claims[lower(at.text)]; twice {
		return true, r.failAt(at, "one definition of each claim")
	}
	r.claims[lower(at.text)] = definition{f, at}
	return true, nil
}

// statement = loose ["if and only if" statement | ...]: what binds loosest.
func (r *logicReader) statement() (*logic.Formula, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer func() { r.depth-- }()
	defer r.within(&r.tight, false)()
	f, err := r.loose()
	if err != nil {
		return nil, err
	}
	at := r.pos
	if r.tok(0).kw == "," {
		r.pos++
	}
	switch {
	case r.accept("if", "and", "only", "if") || r.accept("iff") || r.accept("exactly", "when") || r.accept("exactly", "if") ||
		r.accept("just", "when") || r.accept("just", "in", "case", "that") || r.accept("just", "in", "case"):
		return r.binary(logic.Iff, f)
	case r.accept("only", "if") || r.accept("only", "when") || r.accept("implies", "that") || r.accept("implies"):
		return r.binary(logic.Implies, f)
	case r.accept("if") || r.accept("provided", "that") || r.accept("whenever") || r.accept("when"):
		return r.binary(func(a, b *logic.Formula) *logic.Formula { return logic.Implies(b, a) }, f)
	case r.accept("unless"):
		return r.binary(func(a, b *logic.Formula) *logic.Formula { return logic.Implies(logic.Not(b), a) }, f)
	}
	r.pos = at
	return f, nil
}

// within sets a mark of where the reader is until the function returned is
// called.
func (r *logicReader) within(mark *bool, value bool) (leave func()) {
	before := *mark
	*mark = value
	return func() { *mark = before }
}

func (r *logicReader) binary(op func(a, b *logic.Formula) *logic.Formula, left *logic.Formula) (*logic.Formula, error) {
	right, err := r.statement()
	if err != nil {
		return nil, err
	}
	return op(left, right), nil
}

// loose = also {"or else" also}, also = chain {"and also" chain}.
func (r *logicReader) loose() (*logic.Formula, error) {
	var ors, ands []*logic.Formula
	for {
		f, err := r.chain()
		if err != nil {
			return nil, err
		}
		ands = append(ands, f)
		at := r.pos
		if r.tok(0).kw == "," {
			r.pos++
		}
		switch {
		case r.accept("and", "also"):
			continue
		case r.accept("or", "else"):
			ors, ands = append(ors, logic.And(ands...)), nil
			continue
		}
		r.pos = at
		if len(ors) == 0 && len(ands) == 1 {
			return f, nil
		}
		return logic.Or(append(ors, logic.And(ands...))...), nil
	}
}

// separator is what stands between two operands of a chain.
type separator uint8

const (
	sepNone separator = iota
	sepComma
	sepAnd
	sepOr
	sepXor
)

// next takes a separator if a further operand follows it.
func (r *logicReader) next() separator {
	at, comma := r.pos, false
	if r.tok(0).kw == "," {
		r.pos++
		comma = true
	}
	t := r.tok(0)
	switch {
	case r.sees("and", "also"), r.sees("or", "else"), r.notBoth():
	case r.inThen && t.oneOf("and", "or", "but") && r.tok(1).kw == "if":
	case t.kw == "and" || t.kw == "but":
		r.pos++
		r.accept("also")
		r.accept("that")
		return sepAnd
	case t.kw == "or" && !(r.tok(1).kw == "both" && !r.tok(2).begins()):
		r.pos++
		r.accept("that")
		return sepOr
	case t.kw == "xor":
		r.pos++
		return sepXor
	case comma && !r.noComma && t.begins():
		return sepComma
	}
	r.pos = at
	return sepNone
}

// begins reports whether a statement can begin with the token.
func (t *token) begins() bool {
	if t.name() {
		return true
	}
	switch t.kw {
	case "both", "either", "neither", "not", "if", "for", "there", "all", "every", "at", "none", "no", "exactly",
		"an", "it", "the", "some", "any", "claim":
		return true
	}
	return false
}

// chain = operand {separator operand}. "and" binds closer than "or", "or"
// closer than "xor"; a comma is what the next word after it is, and "and" at
// the end.
func (r *logicReader) chain() (*logic.Formula, error) {
	f, err := r.operand()
	if err != nil {
		return nil, err
	}
	return r.chainFrom(f)
}

// chainFrom reads the rest of a chain whose first operand was read.
func (r *logicReader) chainFrom(f *logic.Formula) (*logic.Formula, error) {
	alone := r.bareName(f)
	sep := r.next()
	if sep == sepNone {
		return r.suffix(f), nil
	}
	fs, seps, bare := append(make([]*logic.Formula, 0, 4), f), append(make([]separator, 0, 8), sep), append(make([]bool, 0, 8), alone)
	for sep != sepNone {
		f, err := r.operand()
		if err != nil {
			return nil, err
		}
		fs, bare = append(fs, f), append(bare, r.bareName(f))
		if sep = r.next(); sep != sepNone {
			seps = append(seps, sep)
		}
	}
	r.share(fs, bare)
	return r.suffix(group(fs, seps)), nil
}

// share gives the names before "p3 are false" its denial: "p1, p2 and p3 are
// false" denies all three.
func (r *logicReader) share(fs []*logic.Formula, bare []bool) {
	i := len(fs) - 1
	if last := fs[i]; last.Op != logic.OpNot || last.Args[0].Op != logic.OpAtom || !r.pluralBefore() {
		return
	}
	for i--; i >= 0 && bare[i]; i-- {
		fs[i] = logic.Not(fs[i])
	}
}

// group builds the tree of a chain.
func group(fs []*logic.Formula, seps []separator) *logic.Formula {
	last := sepAnd
	for i := len(seps) - 1; i >= 0; i-- {
		if seps[i] == sepComma {
			seps[i] = last
		} else {
			last = seps[i]
		}
	}
	var xors, ors, ands []*logic.Formula
	for i, f := range fs {
		ands = append(ands, f)
		if i < len(seps) && seps[i] == sepAnd {
			continue
		}
		ors, ands = append(ors, logic.And(ands...)), nil
		if i < len(seps) && seps[i] == sepOr {
			continue
		}
		xors, ors = append(xors, logic.Or(ors...)), nil
	}
	return logic.Xor(xors...)
}

// bareName reports whether f was read from a name alone, such as p1 in "p1 and
// p2 are false".
func (r *logicReader) bareName(f *logic.Formula) bool {
	return f.Op == logic.OpAtom && len(f.Terms) == 0 && r.pos > 0 && r.toks[r.pos-1].name()
}

// pluralBefore reports whether the text read so far ends in "are ... false".
func (r *logicReader) pluralBefore() bool {
	i := r.pos - 1
	for n := 0; i >= 0 && n < 4; i, n = i-1, n+1 {
		if r.toks[i].kw == "are" || r.toks[i].kw == "do" {
			return true
		}
		if !r.toks[i].oneOf("true", "false", "not", "both", "all", "hold") {
			return false
		}
	}
	return false
}

// notBoth reports whether "but not both" or "and not both" comes next, with no
// statement to deny after it.
func (r *logicReader) notBoth() bool {
	return r.tok(0).oneOf("but", "and") && r.tok(1).kw == "not" && r.tok(2).kw == "both" &&
		(!r.tok(3).begins() || r.tok(3).kw == "if")
}

// suffix reads "but not both" and "or both" after two alternatives.
func (r *logicReader) suffix(f *logic.Formula) *logic.Formula {
	at := r.pos
	if r.tok(0).kw == "," {
		r.pos++
	}
	if f.Op == logic.OpOr && len(f.Args) == 2 && r.notBoth() {
		r.pos += 3
		return logic.Xor(f.Args...)
	}
	if f.Op == logic.OpOr && r.sees("or", "both") && !r.tok(2).begins() {
		r.pos += 2
		return f
	}
	r.pos = at
	return f
}
