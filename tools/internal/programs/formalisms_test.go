package programs_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
)

// A language has the methods that every known formalism has.
type language interface {
	formalism.Language
	Measure(*record.Row, formalism.Tree) error
	Vocabulary(formalism.Tree) *record.Vocabulary
	Edits(formalism.Tree, formalism.EditOptions) iter.Seq[syntax.Site]
	Rewrites(formalism.Tree) []syntax.Rewrite
	Informalize(*english.Lexicon, formalism.Tree) (string, error)
	Formalize(*english.Lexicon, string) (formalism.Tree, error)
}

// samples are formulas of a formalism: of its packaged dataset, or a few others.
func samples(t *testing.T, s formalism.Language) (all []string) {
	t.Helper()
	i := slices.IndexFunc(s.Datasets(), func(name string) bool { return slices.Contains(gen.Datasets(), name) })
	if i < 0 {
		return []string{"a(b|c)*", "ab*c", "a|b"}
	}
	c, err := gen.Default(s.Datasets()[i], nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Depth, c.SampleCount = 6, 5
	if err := gen.Generate(t.Context(), c, func(r *record.Row) error {
		if formalism.OfRow(r) != s.Name() || r.Formalism != s.Name() {
			return fmt.Errorf("found a row of %s", r.Formalism)
		}
		all = append(all, r.FS)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEachFormalism checks what docs and programs assume of every known formalism: its
// entries in the tables fit together.
func TestEachFormalism(t *testing.T) {
	prompts, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	v := verify.New(verify.Options{})
	titles := map[string]bool{}
	for _, known := range formalism.All() {
		s := known.(language)
		t.Run(string(s.Name()), func(t *testing.T) {
			if titles[s.Title()] || s.Title() != strings.ToLower(s.Title()) || formalism.Of(s.Name()) != known {
				t.Errorf("found the title %q, expected another one in lower case", s.Title())
			}
			titles[s.Title()] = true
			all := samples(t, s)
			for i, text := range all {
				tree, err := s.Parse(text, formalism.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				again, err := s.Parse(tree.String(), formalism.Limits{})
				if err != nil || !s.Same(tree, again) || again.String() != tree.String() {
					t.Errorf("%q is printed as %q and read again as %v, %v", text, tree, again, err)
				}
				row := &record.Row{Formalism: s.Name(), FS: text, NL: "a description"}
				if err := s.Measure(row, tree); err != nil || row.Depth == nil || s.Size(tree) < 1 {
					t.Errorf("%q: measured %v, %v", text, row.Depth, err)
				}
				row.Vocabulary = s.Vocabulary(tree)
				for _, c := range []prompt.Case{prompt.NewInformalization(row, 2), prompt.NewAutoformalization(row, prompt.ContextAuto, 2)} {
					messages, err := prompts.Messages(c)
					if err != nil {
						t.Fatal(err)
					}
					if read, err := prompt.Read(messages); err != nil || read.Formalism != s.Name() || read.Direction != c.Direction {
						t.Errorf("the prompt of %s is read as %s of %s, %v", c.Direction, read.Direction, read.Formalism, err)
					}
				}
				nl, err := s.Informalize(english.English(), tree)
				if err != nil {
					t.Fatal(err)
				}
				read, err := s.Formalize(english.English(), nl)
				if err != nil {
					t.Fatal(err)
				}
				back := read.String()
				if r := v.Pair(t.Context(), s.Name(), text, back); r.Verdict != record.Equivalent {
					t.Errorf("%q, described as %q, becomes %q: %s %s", text, nl, back, r.Verdict, r.Reason)
				}
				if leak := stage.FindLeak(s.Name(), text, nl); leak != english.NoLeak {
					t.Errorf("%q has the leak %s", nl, leak)
				}
				checkPair(t, v, s.Name(), text, all[(i+1)%len(all)])
			}
		})
	}
}

// checkPair checks that the evidence of a verdict passes the checks of stored rows.
func checkPair(t *testing.T, v *verify.Verifier, f record.Formalism, left, right string) {
	t.Helper()
	r := v.Pair(context.Background(), f, left, right)
	switch r.Verdict {
	case record.Equivalent:
		if err := (verify.Options{}).Read(f, left, right).Small(); err != nil || r.Certificate == nil {
			t.Errorf("%q and %q: %v", left, right, err)
		}
	case record.NotEquivalent:
		text, err := r.Witness.JSON()
		if err == nil {
			err = verify.Options{}.Read(f, left, right).Recheck(text)
		}
		if err != nil {
			t.Errorf("%q and %q: %v", left, right, err)
		}
		if err := (verify.Options{}).Read(f, left, left).Recheck(text); err == nil {
			t.Errorf("%q: a witness against itself passes", left)
		}
	default:
		t.Errorf("%q and %q: %s %s", left, right, r.Verdict, r.Reason)
	}
}

// TestNamesOfFormalisms: a slip near a known name is refused with this name, and another
// name is not.
func TestNamesOfFormalisms(t *testing.T) {
	for text, meant := range map[string]string{
		"propositonal": "propositional", "First-Order": "first_order", "first order": "first_order", "regexp": "regex", "rege": "regex", "LTL": "ltl",
		"plogic": "propositional", "fol": "first_order", "FOL": "first_order",
	} {
		if _, err := formalism.Read(text); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", meant)) {
			t.Errorf("%q: found %v, expected a hint at %s", text, err, meant)
		}
	}
	for _, text := range []string{"ctl", "arithmetic", "lambda", "sql", "modal", "λ", "http2", "second_order"} {
		if f, err := formalism.Read(text); err != nil || string(f) != text {
			t.Errorf("%q: found %v", text, err)
		}
	}
	for _, text := range []string{"", " ", "a b", "a\nb", "-", "1", strings.Repeat("a", 65)} {
		if _, err := formalism.Read(text); err == nil {
			t.Errorf("%q: found no error", text)
		}
	}
}
