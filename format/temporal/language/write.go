package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

const (
	maxMoments = 3  // temporal operators within temporal operators of a sentence
	maxSteps   = 12 // successive operators X that are written as one number of steps
)

// writer turns a formula into sentences. A claim is about the step at which it is mentioned.
//
//   - X, F, G and the like are moments: "two steps later", "at some step", "at every step". Before
//     a statement, a moment applies to everything up to the end of the sentence or list
//     item. Behind a literal, it applies to the literal alone.
//   - F G p is "at some step, p is true at every step from then on": "then" is the step
//     of F.
//   - A U B is "A until B, which does happen", and A W B is "A until B, which may never
//     happen".
//   - A R B is "B up to and including the first step at which A, which may never
//     happen". A M B has "does happen" instead.
//   - A S B is "A after the last step at which B, which does happen". A T B is "B from and
//     including the last step at which A, which may never happen".
//   - If the operand before "until" or "up to" is not a literal, it comes last: "until
//     B, which does happen, A".
type writer struct {
	english.Describer[*temporal.Formula]
}

// Informalize describes a formula in the controlled form of a language.
func (*Language) Informalize(x *english.Lexicon, t syntax.Tree) (string, error) {
	w := new(writer)
	w.Lexicon, w.Time, w.Simple, w.Short, w.Literal, w.Own = x, true, simple, literal, w.timed, w.lasting
	return w.Describe(formula(t)), nil
}

// literal reports whether f is an atom, the denial of an atom, or a truth constant.
func literal(f *temporal.Formula) bool {
	return f.Op <= temporal.OpAtom || f.Op == temporal.OpNot && f.Args[0].Op == temporal.OpAtom
}

// simple reports whether f is a literal, or applies temporal operators to a literal that a
// moment behind the literal can express.
func simple(f *temporal.Formula) bool {
	g, n := steps(f)
	return literal(f) || n > 0 && literal(g)
}

// steps returns the operand of the first operators X of f, and their number. If f
// does not begin with X, the number is 1 for other temporal operators, and 0 otherwise.
func steps(f *temporal.Formula) (operand *temporal.Formula, n int) {
	if f.Op.IsUnary() && f.Op != temporal.OpNext {
		return f.Args[0], 1
	}
	for ; f.Op == temporal.OpNext && n < maxSteps; n++ {
		f = f.Args[0]
	}
	return f, n
}

// timed writes a simple formula.
func (w *writer) timed(f *temporal.Formula, at english.Place) {
	if literal(f) {
		w.atom(f, "", at)
		return
	}
	g, n := steps(f)
	w.atom(g, w.when(f.Op, n, at), at)
}

// when returns the moment of an operator, or of n successive operators X.
func (w *writer) when(op temporal.Op, n int, at english.Place) string {
	if n > 1 {
		return w.Words("steps", 0) + w.Numeral(n) + w.Words("steps", 1)
	}
	for _, m := range moments {
		if m.op == op {
			return w.Moment(m.name, at.Later)
		}
	}
	panic("language: no moment of this operator")
}

// atom writes an atom or its denial, or a truth constant, at a moment.
func (w *writer) atom(f *temporal.Formula, moment string, at english.Place) {
	atom := f
	if f.Op == temporal.OpNot {
		atom = f.Args[0]
	}
	w.Fact(f, atom.Name, moment, at)
}

// lasting writes a temporal operator.
func (w *writer) lasting(f *temporal.Formula, at english.Place) {
	switch {
	case at.Depth >= maxMoments:
		w.Claim(f, at)
	case f.Op.IsUnary():
		w.prefixed(f, at)
	default:
		w.bounded(f, at)
	}
}

// prefixed writes X, F or G before a statement that extends to the end.
func (w *writer) prefixed(f *temporal.Formula, at english.Place) {
	g, n := steps(f)
	moment := w.when(f.Op, n, at)
	at.Later, at.Depth = true, at.Depth+1
	w.Clauses("when", at, func(english.Place) { w.Say(moment) }, func(at english.Place) { w.Statement(g, at) })
}

// bounded writes U, W, R or M. A literal stands before the event. Any other
// statement stands behind it, since "A or B until C" would be ambiguous.
func (w *writer) bounded(f *temporal.Formula, at english.Place) {
	i := slices.IndexFunc(untils, func(u until) bool { return u.strong == f.Op || u.weak == f.Op })
	u := untils[i]
	statement, event := f.Args[0], f.Args[1]
	if eventFirst(f.Op) {
		statement, event = event, statement
	}
	at.Later, at.Depth = true, at.Depth+1
	until := func(english.Place) { w.Put(u.phrase, !literal(statement), 0, nil) }
	happens := func(at english.Place) {
		w.Closed(event, at)
		w.Say(w.Words(u.happens(f.Op == u.strong), 0))
	}
	if literal(statement) {
		w.Clauses("during", at, func(at english.Place) { w.atom(statement, "", at) }, until, happens)
		return
	}
	w.Clauses("framed", at, until, happens, func(at english.Place) { w.Statement(statement, at) })
}
