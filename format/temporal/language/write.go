package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// The limits of a sentence about time. A part beyond a limit becomes a claim.
const (
	maxMoments    = 3  // temporal operators within temporal operators
	maxSteps      = 12 // successive operators X that are written as one number of steps
	maxChain      = 6  // operands in a row
	maxClosed     = 3  // operands of "either ... or" and of other short chains
	maxConditions = 2  // conditionals within conditionals
	maxDenials    = 2  // denials within denials
)

// Informalize describes a formula in controlled English.
func (*Language) Informalize(t syntax.Tree) string {
	w := writer{english.Writer[passage]{Reserved: reserved}}
	return w.Write(passage{formula(t), false}, "", "claim", "says that", func(p passage) {
		w.statement(p.Formula, place{list: true, later: p.later})
	})
}

// A passage is a formula that a later sentence defines.
type passage struct {
	*temporal.Formula
	later bool // it is in the scope of a temporal operator
}

// A place describes the surroundings of a statement.
type place struct {
	list       bool // a list may stand here
	later      bool // in the scope of a temporal operator
	conditions int  // number of conditionals around it
	denials    int  // number of denials around it
	moments    int  // number of temporal operators around it
}

// writer turns a formula into sentences. Apart from the operators of time, the
// scope is shown as by writer. A claim is about the step at which it is mentioned.
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
	english.Writer[passage]
}

// literal reports whether f is an atom, the denial of an atom, or a truth constant.
func literal(f *temporal.Formula) bool {
	return f.Op <= temporal.OpAtom || f.Op == temporal.OpNot && f.Args[0].Op == temporal.OpAtom
}

