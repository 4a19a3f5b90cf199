package stage_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

func TestFindLeak(t *testing.T) {
	const (
		p  = record.Propositional
		fo = record.FirstOrder
		re = record.Regex

		ltl = record.LTL
	)
	tests := []struct {
		formalism record.Formalism
		fs, nl    string
		want      english.Leak
	}{
		// Copies, in any style of signs and spaces.
		{p, "(p1 ∧ ¬p2)", "This says (p1 ∧ ¬p2).", english.LeakCopy},
		{p, "(p1 ∧ ¬p2)", "This says (p1&~p2).", english.LeakCopy},
		{p, "(p1 ∨ p2)", "The formula (P1 v P2) holds", english.LeakCopy},
		{p, "(p1 v p2)", "The formula (p1 ∨ p2) holds", english.LeakCopy},
		{p, "(p1 → p2)", "Take (p1 -> p2).", english.LeakCopy},
		{fo, "∀x1. (P(x1) ∨ Q(x1))", "so: ∀ x1. (P(x1) || Q(x1))", english.LeakCopy},
		{re, "(01)*1", "strings of the form (01)*1", english.LeakCopy},
		{re, "(01)*1", "strings of the form ( 0 1 )∗ 1", english.LeakCopy},
		{re, "(0)1", "it is (0)1", english.LeakCopy},

		// Signs of operators.
		{p, "(p1 ∧ p2)", "p1 ∧ p3 is true", english.LeakSymbol},
		{p, "(p1 ∧ p2)", "p2 & p1 are true", english.LeakSymbol},
		{p, "(p1 ∧ p2)", "p2 && it rains", english.LeakSymbol},
		{p, "((p1 ∧ p2) ∨ p3)", "it holds that (p1 or p2) & p3", english.LeakSymbol},
		{p, "(p1 ∨ p2)", "p2 v p1", english.LeakSymbol},
		{p, "(p1 ∨ p2)", "p2 | p1", english.LeakSymbol},
		{p, "(¬p1 ∨ p2)", "either ~p1 or p2", english.LeakSymbol},
		{p, "(¬p1 ∨ p2)", "either !p1 or p2", english.LeakSymbol},
		{p, "(p1 → p2)", "p1 => p2 always", english.LeakSymbol},
		{p, "(p1 ∧ p2)", `p2 \land p1`, english.LeakSymbol},
		{fo, "∃x1. P(x1)", "∃ some x1 with P", english.LeakSymbol},
		{re, "(01)*1", "the group 01 with a * so 01* then 1", english.LeakSymbol},
		{re, "0*", "0* is what matches", english.LeakCopy},
		{re, "00*", "0+ is what matches", english.LeakSymbol},
		{re, "(0)*(1)*", "any of [01]", english.LeakSymbol},
		{re, "(0)*(1)*", "any of (0|1)", english.LeakSymbol},
		{re, "00", "a 0 twice, 0{2}", english.LeakSymbol},

		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "pred1(p2) is true and so is the other", english.LeakApplication},
		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "it is true that pred2(p1,p3) holds", english.LeakApplication},
		{re, "1(10)0*(1)0", "a 1, then (10)0 and so on, in full 1(10)0 and more", english.LeakPart},

		{ltl, "G (p1 -> X p2)", "It says G (p1 -> X p2).", english.LeakCopy},
		{ltl, "F p1", "The formula F p1 holds.", english.LeakCopy},
		{ltl, "F p1", "It is (F p1).", english.LeakCopy},
		{ltl, "p1 U p2", "that p1  U  p2", english.LeakCopy},
		{ltl, "G F p1 & p2 U p3", "p2 holds until p3, and GF p1", english.LeakSymbol},
		{ltl, "G F p1 & p2 U p3", "p1 R p2 is true", english.LeakSymbol},
		{ltl, "X !p1 | p2", "at the next step !p1", english.LeakSymbol},
		{ltl, "X !p1 | p2", "that is X !p2", english.LeakSymbol},
		{ltl, "G (p1 | p2)", "□ one of p1 and p2", english.LeakSymbol},
		{ltl, "G (p1 | p2)", "<> one of p1 and p2", english.LeakSymbol},
		{ltl, "F p1", "If p1 is true, claim F holds. Claim F says that p1 of plan X is true.", english.NoLeak},
		{ltl, "p1 U p2", "p1 is true until p2 is true, which does happen.", english.NoLeak},
		{ltl, "G p1", "Grade G p2 students", english.NoLeak},

		// English.
		{p, "(p1 ∧ p2)", "p1 and p2", english.NoLeak},
		{p, "(p1 ∧ ¬p2)", "p1 is true - and p2 is non-true (not p2).", english.NoLeak},
		{p, "(p1 ∧ p2)", "Both p1/p2 are true; p1!", english.NoLeak},
		{p, "(p1 ∧ p2)", "- p1 holds\n- p2 holds", english.NoLeak},
		{p, "(p1 ∧ p2)", "* **p1** holds\n* *p2* holds", english.NoLeak},
		{p, "(p1 ∧ p2)", "R&B fans (p1) agree; AT&T does (p2). Smith v. Jones.", english.NoLeak},
		{p, "p1", "p1", english.NoLeak},
		{p, "¬p1", "p1 is false (i.e. not the case)", english.NoLeak},
		{fo, "∀x1. (P(x1) ∨ Q(x1))", "for every x1, P or Q holds of x1", english.NoLeak},
		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "pred1 (the first) of p2, and pred2 (of p1 and p3)", english.NoLeak},
		{fo, "(sings(ann) ∧ sleeps(bob))", "ann sings(!) and bob sleeps (soundly)", english.NoLeak},
		{re, "(01)*1", "zero or more of 01, then 1", english.NoLeak},
		{re, "(01)*1", "0s and 1s: the pair (01) any number of times, then a 1", english.NoLeak},
		{re, "0*1", "any number of **0** followed by *1*, then nothing", english.NoLeak},
		{re, "0*1", "* any number of 0s\n* a 1", english.NoLeak},
		{re, "0*1", "the Kleene star of 0, then 1", english.NoLeak},
		{re, "0110", "the string 0110", english.NoLeak},
		{re, "00*", "at least 1 + 0 zeros, 0-many more", english.NoLeak},
		{re, "0*1", "", english.NoLeak},
		{p, "", "anything", english.NoLeak},
	}
	for _, tt := range tests {
		if got := stage.FindLeak(tt.formalism, tt.fs, tt.nl); got != tt.want {
			t.Errorf("Find(%s, %q, %q) = %q, want %q", tt.formalism, tt.fs, tt.nl, got, tt.want)
		}
	}
}

