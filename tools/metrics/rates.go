package metrics

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// rates makes the main table.
func rates(ctx context.Context, j *job) error {
	c := j.c
	o, err := j.options()
	if err != nil {
		return err
	}
	s := metrics.New(o)
	var judges *metrics.Judges // that --plot-of names
	var to counter = s
	if slices.ContainsFunc(figuresDrawn(c), func(of string) bool { return strings.HasPrefix(of, judge) }) {
		// Each judge has one line, so the models whose formulas it judged are not a key.
		judges = metrics.NewJudges(slices.DeleteFunc(slices.Clone(o.Keys), func(k metrics.Key) bool { return k.Column == keyModel }))
		to = judgedRates{judges, s}
	}
	if err := j.readBy(ctx, to, o.Keys...); err != nil {
		return err
	}
	if err := checkRates(j, s, o); err != nil {
		return err
	}
	noteRates(j, s)
	p := &plot{c: c, table: s.Table(), keys: o.Keys, bySettings: !c.IsSet("by")}
	if p.bySettings {
		dropConstant(p.table, len(o.Keys))
	}
	if p.table.Total && c.Bool("no-total") {
		p.table.Rows, p.table.Total = groupsOf(p.table), false
	}
	if judges != nil {
		if judges.Empty() {
			return cli.Usagef("--plot-of: no row has a judgement")
		}
		t := judges.Table(o.Level)
		p.table, p.judged = withJudges(p.table, t), len(t.Rows)
	}
	var doubt error
	if fault := s.Fault(); fault != "" {
		doubt = cli.Limitf("%s", fault)
	}
	return j.finish(p.table, p.draw, doubt)
}

// options reads the flags of the main table.
func (j *job) options() (o metrics.Options, err error) {
	c := j.c
	o = metrics.Options{Keys: j.by, Level: c.Float64("level"), Against: c.String("reference")}
	if !c.IsSet("by") {
		o.Keys = metrics.Settings()
	}
	err = errors.Join(cli.Parse(c, "show", cli.List(metrics.ParseSet), &o.Show), cli.Parse(c, "k", cli.List(positive), &o.K), cli.Parse(c, "score-columns", cli.List(named), &o.ScoreColumns))
	if err != nil {
		return o, err
	}
	for _, f := range []struct {
		flag, with string
		used       bool
	}{
		{"k", "--show samples", slices.Contains(o.Show, metrics.Samples)},
		{"reference", "--show text", slices.Contains(o.Show, metrics.Text)},
		{"no-total", "the main table with --by", c.String("by") != ""},
	} {
		if c.IsSet(f.flag) && !f.used {
			return o, cli.Usagef("%s has no effect here: it is for %s", "--"[:min(2, len(f.flag))]+f.flag, f.with)
		}
	}
	if slices.Contains(o.Show, metrics.Text) && o.Against == "" {
		return o, cli.Usagef("--show text: expected --reference with the column of the reference sentence")
	}
	if slices.Contains(figuresDrawn(c), "compliance") && !slices.Contains(o.Show, metrics.Intervals) {
		o.Show = append(o.Show, metrics.Intervals)
	}
	return o, nil
}

// checkRates refuses flags that name columns that the rows do not have.
func checkRates(j *job, s *metrics.Summary, o metrics.Options) error {
	total := s.Total()
	switch missing := s.Unscored(); {
	case len(missing) > 0:
		return j.noColumn("--score-columns", "a number in column", missing...)
	case total[metrics.Rows] == 0:
	case s.Answers() == total[metrics.Rows] && len(o.Show)+len(o.ScoreColumns) == 0:
		return cli.Usagef("found answers of rank or reason, which have no compliance and accuracy: rank scores and reason scores compute their scores")
	case o.Against != "" && s.Unreferenced():
		return j.noColumn("--reference", "nl and a text in column", o.Against)
	}
	return nil
}

// noteRates prints the numbers of rows without a verified answer, and how they count.
func noteRates(j *job, s *metrics.Summary) {
	total := s.Total()
	rows := total[metrics.Rows]
	if n := s.Answers(); n > 0 {
		j.note("%d of %d rows are answers of rank or reason and count as errors: rank scores and reason scores compute their scores", n, rows)
	} else if n := total[metrics.Unverified]; n > 0 && !s.Unrated() {
		j.note("%d of %d rows have no verdict and count as errors: run verify first", n, rows)
	}
	if n := total[metrics.GoldErrors]; n > 0 {
		j.note("in %d of %d rows, fs does not parse, so no rate counts them", n, rows)
	}
	if n := total[metrics.Abstained]; n > 0 {
		j.note("vote abstained on %d of %d rows, so no rate counts them", n, rows)
	}
	if n := total[metrics.Failed]; n > 0 {
		j.note("the model calls of %d of %d rows failed, so these rows count as not compliant and as wrong: --retry error of the model programs asks again", n, rows)
	}
}

// dropConstant drops the key columns, which are the first n, that have the same value in
// all groups. If it drops all of them, only the line for all rows remains.
func dropConstant(t *table.Table, n int) {
	groups := groupsOf(t)
	dropped := 0
	for i := n - 1; i >= 0; i-- {
		if slices.ContainsFunc(groups, func(row []any) bool { return row[i] != groups[0][i] }) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for k, row := range t.Rows { // of which the groups are a part
			t.Rows[k] = slices.Delete(row, i, i+1)
		}
		dropped++
	}
	if dropped == n {
		t.Rows, t.Total = t.Rows[len(groups):], false
	}
}

// A judgedRates counts the rows of the main table and their judgements.
type judgedRates struct {
	*metrics.Judges
	rates *metrics.Summary
}

func (j judgedRates) Columns() []string { return append(j.rates.Columns(), j.Judges.Columns()...) }

func (j judgedRates) Add(r *record.Row) bool {
	j.Judges.Add(r)
	return j.rates.Add(r)
}

func named(s string) (string, error) { return s, nil }

func positive(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %q, expected a positive number", s)
	}
	return n, nil
}
