package language

import (
	"errors"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// maxQuantifiers is the largest number of quantifiers around a statement of a sentence.
const maxQuantifiers = 20

type writer struct {
	english.Describer[*logic.Formula]
}

// Informalize describes a formula in the controlled form of a language. Languages
// other than English have words for propositional formulas only.
func (*Language) Informalize(x *english.Lexicon, t syntax.Tree) (string, error) {
	if x != english.English() && !formula(t).IsPropositional() {
		return "", errors.New("found first-order logic, which only English has words for")
	}
	w := new(writer)
	w.Lexicon, w.Simple, w.Short, w.Literal, w.Own = x, literal, short, w.literal, w.quantified
	return w.Describe(formula(t)), nil
}

// literal reports whether f is a truth constant, an atom, an equality or the denial of
// an atom or equality.
func literal(f *logic.Formula) bool {
	return f.Op <= logic.OpEqual || f.Op == logic.OpNot && isAtom(f.Args[0])
}

// short reports whether a literal has at most one argument.
func short(f *logic.Formula) bool {
	if f.Op == logic.OpNot {
		f = f.Args[0]
	}
	return len(f.Terms) < 2 || f.Op == logic.OpEqual
}

func (w *writer) literal(literal *logic.Formula, at english.Place) {
	f, yes := literal, true
	if f.Op == logic.OpNot {
		f, yes = f.Args[0], false
	}
	switch {
	case f.Op == logic.OpEqual:
		w.term(f.Terms[0])
		w.Say(english.Pick(yes, " equals ", " does not equal "))
		w.term(f.Terms[1])
	case len(f.Terms) == 0:
		w.Fact(literal, f.Name, "", at)
	default:
		w.Name(f.Name)
		w.Say(english.Pick(yes, " holds of ", " does not hold of "))
		w.Series(len(f.Terms), func(i int) { w.term(f.Terms[i]) })
	}
}

// term writes a name or a function: "the f of a", "the f of both a and b", "the f of all of
// a, b and c". The last "and" shows where the arguments end.
func (w *writer) term(t logic.Term) {
	n := len(t.Args)
	if n == 0 {
		w.Name(t.Name)
		return
	}
	w.Say("the ")
	w.Name(t.Name)
	w.Say(" of ", []string{1: "", 2: "both ", 3: "all of "}[min(n, 3)])
	w.Series(n, func(i int) { w.term(t.Args[i]) })
}

// quantified writes f and the quantifiers of the same kind directly below it with one "for
// all" or "there are", then the body. The quantifiers also bind the variables in the
// definition of a claim that the body mentions.
func (w *writer) quantified(f *logic.Formula, at english.Place) {
	if at.Depth >= maxQuantifiers {
		w.Claim(f, at)
		return
	}
	first, n := f, 1
	for f = f.Args[0]; f.Op == first.Op && n < maxQuantifiers; f = f.Args[0] {
		n++
	}
	all := first.Op == logic.OpForall
	w.Say(english.Pick(all, english.Pick(n > 1, "for all ", "for every "), english.Pick(n > 1, "there are ", "there is some ")))
	w.Series(n, func(int) {
		w.Name(first.Name)
		first = first.Args[0]
	})
	w.Say(english.Pick(all, ", ", " such that "))
	at.Depth += n
	w.Statement(f, at)
}
