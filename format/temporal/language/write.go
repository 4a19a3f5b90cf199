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

// Informalize describes a formula in controlled English.
func (*Language) Informalize(t syntax.Tree) string {
	w := new(writer)
	w.Reserved, w.Simple, w.Short, w.Literal, w.Own = reserved, simple, literal, w.timed, w.lasting
	return w.Describe(formula(t))
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
		w.atom(f)
		return
	}
	g, n := steps(f)
	w.atom(g)
	w.Say(" ", when(f.Op, n, at))
}

// when returns the moment of an operator, or of n successive operators X.
func when(op temporal.Op, n int, at english.Place) string {
	if n > 1 {
		return english.Numeral(n) + " steps later"
	}
	i := slices.IndexFunc(moments, func(m moment) bool { return m.op == op })
	return moments[i].phrase[english.Pick(at.Later, 1, 0)]
}

// atom writes an atom or its denial, or a truth constant.
func (w *writer) atom(f *temporal.Formula) {
	verb := " is true"
	switch f.Op {
	case temporal.OpTrue:
		w.Say("a tautology holds")
		return
	case temporal.OpFalse:
		w.Say("a contradiction holds")
		return
	case temporal.OpNot:
		f, verb = f.Args[0], " is false"
	}
	w.Name(f.Name)
	w.Say(verb)
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
	w.Say(when(f.Op, n, at), ", ")
	at.Later, at.Depth = true, at.Depth+1
	w.Statement(g, at)
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
	before := literal(statement)
	if before {
		w.atom(statement)
		w.Say(" ")
	}
	w.Say(u.phrase, " ")
	w.Closed(event, at)
	w.Say(", ", english.Pick(f.Op == u.strong, happens, mayHappen))
	if !before {
		w.Say(", ")
		w.Statement(statement, at)
	}
}
