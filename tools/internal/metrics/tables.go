package metrics

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A tabulator takes rows and makes a table of them.
type tabulator struct {
	columns []string // columns that add reads
	add     func(*record.Row)
	count   func(r *record.Row, n int64) // replaces add for n equal rows; nil if add is needed
	table   func() (*table.Table, error)
	doubt   func() error                 // the error if all rows have errors; the table is still written; can be nil
	judges  func() (*table.Table, error) // the table of the judges in --plot-of; nil if there are none
}

// choose returns the tabulator of the table that the flags select.
func choose(c *ucli.Context, env *cli.Env) (*tabulator, error) {
	var keys []metrics.Key
	if err := cli.Parse(c, "by", cli.List(metrics.ParseKey), &keys); err != nil {
		return nil, err
	}
	level, rounds := c.Float64("level"), c.Int("rounds")
	switch {
	case c.Bool("judges"):
		j := metrics.NewJudges(keys)
		return &tabulator{columns: j.Columns(), add: j.Add, table: func() (*table.Table, error) {
			if j.Empty() {
				return nil, cli.Usagef("--judges: no row has a judgement")
			}
			return j.Table(level), cli.Absent(c, j.Missing())
		}}, distinct(j.Table(level), "--by")
	case c.IsSet("compare"):
		p := metrics.NewComparison(keys, c.String("compare"), c.String("baseline"))
		return &tabulator{columns: p.Columns(), add: p.Add, table: func() (*table.Table, error) {
			if !p.Compared() {
				return nil, noColumn(c, "--compare", "a column", c.String("compare"))
			}
			if err := cli.Absent(c, p.Missing()); err != nil {
				return nil, err
			}
			if err := p.Check(); err != nil {
				return nil, cli.Usagef("--compare: %w", err)
			}
			return p.Table(level, rounds, c.Uint64("seed")), nil
		}}, distinct(p.Table(level, rounds, 0), "--by")
	case c.IsSet("dataset-stats"):
		return datasetStats(c)
	case c.Bool("suspicious"):
		s := metrics.NewSuspicions()
		return &tabulator{columns: s.Columns(), add: s.Add, table: func() (*table.Table, error) {
			t := s.Table()
			noteSuspicious(env, t, s.Formulas())
			return t, nil
		}}, nil
	case c.IsSet("horizon"):
		return horizons(c, env, keys)
	case c.IsSet("who"):
		return who(c, env, keys, level)
	}
	if bySettings(c) {
		keys = metrics.Settings()
	}
	return rates(c, env, metrics.Options{Keys: keys, BatchBy: c.String("batch-by"), Level: level, Rounds: rounds, Seed: c.Uint64("seed")})
}

// bySettings reports whether the table has a line for each setting. The main table
// averages over several models or prompts only with --by.
func bySettings(c *ucli.Context) bool { return isMain(c) && !c.IsSet("by") }

// dropConstant drops the key columns, which are the first n, that have the same value in
// all groups. If it drops all of them, only the line for all rows remains.
func dropConstant(t *table.Table, n int) {
	groups := t.Rows[:len(t.Rows)-1] // the last is the line for all rows
	varies := make([]bool, len(t.Columns))
	for i := range varies {
		varies[i] = i >= n || slices.ContainsFunc(groups, func(row []any) bool { return row[i] != groups[0][i] })
	}
	if !slices.Contains(varies[:n], true) {
		t.Rows, t.Total = t.Rows[len(groups):], false
	}
	t.Columns = kept(t.Columns, varies)
	for i, row := range t.Rows {
		t.Rows[i] = kept(row, varies)
	}
}

// kept returns the elements whose positions are marked.
func kept[T any](list []T, marked []bool) (all []T) {
	for i, x := range list {
		if marked[i] {
			all = append(all, x)
		}
	}
	return all
}

// distinct returns an error if flags give two columns of the table the same name.
func distinct(t *table.Table, flags string) error {
	seen := map[string]bool{}
	for _, name := range t.Names() {
		if seen[name] {
			return cli.Usagef("%s: the table would have two columns %s", flags, name)
		}
		seen[name] = true
	}
	return nil
}

// noColumn returns the error for columns that a flag names and no input row has.
func noColumn(c *ucli.Context, flag, lacks string, names ...string) error {
	return cli.NoColumn(c, flag, lacks, c.Args().Slice(), names...)
}

// noteSuspicious prints the number of suspicious formulas.
func noteSuspicious(env *cli.Env, t *table.Table, formulas int) {
	fmt.Fprintf(env.Stderr, "metrics: %d of %d formulas are suspicious, because all answers to them are wrong\n", len(t.Rows), formulas)
	models, alone := t.Place("models"), 0
	for _, row := range t.Rows {
		if row[models] == int64(1) {
			alone++
		}
	}
	if alone > 0 {
		fmt.Fprintf(env.Stderr, "metrics: %d of them have answers of one model only, so the fault may be the model's\n", alone)
	}
}

