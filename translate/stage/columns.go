package stage

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/prompt"
)

// joined returns the column model or prompt after a stage that used mine: mine or, if
// informalize used something else, "theirs | mine". So grouping by the column separates
// the pairs.
func joined(column, mine string, d prompt.Direction) string {
	theirs, _, _ := strings.Cut(column, record.StageSeparator)
	if d == prompt.Informalize || theirs == "" || theirs == mine {
		return mine
	}
	return theirs + record.StageSeparator + mine
}

// joinedParams returns the same for params: one object or, if the stages differ, an
// object with one member for each stage.
func joinedParams(column, mine string, d prompt.Direction) string {
	if d == prompt.Informalize || column == "" {
		return mine
	}
	theirs := column
	var both struct {
		Informalize   jsontext.Value `json:"informalize"`
		Autoformalize jsontext.Value `json:"autoformalize"`
	}
	if json.Unmarshal([]byte(column), &both) == nil && both.Informalize != nil && both.Autoformalize != nil {
		theirs = string(both.Informalize)
	}
	if theirs == mine {
		return mine
	}
	both.Informalize, both.Autoformalize = jsontext.Value(theirs), jsontext.Value(mine)
	b, err := json.Marshal(both)
	if err != nil { // the row's params are not JSON
		return mine
	}
	return string(b)
}

// Repeat returns runs times samples copies of a row, numbered by run and sample. If the
// row already is a repetition, its numbers are extended: two samples of sample 3 are 6
// and 7. A factor of 1 leaves its column unchanged.
func Repeat(row *record.Row, runs, samples int) []*record.Row {
	runs, samples = max(runs, 1), max(samples, 1)
	rows := make([]*record.Row, 0, runs*samples)
	for run := range runs {
		for sample := range samples {
			r := row.Clone()
			extend(&r.Run, runs, run)
			extend(&r.Sample, samples, sample)
			rows = append(rows, r)
		}
	}
	return rows
}

func extend(column **int64, factor, i int) {
	if factor > 1 {
		*column = record.Int(int(number(*column))*factor + i)
	}
}

// NextStep returns the row of the next round (A∘I): the row's answer becomes
// the formula to describe, and the ground truth stays. If the round had no
// answer, the new row will have an error, so that it stays in the denominators.
func NextStep(row *record.Row) *record.Row {
	next := row.Clone()
	next.Step = record.Int(int(max(number(row.Step), 1)) + 1)
	next.FSIn = row.FSOut
	if row.FSOut != "" { // else no model is asked; the chain's model counts
		next.Model, next.Prompt, next.Params = "", "", ""
	}
	next.NL, next.NLLeak, next.NLLeakKind, next.FSOut, next.FSOutRaw = "", nil, "", "", ""
	next.Conversations, next.Usage, next.Outcome = nil, nil, ""
	next.Error = nil
	next.ClearFindings()
	return next
}

// described returns the formula that informalize describes.
func described(row *record.Row) string {
	if row.FSIn != "" {
		return row.FSIn
	}
	return row.FS
}

// logical reports whether the row's task is logical translation.
func (t *Translator) logical(row *record.Row) bool {
	return t.Task == prompt.LogicalTranslation && formalism.Logical(row.Formalism)
}

// StructuredFormat is the response format of formalizations: an object with the
// reasoning before the answer. The order matters: an endpoint writes the
// members in the order of the schema, and the answer is to follow from the
// reasoning.
const StructuredFormat = `{"type":"json_schema","json_schema":{"name":"formalization","strict":true,"schema":{"type":"object",` +
	`"properties":{"reasoning":{"type":"string","description":"How the formula follows from the description, step by step."},` +
	`"answer":{"type":"string","description":"The formula and nothing else."}},` +
	`"required":["reasoning","answer"],"additionalProperties":false}}}`

// structuredAnswer returns the answer of a reply in JSON. Any other reply, such as from
// an endpoint that ignores the format, is returned unchanged.
func structuredAnswer(reply string) string {
	var object struct {
		Answer *string `json:"answer"`
	}
	text := jsontext.Value(strings.TrimSpace(reply))
	if json.Unmarshal(text, &object, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil || object.Answer == nil {
		return reply
	}
	return *object.Answer
}
