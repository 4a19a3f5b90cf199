package logic_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// TestFolio counts the formulas of FOLIO v0.0 that are read. Unusual notation
// (hyphens, dots and apostrophes in names, leading digits, ^ and ⟷, a full stop) is
// read; the others could only be read with a guess or a change.
func TestFolio(t *testing.T) {
	reasons := []struct{ message, reason string }{
		{`found a surplus ")"`, "a surplus )"},
		{`a name holds no space`, "a space in a name"},
		{`expected ")" or an operator, found end of input`, "a missing )"},
		{`expected ")" or an operator, found ","`, "a comma for ∧"},
		{`expected ")" or an operator, found "Nearby"`, "a missing operator"},
	}
	want := map[string]int{
		"read": 2194, "a surplus )": 9, "a space in a name": 4, "a missing )": 1, "a comma for ∧": 1, "a missing operator": 1,
	}
	got := map[string]int{}
	for _, s := range folioFormulas(t) {
		f, err := logic.Parse(s, logic.Options{})
		if err == nil {
			got["read"]++
			checkReprint(t, s, f)
			continue
		}
		reason := err.Error()
		for _, r := range reasons {
			if strings.Contains(reason, r.message) {
				reason = r.reason
				break
			}
		}
		got[reason]++
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func checkReprint(t *testing.T, s string, f *logic.Formula) {
	t.Helper()
	for _, scope := range scopes {
		g, err := logic.Parse(f.String(), logic.Options{Scope: scope})
		if err != nil || !logic.Same(f, g) {
			t.Errorf("%s: printed as %s, read as %v, %v", s, f, g, err)
		}
	}
}

// TestReferenceCounts compares the counts with those that the reference's generator
// recorded. Its num_propositions agrees with ours for propositional formulas only;
// for first-order formulas it depends on variables.
func TestReferenceCounts(t *testing.T) {
	for _, dataset := range []string{"ksat", "plogic", "fol", "fol_human"} {
		t.Run(dataset, func(t *testing.T) {
			rows := referenceRows(t, dataset)
			for i, r := range rows {
				f, err := logic.Parse(r.FS, logic.Options{})
				if err != nil {
					t.Errorf("row %d: %s: %v", i, r.FS, err)
					continue
				}
				checkReprint(t, r.FS, f)
				c := f.Counts()
				got := [3]int{c.Operators, c.Own, c.Predicates}
				if want := [3]int{r.Operators, r.Quantifiers, r.Predicates}; got != want {
					t.Errorf("row %d: %s: operators, quantifiers, predicates %v, want %v", i, r.FS, got, want)
				}
				propositional := dataset == "ksat" || dataset == "plogic"
				if propositional && c.Propositions != r.Propositions || f.IsPropositional() != propositional {
					t.Errorf("row %d: %s: %d propositions, want %d", i, r.FS, c.Propositions, r.Propositions)
				}
			}
			if len(rows) < 1000 {
				t.Errorf("%d rows", len(rows))
			}
		})
	}
}

// TestReferenceParser compares trees with those of the reference's parser, in which
// a quantifier always governs one operand.
func TestReferenceParser(t *testing.T) {
	// The differences, and the reasons for ours.
	ours := map[string]string{
		"p1 || p2":              "(p1 ∨ p2)", // programmers' sign
		"(p1\nv p2)":            "(p1 ∨ p2)", // a line break is white space
		"p1 ==> p2":             "(p1 → p2)",
		"p1 xor p2":             "(p1 ⊕ p2)",
		"p1.":                   "p1", // a full stop ends it
		"$p1$":                  "p1", // LaTeX
		"`p1`":                  `column 1: expected a formula, found "` + "`" + `"`,
		`"p1"`:                  `column 1: expected a formula, found "\""`,
		"p1 and 1":              `column 8: expected a formula, found "1"`,
		"p1∨p2":                 "(p1 ∨ p2)", // one name to the reference
		"true":                  "⊤",
		"all":                   "all",
		"p1 -> p2 -> p3":        "(p1 → (p2 → p3))", // to the left there
		"∀ x1, pred1(x1)":       "∀x1. pred1(x1)",
		"∀ x1, x2.pred2(x1,x2)": "∀x1. ∀x2. pred2(x1, x2)",
		"∀ bob.pred1(bob)":      "∀bob. pred1(bob)", // any name may be a variable
		"p1(p2)":                "p1(p2)",           // any name may be a predicate
		"f1(x)":                 "f1(x)",
		"pred1(¬p1)":            `column 7: expected a term, found "¬"`,
	}
	type parseCase struct {
		Type     string `json:"type"`
		Input    any    `json:"input"`
		Accepted bool   `json:"accepted"`
		ParsedAs string `json:"parsed_as"`
	}
	var differ []string
	eachLine(t, "reference/parse_cases.jsonl", func(line int, c parseCase) {
		input, _ := c.Input.(string)
		if c.Type != "logic" {
			return
		}
		o := logic.Options{Scope: logic.ScopeTight}
		f, err := logic.Parse(input, o)
		got := fmt.Sprint(err)
		if err == nil {
			got = f.String()
		}
		if want, ok := ours[input]; ok {
			if got != want {
				t.Errorf("line %d: %q: %s, want %s", line, input, got, want)
			}
			differ = append(differ, input)
			return
		}
		if (err == nil) != c.Accepted {
			t.Errorf("line %d: %q: %s, accepted there: %v", line, input, got, c.Accepted)
			return
		}
		if err != nil {
			return
		}
		theirs, err := logic.Parse(c.ParsedAs, o)
		if err != nil {
			t.Errorf("line %d: %q: %v", line, c.ParsedAs, err)
		} else if logic.Fold(theirs.String()) != logic.Fold(got) {
			t.Errorf("line %d: %q: %s, there %s", line, input, got, theirs)
		}
	})
	for s := range ours {
		if !slices.Contains(differ, s) {
			t.Errorf("%q is not among the cases", s)
		}
	}
}

// TestReferencePairs reads every formula of the pairs with known truth. Of the broken
// strings it reads only those whose syntax is valid.
func TestReferencePairs(t *testing.T) {
	type pair struct {
		ID  string `json:"id"`
		FS1 string `json:"fs1"`
		FS2 string `json:"fs2"`
		How string `json:"how"`
	}
	for _, file := range []string{
		"reference/pairs.ksat.jsonl", "reference/pairs.plogic.jsonl", "reference/pairs.fol.jsonl",
		"reference/pairs.fol_human.jsonl", "hard/fol.jsonl", "hard/fol-quantifiers.jsonl",
	} {
		t.Run(file, func(t *testing.T) {
			eachLine(t, file, func(line int, p pair) {
				if _, err := logic.Parse(p.FS1, logic.Options{}); err != nil {
					t.Errorf("line %d: %v", line, err)
				}
				_, err := logic.Parse(p.FS2, logic.Options{})
				if broken := strings.HasPrefix(p.How, "broken:"); broken != (err != nil) {
					t.Errorf("line %d: %s: %s: %v", line, p.How, p.FS2, err)
				}
			})
		})
	}
}

// TestCandidates reads the formulas of the NL-FOL data, which programs wrote.
func TestCandidates(t *testing.T) {
	type row struct {
		Reference  string   `json:"reference_fol"`
		Candidates []string `json:"candidates"`
	}
	for _, file := range []string{"nlfol/ranking.jsonl", "nlfol/most_similar.jsonl"} {
		eachLine(t, file, func(line int, r row) {
			for _, s := range append(r.Candidates, r.Reference) {
				f, err := logic.Parse(s, logic.Options{Scope: logic.ScopeTight})
				if err != nil {
					t.Errorf("%s:%d: %s: %v", file, line, s, err)
					continue
				}
				checkReprint(t, s, f)
			}
		})
	}
}
