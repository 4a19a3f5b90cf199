package convert

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/prompt"
)

// folio makes the rows of FOLIO v0.0 (Han et al. 2022), one example after another. A line is
// an example: premises and a conclusion in English and in first-order logic, and a label.
// Examples of one story share its premises. The training data has no conclusion formulas,
// the validation data no story numbers, and in five stories (four of the validation data)
// the two lists of premises differ in length.
func (o *options) folio(env *cli.Env) func(*shard.Record) []*record.Row {
	n, seen := 0, map[[2]string]bool{}
	return func(rec *shard.Record) (rows []*record.Row) {
		if rec.Row().IsMalformed() {
			return []*record.Row{rec.Row()}
		}
		e, err := newExample(rec)
		if err != nil {
			return []*record.Row{record.Malformed(rec.AppendJSON(nil), fmt.Errorf("%v: %w", rec.Pos, err))}
		}
		if len(e.row.Premises) != len(e.premises) {
			env.Log.Warn("premises and their formulas differ in number", "at", e.at, "premises", len(e.row.Premises), "formulas", len(e.premises))
		}
		if o.from == "folio-stories" {
			rows = []*record.Row{e.story()}
		} else {
			rows = slices.DeleteFunc(e.sentences(o.examples), func(row *record.Row) bool {
				pair := [2]string{row.NL, row.FS}
				known := seen[pair]
				seen[pair] = true
				return known
			})
		}
		for _, row := range rows {
			row.Dataset, row.Index, row.Formalism = "folio", record.Int(n), record.FirstOrder
			n++
		}
		return rows
	}
}

// An example is a line, with the fields that the row lacks.
type example struct {
	row        *record.Row
	at         shard.Position
	premises   []string // formulas of the premises
	conclusion string   // formula of the conclusion
	given      bool     // the field conclusion-FOL exists; it may be empty
}

func newExample(rec *shard.Record) (*example, error) {
	e := &example{row: rec.Row(), at: rec.Pos}
	v, ok := e.row.ExtraField("premises-FOL")
	if !ok {
		return nil, errors.New("found no premises-FOL, expected an example of FOLIO")
	}
	if err := json.Unmarshal(v, &e.premises, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, errors.New("premises-FOL: expected a list of strings")
	}
	conclusion, given := e.row.Get("conclusion-FOL")
	if e.conclusion, ok = conclusion.(string); given && !ok {
		return nil, errors.New("conclusion-FOL: expected a string")
	}
	e.given = given
	return e, nil
}

// sentences makes a row of each pair of a sentence and its formula. If the lists of premises
// differ in length, the pairs are unknown: each sentence and each formula gets its own row,
// with an error.
func (e *example) sentences(examples int) (rows []*record.Row) {
	pair := func(nl, fs string, examples []prompt.Example) *record.Row {
		row := &record.Row{FS: fs, NL: nl}
		keep(row, e.row, "story_id", "source")
		if len(examples) > 0 {
			row.SetValue(prompt.FieldExamples, examples)
		}
		rows = append(rows, row)
		return row
	}
	if len(e.row.Premises) == len(e.premises) {
		for i, nl := range e.row.Premises {
			pair(nl, e.premises[i], e.examples(i, examples))
		}
	} else {
		for _, nl := range e.row.Premises {
			pair(nl, "", nil)
		}
		for _, fs := range e.premises {
			pair("", fs, nil)
		}
		for _, row := range rows {
			e.unpaired(row, "the pairs are unknown")
		}
	}
	if e.given {
		pair(e.row.Conclusion, e.conclusion, e.examples(-1, examples))
	}
	for _, row := range rows {
		if row.FS == "" {
			fail(row, "missing", fmt.Sprintf("%v: found no formula, expected a formula for the sentence", e.at))
		}
	}
	return rows
}

// unpaired sets the error of premises and formulas that differ in number.
func (e *example) unpaired(row *record.Row, so string) {
	fail(row, "unpaired", fmt.Sprintf("%v: found %d premises and %d formulas, expected as many: %s", e.at, len(e.row.Premises), len(e.premises), so))
}

// examples returns premises whose formulas parse, from the premise after the i-th on.
// After the last premise comes the first.
func (e *example) examples(i, most int) []prompt.Example {
	var all []prompt.Example
	n := len(e.premises)
	if len(e.row.Premises) != n {
		return nil
	}
	for k := i + 1; k <= i+n && len(all) < most; k++ {
		fs := e.premises[k%n]
		if _, err := logic.Parse(fs, logic.Options{}); err == nil && k%n != i {
			all = append(all, prompt.Example{Formula: fs, Description: e.row.Premises[k%n]})
		}
	}
	return all
}

// story makes the row of the example as an entailment.
func (e *example) story() *record.Row {
	row := &record.Row{
		ID:       record.FormulaID("folio", fmt.Sprint(e.premises, "\x00", e.conclusion, "\x00", e.row.Conclusion)),
		Premises: e.premises, Conclusion: e.conclusion,
	}
	row.SetValue("premises_nl", e.row.Premises)
	row.SetValue("conclusion_nl", e.row.Conclusion)
	keep(row, e.row, "label", "story_id", "example_id", "source")
	if e.conclusion == "" {
		fail(row, "missing", fmt.Sprintf("%v: conclusion-FOL: found none, expected a formula", e.at))
	} else if len(e.row.Premises) != len(e.premises) {
		e.unpaired(row, "some are missing")
	}
	return row
}

// keep copies unknown fields.
func keep(to, from *record.Row, names ...string) {
	for _, name := range names {
		if v, ok := from.ExtraField(name); ok && v.Kind() != 'n' {
			to.SetExtra(name, v)
		}
	}
}
