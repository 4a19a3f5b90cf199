package convert

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// ontologies holds the ontologies of --ontology by story. The ontology without a story
// has the key "". It is used for each story that has no ontology.
type ontologies map[string]*ontology.Ontology

// openOntologies reads a file; version identifies its content. If name is empty, so is
// version.
func openOntologies(name string) (_ ontologies, version string, err error) {
	if name == "" {
		return nil, "", nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", fmt.Errorf("--ontology: %w", err)
	}
	all, err := ontology.Read(bytes.NewReader(text))
	if err != nil {
		return nil, "", cli.Usagef("--ontology %s: %w", name, err)
	}
	by := ontologies{}
	for _, o := range all {
		if by[o.Story()] != nil {
			return nil, "", cli.Usagef("--ontology %s: found two ontologies of story %q, expected one", name, o.Story())
		}
		by[o.Story()] = o
	}
	return by, fmt.Sprintf("%s %x", name, sha256.Sum256(text)), nil
}

// join sets the row's vocabulary from the ontology of its story. A row without an
// ontology, or with a formula that the ontology does not cover, gets an error.
func (by ontologies) join(row *record.Row) {
	if by == nil || row.IsMalformed() {
		return
	}
	story, _ := row.Text("story_id")
	o := by[story]
	if o == nil {
		o = by[""]
	}
	if o == nil {
		fail(row, "ontology", fmt.Sprintf("story_id: found %q, expected a story of which there is an ontology", story))
		return
	}
	formulas := append([]string{row.FS, row.Conclusion}, row.Premises...)
	var parsed []*logic.Formula
	for _, text := range formulas {
		if f, err := logic.Parse(text, logic.Options{}); err == nil && text != "" {
			parsed = append(parsed, f)
		}
	}
	whole := logic.And(parsed...)
	row.Vocabulary = o.Vocabulary(whole)
	if err := o.Covers(whole); err != nil {
		fail(row, "ontology", "ontology does not cover the formula: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// pairs makes rows of the sentences of the ontologies in a file, with their
// formulas.
func pairs(name string, text []byte) (rows []*record.Row, _ error) {
	all, err := ontology.Read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, ont := range all {
		for i, p := range ont.Pairs {
			row := &record.Row{
				Dataset: cmp.Or(ont.Name, "ontology"), Index: record.Int(i), Formalism: record.FirstOrder, FS: p.FS, NL: p.NL,
			}
			if story := ont.Story(); story != "" {
				row.SetExtra("story_id", ont.StoryID)
			}
			ontologies{"": ont}.join(row)
			rows = append(rows, row)
		}
	}
	return rows, nil
}