// timed reports whether f applies temporal operators to a literal, and a moment behind
// the literal can express them.
func timed(f *temporal.Formula) bool {
	g, n := steps(f)
	return n > 0 && literal(g)
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

// simple reports whether f is a literal with or without a moment.
func simple(f *temporal.Formula) bool { return literal(f) || timed(f) }

func allSimple(f *temporal.Formula) bool {
	return !slices.ContainsFunc(f.Args, func(g *temporal.Formula) bool { return !simple(g) })
}

// closable reports whether closed can write f.
func closable(f *temporal.Formula) bool {
	switch f.Op {
	case temporal.OpNot:
		g := f.Args[0]
		return simple(f) || simple(g) || g.Op != temporal.OpNot && closable(g)
	case temporal.OpAnd, temporal.OpXor:
		return len(f.Args) == 2 && allSimple(f)
	case temporal.OpOr:
		return len(f.Args) <= maxClosed && allSimple(f)
	}
	return simple(f)
}

// inLine reports whether chain can write f. The end of each operand but the last must
// be clear. The last operand may extend to the end of the sentence.
func inLine(f *temporal.Formula) bool {
	n := len(f.Args)
	if n > maxChain || f.Op == temporal.OpXor {
		return false
	}
	for i, g := range f.Args {
		switch {
		case simple(g):
		case n > maxClosed:
			return false
		case i == n-1:
			return closable(g) || g.Op.IsTemporal() || g.Op == temporal.OpImplies
		case g.Op == temporal.OpNot || !closable(g):
			return false // "it is not the case that A, and B" could deny B
		}
	}
	return true
}

// statement writes f. After f comes the end of its sentence or list item, or a "then".
func (w *writer) statement(f *temporal.Formula, at place) {
	switch {
	case simple(f):
		w.closed(f, at)
	case f.Op == temporal.OpNot:
		w.denial(f, at)
	case f.Op == temporal.OpAnd, f.Op == temporal.OpOr, f.Op == temporal.OpXor:
		w.connected(f, at)
	case f.Op == temporal.OpImplies:
		w.conditional(f, at)
	case f.Op == temporal.OpIff:
		w.biconditional(f, at)
	case f.Op.IsUnary():
		w.prefixed(f, at)
	default:
		w.bounded(f, at)
	}
}

// mention writes a letter for f, and a later sentence defines the letter. If f is a
// denial, the letter is for the denied formula.
func (w *writer) mention(f *temporal.Formula, at place) {
	verb := " holds"
	if f.Op == temporal.OpNot {
		f, verb = f.Args[0], " does not hold"
	}
	w.Mention("claim", passage{f, at.later})
	w.Say(verb)
}

// closed writes f so that its end is clear, or mentions it.
func (w *writer) closed(f *temporal.Formula, at place) {
	switch {
	case literal(f):
		w.atom(f)
	case timed(f):
		g, n := steps(f)
		w.closed(g, at)
		w.Say(" ", when(f.Op, n, at))
	case !closable(f):
		w.mention(f, at)
	case f.Op == temporal.OpNot:
		w.Say("it is not the case that ")
		w.closed(f.Args[0], at)
	case f.Op == temporal.OpAnd:
		w.Say("both ")
		w.operands(f, " and ", at)
	default:
		w.Say("either ")
		w.operands(f, " or ", at)
		if f.Op == temporal.OpXor {
			w.Say(", but not both")
		}
	}
}

func (w *writer) operands(f *temporal.Formula, word string, at place) {
	for i, g := range f.Args {
		if i > 0 {
			w.Say(english.Pick(i < len(f.Args)-1, ", ", word))
		}
		w.closed(g, at)
	}
}

// when returns the moment of an operator, or of n successive operators X.
func when(op temporal.Op, n int, at place) string {
	if n > 1 {
		return english.Numeral(n) + " steps later"
	}
	i := slices.IndexFunc(moments, func(m moment) bool { return m.op == op })
	return moments[i].phrase[english.Pick(at.later, 1, 0)]
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

// connected writes a chain: in a row, as a list, or as a claim.
func (w *writer) connected(f *temporal.Formula, at place) {
	switch {
	case f.Op == temporal.OpXor && closable(f):
		w.closed(f, at)
	case inLine(f):
		w.chain(f, at)
	case at.list:
		w.list(f, at)
	default:
		w.mention(f, at)
	}
}

// chain writes what inLine allows. A comma stands before the last word unless
// there are two literals.
func (w *writer) chain(f *temporal.Formula, at place) {
	n := len(f.Args)
	word := english.Pick(f.Op == temporal.OpAnd, "and ", "or ")
	plain := n == 2 && literal(f.Args[0]) && literal(f.Args[1])
	at.list = false
	for i, g := range f.Args {
		if i > 0 {
			w.Say(english.Pick(plain, " ", ", "), english.Pick(i == n-1, word, ""))
		}
		if i < n-1 || closable(g) {
			w.closed(g, at)
		} else {
			w.statement(g, at)
		}
	}
}

// list writes a chain, or an equivalence, of long operands.
func (w *writer) list(f *temporal.Formula, at place) {
	at.list = false
	w.List(f.Op.Boolean(), len(f.Args), false, func(i int) { w.statement(f.Args[i], at) })
}

// denial writes ¬g, where g is not an atom.
func (w *writer) denial(f *temporal.Formula, at place) {
	g := f.Args[0]
	chain := len(g.Args) > 1 && g.Op <= temporal.OpIff && g.Op != temporal.OpImplies
	if closable(f) {
		w.closed(f, at)
		return
	}
	if at.denials >= maxDenials || chain && !at.list {
		w.mention(f, at)
		return
	}
	at.denials++
	w.Say("it is not the case that ")
	if chain {
		w.list(g, at)
	} else {
		w.statement(g, at)
	}
}

// conditional writes "if A, then B".
func (w *writer) conditional(f *temporal.Formula, at place) {
	if at.conditions >= maxConditions {
		w.mention(f, at)
		return
	}
	at.conditions++
	inner := at
	inner.list, inner.conditions = false, maxConditions
	w.Say("if ")
	if a := f.Args[0]; a.Op == temporal.OpIff {
		w.mention(a, at)
	} else {
		w.statement(a, inner)
	}
	w.Say(", then ")
	w.statement(f.Args[1], at)
}

// biconditional writes "A if and only if B", a list or a claim.
func (w *writer) biconditional(f *temporal.Formula, at place) {
	a, b := f.Args[0], f.Args[1]
	switch {
	case closable(a) && closable(b) && (a.Op != temporal.OpNot || literal(a)):
		w.closed(a, at)
		w.Say(" if and only if ")
		w.closed(b, at)
	case at.list:
		w.list(f, at)
	default:
		w.mention(f, at)
	}
}

// prefixed writes X, F or G before a statement that extends to the end.
func (w *writer) prefixed(f *temporal.Formula, at place) {
	if at.moments >= maxMoments {
		w.mention(f, at)
		return
	}
	g, n := steps(f)
	w.Say(when(f.Op, n, at), ", ")
	at.later, at.moments = true, at.moments+1
	w.statement(g, at)
}

// bounded writes U, W, R or M. A literal stands before the event. Any other
// statement stands behind it, since "A or B until C" would be ambiguous.
func (w *writer) bounded(f *temporal.Formula, at place) {
	if at.moments >= maxMoments {
		w.mention(f, at)
		return
	}
	i := slices.IndexFunc(untils, func(u until) bool { return u.strong == f.Op || u.weak == f.Op })
	u := untils[i]
	statement, event := f.Args[0], f.Args[1]
	if eventFirst(f.Op) {
		statement, event = event, statement
	}
	inner := at
	inner.later, inner.moments = true, at.moments+1
	before := literal(statement)
	if before {
		w.atom(statement)
		w.Say(" ")
	}
	w.Say(u.phrase, " ")
	w.closed(event, inner)
	w.Say(", ", english.Pick(f.Op == u.strong, happens, mayHappen))
	if !before {
		w.Say(", ")
		w.statement(statement, inner)
	}
}
