package reason

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/stage"
)

// ballot takes the answers to questions from a field of rows, such as verdict. With
// majority, the rows of one question make one answer.
type ballot struct {
	field    string
	majority bool
	order    []string
	byKey    map[string]*polled
}

// polled is a question with its label and the answers of its rows. row is the first row.
type polled struct {
	row   *record.Row
	label string
	all   []extraction
}

// take reads the answer of a row. It returns the row with its score. With majority, it
// returns nil, and close returns the rows.
func (b *ballot) take(row *record.Row, pos shard.Position) (*record.Row, error) {
	text, _ := row.Text("label")
	label, ok := truths[strings.ToLower(text)]
	if !ok {
		return nil, fmt.Errorf("%v: label: found %q, expected True, False or Uncertain", pos, text)
	}
	answer, ok := row.Text(b.field)
	if !ok {
		names := record.Columns()
		for name := range row.ExtraFields() {
			names = append(names, name)
		}
		return nil, fmt.Errorf("%v: %s: found none, expected the answer: True, False or Uncertain, or another text for none%s", pos, b.field, cli.Nearest(b.field, names))
	}
	run, _ := row.Text("run")
	key := fmt.Sprintf("%q", []string{row.Dataset, row.Model, row.Prompt, row.Params, run, row.ID})
	p := b.byKey[key]
	if p == nil || !b.majority {
		p = &polled{row: row.Clone(), label: label}
		p.row.Conversations, p.row.Error = nil, nil
		p.row.SetValue(fieldBenchmark, b.field)
	}
	p.all = append(p.all, b.extraction(answer))
	switch {
	case !b.majority:
		fill(p.row, p.all, p.label)
		return p.row, nil
	case p.label != label:
		return nil, fmt.Errorf("%v: label: found %s, but %s in another row with the id %q", pos, label, p.label, row.ID)
	case row.ID == "":
		return nil, fmt.Errorf("%v: id: found none, expected one id for all answers to a question", pos)
	case b.byKey[key] == nil:
		b.byKey[key] = p
		b.order = append(b.order, key)
	}
	return nil, nil
}

// extraction returns the answer in a text. The verdict unknown is not an answer, although
// benchmarks use this word for the answer Uncertain.
func (b *ballot) extraction(text string) extraction {
	word, ok := truths[strings.ToLower(text)]
	switch {
	case b.field == "verdict" && text == string(record.Unknown):
		return extraction{Class: classUnknown}
	case b.field == "verdict" && !ok:
		return extraction{Class: classNoncompliant}
	case !ok:
		return extraction{Class: stage.Unparsed}
	}
	return extraction{Answer: word, Class: stage.Answered}
}

// close returns a row for each question, in the order of their first rows.
func (b *ballot) close() (rows []*record.Row) {
	for _, key := range b.order {
		p := b.byKey[key]
		fill(p.row, p.all, p.label)
		rows = append(rows, p.row)
	}
	return rows
}
