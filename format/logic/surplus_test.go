package logic_test

import (
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// A bracket behind Pb was removed, although P(b) is as sensible: without one of its opening
// brackets, a formula was repaired to another one.
func TestSurplusBracketKeepsTheFormula(t *testing.T) {
	if testing.Short() {
		t.Skip("some 3,000 repairs")
	}
	texts, repaired := folioFormulas(t), 0
	for n, s := range texts {
		f, err := logic.Parse(s, logic.Options{})
		if err != nil || len(s) > 60 || n%2 > 0 {
			continue
		}
		for i := range len(s) {
			if s[i] != '(' {
				continue
			}
			r, err := logic.Read(s[:i]+s[i+1:], logic.Options{Lenient: true})
			if err != nil || len(r.Leniencies) == 0 {
				continue
			}
			repaired++
			if !logic.Same(f, r.Formulas[0]) {
				t.Errorf("%s without the bracket at %d: found %s", s, i, r.Formulas[0])
			}
		}
	}
	if repaired < 100 {
		t.Errorf("found %d repairs, expected at least 100", repaired)
	}
}

// TestSurplusBracketOfAFunctionKeepsTheFormula: a bracket that a function or a predicate
// lost changed 121 of 943 repairs, since P(fa)) was read with the name fa. Each random text
// is read beside its formula, as verify does.
func TestSurplusBracketOfAFunctionKeepsTheFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(names ...string) string { return names[rng.IntN(len(names))] }
	var term, formula func(depth int, variables []string) string
	term = func(depth int, variables []string) string {
		if depth > 0 && rng.IntN(5) == 0 {
			return pick("f", "g", "mother") + "(" + term(depth-1, variables) + ")"
		}
		return pick(append(variables, "a", "b", "ann", "1")...)
	}
	formula = func(depth int, variables []string) string {
		switch n := rng.IntN(6); {
		case depth == 0 || n == 0:
			arguments := term(1, variables)
			if rng.IntN(3) == 0 {
				arguments += ", " + term(1, variables)
			}
			return pick("P", "Q", "Big", "Loves") + "(" + arguments + ")"
		case n == 1:
			return "¬" + formula(depth-1, variables)
		case n == 2:
			x := pick("x", "y")
			return pick("∀", "∃") + x + " (" + formula(depth-1, append(variables, x)) + ")"
		default:
			return "(" + formula(depth-1, variables) + pick(" ∧ ", " ∨ ", " → ") + formula(depth-1, variables) + ")"
		}
	}
	repaired := 0
	for range 1500 {
		s := formula(3, nil)
		f, err := logic.Parse(s, logic.Options{})
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		i := rng.IntN(len(s))
		for s[i] != '(' {
			i = (i + 1) % len(s)
		}
		lost := s[:i] + s[i+1:]
		r, err := logic.Read(lost, logic.Options{Lenient: true, Beside: []string{s, lost}})
		if err != nil || len(r.Leniencies) == 0 {
			continue
		}
		repaired++
		if !logic.Same(f, r.Formulas[0]) {
			t.Errorf("%s without the bracket at %d: found %s", s, i, r.Formulas[0])
		}
	}
	if repaired < 100 {
		t.Errorf("found %d repairs, expected at least 100", repaired)
	}
}
