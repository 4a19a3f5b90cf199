package formalism_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

type polyglot interface {
	formalism.Language
	Informalize(x *english.Lexicon, t formalism.Tree) (string, error)
	Formalize(x *english.Lexicon, text string) (formalism.Tree, error)
}

// checkIn describes a formula in a language and reads it back: the same tree, from a text
// without formal syntax.
func checkIn(tb formattest.Reporter, x *english.Lexicon, f record.Formalism, t formalism.Tree) string {
	tb.Helper()
	p := formalism.Of(f).(polyglot)
	nl, err := p.Informalize(x, t)
	if err != nil {
		tb.Fatalf("%s: %v", t, err)
	}
	back, err := p.Formalize(x, nl)
	if err != nil || back.String() != t.String() {
		tb.Fatalf("formula  %s\ntext     %s\nread as  %v, %v", t, nl, back, err)
	}
	formattest.NoSyntax(tb, t.String(), strings.NewReplacer(x.Quotes[0], "“", x.Quotes[1], "”").Replace(nl))
	return nl
}

var otherLanguages = []string{"German", "French", "Spanish"}

// The golden files hold the formulas of the English one with their descriptions, for a
// native speaker to read.
func TestLanguagesAreAsInTheGoldenFiles(t *testing.T) {
	formulas, err := os.ReadFile(filepath.Join("testdata", "english.golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range otherLanguages {
		x := english.LexiconOf(language)
		claim, part, _ := strings.Cut(". "+x.Words("claim_is", 0)+"\x00. "+x.Words("part_is", 0), "\x00")
		var out strings.Builder
		for line := range strings.Lines(string(formulas)) {
			line = strings.TrimSuffix(line, "\n")
			f, fs, ok := strings.Cut(line, ": ")
			if !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(line, " ") || f == string(record.FirstOrder) {
				continue
			}
			tree, err := formalism.Parse(record.Formalism(f), fs)
			if err != nil {
				t.Fatal(err)
			}
			nl := checkIn(t, x, record.Formalism(f), tree)
			for _, definition := range []string{claim, part} {
				upper := ". " + strings.ToUpper(definition[2:3]) + definition[3:]
				nl = strings.ReplaceAll(nl, upper, ".\n    "+upper[2:])
			}
			out.WriteString(line + "\n    " + nl + "\n\n")
		}
		path := filepath.Join("testdata", strings.ToLower(language)+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := os.ReadFile(path); err != nil || out.String() != string(text) {
			t.Errorf("the text is not that of %s, %v; see what changed with go test -update and git diff", path, err)
		}
	}
}

// Words of a language, and names that look like them, as names of propositions.
func TestNamesThatAreWordsOfALanguage(t *testing.T) {
	for _, language := range otherLanguages {
		x := english.LexiconOf(language)
		words := map[string]bool{"A": true, "13th": true, "zwei": true, "p.1": true, "a b": true, "“": true, "”": true, "„": true, "«": true, "»": true, "« a »": true, "qu'il": true, "s'il": true, "il": true, "que": true, "łódź": true, "nicht": true, "X": true}
		for _, phrases := range []map[string]*english.Phrase{x.Phrases, x.Moments} {
			for key := range phrases {
				text := ""
				if phrases := x.Phrases[key]; phrases != nil {
					text = x.Words(key, 0)
				} else {
					text = x.Moment(key, false) + " " + x.Moment(key, true)
				}
				for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,:\u00a0", r) }) {
					words[w] = true
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(words)) {
			a, b := logic.Atom(name), logic.Atom("q")
			for _, f := range []*logic.Formula{
				a, logic.Not(a), logic.And(a, logic.Not(a)), logic.Or(logic.Not(logic.Not(a)), b, a), logic.Not(logic.And(a, b)),
				logic.Connect(logic.OpXor, a, b), logic.Connect(logic.OpIff, a, logic.Connect(logic.OpXor, b, a)), logic.Connect(logic.OpImplies, a, a),
			} {
				checkIn(t, x, record.Propositional, f)
			}
		}
	}
}

// Regular expressions with alternatives.
func TestRegularExpressionsInOtherLanguages(t *testing.T) {
	for _, language := range otherLanguages {
		x := english.LexiconOf(language)
		rapid.Check(t, func(t *rapid.T) {
			a, b := formattest.PaperRegex("01aio«»“„”\" ").Draw(t, "a"), formattest.PaperRegex("01aio").Draw(t, "b")
			checkIn(t, x, record.RegexBrics, regex.Concat(regex.Plus(regex.Alternate(a, b)), regex.Optional(b)).In(regex.Brics))
		})
	}
}

// Only English has words for first-order logic.
func TestFirstOrderLogicIsEnglish(t *testing.T) {
	f, err := formalism.Parse(record.FirstOrder, "∀x. P(x)")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range otherLanguages {
		if nl, err := formalism.Of(record.FirstOrder).(polyglot).Informalize(english.LexiconOf(language), f); err == nil {
			t.Errorf("%s: %s", language, nl)
		}
	}
}

// "Non seulement p1 est vrai, mais de plus p2 est vrai si et seulement si p3 est vrai" is
// read as p1 ∧ (p2 ↔ p3).
func TestGroupsInOtherLanguagesHaveClearEnds(t *testing.T) {
	for language, both := range map[string]string{"German": "sowohl", "French": "non seulement", "Spanish": "no solo"} {
		x := english.LexiconOf(language)
		for _, fs := range []string{"(p1 ∧ p2) ↔ p3", "p1 ↔ (p2 ∧ p3)", "p1 ∨ (p2 ∧ p3)", "(p1 ∧ p2) ∨ p3", "p4 → ((p1 ∧ p2) ↔ p3)"} {
			f, err := formalism.Parse(record.Propositional, fs)
			if err != nil {
				t.Fatal(err)
			}
			if nl := checkIn(t, x, record.Propositional, f); strings.Contains(strings.ToLower(nl), both) || strings.Contains(nl, x.Words("iff", 1)) && f.(*logic.Formula).Op == logic.OpIff {
				t.Errorf("%s: %s: %s", language, fs, nl)
			}
		}
	}
}

// S and T said of a step in the past that it happens.
func TestThePastIsInThePastTense(t *testing.T) {
	for language, want := range map[string][2]string{"German": {"eingetreten ist", "eintritt"}, "French": {"eu lieu", "produi"}, "Spanish": {"ocurrido", "ocurr"}} {
		for fs, want := range map[string]string{"p1 S p2": want[0], "p1 T p2": want[0], "p1 U p2": want[1], "p1 R p2": want[1]} {
			f, err := formalism.Parse(record.LTL, fs)
			if err != nil {
				t.Fatal(err)
			}
			if nl := checkIn(t, english.LexiconOf(language), record.LTL, f); !strings.Contains(nl, want) {
				t.Errorf("%s: %s: %s", language, fs, nl)
			}
		}
	}
}
