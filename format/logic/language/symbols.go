package language

import (
	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
)

// literal writes an atom, an equality or a truth constant, or the denial of an
// atom or equality.
func (w *writer) literal(f *logic.Formula) {
	yes := true
	if f.Op == logic.OpNot {
		f, yes = f.Args[0], false
	}
	switch {
	case f.Op == logic.OpTrue:
		w.Say("a tautology holds")
	case f.Op == logic.OpFalse:
		w.Say("a contradiction holds")
	case f.Op == logic.OpEqual:
		w.term(f.Terms[0])
		w.Say(english.Pick(yes, " equals ", " does not equal "))
		w.term(f.Terms[1])
	case len(f.Terms) == 0:
		w.Name(f.Name)
		w.Say(english.Pick(yes, " is true", " is false"))
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
