package rules

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// frame is what is open around the place a statement is written to.
type frame struct {
	list        bool // a list in the form "first, ...; second, ..." may stand here
	conditions  int
	denials     int
	quantifiers int
}

// logicWriter turns a formula into sentences.
type logicWriter struct {
	b      []byte
	cap    bool             // the next word begins a sentence
	claims []*logic.Formula // told by later sentences
	style  style
}

// text writes the whole formula: a sentence for it, then one for each claim in
// the order of their first mention, so that a claim is told close to its
// mention and the letters ascend.
func (w *logicWriter) text(f *logic.Formula) {
	w.cap = true
	w.statement(f, frame{list: true})
	w.b = append(w.b, '.')
	for i := 0; i < len(w.claims); i++ {
		w.b = append(w.b, " Claim "...)
		w.b = append(w.b, label(i)...)
		w.b = append(w.b, " says that "...)
		w.cap = false
		w.statement(w.claims[i], frame{list: true})
		w.b = append(w.b, '.')
	}
}

// say writes words of the grammar; the first of a sentence gets a capital.
func (w *logicWriter) say(s string) {
	if w.cap && s != "" {
		w.b = append(w.b, s[0]-'a'+'A')
		s = s[1:]
		w.cap = false
	}
	w.b = append(w.b, s...)
}

// name writes a symbol as it is, in quotation marks where it would be misread.
func (w *logicWriter) name(s string) {
	w.cap = false
	if bare(s) && !w.style.quoted {
		w.b = append(w.b, s...)
	} else {
		w.b = appendQuoted(w.b, s)
	}
}

