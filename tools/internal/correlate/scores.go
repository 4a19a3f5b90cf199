package correlate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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
	categories []Category
}

// all are the scores of the only category; nil without lines.
func (s scored) all() Scores {
	if len(s.categories) == 0 {
		return nil
	}
	return s.categories[0].Scores
}

// source selects lines or rows of a score.
type source struct {
	where table.Condition
	by    string
}

// chosen has the scores of the xs, selected by each y's condition.
type chosen struct {
	all []scored            // for ys without a condition
	own map[string][]scored // by the name of the y
}

// of returns the xs to compare with y.
func (c chosen) of(y scored) []scored {
	if own, ok := c.own[y.name]; ok {
		return own
	}
	return c.all
}

// readXs reads the xs, once more for each y with a condition.
func readXs(ctx context.Context, c *ucli.Context, ys []scored) (chosen, error) {
	read := func(where string) ([]scored, error) {
		f, err := table.ParseCondition(where)
		if err != nil {
			return nil, err
		}
		return readScores(ctx, "x", c.StringSlice("x"), source{where: f, by: c.String("by")})
	}
	where := c.String("where")
	all, err := read(where)
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
		some, err := read(own)
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
			return chosen{}, cli.Usagef("--where-for: no y is called %q", name)
		}
	}
	return xs, nil
}

// readScores reads the scores that flag names.
func readScores(ctx context.Context, flag string, names []string, from source) ([]scored, error) {
	var all []scored
	for _, name := range names {
		some, err := from.read(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("-%s %w", flag, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// read reads the score that NAME:COLUMN names, or all of NAME:*.
func (s source) read(ctx context.Context, name string) ([]scored, error) {
	i := strings.LastIndexByte(name, ':')
	if i < 1 || i == len(name)-1 {
		return nil, cli.Usagef("%q: expected NAME:COLUMN", name)
	}
	file, column := name[:i], name[i+1:]
	content, err := tableIn(file)
	if err != nil {
		return nil, err
	}
	if content == nil {
		t, err := s.rates(ctx, file)
		if err != nil {
			return nil, err
		}
		by, _, _ := strings.Cut(s.by, ":")
		return scoresOf(t, name, file, Query{Column: column, By: by}) // the rows were selected
	}
	columns := []string{column}
	if column == "*" {
		if columns, err = Benchmarks(bytes.NewReader(content)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	var all []scored
	for _, column := range columns {
		some, err := scoresOf(content, file+":"+column, file, Query{Column: column, Where: s.where, By: s.by})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// tableIn reads the table in a file as a CSV; nil for a file of rows.
func tableIn(file string) ([]byte, error) {
	switch filepath.Ext(file) {
	case ".csv":
		return os.ReadFile(file)
	case ".json", ".parquet":
	default:
		if file == "published" {
			return data.FS.ReadFile(published)
		}
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() // of a file that was only read
	t, err := openTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	} else if t == nil {
		return nil, nil
	}
	var b bytes.Buffer
	if err := t.Write(&b, table.CSV); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// openTable reads a JSON or Parquet file; nil for Parquet with verdicts or nested
// columns, which is a file of rows.
func openTable(f *os.File) (*table.Table, error) {
	if filepath.Ext(f.Name()) == ".json" {
		return table.ReadJSON(f)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	columns, err := table.ParquetColumns(f, info.Size())
	isRow := func(c table.Column) bool { return c.Name == "verdict" }
	if err != nil || columns == nil || slices.ContainsFunc(columns, isRow) {
		return nil, err
	}
	return table.ReadParquet(f, info.Size())
}

// scoresOf reads one score of a CSV.
func scoresOf(content []byte, name, file string, q Query) ([]scored, error) {
	categories, err := ReadScores(bytes.NewReader(content), q)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return []scored{{name, categories}}, nil
}

// rates counts the rows of an input as metrics does, as a CSV.
func (s source) rates(ctx context.Context, name string) (csv []byte, err error) {
	keys := metrics.By("model")
	if s.by != "" {
		k, err := metrics.ParseKey(s.by)
		if err != nil {
			return nil, cli.Usagef("--by: %w", err)
		}
		keys = append([]metrics.Key{k}, keys...)
	}
	in, err := shard.Open(ctx, []string{name}, nil, shard.Part{})
	if err != nil {
		return nil, err
	}
	summary := metrics.New(metrics.Options{Keys: keys, Level: 0.95})
	err = shard.Scan{
		Workers: runtime.GOMAXPROCS(0),
		Columns: append(summary.Columns(), s.where.Columns()...),
		Where:   func(r *record.Row) bool { return s.where.Match(r) },
		Each:    func(r *record.Row, _ shard.Position) error { summary.Add(r); return nil },
	}.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if missing := summary.Missing(); missing != nil {
		return nil, fmt.Errorf("%s: no row has a column %s", name, strings.Join(missing, ", "))
	}
	total := summary.Total()
	if total[metrics.Rows] == 0 {
		return nil, fmt.Errorf("%s: found no rows, expected those of models", name)
	}
	if total[metrics.Unverified] == total[metrics.Rows] {
		return nil, fmt.Errorf("%s: no row has a verdict: verify has not seen them", name)
	}
	t := summary.Table()
	t.Rows = t.Rows[:len(t.Rows)-1] // the line over all rows
	var b bytes.Buffer
	if err := t.Write(&b, table.CSV); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
