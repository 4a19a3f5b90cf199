package language

import (
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
)

// A style selects the English for symbols.
type style struct {
	glosses []english.Gloss // replace their symbols
	quoted  bool            // all names are in quotation marks, so that none is read as a gloss
}

// literal writes an atom, an equality or a truth constant, or the denial of an
// atom or equality.
func (w *writer) literal(f *logic.Formula) {
	yes := true
	if f.Op == logic.OpNot {
		f, yes = f.Args[0], false
	}
	switch f.Op {
	case logic.OpTrue:
		w.Say("a tautology holds")
	case logic.OpFalse:
		w.Say("a contradiction holds")
	case logic.OpEqual:
		w.term(f.Terms[0])
		w.Say(english.Pick(yes, " equals ", " does not equal "))
		w.term(f.Terms[1])
	default:
		w.atom(f, yes)
	}
}

func (w *writer) atom(f *logic.Formula, yes bool) {
	n := len(f.Terms)
	g := w.glossOf(f)
	switch {
	case g != nil:
		w.glossed(f, g, yes)
		return
	case n == 0:
		w.Name(f.Name)
		w.Say(english.Pick(yes, " is true", " is false"))
		return
	}
	w.Name(f.Name)
	w.Say(english.Pick(yes, " holds of ", " does not hold of "))
	w.Series(n, func(i int) { w.term(f.Terms[i]) })
}

// term writes a name, a gloss, or a function: "the f of a", "the f of both a and
// b", "the f of all of a, b and c". The last "and" shows where the arguments end.
func (w *writer) term(t logic.Term) {
	n := len(t.Args)
	if n == 0 {
		if g := w.gloss(t.Name, -1); g != nil && !t.Var {
			w.Phrase(g.Positive)
			return
		}
		w.Name(t.Name)
		return
	}
	w.Say("the ")
	w.Name(t.Name)
	w.Say(" of ", []string{1: "", 2: "both ", 3: "all of "}[min(n, 3)])
	w.Series(n, func(i int) { w.term(t.Args[i]) })
}

// gloss returns the gloss of a symbol, or nil if there is none.
func (w *writer) gloss(symbol string, arity int) *english.Gloss {
	return english.Find(w.style.glosses, symbol, arity)
}

// glossOf returns the gloss of an atom.
func (w *writer) glossOf(f *logic.Formula) *english.Gloss {
	if f.Op != logic.OpAtom {
		return nil
	}
	return w.gloss(f.Name, english.Pick(len(f.Terms) > 0, len(f.Terms), -1))
}

// deniesGloss reports whether the denial of an atom begins with "it is not the
// case that", because its gloss has no negative form.
func (w *writer) deniesGloss(f *logic.Formula) bool {
	g := w.glossOf(f)
	return g != nil && g.Negative == ""
}

// glossed writes an atom, or its denial, with its gloss.
func (w *writer) glossed(f *logic.Formula, g *english.Gloss, yes bool) {
	text := g.Positive
	switch {
	case !yes && g.Negative == "":
		w.Say("it is not the case that ")
	case !yes:
		text = g.Negative
	}
	for i, part := range strings.Split(text, ontology.Hole) {
		if i > 0 && i <= len(f.Terms) {
			w.term(f.Terms[i-1])
		}
		w.Phrase(part)
	}
}
