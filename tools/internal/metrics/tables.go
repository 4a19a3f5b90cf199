package metrics

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/canon"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// choose reads the flags into the table that they ask for.
func choose(c *ucli.Context, env *cli.Env) (tabulator, error) {
	keys, err := list(c.String("by"), metrics.ParseKey)
	if err != nil {
		return nil, cli.Usagef("--by: %w", err)
	}
	level := c.Float64("level")
	if !(level > 0 && level < 1) {
		return nil, cli.Usagef("--level: found %v, expected a number between 0 and 1", level)
	}
	if c.Int("rounds") < 1 {
		return nil, cli.Usagef("--rounds: found %d, expected a positive number", c.Int("rounds"))
	}
	var chosen []string
	for _, name := range []string{"judges", "compare", "dataset-stats", "show"} {
		if c.IsSet(name) {
			chosen = append(chosen, "--"+name)
		}
	}
	if len(chosen) > 0 && chosen[0] != "--show" && c.IsSet("score-columns") {
		chosen = append(chosen, "--score-columns")
	}
	if len(chosen) > 1 {
		return nil, cli.Usagef("found %s, expected one of them", strings.Join(chosen, " and "))
	}
	switch {
	case c.Bool("judges"):
		return judges{metrics.NewJudges(keys), level}, nil
	case c.IsSet("compare"):
		return &comparison{metrics.NewComparison(keys, c.String("compare"), c.String("baseline")), level, c.Int("rounds"), c.Uint64("seed")}, nil
	case c.IsSet("dataset-stats"):
		if len(keys) > 0 {
			return nil, cli.Usagef("found --dataset-stats and --by, expected one of them")
		}
		which, err := metrics.ParseDatasetTable(c.String("dataset-stats"))
		if err != nil {
			return nil, cli.Usagef("--dataset-stats: %w", err)
		}
		return datasets{metrics.NewDataset(canon.Trivial), which}, nil
	}
	show, err := list(c.String("show"), metrics.ParseSet)
	if err != nil {
		return nil, cli.Usagef("--show: %w", err)
	}
	if c.String("plot-of") == "compliance" && !slices.Contains(show, metrics.Intervals) {
		show = append(show, metrics.Intervals)
	}
	k, err := list(c.String("k"), positive)
	if err != nil {
		return nil, cli.Usagef("--k: %w", err)
	}
	o := metrics.Options{
		Keys: keys, BatchBy: c.String("batch-by"), Show: show, Level: level, K: k,
		Rounds: c.Int("rounds"), Seed: c.Uint64("seed"),
	}
	if err := openReadings(c, &o); err != nil {
		return nil, err
	}
	if err := readScores(c, &o); err != nil {
		return nil, err
	}
	s := metrics.New(o)
	named := map[string]int{}
	for _, column := range s.Table().Columns {
		named[column.Name]++
	}
	for _, name := range o.ScoreColumns {
		if named[name] > 1 {
			return nil, cli.Usagef("--score-columns: the table has a column %s already", name)
		}
	}
	return &rates{s, c.Bool("no-total"), env.Stderr}, nil
}

// list reads a list with commas between.
func list[T any](text string, parse func(string) (T, error)) ([]T, error) {
	if text == "" {
		return nil, nil
	}
	var all []T
	for name := range strings.SplitSeq(text, ",") {
		x, err := parse(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func positive(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %q, expected a positive number", s)
	}
	return n, nil
}

// absent is the error of keys that no row has.
func absent(missing []string) error {
	if missing == nil {
		return nil
	}
	return cli.Usagef("--by: no row has a column %s", strings.Join(missing, ", "))
}

type rates struct {
	*metrics.Summary
	noTotal bool
	stderr  io.Writer
}

func (r *rates) add(row *record.Row) { r.Add(row) }

func (r *rates) table() (*table.Table, error) {
	if err := absent(r.Missing()); err != nil {
		return nil, err
	}
	if missing := r.Unscored(); len(missing) > 0 {
		return nil, cli.Usagef("--score-columns: no row has a number in column %s", strings.Join(missing, ", "))
	}
	if total := r.Total(); total.Unverified > 0 {
		fmt.Fprintf(r.stderr, "metrics: %d of %d rows have no verdict and count as errors: verify has not seen them\n", total.Unverified, total.Rows)
	}
	t := r.Table()
	if t.Total && r.noTotal {
		t.Rows, t.Total = t.Rows[:len(t.Rows)-1], false
	}
	return t, nil
}

type judges struct {
	*metrics.Judges
	level float64
}

func (j judges) add(row *record.Row) { j.Add(row) }

func (j judges) table() (*table.Table, error) {
	if j.Empty() {
		return nil, cli.Usagef("--judges: no row has a judgement")
	}
	if err := absent(j.Missing()); err != nil {
		return nil, err
	}
	return j.Table(j.level), nil
}

type comparison struct {
	*metrics.Comparison
	level  float64
	rounds int
	seed   uint64
}

func (c *comparison) add(row *record.Row) { c.Add(row) }

func (c *comparison) table() (*table.Table, error) {
	if err := c.Check(); err != nil {
		return nil, cli.Usagef("--compare: %w", err)
	}
	return c.Comparison.Table(c.level, c.rounds, c.seed), nil
}

type datasets struct {
	*metrics.Dataset
	which metrics.DatasetTable
}

func (d datasets) add(row *record.Row) { d.Add(row) }

func (d datasets) table() (*table.Table, error) { return d.Table(d.which), nil }
