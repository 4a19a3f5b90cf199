package logic_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// Free names could only be read as constants.
func TestUniversalClosesFreeNames(t *testing.T) {
	for _, c := range []struct{ text, prover9, nltk string }{
		{"p(x)", "∀x. p(x)", "∀x. p(x)"},
		{"p(a)", "p(a)", "∀a. p(a)"},
		{"p(e) ∧ p(e1)", "p(e) ∧ p(e1)", "p(e) ∧ p(e1)"},                            // NLTK: an event
		{"p(x12) ∧ p(p3)", "∀x12. (p(x12) ∧ p(p3))", "∀x12. ∀p3. (p(x12) ∧ p(p3))"}, // in order of occurrence
		{"p(walter)", "∀walter. p(walter)", "p(walter)"},
		{"p(X)", "p(X)", "p(X)"},
		{"p(y+) ∧ p(vice-president)", "p(y+) ∧ p(vice-president)", "p(y+) ∧ p(vice-president)"}, // ∀y+ is no quantifier
		{"p(x_1)", "∀x_1. p(x_1)", "p(x_1)"},
		{"p(x) ∧ q(X)", "∀x. (p(x) ∧ q(x))", "∀x. (p(x) ∧ q(x))"}, // X is x, as it would be below ∀x
		{"q(X) ∧ p(x)", "∀x. (q(x) ∧ p(x))", "∀x. (q(x) ∧ p(x))"},
		{"(∀x p(x)) → q(x)", "∀x. ((∀x. p(x)) → q(x))", "∀x. ((∀x. p(x)) → q(x))"},
		{"∀x p(x) → q(x)", "∀x. ((∀x. p(x)) → q(x))", "∀x. ((∀x. p(x)) → q(x))"},
		{"∀x. p(x) → q(x)", "∀x. (p(x) → q(x))", "∀x. (p(x) → q(x))"}, // nothing is free
		{"y = f(z)", "∀y. ∀z. y = f(z)", "∀y. ∀z. y = f(z)"},
		{"x(a) ∧ y", "x(a) ∧ y", "∀a. (x(a) ∧ y)"}, // x is a predicate, y a proposition
		{"p(x(z))", "∀z. p(x(z))", "∀z. p(x(z))"},  // x is a function
	} {
		for names, want := range map[logic.VariableNames]string{logic.Prover9Names: c.prover9, logic.NLTKNames: c.nltk} {
			o := logic.Options{Universal: true, Variables: names}
			f, err := logic.Parse(c.text, o)
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			expected, err := logic.Parse(want, logic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !logic.Same(f, expected) {
				t.Errorf("%s: %s: found %s, expected %s", c.text, names, f, expected)
			}
			if f, err = logic.Parse(c.text, logic.Options{Variables: names}); err != nil || len(f.FreeVariables()) > 0 {
				t.Errorf("%s: found %s, %v, expected constants", c.text, f, err)
			}
		}
	}
}

// A name cannot be a variable and a proposition: below a written ∀x, this is an error, too.
func TestClosedVariableIsNoProposition(t *testing.T) {
	for text, want := range map[string]string{
		"p(x) ∧ x":      `column 3: expected one use of a name, found "x" as a variable and as a proposition`,
		"∀x (x ∧ p(x))": `column 5: expected a formula, found the variable "x"`,
	} {
		if f, err := logic.Parse(text, logic.Options{Universal: true}); err == nil || err.Error() != want {
			t.Errorf("%s: found %v, %v, expected %s", text, f, err, want)
		}
	}
	if _, err := logic.Parse("p(x) ∧ x", logic.Options{}); err != nil {
		t.Error(err)
	}
}

// Each reading of a scope has its own free names: in the tight one of ∀x p(x) → q(x),
// the last x is free, in the wide one it is not.
func TestEachReadingIsClosed(t *testing.T) {
	r, err := logic.Read("∀x. p(x) → q(x)", logic.Options{Universal: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Formulas {
		got = append(got, f.String())
	}
	want := []string{"∀x. (p(x) → q(x))", "∀x. ((∀x. p(x)) → q(x))"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, expected %q", got, want)
	}
}

// The universal closure is what a person writes: ∀ for each free name in front of
// the text in brackets.
func TestClosureIsExplicitClosure(t *testing.T) {
	patterns := map[logic.VariableNames]*regexp.Regexp{
		logic.Prover9Names: regexp.MustCompile(`^(u|v|w|x|y|z)`),
		logic.NLTKNames:    regexp.MustCompile(`^[abcdfghijklmnopqrstuvwxyz]\d*$`),
	}
	config := formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Free: []string{"x", "X1", "y2", "zoe", "a", "e3", "U"}}
	rapid.Check(t, func(t *rapid.T) {
		text := formattest.Formula(t, config).String()
		o := logic.Options{
			Variables:     rapid.SampledFrom([]logic.VariableNames{logic.Prover9Names, logic.NLTKNames}).Draw(t, "names"),
			CaseSensitive: rapid.Bool().Draw(t, "case-sensitive"),
		}
		plain, err := logic.Parse(text, o)
		if err != nil {
			t.Fatal(err)
		}
		prefix := ""
		seen := map[string]bool{}
		for _, name := range constants(plain) {
			key := name
			if !o.CaseSensitive {
				key = strings.ToLower(name)
			}
			if patterns[o.Variables].MatchString(name) && !seen[key] {
				seen[key] = true
				prefix += "∀" + name + " "
			}
		}
		o.Universal = true
		closed, err := logic.Parse(text, o)
		if err != nil {
			t.Fatal(err)
		}
		explicit, err := logic.Parse(prefix+"("+text+")", logic.Options{CaseSensitive: o.CaseSensitive})
		if err != nil {
			t.Fatal(err)
		}
		if !logic.Same(closed, explicit) {
			t.Fatalf("%s: found %s, expected %s", text, closed, explicit)
		}
	})
}

// constants lists the constants in order, in each spelling.
func constants(f *logic.Formula) (names []string) {
	var visit func([]logic.Term)
	visit = func(ts []logic.Term) {
		for _, t := range ts {
			if !t.Var && len(t.Args) == 0 {
				names = append(names, t.Name)
			}
			visit(t.Args)
		}
	}
	for g := range f.Subformulas() {
		visit(g.Terms)
	}
	return names
}

// Many free names nest as deep as many quantifiers, for which there is a limit.
func TestClosureKeepsToTheLimitOfDepth(t *testing.T) {
	text := "p(x"
	for i := range 30 {
		text += fmt.Sprintf(", x%d", i)
	}
	if _, err := logic.Parse(text+")", logic.Options{Universal: true, Limits: syntax.Limits{MaxDepth: 20}}); err == nil || !strings.Contains(err.Error(), "at most 20 free variables") {
		t.Errorf("found %v, expected an error", err)
	}
	if _, err := logic.Parse(text+")", logic.Options{Limits: syntax.Limits{MaxDepth: 20}}); err != nil {
		t.Error(err)
	}
}

// In(white sulphur springs, x) was read as ∀whitesulphursprings ∀x ..., although only x
// looks like a variable in the text.
func TestRepairedNamesStayConstants(t *testing.T) {
	for text, want := range map[string]string{
		`In(white sulphur springs, x)`: "∀x. In(whitesulphursprings, x)",
		`Reads(x, "walden")`:           "∀x. Reads(x, walden)",
		`Reads(x, 'y')`:                "∀x. Reads(x, y)",
		`Reads("x", y)`:                "∀y. Reads(x, y)",
		`Reads(x, walden)`:             "∀x. ∀walden. Reads(x, walden)",
	} {
		f, err := logic.Parse(text, logic.Options{Universal: true, Lenient: true})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if f.String() != want {
			t.Errorf("%s: found %s, expected %s", text, f, want)
		}
	}
}
