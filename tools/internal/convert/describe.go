package convert

import (
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/gen"
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
	switch row.Formalism {
	case record.Regex:
		describeRegex(row)
	case record.Propositional, record.FirstOrder:
		describeFormula(row)
	default:
		fail(row, "formalism", fmt.Sprintf("formalism: found %q, expected propositional, first_order or regex", row.Formalism))
	}
}

// fail sets the row's error unless it has one.
func fail(row *record.Row, kind, message string) {
	if row.Error == nil {
		row.Error = &record.Error{Stage: "convert", Kind: kind, Message: message}
	}
}

func describeFormula(row *record.Row) {
	f, err := logic.Parse(row.FS, logic.Options{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	if row.Depth == nil {
		row.Depth = record.Int(f.Counts().Depth)
	}
	gen.CountFormula(row, f)
	if row.Vocabulary == nil {
		row.Vocabulary = gen.FormulaVocabulary(f.Signature(false))
	}
}

func describeRegex(row *record.Row) {
	e, err := regex.Parse(row.FS, regex.Options{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	if row.Depth == nil {
		row.Depth = record.Int(e.Depth())
	}
	if row.Vocabulary == nil {
		row.Vocabulary = gen.RegexVocabulary(e)
	}
	if err := gen.MeasureRegex(row, e); err != nil {
		fail(row, "resource", fmt.Sprintf("fs: measuring the minimal automaton: %v", err))
	}
}
