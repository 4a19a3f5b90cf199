package run

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
)

// tabulate makes the table of a combination.
func (l *loop) tabulate(ctx context.Context, of *leaf) error {
	s := named("metrics")
	return l.postpone(of.dir, s, l.call(ctx, of.dir, s, of.at, of.rows, func(t *table.Table) error {
		of.table = t
		return nil
	}))
}

// writeTable writes the table of all combinations, and returns its text for a terminal.
func (l *loop) writeTable() (string, error) {
	t := l.joined()
	var csv, text bytes.Buffer
	if err := t.Write(&csv, table.CSV); err != nil {
		return "", err
	}
	if err := t.WriteBrief(&text); err != nil {
		return "", err
	}
	return text.String(), shard.WriteFile(l.file(l.dir, named("metrics")), csv.Bytes())
}

// joined returns the table of all combinations: the settings that the study varies, and
// the columns of metrics. A column that only some of the tables have is empty in the
// others. A row of all rows has empty keys.
func (l *loop) joined() *table.Table {
	if len(l.leaves) == 1 {
		return l.leaves[0].table
	}
	var measured []table.Column
	for _, leaf := range l.leaves {
		at := 0 // a new column stands where it stands in the table that has it
		for _, c := range leaf.table.Columns {
			i := slices.IndexFunc(measured, func(m table.Column) bool { return m.Name == c.Name })
			if i < 0 {
				i = at
				measured = slices.Insert(measured, i, c)
			}
			at = i + 1
		}
	}
	t := &table.Table{}
	for _, d := range l.study.dimensions {
		name := d.name
		if slices.ContainsFunc(measured, func(c table.Column) bool { return c.Name == name }) {
			name = d.Table + "." + d.Flag // --by has a column of this name
		}
		t.Columns = append(t.Columns, table.Strings(name)...)
	}
	t.Columns = append(t.Columns, measured...)
	for _, leaf := range l.leaves {
		for _, cells := range leaf.table.Rows {
			row := make([]any, len(t.Columns))
			for d, dimension := range l.study.dimensions {
				row[d] = strings.Join(dimension.Values[leaf.at[d]], " ")
			}
			for j, c := range leaf.table.Columns {
				row[t.Place(c.Name)] = cells[j]
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
