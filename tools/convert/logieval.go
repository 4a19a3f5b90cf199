package convert

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// Multi-LogiEval (Patel et al. 2024) has one JSON document for each logic, depth
// of reasoning and rule: samples of a context and a yes-no question.
type logiEval struct {
	Logic   string           `json:"logic"`
	Rule    string           `json:"rule"`
	Depth   jsontext.Value   `json:"depth"` // of the reasoning, not of a formula: a text such as d2, or a number
	Samples []jsontext.Value `json:"samples"`
}

// logieval makes a row of each sample of a document.
func logieval(name string, text []byte) (rows []*record.Row, _ error) {
	var doc logiEval
	if err := json.Unmarshal(text, &doc, lenient); err != nil {
		return nil, fmt.Errorf("%s: reading Multi-LogiEval's layout: %w", name, record.JSONError(err))
	}
	if doc.Samples == nil {
		return nil, fmt.Errorf("%s: found no samples, expected Multi-LogiEval's layout: an object with a list of that name", name)
	}
	depth := ""
	switch d := record.Scalar(doc.Depth).(type) {
	case string:
		depth = d
	case int64:
		depth = fmt.Sprintf("d%d", d)
	default:
		if doc.Depth != nil && doc.Depth.Kind() != 'n' {
			return nil, fmt.Errorf("%s: reading Multi-LogiEval's layout: depth: found %s, expected a text such as \"d2\" or a whole number", name, doc.Depth)
		}
	}
	for i, raw := range doc.Samples {
		var s struct {
			Context  string `json:"context"`
			Question string `json:"question"`
			Answer   string `json:"answer"`
		}
		if err := json.Unmarshal(raw, &s, lenient); err != nil {
			rows = append(rows, record.Malformed(raw, fmt.Errorf("%s: sample %d: found something else, expected an object with the texts context, question and answer", name, i+1)))
			continue
		}
		row := &record.Row{Dataset: "logieval", Index: record.Int(i)}
		row.ID = record.FormulaID(row.Dataset, doc.Logic+"\x00"+doc.Rule+"\x00"+depth+"\x00"+s.Context+"\x00"+s.Question)
		row.SetValue("context", s.Context)
		row.SetValue("question", s.Question)
		row.SetValue("label", s.Answer)
		row.SetValue("logic", doc.Logic)
		row.SetValue("rule", doc.Rule)
		row.SetValue("reasoning_depth", depth)
		if s.Context == "" || s.Question == "" {
			fail(row, "missing", fmt.Sprintf("%s: sample %d: found no context or no question, expected both", name, i+1))
		}
		rows = append(rows, row)
	}
	return rows, nil
}
