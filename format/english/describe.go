package english

import (
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// The limits of a sentence. A part beyond a limit becomes a claim. The numbers are chosen
// so that a person can follow a sentence.
const (
	maxChain      = 6 // operands in a row
	maxClosed     = 3 // operands of "either ... or" and of other short chains
	maxConditions = 2 // conditionals within conditionals
	maxDenials    = 2 // denials within denials
)

// A Describer turns formulas into sentences, which Statements reads. The words that open
// and close a group are "either A or B", "both A and B" and "it is not the case that". A
// sentence has at most one list. A claim is about the place at which it is mentioned: the
// operators of the language around this place apply to its definition, too.
type Describer[T syntax.Formula[T]] struct {
	Writer[passage[T]]
	Simple  func(f T) bool      // Literal can write f: without a connective, and with a clear end
	Literal func(f T, at Place) // writes such a formula
	Short   func(f T) bool      // the text of such a formula has no word such as "and"
	Own     func(f T, at Place) // writes an operator of the language, up to the end of the sentence or list item
}

// A passage is a formula that a later sentence defines.
type passage[T any] struct {
	f     T
	later bool
}

// A Place describes the surroundings of a statement.
type Place struct {
	Later bool // in the scope of a temporal operator
	Depth int  // number of the language's operators around it in its sentence

	list       bool // a list may stand here
	conditions int  // number of conditionals around it
	denials    int  // number of denials around it
	dependent  bool // it is a dependent clause
}

// Describe returns the sentences.
func (w *Describer[T]) Describe(f T) string {
	return w.Write(passage[T]{f, false}, "", "claim_is", func(p passage[T]) {
		w.Statement(p.f, Place{list: true, Later: p.later})
	})
}

func (w *Describer[T]) allSimple(f T) bool {
	return !slices.ContainsFunc(f.Operands(), func(g T) bool { return !w.Simple(g) })
}

// closable reports whether Closed can write f without a claim.
func (w *Describer[T]) closable(f T) bool {
	n := len(f.Operands())
	switch f.Boolean() {
	case syntax.Not:
		g := f.Operands()[0]
		return w.Simple(f) || w.Simple(g) || g.Boolean() != syntax.Not && w.closable(g)
	case syntax.And, syntax.Xor:
		return n == 2 && w.allSimple(f)
	case syntax.Or:
		return n <= maxClosed && w.allSimple(f)
	}
	return w.Simple(f)
}

// open reports whether the end of "both A and B" is less clear to a person than in English:
// a list then stands for it beside "or" and "if and only if".
func (w *Describer[T]) open() bool { return w.Lexicon != English() }

// inLine reports whether chain can write f. The end of each operand but the last must be
// clear. The last operand may extend to the end of the sentence.
func (w *Describer[T]) inLine(f T) bool {
	n := len(f.Operands())
	if n > maxChain || f.Boolean() == syntax.Xor {
		return false
	}
	for i, g := range f.Operands() {
		switch {
		case w.Simple(g):
		case n > maxClosed, w.open() && f.Boolean() == syntax.Or && g.Boolean() == syntax.And:
			return false
		case i == n-1:
			return w.closable(g) || g.Boolean() == syntax.NotBoolean || g.Boolean() == syntax.Implies
		case g.Boolean() == syntax.Not || !w.closable(g):
			return false // "it is not the case that A, and B" could deny B
		}
	}
	return true
}

// Statement writes f. After f comes the end of its sentence or list item, or a "then".
func (w *Describer[T]) Statement(f T, at Place) {
	op := f.Boolean()
	switch {
	case w.Simple(f):
		w.Literal(f, at)
	case op == syntax.Not:
		w.denial(f, at)
	case op.IsChain():
		w.connected(f, at)
	case op == syntax.Implies:
		w.conditional(f, at)
	case op == syntax.Iff:
		w.biconditional(f, at)
	default:
		w.Own(f, at)
	}
}

// Claim writes a letter for f, and a later sentence defines the letter. If f is a denial,
// the letter is for the denied formula.
func (w *Describer[T]) Claim(f T, at Place) {
	phrase := "claim"
	if f.Boolean() == syntax.Not {
		f, phrase = f.Operands()[0], "claim_not"
	}
	w.Put(phrase, at.dependent, 1, func(int, bool) { w.Mention(passage[T]{f, at.Later}) })
}

// Clauses writes a phrase with the given operands.
func (w *Describer[T]) Clauses(phrase string, at Place, operands ...func(Place)) {
	w.Put(phrase, at.dependent, len(operands), func(i int, dependent bool) {
		at.dependent = dependent
		operands[i](at)
	})
}

// Fact writes a truth constant, or an atom or its denial, at a moment.
func (w *Describer[T]) Fact(f T, name, moment string, at Place) {
	parts := []func(){func() { w.Name(name) }, func() {
		if moment != "" {
			w.Say(" ", moment)
		}
	}}
	phrase := "true"
	switch f.Boolean() {
	case syntax.True:
		phrase, parts = "top", parts[1:]
	case syntax.False:
		phrase, parts = "bottom", parts[1:]
	case syntax.Not:
		phrase = "false"
	}
	w.Put(phrase, at.dependent, len(parts), func(i int, _ bool) { parts[i]() })
}

// Closed writes f so that its end is clear, perhaps as a claim.
func (w *Describer[T]) Closed(f T, at Place) {
	switch op := f.Boolean(); {
	case w.Simple(f):
		w.Literal(f, at)
	case !w.closable(f):
		w.Claim(f, at)
	case op == syntax.Not:
		w.put("not", f, at, w.Closed)
	case op == syntax.And:
		w.put("both", f, at, w.Closed)
	default:
		w.put("either", f, at, w.Closed)
		if op == syntax.Xor {
			w.Say(w.Words("exclusive", 0))
		}
	}
}

// put writes a phrase with the operands of f.
func (w *Describer[T]) put(phrase string, f T, at Place, statement func(T, Place)) {
	fs := f.Operands()
	w.Put(phrase, at.dependent, len(fs), func(i int, dependent bool) {
		at.dependent = dependent
		statement(fs[i], at)
	})
}

// connected writes a chain: in a row, as a list, or as a claim.
func (w *Describer[T]) connected(f T, at Place) {
	switch {
	case f.Boolean() == syntax.Xor && w.closable(f):
		w.Closed(f, at)
	case w.inLine(f):
		w.chain(f, at)
	case at.list:
		w.list(f, at)
	default:
		w.Claim(f, at)
	}
}

// chain writes what inLine allows. A comma stands before the last word unless there are two
// short operands or, in most languages, only simple ones.
func (w *Describer[T]) chain(f T, at Place) {
	fs := f.Operands()
	n := len(fs)
	word := w.Words(Pick(f.Boolean() == syntax.And, "and", "or"), 0)
	bare := w.allSimple(f) && (!w.Serial || n == 2 && w.Short(fs[0]) && w.Short(fs[1]))
	at.list = false
	for i, g := range fs {
		if i > 0 {
			w.Say(Pick(bare && i == n-1, " ", ", "), Pick(i == n-1, word, ""))
		}
		if i < n-1 || w.closable(g) {
			w.Closed(g, at)
		} else {
			w.Statement(g, at)
		}
	}
}

// list writes a chain, or an equivalence, of long operands. Its items contain no further
// list, since the semicolons of two lists would be ambiguous.
func (w *Describer[T]) list(f T, at Place) {
	at.list = false
	fs := f.Operands()
	w.Put(listLead(f.Boolean(), len(fs)), at.dependent, 1, func(int, bool) { w.Say(w.Numeral(len(fs))) })
	w.Say(w.Colon)
	for i, g := range fs {
		w.Say(Pick(i > 0, w.Semicolon+" ", " "))
		w.Put("item", at.dependent, 2, func(part int, dependent bool) {
			if part == 0 {
				w.Say(w.ordinal(i + 1))
			} else {
				at.dependent = dependent
				w.Statement(g, at)
			}
		})
	}
}

// denial writes ¬g, where g is not simple.
func (w *Describer[T]) denial(f T, at Place) {
	g := f.Operands()[0]
	op := g.Boolean()
	chain := op.IsSymmetric()
	switch {
	case w.closable(f):
		w.Closed(f, at)
	case at.denials >= maxDenials || chain && !at.list:
		w.Claim(f, at)
	default:
		at.denials++
		w.put("not", f, at, Pick(chain, w.list, w.Statement))
	}
}

// conditional writes "if A, then B". A stands between two words and B reaches to the end,
// so that neither needs brackets.
func (w *Describer[T]) conditional(f T, at Place) {
	if at.conditions >= maxConditions {
		w.Claim(f, at)
		return
	}
	at.conditions++
	antecedent := true
	w.put("if", f, at, func(g T, at Place) {
		switch {
		case !antecedent:
			w.Statement(g, at)
		case g.Boolean() == syntax.Iff:
			w.Claim(g, at)
		default:
			at.list, at.conditions = false, maxConditions
			w.Statement(g, at)
		}
		antecedent = false
	})
}

// biconditional writes "A if and only if B", a list or a claim.
func (w *Describer[T]) biconditional(f T, at Place) {
	a, b := f.Operands()[0], f.Operands()[1]
	switch {
	case w.closable(a) && w.closable(b) && (!w.open() || w.allSimple(f)) && (a.Boolean() != syntax.Not || w.Simple(a)):
		w.put("iff", f, at, w.Closed)
	case at.list:
		w.list(f, at)
	default:
		w.Claim(f, at)
	}
}
