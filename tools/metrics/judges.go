package metrics

import (
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/analyze/table"
)

// keyModel is the key that lines of judges lack.
const keyModel = "model"

// withJudges adds to a table the lines of the table of judges. Its columns after the name of
// the judge begin with judge_. The lines have no model, because a judge's line is about the
// formulas of all models.
func withJudges(t, judges *table.Table) *table.Table {
	at := judges.Place("judge")
	all := &table.Table{Columns: append(slices.Clone(t.Columns), judges.Columns[at]), Total: t.Total}
	for _, c := range judges.Columns[at+1:] {
		all.Columns = append(all.Columns, table.Column{Name: judge + c.Name, Kind: c.Kind})
	}
	added := make([]any, len(all.Columns)-len(t.Columns))
	for _, row := range groupsOf(t) {
		all.Rows = append(all.Rows, slices.Concat(row, added))
	}
	for _, row := range judges.Rows {
		line := make([]any, len(t.Columns))
		for i, key := range judges.Columns[:at] {
			place := t.Place(key.Name)
			if place < 0 || row[i] == nil {
				continue
			}
			if line[place] = row[i]; t.Columns[place].Kind == table.String {
				line[place] = fmt.Sprint(row[i])
			}
		}
		all.Rows = append(all.Rows, append(line, row[at:]...))
	}
	if t.Total {
		all.Rows = append(all.Rows, slices.Concat(t.Rows[len(t.Rows)-1], added))
	}
	return all
}
