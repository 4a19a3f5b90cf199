package convert

import (
	"fmt"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
)

// A measurer is a language with counts and a vocabulary of each formula.
type measurer interface {
	formalism.Language
	Measure(*record.Row, formalism.Tree) error
	Vocabulary(formalism.Tree) *record.Vocabulary
}

// describe sets the columns that follow from a row's formula: the id, the counts
// and the vocabulary. If the formula does not parse, the row gets an error and no
// counts. An existing vocabulary is kept, since it may hold meanings. A row with a new id
// also gets its number as index: several sentences can have one formula.
func describe(row *record.Row, number int64) {
	if row.FS == "" {
		return
	}
	if row.ID == "" {
		row.ID = record.FormulaID(row.Dataset, row.FS)
		if row.Index == nil && number > 0 {
			row.Index = record.Int(int(number))
		}
	}
	l, ok := formalism.Of(row.Formalism).(measurer)
	if !ok {
		if _, err := formalism.Read(string(row.Formalism)); err != nil {
			fail(row, "formalism", err.Error())
		}
		return
	}
	t, err := l.Parse(row.FS, formalism.Limits{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	if row.Vocabulary == nil {
		row.Vocabulary = l.Vocabulary(t)
	}
	if err := l.Measure(row, t); err != nil {
		fail(row, "resource", fmt.Sprintf("fs: %v", err))
	}
}

// fail sets the row's error unless it has one.
func fail(row *record.Row, kind, message string) {
	if row.Error == nil {
		row.Error = &record.Error{Stage: "convert", Kind: kind, Message: message}
	}
}
