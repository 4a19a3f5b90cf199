package convert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// TestTarski proves of the packaged ontology that each formula can be true and
// can be false, and that no two say the same.
func TestTarski(t *testing.T) {
	rows := converted(t, "--from", "ontology", "../../data/ontologies/tarski.json")
	if len(rows) < 40 {
		t.Fatalf("%d pairs, want about 40", len(rows))
	}
	v := verify.New(verify.Options{NoRelation: true})
	var formulas []*logic.Formula
	for _, row := range rows {
		if row.Error != nil || row.NL == "" {
			t.Errorf("%s: error %v", row.FS, row.Error)
		}
		f, err := logic.Parse(row.FS, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, constant := range []*logic.Formula{logic.Top(), logic.Bottom()} {
			if r := v.Formulas(t.Context(), f, constant); r.Verdict != record.NotEquivalent {
				t.Errorf("%s against %v: %s %s", row.FS, constant, r.Verdict, r.Reason)
			}
		}
		formulas = append(formulas, f)
	}
	for i, f := range formulas {
		for _, g := range formulas[:i] {
			if r := v.Formulas(t.Context(), f, g); r.Verdict != record.NotEquivalent {
				t.Errorf("%v against %v: %s %s", f, g, r.Verdict, r.Reason)
			}
		}
	}
}

// TestFOLIOWithOntologies joins FOLIO's training stories with their published
// glossaries. What does not join is at fault itself: symbols misspelt in the
// formula (CertifiedPublicAccoutant), variables that nothing binds, and c++,
// which the glossary spells otherwise.
func TestFOLIOWithOntologies(t *testing.T) {
	train, file := sharedFile(t, "folio/folio-train.jsonl"), sharedFile(t, "nlfol/ontology.jsonl")
	rows := converted(t, "--from", "folio", "--ontology", file, train)
	joined, kinds := 0, map[string]int{}
	for _, row := range rows {
		if row.Error != nil {
			kinds[row.Error.Kind]++
			continue
		}
		joined++
		if len(row.Vocabulary.Predicates) == 0 || row.Vocabulary.Predicates[0].Positive == "" {
			t.Errorf("%s: vocabulary %+v", row.FS, row.Vocabulary)
		}
	}

	if joined != 1618 || kinds["ontology"] != 27 {
		t.Errorf("%d of %d rows joined, want 1618; errors %v, want 27 of ontology", joined, len(rows), kinds)
	}
}

func TestOntologyOfWrongKind(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		`{"predicates": [{"name": "P", "arity": 0}]}`: "found arity 0",
		`{"story_id": 1} {"story_id": "1"}`:           `two ontologies of story "1"`,
	} {
		name := filepath.Join(dir, "o.json")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := Command().Run(t.Context(), []string{"convert", "--ontology", name}, strings.NewReader(""), os.Stdout, os.Stderr)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
