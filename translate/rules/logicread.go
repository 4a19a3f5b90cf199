package rules

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// logicReader reads statements by recursive descent. The comments of its methods
// contain the grammar, and the tests of paraphrases contain examples. It skips an
// introduction. A claim may be defined before its mention. Ambiguities are resolved as
// follows:
//
//   - "not" applies to one operand. "It is false that" applies to the chain after
//     it, up to a comma before "and". The part after "then" ends at "and if".
//     Quantifiers and lists extend as far right as possible.
//   - "and" binds closer than "or", and "or" closer than "xor". A comma between
//     operands means the same as the next of these words, or "and" if none
//     follows. Sentences are joined by "and".
//   - "A unless B" is "if not B, then A". "An odd number of" is ⊕. "Exactly one of"
//     is ⊕ for two operands. For three or more operands, it is a formula with ∧, ∨ and ¬.
type logicReader struct {
	reader[*logic.Formula]
	scope
	verbs    map[string]string // predicates by base form and third person, in lower case
	patterns []pattern
	then     map[int]bool            // positions of each "if" that has a "then"
	alone    map[*logic.Formula]bool // statements that consist of a name alone
	plural   int                     // the position after the last "are ..."
}

// A scope describes how the words around a statement change its reading.
type scope struct {
	noComma bool // in a condition without "then": a comma ends it
	inThen  bool // after "then": "and if" ends it
	tight   bool // in "both A and B" and the like: "it is false that" applies to one operand
}

// readLogic returns the formula that a text describes.
func readLogic(text string, vocab *record.Vocabulary) (*logic.Formula, error) {
	r := &logicReader{verbs: verbForms(vocab), patterns: patternsOf(vocab), then: map[int]bool{}, alone: map[*logic.Formula]bool{}}
	return r.read(text, grammar[*logic.Formula]{
		reserved: reservedLogic,
		noun:     "claim", verbs: []string{"says", "is", "reads", ":"},
		lead: r.lead, sentence: r.sentence, join: logic.And,
		expected: "a statement", more: "a connective or the end of the sentence",
	})
}

// lead skips an introduction such as "The formula states that", and finds the "if"s
// that have a "then".
func (r *logicReader) lead() {
	r.answer()
	const verbs = "says|expresses|claims|reads|meaning|as|follows|:"
	r.skip("the|this|that|in|other|words|,|so|logical|given|following|formula|statement|sentence|expression|proposition|description|is|here")
	if r.pos > 0 && r.sees(verbs) {
		r.skip(verbs + "|that|,")
		return
	}
	r.pos = 0
	r.accept("in other words ,")
}

// answer finds the "if"s that have a "then". Those of "if and only if", "only if"
// and "exactly if" have none.
func (r *logicReader) answer() {
	var open []int
	for i, t := range r.toks {
		switch {
		case t.kw == "if" && !r.toks[max(i-1, 0)].is("only|exactly") && !r.toks[min(i+2, len(r.toks)-1)].is("only"):
			open = append(open, i)
		case t.kw == "then" && len(open) > 0:
			r.then[open[len(open)-1]] = true
			open = open[:len(open)-1]
		case t.is(".|;"):
			open = open[:0]
		}
	}
}

func (r *logicReader) sentence() *logic.Formula {
	outer := r.scope
	r.scope = scope{}
	f := r.statement()
	r.scope = outer
	return f
}

// links join two statements and bind loosest. They group to the right.
var links = []struct {
	phrases []string
	join    func(a, b *logic.Formula) *logic.Formula
}{
	{[]string{",? if and only if", ",? iff", ",? exactly when|if", ",? just when", ",? just in case that?"}, logic.Iff},
	{[]string{",? only if|when", ",? implies that?"}, logic.Implies},
	{[]string{",? if|when|whenever", ",? provided that"}, func(a, b *logic.Formula) *logic.Formula { return logic.Implies(b, a) }},
	{[]string{",? unless"}, func(a, b *logic.Formula) *logic.Formula { return logic.Implies(logic.Not(b), a) }},
}