// datasetStats makes the table of --dataset-stats.
func datasetStats(c *ucli.Context) (*tabulator, error) {
	d := metrics.NewDataset(gen.TrivialRow)
	which, ok := map[string]func() *table.Table{"summary": d.Summary, "counts": d.Counts}[c.String("dataset-stats")]
	if !ok {
		return nil, cli.Usagef("--dataset-stats: found %q, expected summary or counts", c.String("dataset-stats"))
	}
	return &tabulator{columns: d.Columns(), add: d.Add, table: func() (*table.Table, error) { return which(), nil }}, nil
}

// horizons makes the table of --horizon.
func horizons(c *ucli.Context, env *cli.Env, keys []metrics.Key) (*tabulator, error) {
	var shares []float64
	if err := cli.Parse(c, "horizon", cli.List(metrics.ParseShare), &shares); err != nil {
		return nil, err
	}
	if len(shares) == 0 {
		return nil, cli.Usagef("--horizon: found no share, expected some such as 0.5")
	}
	column := c.String("horizon-of")
	h := metrics.NewHorizons(keys, column, shares)
	return &tabulator{columns: h.Columns(), add: h.Add, table: func() (*table.Table, error) {
		switch unplaced, rows := h.Unplaced(); {
		case unplaced == rows && rows > 0:
			return nil, noColumn(c, "--horizon-of", "a number in column", column)
		case unplaced > 0:
			fmt.Fprintf(env.Stderr, "metrics: %d of %d rows have no number in column %s and are left out\n", unplaced, rows, column)
		}
		return h.Table(c.Float64("level")), cli.Absent(c, h.Missing())
	}}, nil
}

// who makes the tables of --who.
func who(c *ucli.Context, env *cli.Env, keys []metrics.Key, level float64) (*tabulator, error) {
	if slices.ContainsFunc(keys, func(k metrics.Key) bool { return k.Column == "model" }) {
		return nil, cli.Usagef("--by: found model, expected another column: the tables of --who have lines for models")
	}
	x := metrics.NewCrossing(keys, level)
	of, err := metrics.ParseCrossing(c.String("who"))
	if err != nil {
		return nil, cli.Usagef("--who: %w", err)
	}
	return &tabulator{columns: x.Columns(), add: x.Add, table: func() (*table.Table, error) {
		if err := cli.Absent(c, x.Missing()); err != nil {
			return nil, err
		}
		if n := x.Skipped(); n > 0 {
			fmt.Fprintf(env.Stderr, "metrics: %d rows are left out: they have no description, no verdict, an error, or are of a later round\n", n)
		}
		t, err := of(x)
		if err != nil {
			return nil, fmt.Errorf("--who: %w", err)
		}
		if p := x.Check(); p < 0.01 {
			fmt.Fprintf(env.Stderr, "metrics: the outcomes do not fit the model of --who (p = %.2g): the errors of the autoformalizers are not independent, so the rates and the flags can mislead\n", p)
		}
		if p := x.Trend(); p < 0.01 {
			fmt.Fprintf(env.Stderr, "metrics: accuracy depends on the complexity of the formulas (p = %.2g): complex formulas are hard for all autoformalizers, so their errors are not independent, and the rates can mislead; group formulas of similar complexity, as by --by complexity:5\n", p)
		}
		if err := x.Unfit(); err != nil {
			fmt.Fprintf(env.Stderr, "metrics: groups without lines: %v\n", err)
		}
		return t, nil
	}}, nil
}

