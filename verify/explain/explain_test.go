package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/language"
	"github.com/truthloop/truthloop/format/record"
	expressions "github.com/truthloop/truthloop/format/regex/language"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
)

func TestFormulas(t *testing.T) {
	for _, c := range []struct{ a, b, pa, pb string }{
		{"p1 ∧ p2", "P2 ∧ p1", "", ""},
		{"∀x. (p(x) ∨ q(x))", "∀y. (q(y) ∨ p(y))", "", ""},
		{"∀x. ∃y. r(x, y)", "∀y. ∃x. r(y, x)", "", ""},
		{"p1 ↔ p2", "p2 ↔ p1", "", ""},
		{"p1 → p2", "p2 → p1", "(p1 → p2)", "(p2 → p1)"},
		{"p1 ∧ (p2 ∨ ¬p3)", "(p2 ∨ p3) ∧ p1", "¬p3", "p3"},
		{"p1 ∧ p2 ∧ p3", "p1 ∧ p4 ∧ p5", "(p2 ∧ p3)", "(p4 ∧ p5)"},
		{"p1 ∨ p2", "p1 ∨ p2 ∨ p3", "(p1 ∨ p2)", "(p1 ∨ p2 ∨ p3)"},
		{"p1 → (p2 ∧ p3)", "p1 → (p2 ∨ p3)", "(p2 ∧ p3)", "(p2 ∨ p3)"},
		{"p1 ∧ (p2 ∨ p3)", "(p1 ∧ p2) ∨ p3", "(p1 ∧ (p2 ∨ p3))", "((p1 ∧ p2) ∨ p3)"},
		{"∀x. (p(x) → ∃y. r(x, y))", "∀z. (p(z) → ∃y. r(y, z))", "r(x, y)", "r(y, x)"},
		{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)", "∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)"},
		{"p1 ∧ ¬(p2 ∧ p3)", "p1 ∧ ¬p2 ∧ p3", "¬(p2 ∧ p3)", "(¬p2 ∧ p3)"},
		{"p1 ∧ p1 ∧ p2", "p1 ∧ p2 ∧ p2", "p1", "p2"},
		{"r(a, b) ∧ q", "q ∧ r(a, c)", "r(a, b)", "r(a, c)"},
		{"∀x. ∀x. r(x, x)", "∀x. ∀y. r(x, y)", "∀x. r(x, x)", "∀y. r(x, y)"}, // y as x would be bound with the outer x
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		pa, pb := part(a, b)
		if got, want := text(pa)+" | "+text(pb), c.pa+" | "+c.pb; got != want {
			t.Errorf("%s and %s: found %s, expected %s", c.a, c.b, got, want)
		}
	}
}

func parse(t *testing.T, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// part returns the smallest part of each formula in which they differ.
func part(a, b *logic.Formula) (pa, pb formalism.Tree) {
	return language.FirstOrder.Part(a, b, logic.Fold)
}

func text(f formalism.Tree) string {
	if f == nil {
		return ""
	}
	return f.String()
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ a, b, pa, pb string }{
		{"(01)*1", "(01)*1", "", ""},
		{"0|1", "1|0", "", ""},
		{"(01)*1", "(0*1)*1", "0", "0*"},
		{"01*0", "01+0", "1*", "1+"},
		{"0(10)*1", "010*1", "(10)*", "10*"},
		{"01", "011", "ε", "1"},
		{"(ab|cd)e", "(cd|ac)e", "b", "c"},
		{"a{2,3}", "a{2,4}", "a{2,3}", "a{2,4}"},
	} {
		p := verify.Options{}.Read(record.Regex, c.a, c.b)
		got := " | "
		if pa, pb := expressions.Paper.Part(p.Left.Tree, p.Right.Tree, nil); pa != nil {
			got = pa.String() + " | " + pb.String()
		}
		if want := c.pa + " | " + c.pb; got != want {
			t.Errorf("%s and %s: found %s, expected %s", c.a, c.b, got, want)
		}
	}
}

// shuffle gives f with the operands of symmetric connectives in another order
// and its bound variables renamed.
func shuffle(f *logic.Formula, r *rand.Rand) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms}
	for _, arg := range f.Args {
		g.Args = append(g.Args, shuffle(arg, r))
	}
	switch f.Op {
	case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpIff:
		r.Shuffle(len(g.Args), func(i, j int) { g.Args[i], g.Args[j] = g.Args[j], g.Args[i] })
	case logic.OpForall, logic.OpExists:
		g.Name = f.Name + "new"
		g.Args[0] = g.Args[0].Substitute(f.Name, logic.Variable(g.Name))
	}
	return g
}

