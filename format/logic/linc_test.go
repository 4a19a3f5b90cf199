package logic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// Of the rows that GPT-4 and GPT-3.5 wrote for LINC (Olausson et al., EMNLP 2023), 249 of
// 5,450 had a formula that did not parse, although most of these have one sensible
// reading.
func TestLenientReadsLINC(t *testing.T) {
	type row struct {
		ID         string   `json:"id"`
		Premises   []string `json:"premises"`
		Conclusion string   `json:"conclusion"`
	}
	rows, refused, repaired := 0, 0, 0
	texts := map[string]bool{} // refused by default
	eachLine(t, "llm/linc.jsonl", func(_ int, r row) {
		rows++
		left, mended := false, false
		for _, text := range append(r.Premises, r.Conclusion) {
			tree, err := logic.Parse(text, logic.Options{})
			read, errLenient := logic.Read(text, logic.Options{Lenient: true})
			switch {
			case errLenient != nil:
				left = true
				if err == nil {
					t.Errorf("%s: lenient refuses %s: %v", r.ID, text, errLenient)
				}
				continue
			case err == nil && (!logic.Same(tree, read.Formulas[0]) || len(read.Leniencies) > 0):
				t.Errorf("%s: %s reads as %s, with the repairs %v as %s", r.ID, text, tree, read.Leniencies, read.Formulas[0])
			case err != nil && len(read.Leniencies) == 0:
				t.Errorf("%s: %s is read without a repair as %s", r.ID, text, read.Formulas[0])
			case err != nil:
				mended = true
				texts[text] = true
				again, err := logic.Parse(read.Formulas[0].String(), logic.Options{})
				if err != nil || !logic.Same(again, read.Formulas[0]) {
					t.Errorf("%s: %s reads as %s, that as %v, %v", r.ID, text, read.Formulas[0], again, err)
				}
			}
		}
		switch {
		case left:
			refused++
		case mended:
			repaired++
		}
	})
	if share := float64(refused) / float64(rows); share > 0.019 || repaired != 145 {
		t.Errorf("%d of %d rows are refused (%.2f %%), %d repaired; expected at most 1.9 %% and 145", refused, rows, 100*share, repaired)
	}
	// What has two readings is refused: "-no x" may deny that there is one, or that there
	// is none.
	for text := range texts {
		if strings.Contains(strings.ToLower(text), "-no") {
			t.Errorf("%s: two readings, and repaired", text)
		}
	}
}

// FOLIO has formulas that another repair than today's would change: each has the tree that
// a person gave it.
func TestLenientReadsFOLIO(t *testing.T) {
	want := map[string]string{
		"∀x ((Orlando(x) ∨ Miami(x)) ∧ Florida(x)) → WantToGo(x))":                "∀x. (((Orlando(x) ∨ Miami(x)) ∧ Florida(x)) → WantToGo(x)) surplus_bracket",
		"Luxury(Jess) ⊕ Miserly(Jess)) →  Luxury(Jess)":                           "((Luxury(Jess) ⊕ Miserly(Jess)) → Luxury(Jess)) surplus_bracket",
		"∀x ∀y (SuperheroMovie(x), NamedAfter(x, y) → GoodGuy(y))":                "∀x. ∀y. ((SuperheroMovie(x) ∧ NamedAfter(x, y)) → GoodGuy(y)) comma_conjunction",
		"∀x (Road(x) → (MadeOfConcrete(x) ∨ MadeOfAsphalt(x))":                    "∀x. (Road(x) → (MadeOfConcrete(x) ∨ MadeOfAsphalt(x))) missing_bracket",
		"¬ComeFrom(captain america, dc universe)":                                 "¬ComeFrom(captainamerica, dcuniverse) spaced_name",
		"(WorkTeams(kat) ∧ Tired(kat)) ∨ ¬WorkTeams(kat) ∧ ¬Tired(kat))":          "", // or ¬(WorkTeams(kat) ∧ ¬Tired(kat))
		"∃x (Country(x) Nearby(medeempire, x) ∧ PlotsToSwallowUp(medeempire, x))": "",
	}
	found, refused := 0, 0
	for _, text := range folioFormulas(t) {
		if _, err := logic.Parse(text, logic.Options{}); err == nil {
			continue
		}
		text = strings.TrimSpace(text)
		got := ""
		if r, err := logic.Read(text, logic.Options{Lenient: true}); err == nil {
			got = fmt.Sprint(r.Formulas[0], " ", r.Leniencies[0])
			found++
		} else {
			refused++
		}
		if w, known := want[text]; known && w != got {
			t.Errorf("%s: found %q, expected %q", text, got, w)
		}
	}
	if found != 11 || refused != 5 {
		t.Errorf("found %d formulas and refused %d, expected 11 and 5", found, refused)
	}
}
