package rules

import (
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// temporalReader reads statements about time by recursive descent. The comments of
// its methods contain the grammar.
type temporalReader struct {
	reader[*temporal.Formula]
	patterns []pattern
	tight    bool // in "both A and B" and the like and in an event: moments apply to one operand
}

// readTemporal returns the formula that a text describes.
func readTemporal(text string, vocab *record.Vocabulary) (*temporal.Formula, error) {
	r := &temporalReader{patterns: temporalPatterns(vocab)}
	return r.read(text, grammar[*temporal.Formula]{
		reserved: reservedTemporal,
		noun:     "claim", verbs: []string{"says", "is", "reads", ":"},
		lead: r.lead, sentence: r.statement, join: temporal.And,
		expected: "a statement", more: "a connective or the end of the sentence",
	})
}

// lead skips an introduction such as "The formula states that".
func (r *temporalReader) lead() {
	r.accept("the|this temporal|ltl? formula|requirement|property|statement|specification says that?", "in other words ,?")
}

// statement = chain [link statement].
func (r *temporalReader) statement() *temporal.Formula {
	r.enter()
	outer := r.tight
	r.tight = false
	f := r.chain()
	switch {
	case r.accept(",? if and only if", ",? iff", ",? exactly when|if"):
		f = temporal.Iff(f, r.statement())
	case r.accept(",? only if|when", ",? implies that?"):
		f = temporal.Implies(f, r.statement())
	case !r.sees("if ever") && r.accept(",? if|when|whenever"):
		f = temporal.Implies(r.statement(), f)
	}
	r.tight = outer
	r.depth--
	return f
}

// chain = operand {[","] ("and" | "or" | "xor") operand}. A comma alone means the
// next word after it. "and" binds closer than "or", and "or" closer than "xor".
func (r *temporalReader) chain() *temporal.Formula {
	fs := []*temporal.Formula{r.operand()}
	var seps []string
	for {
		word, ok := r.separator()
		if !ok {
			break
		}
		seps = append(seps, word)
		fs = append(fs, r.operand())
	}
	next := "and"
	for i, word := range slices.Backward(seps) {
		if word != "," {
			next = word
		}
		seps[i] = next
	}
	return joined(fs, seps, []string{"xor", "or", "and"})
}

// separator takes the words between two operands of a chain, if another operand follows.
func (r *temporalReader) separator() (word string, ok bool) {
	at := r.pos
	comma := r.accept(",")
	switch {
	case r.sees("but not both"):
	case r.accept("and|but also? that?"):
		return "and", true
	case r.accept("or else? that?"):
		return "or", true
	case r.accept("xor"):
		return "xor", true
	case comma && r.begins():
		return ",", true
	}
	r.pos = at
	return "", false
}

// begins reports whether a statement can begin with the next token.
func (r *temporalReader) begins() bool {
	at := r.pos
	meant := r.meaning() != nil
	r.pos = at
	return meant || r.tok(0).name() || r.sees("the proposition|signal|event|condition") || r.sees("both|either|neither|not|if|it|at|in|from|all|an|exactly|claim|until|up|always|eventually|next|henceforth|globally|finally|sooner")
}

// joined builds the tree of a chain. The first of the words binds loosest.
func joined(fs []*temporal.Formula, seps, words []string) *temporal.Formula {
	ops := map[string]temporal.Op{"xor": temporal.OpXor, "or": temporal.OpOr, "and": temporal.OpAnd}
	if len(words) == 0 {
		return fs[0]
	}
	var parts []*temporal.Formula
	start := 0
	for i := range fs {
		if i == len(seps) || seps[i] == words[0] {
			parts = append(parts, joined(fs[start:i+1], seps[start:i], words[1:]))
			start = i + 1
		}
	}
	return temporal.Connect(ops[words[0]], parts...)
}

// operand reads a statement whose end is clear, or one that extends as far right as
// possible. Unless tight is set, an event may follow: "p is true until ...".
func (r *temporalReader) operand() *temporal.Formula {
	r.enter()
	defer func() { r.depth-- }()
	r.grow(r.tok(0), 1)
	f := r.unbounded()
	if r.tight {
		return f
	}
	if u, ok := r.until(); ok {
		op, event := r.event(u)
		return lasting(op, f, event)
	}
	return f
}

func (r *temporalReader) unbounded() *temporal.Formula {
	if u, ok := r.until(); ok {
		op, event := r.event(u)
		if !r.accept(",") {
			r.fail(`"," after an event`)
		}
		return lasting(op, r.scope(), event)
	}
	if f := r.listed(); f != nil {
		return f
	}
	switch {
	case r.accept("both"):
		return r.bracketed("and")
	case r.accept("either"):
		return r.bracketed("or")
	case r.accept("neither"):
		return temporal.Not(r.bracketed("nor"))
	case r.accept("not", "it is not the case that", "it is not true that", "it is false that"):
		return temporal.Not(r.operand())
	case r.accept("it is the case that", "it is true that", "it holds that"):
		return r.operand()
	case r.accept("if"):
		a := r.statement()
		if !r.accept(",? then") {
			r.fail(`"then"`)
		}
		return temporal.Implies(a, r.statement())
	}
	if when, adverb, ok := r.moment(); ok {
		if comma := r.accept(","); adverb && !comma {
			return when(r.operand())
		}
		return when(r.scope())
	}
	return r.fact()
}

// scope reads the text to which the moment or the event before it applies: a
// statement or, if tight is set, an operand.
func (r *temporalReader) scope() *temporal.Formula {
	if r.tight {
		return r.operand()
	}
	return r.statement()
}

// bracketed = operand {"," operand} [","] word operand, after "both", "either" or
// "neither". After "or" or "nor", further operands may follow.
func (r *temporalReader) bracketed(word string) *temporal.Formula {
	outer := r.tight
	r.tight = true
	fs := []*temporal.Formula{r.operand()}
	for !r.sees(", "+word) && r.accept(",") {
		fs = append(fs, r.operand())
	}
	if !r.sees(",? " + word) {
		r.fail(strconv.Quote(word))
	}
	for r.accept(",? " + word) {
		if fs = append(fs, r.operand()); word == "and" || r.sees(", "+word) {
			break
		}
	}
	r.tight = outer
	switch {
	case word == "and":
		return temporal.And(fs...)
	case word == "or" && len(fs) == 2 && r.accept(",? but not both"):
		return temporal.Xor(fs...)
	}
	return temporal.Or(fs...)
}
