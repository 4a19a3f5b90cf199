package leak_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/leak"
)

func TestFind(t *testing.T) {
	const (
		p  = record.Propositional
		fo = record.FirstOrder
		re = record.Regex
	)
	tests := []struct {
		formalism record.Formalism
		fs, nl    string
		want      leak.Kind
	}{
		// Copies, in any style of signs and spaces.
		{p, "(p1 ∧ ¬p2)", "This says (p1 ∧ ¬p2).", leak.Copy},
		{p, "(p1 ∧ ¬p2)", "This says (p1&~p2).", leak.Copy},
		{p, "(p1 ∨ p2)", "The formula (P1 v P2) holds", leak.Copy},
		{p, "(p1 v p2)", "The formula (p1 ∨ p2) holds", leak.Copy},
		{p, "(p1 → p2)", "Take (p1 -> p2).", leak.Copy},
		{fo, "∀x1. (P(x1) ∨ Q(x1))", "so: ∀ x1. (P(x1) || Q(x1))", leak.Copy},
		{re, "(01)*1", "strings of the form (01)*1", leak.Copy},
		{re, "(01)*1", "strings of the form ( 0 1 )∗ 1", leak.Copy},
		{re, "(0)1", "it is (0)1", leak.Copy},

		// Signs of operators.
		{p, "(p1 ∧ p2)", "p1 ∧ p3 is true", leak.Symbol},
		{p, "(p1 ∧ p2)", "p2 & p1 are true", leak.Symbol},
		{p, "(p1 ∧ p2)", "p2 && it rains", leak.Symbol},
		{p, "((p1 ∧ p2) ∨ p3)", "it holds that (p1 or p2) & p3", leak.Symbol},
		{p, "(p1 ∨ p2)", "p2 v p1", leak.Symbol},
		{p, "(p1 ∨ p2)", "p2 | p1", leak.Symbol},
		{p, "(¬p1 ∨ p2)", "either ~p1 or p2", leak.Symbol},
		{p, "(¬p1 ∨ p2)", "either !p1 or p2", leak.Symbol},
		{p, "(p1 → p2)", "p1 => p2 always", leak.Symbol},
		{p, "(p1 ∧ p2)", `p2 \land p1`, leak.Symbol},
		{fo, "∃x1. P(x1)", "∃ some x1 with P", leak.Symbol},
		{re, "(01)*1", "the group 01 with a * so 01* then 1", leak.Symbol},
		{re, "0*", "0* is what matches", leak.Copy},
		{re, "00*", "0+ is what matches", leak.Symbol},
		{re, "(0)*(1)*", "any of [01]", leak.Symbol},
		{re, "(0)*(1)*", "any of (0|1)", leak.Symbol},
		{re, "00", "a 0 twice, 0{2}", leak.Symbol},

		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "pred1(p2) is true and so is the other", leak.Application},
		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "it is true that pred2(p1,p3) holds", leak.Application},
		{re, "1(10)0*(1)0", "a 1, then (10)0 and so on, in full 1(10)0 and more", leak.Part},

		// English.
		{p, "(p1 ∧ p2)", "p1 and p2", leak.None},
		{p, "(p1 ∧ ¬p2)", "p1 is true - and p2 is non-true (not p2).", leak.None},
		{p, "(p1 ∧ p2)", "Both p1/p2 are true; p1!", leak.None},
		{p, "(p1 ∧ p2)", "- p1 holds\n- p2 holds", leak.None},
		{p, "(p1 ∧ p2)", "* **p1** holds\n* *p2* holds", leak.None},
		{p, "(p1 ∧ p2)", "R&B fans (p1) agree; AT&T does (p2). Smith v. Jones.", leak.None},
		{p, "p1", "p1", leak.None},
		{p, "¬p1", "p1 is false (i.e. not the case)", leak.None},
		{fo, "∀x1. (P(x1) ∨ Q(x1))", "for every x1, P or Q holds of x1", leak.None},
		{fo, "(pred1(p2) ∧ pred2(p1, p3))", "pred1 (the first) of p2, and pred2 (of p1 and p3)", leak.None},
		{fo, "(sings(ann) ∧ sleeps(bob))", "ann sings(!) and bob sleeps (soundly)", leak.None},
		{re, "(01)*1", "zero or more of 01, then 1", leak.None},
		{re, "(01)*1", "0s and 1s: the pair (01) any number of times, then a 1", leak.None},
		{re, "0*1", "any number of **0** followed by *1*, then nothing", leak.None},
		{re, "0*1", "* any number of 0s\n* a 1", leak.None},
		{re, "0*1", "the Kleene star of 0, then 1", leak.None},
		{re, "0110", "the string 0110", leak.None},
		{re, "00*", "at least 1 + 0 zeros, 0-many more", leak.None},
		{re, "0*1", "", leak.None},
		{p, "", "anything", leak.None},
	}
	for _, tt := range tests {
		if got := leak.Find(tt.formalism, tt.fs, tt.nl); got != tt.want {
			t.Errorf("Find(%s, %q, %q) = %q, want %q", tt.formalism, tt.fs, tt.nl, got, tt.want)
		}
	}
}

// A formula with an operator is found in any text around it, however spaced.
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
		if got := leak.Find(f.formalism, f.fs, nl); got != leak.Copy {
			t.Fatalf("Find(%q, %q) = %q, want copy", f.fs, nl, got)
		}
	})
}

// Hostile descriptions take time in proportion to their length.
func TestFindIsLinear(t *testing.T) {
	for _, piece := range []string{"p1(", "(", "*", "p1 & ", "0", "**", "[0", "x \u00a0"} {
		nl := strings.Repeat(piece, 1<<16/len(piece))
		for _, f := range []record.Formalism{record.Propositional, record.Regex} {
			start := time.Now()
			leak.Find(f, "(p1 ∧ p2)", nl)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%s: 64 kB of %q took %v", f, piece, took)
			}
		}
	}
}
