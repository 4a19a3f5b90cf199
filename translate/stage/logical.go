package stage

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// The fields that rows of logical translation are given, to sum results up by.
const (
	// FieldEquality says which of the formulas use =: none, both, added (the
	// answer alone) or dropped (the row's own alone). The reading of = by a
	// model is one of its own: many write x = y where the formula has a
	// predicate, or none.
	FieldEquality = "equality"

	// FieldQuantifierDepth is how many quantifiers of the row's formula bind at
	// once at most.
	FieldQuantifierDepth = "quantifier_depth"
)

// logical says whether the row is one of logical translation.
func (s *Stage) logical(row *record.Row) bool {
	return s.Task == prompt.LogicalTranslation && row.Formalism != record.Regex
}

// describe writes the fields of logical translation, where the row's formula
// parses, and of the answer what it does.
func describe(row *record.Row) {
	ours, err := logic.Parse(row.FS, logic.Options{})
	if err != nil {
		return
	}
	own := ours.Counts()
	row.SetExtra(FieldQuantifierDepth, jsontext.Value(strconv.Itoa(own.QuantifierDepth)))
	theirs, err := logic.Parse(row.FSOut, logic.Options{})
	if err != nil {
		return
	}
	said := map[[2]bool]string{{false, false}: "none", {true, true}: "both", {false, true}: "added", {true, false}: "dropped"}
	use := said[[2]bool{own.Equalities > 0, theirs.Counts().Equalities > 0}]
	row.SetExtra(FieldEquality, jsontext.Value(strconv.Quote(use)))
}
