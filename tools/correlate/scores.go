package correlate

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// published is the embedded file of published scores.
const published = "scores/benchmarks.csv"

// scored is a named score, by category.
type scored struct {
	name       string
	categories []category
}

// all returns the scores of the only category, or nil if no lines are selected.
func (s scored) all() Scores {
	if len(s.categories) == 0 {
		return nil
	}
	return s.categories[0].scores
}

// source selects lines or rows of a score, and groups them by category and point.
type source struct {
	where table.Condition
	by    metrics.Key
	join  *joiner
}

// chosen holds the predictors' scores, selected by the condition of each predicted
// score.
type chosen struct {
	all []scored            // for predicted scores without a condition
	own map[string][]scored // by the name of the predicted score
}

// of returns the predictors to compare with y.
func (c chosen) of(y scored) []scored {
	if own, ok := c.own[y.name]; ok {
		return own
	}
	return c.all
}

// pairs yields each predictor with each predicted score.
func (c chosen) pairs(ys []scored) iter.Seq2[scored, scored] {
	return func(yield func(x, y scored) bool) {
		for i := range c.all {
			for _, y := range ys {
				if !yield(c.of(y)[i], y) {
					return
				}
			}
		}
	}
}

// readPredictors reads the predictors, and again for each condition of --where-for.
func readPredictors(ctx context.Context, c *ucli.Context, env *cli.Env, j *joiner, ys []scored) (chosen, error) {
	where := c.String("where")
	var by metrics.Key
	if err := cli.Parse(c, "by", metrics.ParseKey, &by); err != nil {
		return chosen{}, err
	}
	read := func(flag, condition string) ([]scored, error) {
		f, err := table.ParseCondition(condition)
		if err != nil {
			return nil, cli.Usagef("--%s: %w", flag, err)
		}
		return readScores(ctx, c, env, "predictor", source{where: f, by: by, join: j})
	}
	all, err := read("where", where)
	if err != nil {
		return chosen{}, err
	}
	xs := chosen{all, map[string][]scored{}}
	for _, condition := range c.StringSlice("where-for") {
		name, own, found := strings.Cut(condition, "=")
		if !found {
			return chosen{}, cli.Usagef("--where-for: found %q, expected SCORE=CONDITION", condition)
		}
		if _, err := table.ParseCondition(own); err != nil {
			return chosen{}, cli.Usagef("--where-for: %s: %w", name, err)
		}
		if where != "" {
			own = "(" + where + ") and (" + own + ")"
		}
		some, err := read("where-for", own)
		if err != nil {
			return chosen{}, err
		}
		matched := false
		for _, y := range ys {
			if y.name == name || strings.HasSuffix(y.name, ":"+name) {
				matched, xs.own[y.name] = true, some
			}
		}
		if !matched {
			return chosen{}, cli.Usagef("--where-for: no predicted score is called %q", name)
		}
	}
	return xs, nil
}

// readScores reads the scores that a flag names.
func readScores(ctx context.Context, c *ucli.Context, env *cli.Env, flag string, from source) ([]scored, error) {
	var all []scored
	for _, name := range c.StringSlice(flag) {
		some, err := from.read(ctx, c, env, name)
		if err != nil {
			return nil, fmt.Errorf("--%s %w", flag, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// read reads the score that NAME:COLUMN names, or all of NAME:*.
func (s source) read(ctx context.Context, c *ucli.Context, env *cli.Env, name string) ([]scored, error) {
	i := strings.LastIndexByte(name, ':')
	if i < 1 || i == len(name)-1 {
		return nil, cli.Usagef("%q: expected NAME:COLUMN", name)
	}
	file, column := name[:i], name[i+1:]
	q := query{column, s.where, s.by, s.join.keys}
	in, err := open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if in == nil {
		if in, err = s.rates(ctx, c, env, file); err != nil {
			return nil, err
		}
		q.where = table.Condition{} // the rows were selected
	}
	columns := []string{column}
	if column == "*" {
		if columns, err = in.benchmarks(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	var all []scored
	for _, q.column = range columns {
		categories, partial, err := in.read(q)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if partial > 0 {
			env.Log.Warn("lines without a value in a column of --join are left out", "score", file+":"+q.column, "lines", partial)
		}
		all = append(all, scored{file + ":" + q.column, categories})
	}
	return all, nil
}

// open reads the table in a file. It returns nil for a file of rows.
func open(name string) (*sheet, error) {
	kind := filepath.Ext(name)
	if name == "published" {
		content, err := data.FS.ReadFile(published)
		if err != nil {
			return nil, err
		}
		return readCSV(bytes.NewReader(content))
	} else if kind != ".csv" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the file was only read
	return readCSV(f)
}

// rates counts the rows of an input as metrics does, and warns if a point is a mean
// over several prompts or other settings.
func (s source) rates(ctx context.Context, c *ucli.Context, env *cli.Env, name string) (*sheet, error) {
	keys := s.join.keys
	if s.by.Column != "" {
		keys = slices.Concat([]metrics.Key{s.by}, keys)
	}
	summary, pooled := metrics.New(metrics.Options{Keys: keys, Level: 0.95}), metrics.NewPooled(keys...)
	columns := append(summary.Columns(), pooled.Columns()...)
	err := cli.Rows{Names: []string{name}, Columns: columns, Where: &s.where}.Each(ctx, c, env, func(r *record.Row, _ shard.Position) error {
		summary.Add(r)
		pooled.Add(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if missing := summary.Missing(); missing != nil {
		return nil, cli.NoColumn(c, name, "a column", []string{name}, missing...)
	}
	if total := summary.Total(); total[metrics.Unverified] == total[metrics.Rows] {
		return nil, cli.Limitf("%s: no row has a verdict: run verify first", name)
	}
	if names := pooled.Varying(); names != nil {
		env.Log.Warn("points average over several values of settings; --where or --join separates them", "score", name, "settings", strings.Join(names, ", "))
	}
	t := summary.Table()
	columns = nil
	var rows []map[string]any
	for _, c := range t.Columns {
		columns = append(columns, c.Name)
	}
	for _, cells := range t.Rows[:len(t.Rows)-1] { // the last line is over all rows
		row := map[string]any{}
		for i, name := range columns {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return sheetOf(columns, rows), nil
}