// statement = loose [[","] link statement].
func (r *logicReader) statement() *logic.Formula {
	r.enter()
	outer := r.scope
	r.tight = false
	f := r.loose()
	for _, l := range links {
		if r.accept(l.phrases...) {
			f = l.join(f, r.statement())
			break
		}
	}
	r.scope = outer
	r.depth--
	return f
}

// loose = also {[","] "or else" also}, also = chain {[","] "and also" chain}.
func (r *logicReader) loose() *logic.Formula {
	var ors, ands []*logic.Formula
	for {
		ands = append(ands, r.chain(r.operand()))
		if r.accept(",? and also") {
			continue
		}
		ors, ands = append(ors, logic.And(ands...)), nil
		if !r.accept(",? or else") {
			return logic.Or(ors...)
		}
	}
}

// A separator stands between two operands of a chain.
type separator uint8

const (
	sepNone separator = iota
	sepComma
	sepXor
	sepOr
	sepAnd
)

// separator takes a separator if a further operand follows it.
func (r *logicReader) separator() separator {
	at := r.pos
	comma := r.accept(",")
	switch {
	case r.sees("and also", "or else"), r.ends(notBoth), r.ends(orBoth), r.inThen && r.sees("and|or|but if"):
	case r.accept("and|but also? that?"):
		return sepAnd
	case r.accept("or that?"):
		return sepOr
	case r.accept("xor"):
		return sepXor
	case comma && !r.noComma && r.tok(0).begins():
		return sepComma
	}
	r.pos = at
	return sepNone
}

// begins reports whether a statement can begin with the token.
func (t *token) begins() bool {
	return t.name() || t.is("both|either|neither|not|if|for|there|all|every|at|none|no|exactly|an|it|the|some|any|claim")
}

// chain = operand {separator operand}, where the first operand was just read. A comma
// means the next word after it, and "and" at the end.
func (r *logicReader) chain(first *logic.Formula) *logic.Formula {
	fs := []*logic.Formula{first}
	var seps []separator
	for {
		sep := r.separator()
		if sep == sepNone {
			break
		}
		seps = append(seps, sep)
		fs = append(fs, r.operand())
	}
	if r.plural == r.pos {
		r.shareDenial(fs)
	}
	next := sepAnd
	for i, sep := range slices.Backward(seps) {
		if sep != sepComma {
			next = sep
		}
		seps[i] = next
	}
	return r.suffix(group(fs, seps, sepXor))
}

// group builds the tree of a chain: "and" binds closer than "or", and "or" closer
// than "xor".
func group(fs []*logic.Formula, seps []separator, loosest separator) *logic.Formula {
	if loosest == sepAnd {
		return logic.And(fs...)
	}
	var parts []*logic.Formula
	start := 0
	for i := range fs {
		if i == len(seps) || seps[i] == loosest {
			parts = append(parts, group(fs[start:i+1], seps[start:i], loosest+1))
			start = i + 1
		}
	}
	if loosest == sepOr {
		return logic.Or(parts...)
	}
	return logic.Xor(parts...)
}

// shareDenial denies the names before a last operand that is denied: "p1, p2 and p3
// are false" denies all three.
func (r *logicReader) shareDenial(fs []*logic.Formula) {
	i := len(fs) - 1
	if last := fs[i]; last.Op != logic.OpNot || last.Args[0].Op != logic.OpAtom {
		return
	}
	for i--; i >= 0 && r.alone[fs[i]]; i-- {
		fs[i] = logic.Not(fs[i])
	}
}

const (
	notBoth = ",? but|and not both"
	orBoth  = ",? or both"
)

// ends reports whether a phrase comes next, and after it no statement. An "if" may come
// after it, since this "if" links two statements.
func (r *logicReader) ends(phrase string) bool {
	n := r.see(phrase)
	return n > 0 && (!r.tok(n).begins() || r.tok(n).is("if"))
}

// suffix reads "but not both" and "or both" after two alternatives.
func (r *logicReader) suffix(f *logic.Formula) *logic.Formula {
	switch {
	case f.Op == logic.OpOr && len(f.Args) == 2 && r.ends(notBoth):
		r.accept(notBoth)
		return logic.Xor(f.Args...)
	case f.Op == logic.OpOr && r.ends(orBoth):
		r.accept(orBoth)
	}
	return f
}
