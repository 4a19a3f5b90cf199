package metrics

import (
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// require checks that all lines of t meet the conditions of --require. The error
// describes the first lines that do not.
func require(c *ucli.Context, t *table.Table) error {
	for _, text := range c.StringSlice("require") {
		condition, err := table.ParseCondition(text)
		if err != nil {
			return cli.Usagef("--require: %w", err)
		}
		names := condition.Columns()
		for _, name := range names {
			if name == "accuracy" && t.Place("accuracy_low") >= 0 {
				return cli.Usagef("--require: the table has no column accuracy: expected accuracy_low, where unknown verdicts count as wrong, or accuracy_high, where they count as right")
			}
			if t.Place(name) < 0 {
				return cli.Usagef("--require: the table has no column %s%s", name, cli.Nearest(name, t.Names()))
			}
		}
		if len(names) == 0 {
			return cli.Usagef("--require: found %q, expected a condition with a column of the table", text)
		}
		if isEmpty(t) {
			return cli.Limitf("--require %s: the table has no rows", text)
		}
		if failing := condition.Failing(t); len(failing) > 0 {
			return cli.Limitf("--require %s: %d of %d lines do not meet it: %s", text, len(failing), len(t.Rows), described(c, t, failing, names))
		}
	}
	return nil
}

// isEmpty reports whether a table has no line, or only lines that count no row.
func isEmpty(t *table.Table) bool {
	rows := t.Place("rows")
	return !slices.ContainsFunc(t.Rows, func(cells []any) bool { return rows < 0 || cells[rows] != int64(0) })
}

// described describes the first few lines at some places, by the columns that identify
// them and by the columns of the condition.
func described(c *ucli.Context, t *table.Table, places []int, names []string) string {
	const most = 5
	var by []metrics.Key
	_ = cli.Parse(c, "by", cli.List(metrics.ParseKey), &by) // checked before
	identify := []string{"dataset", "measure", "id", "judge", "a", "b"}
	for _, k := range by {
		identify = append(identify, k.Column)
	}
	var all []string
	for _, at := range places[:min(most, len(places))] {
		var cells []string
		if t.Total && at == len(t.Rows)-1 {
			cells = append(cells, "all rows")
		}
		for i, name := range t.Names() {
			v := table.Value(t.Rows[at][i])
			switch {
			case slices.Contains(names, name) && v == nil:
				cells = append(cells, name+" has no value")
			case slices.Contains(names, name), slices.Contains(identify, name) && v != nil:
				cells = append(cells, fmt.Sprintf("%s %v", name, v))
			}
		}
		all = append(all, strings.Join(cells, ", "))
	}
	if len(places) > most {
		all = append(all, "...")
	}
	return strings.Join(all, "; ")
}