// TestPartsFollowMeaning: a formula has no differing part with itself in
// another order and other variables; two that differ in meaning have one.
func TestPartsFollowMeaning(t *testing.T) {
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		config := formattest.FormulaConfig{FirstOrder: true, Mixed: true, Equality: true, Propositions: 2, Predicates: 2, Constants: 2, Size: 8}
		a, b := formattest.Formula(t, config), formattest.Formula(t, config)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		if pa, pb := part(a, shuffle(a, r)); pa != nil || pb != nil {
			t.Fatalf("%s and %s: found %s and %s, expected no part", a, shuffle(a, r), pa, pb)
		}
		pa, pb := part(a, b)
		if (pa == nil) != (pb == nil) {
			t.Fatalf("%s and %s: found one part of two", a, b)
		}
		if pa == nil && v.Formulas(t.Context(), a, b).Verdict == record.NotEquivalent {
			t.Fatalf("%s and %s differ, and no part does", a, b)
		}
	})
}

// TestTextOfAnything: rows may hold anything; the text tells it and nothing
// that a terminal would obey.
func TestTextOfAnything(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"p1", "∀x. p(x)", "(01)*", "{}", "null", `{"kind":"models"}`, `{"kind":"structure"}`, `{"kind":"string","string":"\u001b[2J"}`,
		`{"kind":"assignment","assignment":{"p1":true}}`, `{"kind":"directions","forward":{"kind":"z3"}}`, "p1 \x1b[31m", strings.Repeat("(", 5_000), strings.Repeat("¬", 5_000) + "p",
	}))
	rapid.Check(t, func(t *rapid.T) {
		p := verify.Options{}.Read(record.Formalism(rapid.SampledFrom([]string{"propositional", "first_order", "regex", ""}).Draw(t, "formalism")), texts.Draw(t, "left"), texts.Draw(t, "right"))
		if rapid.Bool().Draw(t, "argument") {
			p = verify.Options{}.ReadArgument(rapid.SliceOf(texts).Draw(t, "premises"), p.Right.Written)
		}
		p.LeftName, p.RightName = "fs", "fs_out"
		out, _ := explain.Text(&record.Row{
			ID:            texts.Draw(t, "id"),
			Verdict:       record.Verdict(rapid.SampledFrom([]string{"", "equivalent", "not_equivalent", "unknown", "noncompliant", "error", "true", "uncertain", "x"}).Draw(t, "verdict")),
			VerdictReason: texts.Draw(t, "reason"), Witness: texts.Draw(t, "witness"), Certificate: texts.Draw(t, "certificate"),
			Relation: "stronger", ScopeSensitive: record.Bool(true),
		}, p)
		if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && (r < ' ' || r == 0x7f) }); i >= 0 {
			t.Fatalf("control character %q in the text", out[i])
		}
	})
}

// TestBadWitness: the explanation says that a bad witness is bad.
func TestBadWitness(t *testing.T) {
	row := &record.Row{
		Verdict: record.NotEquivalent,
		Witness: `{"kind":"assignment","assignment":{"p1":true,"p2":true},"left":true,"right":false}`,
	}
	if out, err := explain.Text(row, verify.Options{}.Read(record.Propositional, "p1 ∧ p2", "p1 ∨ p2")); err == nil || !strings.Contains(out, "but this is not so") || strings.Contains(out, "is true\n") {
		t.Errorf("found\n%s", out)
	}
}

func TestWitness(t *testing.T) {
	for stored, want := range map[string]string{
		`{"kind":"string","string":"01","accepted_by":"right"}`:                                                                `"01" is accepted by B and not by A`,
		`{"kind":"string","string":"","accepted_by":"left"}`:                                                                   `the empty string is accepted by A and not by B`,
		`{"kind":"assignment","assignment":{"p10":false,"p2":true},"left":true,"right":false}`:                                 `p2 true, p10 false: A is true, B is false`,
		`{"kind":"assignment","assignment":{}}`:                                                                                `always: the two differ`,
		`{"kind":"structure","structure":{"size":2,"constants":{"a":1},"predicates":{"p/1":[[0]]}},"left":false,"right":true}`: `domain {0, 1}; a is 1; p holds of (0): A is false, B is true`,
		`{"kind":"x","y":[1]}`: `{"kind":"x","y":[1]}`, // of a checker
		`{"kind":"database","tables":{"t":[{"b":1,"a":null}]},"left":[["x"],[2]],"right":[]}`: "t\n  b  a\n  1  NULL\nthe left side gives\n  \"x\"\n  2\nthe right side gives: no rows",
		`{"kind":"database","tables":7}`: `{"kind":"database","tables":7}`,
		`{}`:                             "of an unknown kind",
		`"x`:                             "",
		"":                               "",
	} {
		if got := explain.Witness(stored, "A", "B"); got != want {
			t.Errorf("%s:\nfound    %s\nexpected %s", stored, got, want)
		}
	}
}
