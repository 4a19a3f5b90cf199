package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// reader reads statements. The comments of its methods contain the grammar of the
// operands that package format/english does not have.
type reader struct {
	english.Statements[*logic.Formula]
}

// Formalize returns the formula that a text of Informalize describes. The formula prints as the described one; all its terms without arguments are constants,
// also those that a quantifier binds. The error of any other text is an *syntax.Error.
func (*Language) Formalize(x *english.Lexicon, text string) (syntax.Tree, error) {
	r := new(reader)
	r.Operand = r.operand
	return syntax.TreeOf(r.ReadStatements(text, x, false))
}

// operand = compound | quantified | constant | atom.
func (r *reader) operand() *logic.Formula {
	r.Enter()
	defer r.Leave()
	r.Grow(1)
	if f, ok := r.Compound(); ok {
		return f
	}
	if r.Lexicon == english.English() && r.Tok(0).Is("for|there") {
		return r.quantified()
	}
	noMoment := func() bool { return true }
	if f, ok := r.Fact(func(name string) *logic.Formula { return logic.Atom(name) }, noMoment); ok {
		return f
	}
	if r.Lexicon != english.English() {
		r.Fail("a statement")
	}
	return r.atom()
}

func signed(f *logic.Formula, yes bool) *logic.Formula {
	if yes {
		return f
	}
	return logic.Not(f)
}

// quantified = ("for every" name | "for all" names) "," statement |
// ("there is some" name | "there are" names) "such that" statement.
func (r *reader) quantified() *logic.Formula {
	all := false
	names := r.names
	switch {
	case r.Accept("for every"):
		all, names = true, r.variable
	case r.Accept("for all"):
		all = true
	case r.Accept("there is some"):
		names = r.variable
	case !r.Accept("there are"):
		r.Skip(1)
		r.Fail(`"every" or "all" after "for", or "is" or "are" after "there"`)
	}
	bound := names()
	if end := english.Pick(all, ",", "such that"); !r.Accept(end) {
		r.Fail(`"` + end + `"`)
	}
	f := r.Statement()
	for _, name := range slices.Backward(bound) {
		if all {
			f = logic.Forall(name, f)
		} else {
			f = logic.Exists(name, f)
		}
	}
	return f
}

func (r *reader) variable() []string { return []string{r.Name("a variable")} }

// names = name {"," name} "and" name.
func (r *reader) names() []string {
	names := r.variable()
	for r.Accept(",") {
		names = append(names, r.Name("a variable"))
	}
	r.Need(r.Accept("and"), `"and" before the last variable`)
	return append(names, r.Name("a variable"))
}

// atom = name ("is true" | "is false") | name ("holds of" | "does not hold of") terms |
// term ("equals" | "does not equal") term.
func (r *reader) atom() *logic.Formula {
	subject := r.term()
	yes := !r.Tok(1).Is("false") && !r.Tok(1).Is("not")
	switch {
	case r.Accept("is true|false"):
		return signed(logic.Atom(r.plain(subject, `a proposition before "is"`)), yes)
	case r.Accept("holds of", "does not hold of"):
		return signed(logic.Atom(r.plain(subject, `a predicate's name before "holds of"`), r.arguments()...), yes)
	case r.Accept("equals", "does not equal"):
		return signed(logic.Equal(subject, r.term()), yes)
	}
	r.Fail(`"is true", "holds of" or "equals"`)
	return nil
}

// plain returns the name of a term that is only a name.
func (r *reader) plain(t logic.Term, expected string) string {
	r.Need(len(t.Args) == 0, expected)
	return t.Name
}

// arguments reads the arguments of "P holds of": "a", "a and b", "a, b and c". A
// name is one of them unless the word after it makes it the subject of the next
// statement: "P holds of a and b is true".
func (r *reader) arguments() []logic.Term {
	terms := []logic.Term{r.term()}
	for r.Optionally(func() bool {
		if !r.Accept(",? and", ",") {
			return false
		}
		var next logic.Term
		t := r.Tok(0)
		if !t.Name() && !(t.Key == "the" && r.Tok(2).Key == "of") || !r.Try(func() { next = r.term() }) || !r.endsTerms() {
			return false
		}
		terms = append(terms, next)
		return true
	}) {
	}
	return terms
}

// endsTerms reports whether the next token can follow the arguments of an atom.
func (r *reader) endsTerms() bool {
	t := r.Tok(0)
	return t.Kind != english.Word && t.Kind != english.Quoted || t.Is("and|or|then|if")
}

// term = name | "the" name "of" term | "the" name "of both" term "and" term |
// "the" name "of all of" term {"," term} "and" term.
func (r *reader) term() logic.Term {
	r.Enter()
	defer r.Leave()
	function := r.Accept("the")
	name := r.Name("a name")
	if !function {
		return logic.Constant(name)
	}
	r.Need(r.Accept("of"), `"of" after a function's name`)
	if !r.Accept("both", "all of") {
		return logic.Apply(name, r.term())
	}
	var args []logic.Term
	for last := false; !last; {
		args = append(args, r.term())
		comma := r.Accept(",")
		if last = r.Accept("and"); !last && !comma {
			r.Fail(`"," or "and" between a function's arguments`)
		}
	}
	return logic.Apply(name, append(args, r.term())...)
}