// rates makes the main table. o has some of its options.
func rates(c *ucli.Context, env *cli.Env, o metrics.Options) (_ *tabulator, err error) {
	err = errors.Join(cli.Parse(c, "show", cli.List(metrics.ParseSet), &o.Show), cli.Parse(c, "k", cli.List(positive), &o.K), cli.Parse(c, "score-columns", cli.List(named), &o.ScoreColumns))
	if err != nil {
		return nil, err
	}
	drawn := figuresDrawn(c)
	if slices.Contains(drawn, "compliance") && !slices.Contains(o.Show, metrics.Intervals) {
		o.Show = append(o.Show, metrics.Intervals)
	}
	o.Against, o.CountGold = c.String("reference"), c.Bool("count-gold-errors")
	if slices.Contains(o.Show, metrics.Text) != (o.Against != "") {
		return nil, cli.Usagef("--show text: expected --reference with the column of the reference sentence")
	}
	if err := readReadings(c, &o); err != nil {
		return nil, err
	}
	s := metrics.New(o)
	if err := distinct(s.Table(), "--by, --show, -k, --chain, --score-columns"); err != nil {
		return nil, err
	}
	to := &tabulator{columns: s.Columns(), add: s.Add}
	if s.Counts() {
		to.count = s.Count
	}
	to.doubt = func() error {
		if fault := s.Fault(); fault != "" {
			return cli.Limitf("%s", fault)
		}
		return nil
	}
	if slices.ContainsFunc(drawn, func(of string) bool { return strings.HasPrefix(of, judge) }) {
		addJudges(to, o)
	}
	to.table = func() (*table.Table, error) {
		if err := cli.Absent(c, s.Missing()); err != nil {
			return nil, err
		}
		total := s.Total()
		switch missing := s.Unscored(); {
		case len(missing) > 0:
			return nil, noColumn(c, "--score-columns", "a number in column", missing...)
		case total[metrics.Rows] == 0:
		case s.Answers() == total[metrics.Rows] && len(o.Show)+len(o.ScoreColumns) == 0:
			return nil, cli.Usagef("found answers of rank or reason, which have no compliance and accuracy: rank --scores and reason --scores compute their scores")
		case c.IsSet("batch-by") && o.BatchBy != "" && s.Unbatched():
			return nil, noColumn(c, "--batch-by", "a column", o.BatchBy)
		case o.Against != "" && s.Unreferenced():
			return nil, noColumn(c, "--reference", "nl and a text in column", o.Against)
		}
		noteRates(env, s)
		t := s.Table()
		if bySettings(c) {
			dropConstant(t, len(o.Keys))
		}
		if t.Total && c.Bool("no-total") {
			t.Rows, t.Total = t.Rows[:len(t.Rows)-1], false
		}
		return t, nil
	}
	return to, nil
}

// noteRates prints the numbers of rows without a verified answer, and how they count.
func noteRates(env *cli.Env, s *metrics.Summary) {
	total := s.Total()
	if n := s.Answers(); n > 0 {
		fmt.Fprintf(env.Stderr, "metrics: %d of %d rows are answers of rank or reason and count as errors: rank --scores and reason --scores compute their scores\n", n, total[metrics.Rows])
	} else if total[metrics.Unverified] > 0 && !s.Unrated() {
		fmt.Fprintf(env.Stderr, "metrics: %d of %d rows have no verdict and count as errors: run verify first\n", total[metrics.Unverified], total[metrics.Rows])
	}
	if n := total[metrics.GoldErrors]; n > 0 {
		fmt.Fprintf(env.Stderr, "metrics: in %d of %d rows, fs does not parse, so no rate counts them: --count-gold-errors counts them as errors\n", n, total[metrics.Rows])
	}
	if total[metrics.Failed] > 0 {
		fmt.Fprintf(env.Stderr, "metrics: the model calls of %d of %d rows failed, so these rows count as not compliant and as wrong: --retry error of the model programs asks again\n", total[metrics.Failed], total[metrics.Rows])
	}
	if n := s.BrokenChains(); n > 0 {
		fmt.Fprintf(env.Stderr, "metrics: %d chains lack rows of a round before their last one: survival_low counts them as lost, survival_high as kept\n", n)
	}
}

// addJudges changes the tabulator, so that it also counts the judgements of the rows.
// Each judge has one line, so the models whose formulas it judged are not a key.
func addJudges(to *tabulator, o metrics.Options) {
	keys := slices.DeleteFunc(slices.Clone(o.Keys), func(k metrics.Key) bool { return k.Column == "model" })
	j := metrics.NewJudges(keys)
	rates := to.add
	to.columns = slices.Compact(slices.Sorted(slices.Values(append(to.columns, j.Columns()...))))
	to.add, to.count = func(r *record.Row) {
		rates(r)
		j.Add(r)
	}, nil
	to.judges = func() (*table.Table, error) {
		if j.Empty() {
			return nil, cli.Usagef("--plot-of: no row has a judgement")
		}
		return j.Table(o.Level), nil
	}
}

// readReadings reads the flags about the set Bound into o.
func readReadings(c *ucli.Context, o *metrics.Options) (err error) {
	name := c.String("readings")
	if !slices.Contains(o.Show, metrics.Bound) {
		return nil
	}
	if name == "" {
		return cli.Usagef("--show bound: expected --readings with verified rows of a trusted model")
	}
	if err := cli.Parse(c, "chain", cli.List(positive), &o.Chain); err != nil {
		return err
	}
	in, err := cli.Open(c.Context, c, []string{name}, nil, shard.Part{})
	if err != nil {
		return fmt.Errorf("--readings: %w", err)
	}
	o.Readings = metrics.NewReadings()
	err = shard.Scan{
		Workers: 1, Columns: metrics.ReadingColumns(),
		Each: func(r *record.Row, _ shard.Position) error { o.Readings.Add(r); return nil },
	}.Run(c.Context, in)
	switch {
	case err != nil:
		return fmt.Errorf("--readings: %w", err)
	case o.Readings.Empty():
		return cli.Usagef("--readings: %s: found no row that is proved or refuted, expected rows that verify has seen", name)
	}
	return nil
}

func named(s string) (string, error) { return s, nil }

func positive(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %q, expected a positive number", s)
	}
	return n, nil
}
