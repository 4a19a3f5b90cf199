package language

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// Informalize describes a formula in controlled English.
func (*Language) Informalize(t syntax.Tree) string {
	w := writer{english.Writer[*logic.Formula]{Reserved: reserved}}
	return w.Write(formula(t), "", "claim", "says that", func(f *logic.Formula) { w.statement(f, frame{list: true}) })
}

// A frame describes the surroundings of a statement.
type frame struct {
	list        bool // a list may stand here
	conditions  int  // number of conditionals around it
	denials     int  // number of denials around it
	quantifiers int  // number of quantifiers around it
}

// writer turns a formula into sentences.
//
// The words that open and close a group are "either A or B", "both A and B" and "it is
// not the case that". "A and B or else C" also shows the scope: "or else" binds less than
// "and". A sentence has at most one list. If a claim is mentioned inside a quantifier,
// this quantifier binds the variables in the definition of the claim.
type writer struct {
	english.Writer[*logic.Formula]
}

// statement writes f. After f comes the end of its sentence or list item, or a "then".
func (w *writer) statement(f *logic.Formula, fr frame) {
	switch f.Op {
	case logic.OpForall, logic.OpExists:
		w.quantified(f, fr)
	case logic.OpNot:
		if literal(f) {
			w.literal(f)
		} else {
			w.denial(f, fr)
		}
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		w.connected(f, fr)
	case logic.OpImplies:
		w.conditional(f, fr)
	case logic.OpIff:
		w.biconditional(f, fr)
	default:
		w.literal(f)
	}
}

// mention writes a letter for f, and a later sentence defines the letter. If f is a
// denial, the letter is for the denied formula.
func (w *writer) mention(f *logic.Formula) {
	verb := " holds"
	if f.Op == logic.OpNot {
		f, verb = f.Args[0], " does not hold"
	}
	w.Mention("claim", f)
	w.Say(verb)
}

// quantified writes f and the quantifiers of the same kind directly below it
// with one "for all" or "there are", then the body.
func (w *writer) quantified(f *logic.Formula, fr frame) {
	if fr.quantifiers >= maxQuantifiers {
		w.mention(f)
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
	fr.quantifiers += n
	w.statement(f, fr)
}

// connected writes a chain: in a row if it is short and its operands are simple,
// otherwise as a list or, if no list may stand here, as a claim.
func (w *writer) connected(f *logic.Formula, fr frame) {
	switch {
	case f.Op == logic.OpXor && closable(f):
		w.closed(f)
	case f.Op != logic.OpXor && inLine(f):
		w.chain(f)
	case f.Op != logic.OpXor && brief(f):
		w.joined(f, "", english.Pick(f.Op == logic.OpAnd, " and ", " or "))
	case fr.list:
		w.list(f, false)
	default:
		w.mention(f)
	}
}

// chain writes what inLine allows: "A, B and C", "A and either B or C", "A and
// B, or else C".
func (w *writer) chain(f *logic.Formula) {
	w.joined(f, "", english.Pick(f.Op == logic.OpAnd, " and ", english.Pick(allLiterals(f), " or ", orElse)))
}

// operand writes an operand of a chain, or mentions it if it is not plain.
func (w *writer) operand(f *logic.Formula) {
	switch {
	case literal(f):
		w.literal(f)
	case f.Op == logic.OpAnd && allLiterals(f) && inLine(f):
		w.chain(f)
	case closable(f):
		w.closed(f)
	default:
		w.mention(f)
	}
}

const orElse = " or else "

// joined writes lead and the operands of a chain, with commas between them and a word
// before the last one.
func (w *writer) joined(f *logic.Formula, lead, word string) {
	w.Say(lead)
	n := len(f.Args)
	everywhere := word == orElse
	comma := everywhere || needsComma(f)
	for i, g := range f.Args {
		if i > 0 {
			w.Say(english.Pick(comma || i < n-1, ",", ""), english.Pick(everywhere || i == n-1, word, " "))
		}
		w.operand(g)
	}
}

// needsComma reports whether a comma stands before the last word of a chain: if the
// chain has three or more statements, or if the first one contains an "and".
func needsComma(f *logic.Formula) bool {
	if len(f.Args) > 2 {
		return true
	}
	g := f.Args[0]
	if g.Op == logic.OpNot {
		g = g.Args[0]
	}
	return len(g.Terms) > 1 && g.Op == logic.OpAtom || len(g.Args) > 1 && !tooLong(f.Args[0])
}

// closed writes a statement so that its end is clear and any text may follow.
func (w *writer) closed(f *logic.Formula) {
	switch {
	case literal(f):
		w.literal(f)
	case f.Op == logic.OpNot:
		w.Say("it is not the case that ")
		w.closed(f.Args[0])
	case f.Op == logic.OpAnd:
		w.joined(f, "both ", " and ")
	default:
		w.joined(f, "either ", " or ")
		if f.Op == logic.OpXor {
			w.Say(", but not both")
		}
	}
}

// list writes a chain of long operands. Its items contain no further list, since the
// semicolons of two lists would be ambiguous.
func (w *writer) list(f *logic.Formula, denied bool) {
	w.List(f.Op.Boolean(), len(f.Args), denied, func(i int) { w.statement(f.Args[i], frame{}) })
}

// denial writes ¬g, where g is not an atom.
func (w *writer) denial(f *logic.Formula, fr frame) {
	g := f.Args[0]
	if fr.denials >= maxDenials {
		w.mention(f)
		return
	}
	fr.denials++
	switch g.Op {
	case logic.OpExists:
		w.Say("there is no ")
		w.Name(g.Name)
		w.Say(" such that ")
		fr.quantifiers++
		w.statement(g.Args[0], fr)
	case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpIff:
		switch {
		case closable(g) || brief(g) && (len(g.Args) == 2 || g.Op == logic.OpOr):
			w.closed(f)
		case fr.list:
			w.list(g, true)
		default:
			w.mention(f)
		}
	default:
		if g.Op == logic.OpNot && !fr.list && !closable(f) {
			w.mention(f)
			return
		}
		w.Say("it is not the case that ")
		w.statement(g, fr)
	}
}

// conditional writes "if A, then B". A stands between two words and B reaches to
// the end, so that neither needs brackets.
func (w *writer) conditional(f *logic.Formula, fr frame) {
	if fr.conditions >= maxConditions {
		w.mention(f)
		return
	}
	fr.conditions++
	w.Say("if ")
	inner := fr
	inner.list, inner.conditions = false, maxConditions
	if a := f.Args[0]; a.Op == logic.OpIff {
		w.mention(a)
	} else {
		w.statement(a, inner)
	}
	w.Say(", then ")
	w.statement(f.Args[1], fr)
}

// biconditional writes "A if and only if B" if both sides are plain, otherwise a
// list or a claim.
func (w *writer) biconditional(f *logic.Formula, fr frame) {
	a, b := f.Args[0], f.Args[1]
	switch {
	case side(a) && side(b):
		w.side(a)
		w.Say(" if and only if ")
		w.side(b)
	case fr.list:
		w.list(f, false)
	default:
		w.mention(f)
	}
}

// side reports whether f can stand on one side of "if and only if".
func side(f *logic.Formula) bool {
	return f.Op != logic.OpXor && closable(f) || (f.Op == logic.OpAnd || f.Op == logic.OpOr) && allLiterals(f) && len(f.Args) <= maxClosed
}

func (w *writer) side(f *logic.Formula) {
	if f.Op == logic.OpAnd || f.Op == logic.OpOr {
		w.chain(f)
	} else {
		w.closed(f)
	}
}