// A formula with an operator is found in any text, with any spaces.
func TestFindsCopies(t *testing.T) {
	formulas := []struct {
		formalism record.Formalism
		fs        string
	}{
		{record.Propositional, "(¬p10 ∧ (¬p9 ∨ p7))"},
		{record.FirstOrder, "∀x1. ∃x2. (pred1(x1, p3) ∨ ¬pred2(x2))"},
		{record.Regex, "(0*1)*00(1)"},
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(formulas).Draw(t, "formula")
		before := rapid.StringMatching(`[a-z ,]{0,20}`).Draw(t, "before")
		after := rapid.StringMatching(`[a-z ,]{0,20}`).Draw(t, "after")
		var spaced strings.Builder
		for _, r := range f.fs {
			spaced.WriteRune(r)
			spaced.WriteString(rapid.SampledFrom([]string{"", "", " "}).Draw(t, "space"))
		}
		nl := before + " " + spaced.String() + " " + after
		if got := stage.FindLeak(f.formalism, f.fs, nl); got != english.LeakCopy {
			t.Fatalf("Find(%q, %q) = %q, want copy", f.fs, nl, got)
		}
	})
}

// Hostile descriptions take linear time.
func TestFindIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, piece := range []string{"p1(", "(", "*", "p1 & ", "0", "**", "[0", "x \u00a0"} {
		nl := strings.Repeat(piece, 1<<17/len(piece))
		for _, f := range []record.Formalism{record.Propositional, record.Regex} {
			start := time.Now()
			stage.FindLeak(f, "(p1 ∧ p2)", nl)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("%s: 128 kB of %q took %v", f, piece, took)
			}
		}
	}
}
