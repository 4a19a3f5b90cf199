package convert

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/prompt"
)

// A folio reads FOLIO v0.0 (Han et al. 2022). A line is an example: premises
// and a conclusion in English and in first-order logic, and a label. Examples
// of one story share its premises. The training data has no conclusion
// formulas, the validation data no story numbers, and in five stories (four of
// the validation data) the two lists of premises differ in length.
type folio struct {
	o     *options
	env   *cli.Env
	emit  func(*record.Row) error
	seen  map[[2]string]bool
	index int
}

// An example is a line, with the fields that the row lacks.
type example struct {
	row     *record.Row
	pos     shard.Position
	premise []string // formulas of the premises
	formula string   // formula of the conclusion
	given   bool     // the field conclusion-FOL exists; it may be empty
}

func (f *folio) read(in *shard.Input) error {
	f.seen = map[[2]string]bool{}
	return eachRow(in, f.emit, func(row *record.Row, rec *shard.Record) error {
		e, err := newExample(row, rec.Pos)
		if err != nil {
			return f.emit(record.Malformed(rec.AppendJSON(nil), fmt.Errorf("%v: %w", rec.Pos, err)))
		}
		if len(e.row.Premises) != len(e.premise) {
			f.env.Log.Warn("premises and their formulas differ in number", "at", e.pos, "premises", len(e.row.Premises), "formulas", len(e.premise))
		}
		if f.o.from == "folio-stories" {
			return f.story(e)
		}
		return f.sentences(e)
	})
}

func newExample(row *record.Row, pos shard.Position) (*example, error) {
	e := &example{row: row, pos: pos}
	if v, ok := row.ExtraField("premises-FOL"); ok {
		if err := json.Unmarshal(v, &e.premise, jsontext.AllowInvalidUTF8(true)); err != nil {
			return nil, errors.New("premises-FOL: expected a list of strings")
		}
	} else {
		return nil, errors.New("found no premises-FOL, expected an example of FOLIO")
	}
	if v, ok := row.Get("conclusion-FOL"); ok {
		s, isText := v.(string)
		if !isText {
			return nil, errors.New("conclusion-FOL: expected a string")
		}
		e.formula, e.given = s, true
	}
	return e, nil
}

// sentences emits each new pair of a sentence and its formula. If the lists of
// premises differ in length, the pairs are unknown: each sentence and each formula
// gets its own row, with an error.
func (f *folio) sentences(e *example) error {
	if len(e.row.Premises) == len(e.premise) {
		for i, nl := range e.row.Premises {
			if err := f.pair(e, nl, e.premise[i], "", f.examples(e, i)...); err != nil {
				return err
			}
		}
	} else {
		message := fmt.Sprintf("%v: found %d premises and %d formulas, expected as many: the pairs are unknown", e.pos, len(e.row.Premises), len(e.premise))
		for _, nl := range e.row.Premises {
			if err := f.pair(e, nl, "", message); err != nil {
				return err
			}
		}
		for _, fs := range e.premise {
			if err := f.pair(e, "", fs, message); err != nil {
				return err
			}
		}
	}
	if !e.given {
		return nil
	}
	return f.pair(e, e.row.Conclusion, e.formula, "", f.examples(e, -1)...)
}

// examples returns premises whose formulas parse, from the premise after the i-th on.
// After the last premise comes the first.
func (f *folio) examples(e *example, i int) []prompt.Example {
	var all []prompt.Example
	n := len(e.premise)
	if len(e.row.Premises) != n {
		return nil
	}
	for k := i + 1; k <= i+n && len(all) < f.o.examples; k++ {
		fs := e.premise[k%n]
		if _, err := logic.Parse(fs, logic.Options{}); err == nil && k%n != i {
			all = append(all, prompt.Example{Formula: fs, Description: e.row.Premises[k%n]})
		}
	}
	return all
}

func (f *folio) pair(e *example, nl, fs, unpaired string, examples ...prompt.Example) error {
	key := [2]string{nl, fs}
	if f.seen[key] {
		return nil
	}
	f.seen[key] = true
	row := &record.Row{Dataset: "folio", Index: record.Int(f.index), Formalism: record.FirstOrder, FS: fs, NL: nl}
	f.index++
	keep(row, e.row, "story_id", "source")
	if len(examples) > 0 {
		row.SetValue(prompt.FieldExamples, examples)
	}
	switch {
	case unpaired != "":
		fail(row, "unpaired", unpaired)
	case fs == "":
		fail(row, "missing", fmt.Sprintf("%v: found no formula, expected a formula for the sentence", e.pos))
	}
	f.o.finish(row, true, 0)
	return f.emit(row)
}

// story emits the example as an entailment.
func (f *folio) story(e *example) error {
	row := &record.Row{
		Dataset: "folio", Index: record.Int(f.index), Formalism: record.FirstOrder,
		Premises: e.premise, Conclusion: e.formula,
	}
	f.index++
	row.ID = record.FormulaID("folio", fmt.Sprint(e.premise, "\x00", e.formula, "\x00", e.row.Conclusion))
	row.SetValue("premises_nl", e.row.Premises)
	row.SetValue("conclusion_nl", e.row.Conclusion)
	keep(row, e.row, "label", "story_id", "example_id", "source")
	switch {
	case e.formula == "":
		fail(row, "missing", fmt.Sprintf("%v: conclusion-FOL: found none, expected a formula", e.pos))
	case len(e.row.Premises) != len(e.premise):
		fail(row, "unpaired", fmt.Sprintf("%v: found %d premises and %d formulas, expected as many: some are missing", e.pos, len(e.row.Premises), len(e.premise)))
	}
	f.o.finish(row, false, 0)
	return f.emit(row)
}

// keep copies unknown fields.
func keep(to, from *record.Row, names ...string) {
	for _, name := range names {
		if v, ok := from.ExtraField(name); ok && v.Kind() != 'n' {
			to.SetExtra(name, v)
		}
	}
}
