package language

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/temporal"
)

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a U b", "p U q", true}, // renaming
		{"a U b", "b U a", true},
		{"a U (b & a)", "b U (a & b)", true},
		{"a U b", "a W b", false},
		{"a U b", "a R b", false},
		{"F a", "true U a", true},
		{"!F !a", "G a", true},
		{"!(a U b)", "!b W (!a & !b)", false}, // equivalent, and not recognized
		{"!(a U b)", "!a R !b", true},
		{"a W b", "b R (a | b)", true},
		{"a M b", "b U (a & b)", true},
		{"X (a & F b)", "X a & F X b", true},
		{"G a & G b", "G (b & a)", true},
		{"F a | F b", "F (a | b)", true},
		{"F a & F b", "F (a & b)", false},
		{"F G F a", "G F a", true},
		{"G F G a", "F G a", true},
		{"G F a", "F G a", false},
		{"F F a", "F a", true},
		{"a U (a U b)", "a U b", true},
		{"a <-> b", "!(a xor b)", true},
		{"a xor G b", "!a xor F !b", true},
		{"a & b & a", "a & b", true},
		{"X X a", "X a", false},
		{"a U a", "a", true},
		{"G (a -> F b)", "G (F c | !d)", true},
		{"G (a -> F b)", "G (a -> F a)", false},
		{"F true", "true", true},
	} {
		if got := key(parse(t, c.a)) == key(parse(t, c.b)); got != c.same {
			t.Errorf("%s and %s: found %v, expected %v", c.a, c.b, got, c.same)
		}
	}
}

func TestTrivial(t *testing.T) {
	for text, want := range map[string]bool{
		"p1": false, "true": true, "F false": true, "p1 | !p1": true, "F (p1 & !p1)": true, "G p1 -> p1": true,
		"p1 U p2 -> F p2": true, "p1 W p2 -> F p2": false, "G F p1 -> F G p1": false, "F G p1 -> G F p1": true,
		"X p1 <-> !X !p1": true, "p1 & X !p1 & X X p1 & X X X !p1 & G (p1 -> X X p1)": false,
		"(p1 M p2) <-> (p1 R p2) & F p1": true, "(p1 xor X p1) U G p1": false,
	} {
		if got := trivial(parse(t, text)); got != want {
			t.Errorf("%s: found %v, expected %v", text, got, want)
		}
	}
}

// TestTemporalNormalFormKeepsTheMeaning evaluates formulas and their normal forms on
// the same lassos.
func TestNormalFormKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := random(10, "a", "b").Draw(t, "formula")
		g := normalize(f, 0).formula()
		if !trivial(temporal.Iff(f, g)) {
			t.Fatalf("%v has the normal form %v", f, g)
		}
		if h := normalize(temporal.Not(f), 0).formula(); !trivial(temporal.Xor(f, h)) {
			t.Fatalf("!(%v) has the normal form %v", f, h)
		}
	})
}

// formula is the formula of a normal form.
func (n *linear) formula() *temporal.Formula {
	var args []*temporal.Formula
	for _, k := range n.kids {
		args = append(args, k.formula())
	}
	f := temporal.Connect(n.op, args...)
	if n.op == temporal.OpAtom {
		f = temporal.Atom(n.name)
		for range n.next {
			f = temporal.Next(f)
		}
	}
	if n.negated {
		return temporal.Not(f)
	}
	return f
}
