package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/record"
)

// FieldExamples is the column with the examples of a row: a list of pairs with the
// members fs and nl. They are, for instance, other premises of the row's story.
const FieldExamples = "examples"

// An Example is a formula with its description that a prompt can show.
type Example struct {
	Formula     string `json:"fs"`
	Description string `json:"nl"`
}

// examplesOf returns the first n examples of the row. It omits examples that have the
// row's own formula or description.
func examplesOf(row *record.Row, n int) []Example {
	var all []Example
	v, ok := row.ExtraField(FieldExamples)
	if n == 0 || !ok || json.Unmarshal(v, &all) != nil {
		return nil
	}
	all = slices.DeleteFunc(all, func(e Example) bool {
		return strings.TrimSpace(e.Formula) == strings.TrimSpace(row.FS) || row.NL != "" && strings.TrimSpace(e.Description) == strings.TrimSpace(row.NL)
	})
	return all[:min(n, len(all))]
}

// A LackError is the error of a row that has too few examples for its prompt.
type LackError struct{ Found, Expected int }

func (e *LackError) Error() string {
	return fmt.Sprintf("%s: found %d that differ from the row, expected %d, as --shots says", FieldExamples, e.Found, e.Expected)
}

// Fields gives templates the columns of a row. The zero Fields has none.
type Fields struct {
	row    *record.Row
	hidden string // a formula that no field may contain
}

// FieldsOf returns the columns of a row.
func FieldsOf(row *record.Row) Fields { return Fields{row: row} }

// Field returns the text of the named column, or "" if the row has none. A column with
// the formula is an error, because a prompt for autoformalizing may not show it.
func (f Fields) Field(name string) (string, error) {
	if f.row == nil {
		return "", nil
	}
	text, _ := f.row.Text(name)
	if f.hidden != "" && (text == f.hidden || strings.ContainsAny(f.hidden, "(∧∨→↔⊕¬∀∃=*") && strings.Contains(text, f.hidden)) {
		return "", fmt.Errorf("field %q contains the formula, which the model has to find", name)
	}
	return text, nil
}
