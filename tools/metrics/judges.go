package metrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
)

// withJudges adds to the table what --plot-of draws of the judges: a line for each line of
// judges, with the name of the judge, the number of its answers and the drawn columns,
// whose names begin with judge_. These lines have no model, because a judge's line is
// about the formulas of all models.
func (p *plot) withJudges() *table.Table {
	t, judges := p.table, p.judges
	drawn := []string{"answers"}
	for _, of := range figuresDrawn(p.c) {
		if !strings.HasPrefix(of, judge) {
			continue
		}
		d := p.drawing(of)
		for _, name := range []string{d.y, d.low, d.high} {
			if judges.Place(name) >= 0 && !slices.Contains(drawn, name) { // draw refuses others
				drawn = append(drawn, name)
			}
		}
	}
	all := &table.Table{Columns: append(slices.Clone(t.Columns), table.Strings("judge")...), Total: t.Total}
	for _, name := range drawn {
		all.Columns = append(all.Columns, table.Column{Name: judge + name, Kind: judges.Columns[judges.Place(name)].Kind})
	}
	added := make([]any, 1+len(drawn))
	for _, row := range groupsOf(t) {
		all.Rows = append(all.Rows, slices.Concat(row, added))
	}
	for _, row := range judges.Rows {
		line := make([]any, len(all.Columns))
		for i, column := range all.Columns {
			name, isJudges := strings.CutPrefix(column.Name, judge)
			isKey := i < len(t.Columns) && judges.Place(column.Name) >= 0 && judges.Place(column.Name) < judges.Place("judge")
			switch {
			case isJudges && i > len(t.Columns):
				line[i] = cell(judges, row, name)
			case isKey, column.Name == "judge":
				line[i] = cell(judges, row, column.Name)
			}
			if v := line[i]; v != nil && column.Kind == table.String {
				line[i] = fmt.Sprint(v)
			}
		}
		all.Rows = append(all.Rows, line)
	}
	if t.Total {
		all.Rows = append(all.Rows, slices.Concat(t.Rows[len(t.Rows)-1], added))
	}
	return all
}