// statement writes f where nothing follows it but the end of its sentence or
// list item, or a "then".
func (w *logicWriter) statement(f *logic.Formula, fr frame) {
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

// mention refers to f by a letter and leaves it to a later sentence. What is
// denied is mentioned, not the denial.
func (w *logicWriter) mention(f *logic.Formula) {
	verb := " holds"
	if f.Op == logic.OpNot {
		f, verb = f.Args[0], " does not hold"
	}
	w.say("claim ")
	w.b = append(w.b, label(len(w.claims))...)
	w.b = append(w.b, verb...)
	w.claims = append(w.claims, f)
}

// quantified writes f and the quantifiers of the same kind right below it with
// one "for all" or "there are", then the rest.
func (w *logicWriter) quantified(f *logic.Formula, fr frame) {
	if fr.quantifiers >= maxQuantifiers {
		w.mention(f)
		return
	}
	first, n := f, 1
	for f = f.Args[0]; f.Op == first.Op && n < maxQuantifiers; f = f.Args[0] {
		n++
	}
	lead, end := "for every ", ", "
	switch {
	case first.Op == logic.OpForall && n > 1:
		lead = "for all "
	case first.Op == logic.OpExists && n > 1:
		lead, end = "there are ", " such that "
	case first.Op == logic.OpExists:
		lead, end = "there is some ", " such that "
	}
	w.say(lead)
	for i := range n {
		w.separate(i, n)
		w.name(first.Name)
		first = first.Args[0]
	}
	w.say(end)
	fr.quantifiers += n
	w.statement(f, fr)
}

// separate writes what stands before the i-th of n names: nothing, a comma, or
// "and" before the last.
func (w *logicWriter) separate(i, n int) {
	switch {
	case i == 0:
	case i < n-1:
		w.b = append(w.b, ", "...)
	default:
		w.b = append(w.b, " and "...)
	}
}

// connected writes a chain: in a line where it is short and its operands are
// simple, else as a list, else as a claim.
func (w *logicWriter) connected(f *logic.Formula, fr frame) {
	switch {
	case f.Op == logic.OpXor:
		if closable(f) {
			w.closed(f)
			return
		}
	case inLine(f):
		w.chain(f)
		return
	case brief(f):
		w.joined(f, "", pick(f.Op == logic.OpAnd, " and ", " or "), w.operand)
		return
	}
	if fr.list {
		w.list(f, f.Op, false)
	} else {
		w.mention(f)
	}
}

// chain writes what inLine allows: "A, B and C", "A and either B or C", "A or
// B", "A and B, or else C".
func (w *logicWriter) chain(f *logic.Formula) {
	switch {
	case f.Op == logic.OpAnd:
		w.joined(f, "", " and ", w.operand)
	case allLiterals(f):
		w.joined(f, "", " or ", w.operand)
	default:
		for i, g := range f.Args {
			if i > 0 {
				w.say(", or else ")
			}
			w.operand(g)
		}
	}
}

// operand writes a part of a chain: one that is plain, or else a mention.
func (w *logicWriter) operand(f *logic.Formula) {
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

// joined writes the operands of a chain after lead, with commas and a last
// word between them. An open chain that denies a gloss before its end has the
// word everywhere: "it is not the case that A, B" would deny B, too, where "it
// is not the case that A, and B" does not.
func (w *logicWriter) joined(f *logic.Formula, lead, last string, operand func(*logic.Formula)) {
	w.say(lead)
	n := len(f.Args)
	everywhere := lead == "" && n > 2 && slices.ContainsFunc(f.Args[:n-1], func(g *logic.Formula) bool {
		return g.Op == logic.OpNot && w.deniesGloss(g.Args[0])
	})
	for i, g := range f.Args {
		switch {
		case i == 0:
		case everywhere:
			w.b = append(append(w.b, ','), last...)
		case i < n-1:
			w.b = append(w.b, ", "...)
		case w.breathes(f):
			w.b = append(append(w.b, ','), last...)
		default:
			w.b = append(w.b, last...)
		}
		operand(g)
	}
}

// breathes reports whether the last word of a chain wants a comma before it:
// after three or more statements, after one that has an "and" of its own, and
// after a denial, which the comma ends.
func (w *logicWriter) breathes(f *logic.Formula) bool {
	if len(f.Args) > 2 {
		return true
	}
	g := f.Args[0]
	if g.Op == logic.OpNot {
		if g = g.Args[0]; w.deniesGloss(g) {
			return true
		}
	}
	return len(g.Terms) > 1 && g.Op == logic.OpAtom || len(g.Args) > 1 && !talks(f.Args[0])
}

// closed writes a statement that ends by itself, so that anything may follow.
func (w *logicWriter) closed(f *logic.Formula) {
	switch {
	case literal(f):
		w.literal(f)
	case f.Op == logic.OpNot:
		w.say("it is not the case that ")
		w.closed(f.Args[0])
	case f.Op == logic.OpAnd:
		w.joined(f, "both ", " and ", w.operand)
	default:
		w.joined(f, "either ", " or ", w.operand)
		if f.Op == logic.OpXor {
			w.say(", but not both")
		}
	}
}

// list writes a chain whose operands need room, each in its place. In the
// items no further list may stand: two would share their semicolons.
func (w *logicWriter) list(f *logic.Formula, op logic.Op, denied bool) {
	n := len(f.Args)
	w.say(listLead(op, n, denied))
	for i, g := range f.Args {
		if i > 0 {
			w.b = append(w.b, ';')
		}
		w.b = append(append(w.b, ' '), ordinal(i+1)...)
		w.b = append(w.b, ", "...)
		w.statement(g, frame{})
	}
}

func listLead(op logic.Op, n int, denied bool) string {
	switch {
	case op == logic.OpAnd && !denied && n == 2:
		return "both of the following hold:"
	case op == logic.OpAnd && !denied:
		return "all " + numeral(n) + " of the following hold:"
	case op == logic.OpAnd && n == 2:
		return "it is not the case that both of the following hold:"
	case op == logic.OpAnd:
		return "not all " + numeral(n) + " of the following hold:"
	case op == logic.OpOr && !denied:
		return "at least one of the following " + numeral(n) + " holds:"
	case op == logic.OpOr && n == 2:
		return "neither of the following holds:"
	case op == logic.OpOr:
		return "none of the following " + numeral(n) + " holds:"
	}
	lead := "exactly one of the following two holds:"
	switch {
	case op == logic.OpIff:
		lead = "either both or neither of the following hold:"
	case n > 2:
		lead = "an odd number of the following " + numeral(n) + " hold:"
	}
	if denied {
		return "it is not the case that " + lead
	}
	return lead
}

// denial writes ¬g where g is no atom.
func (w *logicWriter) denial(f *logic.Formula, fr frame) {
	g := f.Args[0]
	if fr.denials >= maxDenials {
		w.mention(f)
		return
	}
	fr.denials++
	switch g.Op {
	case logic.OpExists:
		w.say("there is no ")
		w.name(g.Name)
		w.say(" such that ")
		fr.quantifiers++
		w.statement(g.Args[0], fr)
	case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpIff:
		switch {
		case closable(g) || brief(g) && (len(g.Args) == 2 || g.Op == logic.OpOr):
			w.closed(f)
		case fr.list:
			w.list(g, g.Op, true)
		default:
			w.mention(f)
		}
	case logic.OpNot:
		if !fr.list && !closable(f) {
			w.mention(f)
			return
		}
		w.say("it is not the case that ")
		w.statement(g, fr)
	default:
		w.say("it is not the case that ")
		w.statement(g, fr)
	}
}

// conditional writes "if A, then B"; A stands between two words and B reaches
// to the end, so neither needs more than that.
func (w *logicWriter) conditional(f *logic.Formula, fr frame) {
	if fr.conditions >= maxConditions {
		w.mention(f)
		return
	}
	fr.conditions++
	w.say("if ")
	if a := f.Args[0]; a.Op == logic.OpImplies || a.Op == logic.OpIff {
		w.mention(a)
	} else {
		inner := fr
		inner.list, inner.conditions = false, maxConditions
		w.statement(a, inner)
	}
	w.say(", then ")
	w.statement(f.Args[1], fr)
}

// biconditional writes "A if and only if B" of plain sides, else a list.
func (w *logicWriter) biconditional(f *logic.Formula, fr frame) {
	a, b := f.Args[0], f.Args[1]
	switch {
	case side(a) && side(b):
		w.side(a)
		w.say(" if and only if ")
		w.side(b)
	case fr.list:
		w.list(f, logic.OpIff, false)
	default:
		w.mention(f)
	}
}

// side reports whether f can stand on one side of "if and only if".
func side(f *logic.Formula) bool {
	return f.Op != logic.OpXor && closable(f) || (f.Op == logic.OpAnd || f.Op == logic.OpOr) && allLiterals(f) && len(f.Args) <= maxClosed
}

func (w *logicWriter) side(f *logic.Formula) {
	if f.Op == logic.OpAnd || f.Op == logic.OpOr {
		w.chain(f)
	} else {
		w.closed(f)
	}
}
