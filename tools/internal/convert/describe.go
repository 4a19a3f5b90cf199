package convert

import (
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// describe sets the columns that follow from a row's formula: the id, the counts
// and the vocabulary. If the formula does not parse, the row gets an error and no
// counts. An existing vocabulary is kept, since it may hold meanings.
func describe(row *record.Row) {
	if row.FS == "" {
		return
	}
	if row.ID == "" {
		row.ID = record.FormulaID(row.Dataset, row.FS)
	}
	syntax := formalism.Of(row.Formalism)
	if syntax == nil {
		if _, err := formalism.Read(string(row.Formalism)); err != nil {
			fail(row, "formalism", err.Error())
		}
		return
	}
	t, err := syntax.Parse(row.FS, formalism.Limits{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	if row.Vocabulary == nil {
		row.Vocabulary = syntax.Vocabulary(t)
	}
	if err := syntax.Measure(row, t); err != nil {
		fail(row, "resource", fmt.Sprintf("fs: %v", err))
	}
}

// fail sets the row's error unless it has one.
func fail(row *record.Row, kind, message string) {
	if row.Error == nil {
		row.Error = &record.Error{Stage: "convert", Kind: kind, Message: message}
	}
}
