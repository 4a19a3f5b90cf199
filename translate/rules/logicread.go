package rules

import (
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// logicReader reads statements by recursive descent; doc.go has the grammar.
type logicReader struct {
	reader
	scope
	lexicon  *lexicon
	claims   map[string]definition
	mentions []*token     // of claims, by their letters
	then     map[int]bool // positions of an "if" that a "then" answers
	shared   bool         // the tree contains some nodes more than once
}

// A scope is what the words around a place change in its reading.
type scope struct {
	noComma bool // in a condition without "then": a comma ends it
	inThen  bool // after "then": "and if" ends it
	tight   bool // within "both" and its kin: "that" reaches one operand far
}

// A definition is what a claim says, with the token that begins it.
type definition struct {
	f  *logic.Formula
	at *token
}

// readLogic turns a text into the formula it says.
func readLogic(text string, vocab *record.Vocabulary) (f *logic.Formula, err error) {
	r := &logicReader{lexicon: newLexicon(vocab), claims: map[string]definition{}, then: map[int]bool{}}
	err = r.read(text, reservedLogic, func() {
		r.answer()
		f = r.unfold(r.document())
	})
	return f, err
}

// answer finds the "if"s that have a "then". Those of "if and only if", "only
// if" and "exactly if" have none.
func (r *logicReader) answer() {
	var open []int
	before := &token{}
	for i := range r.toks {
		t := &r.toks[i]
		r.pos = i
		switch t.kw {
		case "if":
			if !before.in("only exactly") && r.tok(2).kw != "only" {
				open = append(open, i)
			}
		case "then":
			if n := len(open); n > 0 {
				r.then[open[n-1]] = true
				open = open[:n-1]
			}
		case ".", ";":
			open = open[:0]
		}
		before = t
	}
	r.pos = 0
}

// document = [lead] {statement "." | definition "."}.
func (r *logicReader) document() *logic.Formula {
	r.lead()
	var main []*logic.Formula
	for {
		r.skip(".")
		if r.tok(0).kind == tokEnd {
			break
		}
		if !r.define() {
			main = append(main, r.statement())
		}
		if t := r.tok(0); t.kind != tokEnd && t.kw != "." {
			r.fail("a connective or the end of the sentence")
		}
	}
	if len(main) == 0 {
		r.fail("a statement")
	}
	return logic.And(main...)
}

// lead skips an introduction such as "The formula states that".
func (r *logicReader) lead() {
	const verbs = "says expresses claims reads meaning as follows :"
	r.skip("the this that in other words , so logical given following formula statement sentence expression proposition description is here")
	if r.pos > 0 && r.tok(0).in(verbs) {
		r.skip(verbs + " that ,")
		return
	}
	r.pos = 0
	r.accept("in other words ,")
}

// define takes the definition of a claim if one comes next.
func (r *logicReader) define() bool {
	start := r.pos
	r.skip("here where and ,")
	at := r.tok(1)
	if r.tok(0).kw != "claim" || at.kind != tokWord || !r.tok(2).in("says is reads :") || r.tok(3).in("true false not") {
		r.pos = start
		return false
	}
	r.pos += 3
	r.accept("that")
	r.accept(":")
	f := r.statement()
	if _, twice := r.claims[lower(at.text)]; twice {
		r.failAt(at, "one definition of each claim")
	}
	r.claims[lower(at.text)] = definition{f, at}
	return true
}

// links join two statements and bind loosest. They group to the right.
var links = []struct {
	phrases []string
	join    func(a, b *logic.Formula) *logic.Formula
}{
	{[]string{"if and only if", "iff", "exactly when", "exactly if", "just when", "just in case that", "just in case"}, logic.Iff},
	{[]string{"only if", "only when", "implies that", "implies"}, logic.Implies},
	{[]string{"if", "provided that", "whenever", "when"}, func(a, b *logic.Formula) *logic.Formula { return logic.Implies(b, a) }},
	{[]string{"unless"}, func(a, b *logic.Formula) *logic.Formula { return logic.Implies(logic.Not(b), a) }},
}

// statement = loose [[","] link statement].
func (r *logicReader) statement() *logic.Formula {
	r.enter()
	outer := r.scope
	r.tight = false
	f := r.loose()
	at, linked := r.pos, false
	r.accept(",")
	for _, l := range links {
		if linked = r.accept(l.phrases...); linked {
			f = l.join(f, r.statement())
			break
		}
	}
	if !linked {
		r.pos = at
	}
	r.scope = outer
	r.depth--
	return f
}

// loose = also {"or else" also}, also = chain {"and also" chain}.
func (r *logicReader) loose() *logic.Formula {
	var ors, ands []*logic.Formula
	for {
		ands = append(ands, r.chain(r.operand()))
		at := r.pos
		r.accept(",")
		switch {
		case r.accept("and also"):
		case r.accept("or else"):
			ors, ands = append(ors, logic.And(ands...)), nil
		default:
			r.pos = at
			return logic.Or(append(ors, logic.And(ands...))...)
		}
	}
}

// A separator stands between two operands of a chain.
type separator uint8

const (
	sepNone separator = iota
	sepComma
	sepAnd
	sepOr
	sepXor
)

// separator takes a separator if a further operand follows it.
func (r *logicReader) separator() separator {
	at := r.pos
	comma := r.accept(",")
	t := r.tok(0)
	switch {
	case r.sees("and also", "or else"), r.notBoth():
	case r.inThen && r.sees("and if", "or if", "but if"):
	case r.accept("and", "but"):
		r.accept("also")
		r.accept("that")
		return sepAnd
	case t.kw == "or" && !(r.sees("or both") && !r.tok(2).begins()):
		r.pos++
		r.accept("that")
		return sepOr
	case r.accept("xor"):
		return sepXor
	case comma && !r.noComma && t.begins():
		return sepComma
	}
	r.pos = at
	return sepNone
}

// begins reports whether a statement can begin with the token.
func (t *token) begins() bool {
	return t.name() || t.in("both either neither not if for there all every at none no exactly an it the some any claim")
}

// operands are those of a chain. bare marks those that are a name alone, such as
// p1 in "p1 and p2 are false".
type operands struct {
	fs   []*logic.Formula
	bare []bool
}

// add adds an operand that was just read.
func (r *logicReader) add(o *operands, f *logic.Formula) {
	o.fs = append(o.fs, f)
	o.bare = append(o.bare, f.Op == logic.OpAtom && len(f.Terms) == 0 && r.pos > 0 && r.toks[r.pos-1].name())
}

// shareDenial denies the bare names before a last operand that is denied: "p1,
// p2 and p3 are false" denies all three.
func (o *operands) shareDenial() {
	i := len(o.fs) - 1
	if last := o.fs[i]; last.Op != logic.OpNot || last.Args[0].Op != logic.OpAtom {
		return
	}
	for i--; i >= 0 && o.bare[i]; i-- {
		o.fs[i] = logic.Not(o.fs[i])
	}
}

// chain = operand {separator operand}, where the first operand was just read.
// "and" binds closer than "or", and "or" closer than "xor". A comma means the
// next word after it, and "and" at the end.
func (r *logicReader) chain(first *logic.Formula) *logic.Formula {
	var o operands
	var seps []separator
	r.add(&o, first)
	for {
		sep := r.separator()
		if sep == sepNone {
			break
		}
		seps = append(seps, sep)
		r.add(&o, r.operand())
	}
	if len(seps) == 0 {
		return r.suffix(first)
	}
	if r.pluralBefore() {
		o.shareDenial()
	}
	return r.suffix(group(o.fs, seps))
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

// pluralBefore reports whether the text so far ends in "are ... false".
func (r *logicReader) pluralBefore() bool {
	for i := r.pos - 1; i >= max(0, r.pos-4); i-- {
		switch t := &r.toks[i]; {
		case t.in("are do"):
			return true
		case !t.in("true false not both all hold"):
			return false
		}
	}
	return false
}

// notBoth reports whether "but not both" or "and not both" comes next, with no
// statement to deny after it.
func (r *logicReader) notBoth() bool {
	return r.sees("but not both", "and not both") && (!r.tok(3).begins() || r.tok(3).kw == "if")
}

// suffix reads "but not both" and "or both" after two alternatives.
func (r *logicReader) suffix(f *logic.Formula) *logic.Formula {
	at := r.pos
	r.accept(",")
	switch {
	case f.Op == logic.OpOr && len(f.Args) == 2 && r.notBoth():
		r.pos += 3
		return logic.Xor(f.Args...)
	case f.Op == logic.OpOr && r.sees("or both") && !r.tok(2).begins():
		r.pos += 2
	default:
		r.pos = at
	}
	return f
}
