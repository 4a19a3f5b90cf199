package rules

import (
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// A lexicon knows the predicates of a vocabulary as verbs, and what its symbols
// mean. Without a vocabulary, verbs are undone by their spelling.
type lexicon struct {
	vocab    *record.Vocabulary
	verbs    map[string]string // by base form and third person, in lower case
	patterns []pattern
}

func newLexicon(vocab *record.Vocabulary) *lexicon {
	return &lexicon{vocab: vocab, patterns: patternsOf(vocab)}
}

// base is the predicate that a verb, as it stands in a text, names.
func (l *lexicon) base(word string) string {
	if l.vocab != nil && l.verbs == nil {
		l.verbs = make(map[string]string, 2*len(l.vocab.Predicates))
		for _, p := range l.vocab.Predicates {
			l.verbs[inflect(lower(p.Name))] = p.Name
		}
		for _, p := range l.vocab.Predicates {
			l.verbs[lower(p.Name)] = p.Name
		}
	}
	if b, ok := l.verbs[lower(word)]; ok {
		return b
	}
	return baseForm(word)
}

// atom reads a statement about named things.
func (r *logicReader) atom() (*logic.Formula, error) {
	if t := r.tok(0); t.is("a") && r.tok(2).kw == "holds" {
		if f := constantTruth(r.tok(1)); f != nil {
			r.pos += 3
			return f, nil
		}
	}
	if r.tok(0).kw == "the" && r.tok(1).oneOf("relation", "predicate", "property", "proposition", "statement", "claim") && r.tok(2).name() {
		r.pos += 2
	}
	subject, err := r.term()
	if err != nil {
		return nil, err
	}
	return r.predicate(subject)
}

func constantTruth(t *token) *logic.Formula {
	switch {
	case t.is("tautology"):
		return logic.Top()
	case t.is("contradiction"):
		return logic.Bottom()
	}
	return nil
}

// predicate reads what is said of a subject that stands before it.
func (r *logicReader) predicate(subject logic.Term) (*logic.Formula, error) {
	at := r.pos
	if yes, ok := r.truth(); ok {
		if of := r.accept("of") || r.accept("for"); !of {
			return r.proposition(subject, yes)
		}
		return r.applied(subject, yes)
	}
	yes, inflected := true, true
	switch {
	case r.accept("equals"), r.accept("is", "equal", "to"), r.accept("is", "identical", "to"), r.accept("is", "the", "same", "as"):
		return r.equality(subject, true)
	case r.accept("does", "not", "equal"), r.accept("is", "not", "equal", "to"), r.accept("is", "not", "identical", "to"),
		r.accept("is", "not", "the", "same", "as"), r.accept("differs", "from"):
		return r.equality(subject, false)
	case r.accept("does", "not"), r.accept("do", "not"):
		yes, inflected = false, false
	case r.accept("does"), r.accept("do"):
		inflected = false
	case r.accept("is"), r.accept("are"):
		return r.copula(subject)
	case r.tok(0).name():
	default:
		return r.proposition(subject, true)
	}
	t := r.tok(0)
	if !t.name() || t.text == "" {
		r.pos = at
		return nil, r.fail("a verb")
	}
	r.pos++
	terms := []logic.Term{subject}
	if o := r.tok(0); o.name() || o.kw == "the" {
		object, err := r.term()
		if err != nil {
			return nil, err
		}
		terms = append(terms, object)
	}
	name := t.text
	if inflected && t.kind == tokWord {
		name = r.lexicon.base(name)
	}
	return signed(logic.Atom(name, terms...), yes), nil
}

func signed(f *logic.Formula, yes bool) *logic.Formula {
	if yes {
		return f
	}
	return logic.Not(f)
}

// proposition makes a statement of a name alone.
func (r *logicReader) proposition(t logic.Term, yes bool) (*logic.Formula, error) {
	if len(t.Args) > 0 {
		return nil, r.fail("a verb after a function's value")
	}
	return signed(logic.Atom(t.Name), yes), nil
}

// copula reads "x is mortal", "x is not a student".
func (r *logicReader) copula(subject logic.Term) (*logic.Formula, error) {
	yes := !r.accept("not")
	if r.tok(0).kw == "an" || r.tok(0).is("a") && r.tok(1).name() {
		r.pos++
	}
	t := r.tok(0)
	if !t.name() || t.text == "" {
		return nil, r.fail(`"true", "false" or a predicate after "is"`)
	}
	r.pos++
	return signed(logic.Atom(t.text, subject), yes), nil
}

func (r *logicReader) equality(left logic.Term, yes bool) (*logic.Formula, error) {
	right, err := r.term()
	if err != nil {
		return nil, err
	}
	return signed(logic.Equal(left, right), yes), nil
}

// applied reads the arguments of "P holds of": "a", "a and b", "a, b and c". A
// name belongs to them unless a verb after it makes it the subject of the next
// statement: "P holds of a and b is true".
func (r *logicReader) applied(predicate logic.Term, yes bool) (*logic.Formula, error) {
	if len(predicate.Args) > 0 {
		return nil, r.fail("a predicate's name before \"holds of\"")
	}
	_ = r.tok(0).kw == "both" && r.accept("both")
	first, err := r.term()
	if err != nil {
		return nil, err
	}
	terms := []logic.Term{first}
	for {
		at := r.pos
		comma, and := r.accept(","), r.accept("and")
		if t := r.tok(0); !comma && !and || !t.name() && !(t.kw == "the" && r.tok(2).kw == "of") {
			r.pos = at
			break
		}
		next, err := r.term()
		if err != nil || !r.endsTerms() {
			r.pos = at
			break
		}
		terms = append(terms, next)
	}
	_ = r.accept("in", "that", "order") || r.accept(",", "in", "that", "order")
	return signed(logic.Atom(predicate.Name, terms...), yes), nil
}

// endsTerms reports whether the next token can follow the arguments of an
// atom; a word that makes a subject of the name before it cannot.
func (r *logicReader) endsTerms() bool {
	t := r.tok(0)
	switch t.kind {
	case tokEnd, tokPunct, tokOther:
		return true
	case tokQuoted:
		return false
	}
	return t.oneOf("and", "or", "nor", "then", "if", "iff", "only", "exactly", "unless", "but", "just", "when",
		"whenever", "provided", "xor", "in", "implies")
}

// term = name | "the" name "of" term | "the" name "of both" term "and" term |
// "the" name "of all of" term {"," term} "and" term.
func (r *logicReader) term() (logic.Term, error) {
	if err := r.enter(); err != nil {
		return logic.Term{}, err
	}
	defer func() { r.depth-- }()
	if len(r.lexicon.patterns) > 0 {
		if name, ok := r.glossedName(); ok {
			return logic.Constant(name), nil
		}
	}
	function := r.tok(0).kw == "the"
	if function {
		r.pos++
	}
	t := r.tok(0)
	if !t.name() || t.text == "" {
		return logic.Term{}, r.fail("a name")
	}
	r.pos++
	if !function || !r.accept("of") {
		return logic.Constant(t.text), nil
	}
	least := 1
	switch {
	case r.accept("both"):
		least = 2
	case r.accept("all", "of"):
		least = 3
	}
	var args []logic.Term
	for last := false; ; {
		a, err := r.term()
		if err != nil {
			return logic.Term{}, err
		}
		args = append(args, a)
		if last || least == 1 {
			return logic.Apply(t.text, args...), nil
		}
		comma := r.accept(",")
		if last = r.accept("and"); !last && !comma {
			return logic.Term{}, r.fail(`"," or "and" between a function's arguments`)
		}
	}
}
