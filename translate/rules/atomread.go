package rules

import (
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// verbForms returns the predicates of a vocabulary by base form and third person.
func verbForms(vocab *record.Vocabulary) map[string]string {
	verbs := map[string]string{}
	if vocab != nil {
		for _, p := range vocab.Predicates {
			verbs[inflect(lower(p.Name))] = p.Name
		}
		for _, p := range vocab.Predicates {
			verbs[lower(p.Name)] = p.Name
		}
	}
	return verbs
}

// atom reads a statement about named things.
func (r *logicReader) atom() *logic.Formula {
	switch {
	case r.accept("a tautology holds"):
		return logic.Top()
	case r.accept("a contradiction holds"):
		return logic.Bottom()
	}
	if n := r.see("the relation|predicate|property|proposition|statement|claim"); n > 0 && r.tok(n).name() {
		r.pos += n
	}
	return r.predicate(r.term())
}

// predicate reads the words after a subject, and returns the statement.
func (r *logicReader) predicate(subject logic.Term) *logic.Formula {
	if yes, ok := r.truth(); ok {
		if r.accept("of|for") {
			return r.applied(subject, yes)
		}
		return r.proposition(subject, yes)
	}
	yes, inflected := true, true
	switch {
	case r.accept("equals", "is equal|identical to", "is the same as"):
		return logic.Equal(subject, r.term())
	case r.accept("does not equal", "is not equal|identical to", "is not the same as", "differs from"):
		return logic.Not(logic.Equal(subject, r.term()))
	case r.accept("does|do not"):
		yes, inflected = false, false
	case r.accept("does|do"):
		inflected = false
	case r.accept("is|are"): // "x is mortal", "x is not a student"
		yes = !r.accept("not")
		r.drop("a|an")
		return signed(logic.Atom(r.name(`"true", "false" or a predicate after "is"`), subject), yes)
	case !r.tok(0).name():
		f := r.proposition(subject, true)
		r.alone[f] = true
		return f
	}
	t := r.tok(0)
	name := r.name("a verb")
	terms := []logic.Term{subject}
	if o := r.tok(0); o.name() || o.kw == "the" {
		terms = append(terms, r.term())
	}
	if inflected && t.kind == tokWord {
		if base, ok := r.verbs[lower(name)]; ok {
			name = base
		} else {
			name = baseForm(name)
		}
	}
	return signed(logic.Atom(name, terms...), yes)
}

// proposition returns the statement that consists of a name alone.
func (r *logicReader) proposition(t logic.Term, yes bool) *logic.Formula {
	if len(t.Args) > 0 {
		r.fail("a verb after a function's value")
	}
	return signed(logic.Atom(t.Name), yes)
}

// applied reads the arguments of "P holds of": "a", "a and b", "a, b and c". A
// name is one of them unless the word after it makes it the subject of the next
// statement: "P holds of a and b is true".
func (r *logicReader) applied(predicate logic.Term, yes bool) *logic.Formula {
	if len(predicate.Args) > 0 {
		r.fail(`a predicate's name before "holds of"`)
	}
	r.accept("both")
	terms := []logic.Term{r.term()}
	for {
		at := r.pos
		comma, and := r.accept(","), r.accept("and")
		t := r.tok(0)
		var next logic.Term
		if !comma && !and || !t.name() && !(t.kw == "the" && r.tok(2).kw == "of") ||
			!r.try(func() { next = r.term() }) || !r.endsTerms() {
			r.pos = at
			break
		}
		terms = append(terms, next)
	}
	r.accept(",? in that order")
	return signed(logic.Atom(predicate.Name, terms...), yes)
}

// endsTerms reports whether the next token can follow the arguments of an atom.
func (r *logicReader) endsTerms() bool {
	t := r.tok(0)
	return t.kind != tokWord && t.kind != tokQuoted ||
		t.is("and|or|nor|then|if|iff|only|exactly|unless|but|just|when|whenever|provided|xor|in|implies")
}

// term = name | "the" name "of" term | "the" name "of both" term "and" term |
// "the" name "of all of" term {"," term} "and" term.
func (r *logicReader) term() logic.Term {
	r.enter()
	defer func() { r.depth-- }()
	if p, _ := r.longest(func(p *pattern) bool { return p.name }); p != nil {
		return logic.Constant(p.symbol)
	}
	function := r.accept("the")
	name := r.name("a name")
	if !function || !r.accept("of") {
		return logic.Constant(name)
	}
	if !r.accept("both", "all of") {
		return logic.Apply(name, r.term())
	}
	var args []logic.Term
	for last := false; !last; {
		args = append(args, r.term())
		comma := r.accept(",")
		if last = r.accept("and"); !last && !comma {
			r.fail(`"," or "and" between a function's arguments`)
		}
	}
	return logic.Apply(name, append(args, r.term())...)
}
