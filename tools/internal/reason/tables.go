package reason

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"
	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
)

// A sum counts the rows of a group by run.
type sum struct {
	right, n         map[int64]int
	unparsed, errors int64
}

// scores prints the percentage of correct answers by model, benchmark and --by.
// Rows without an answer count as wrong.
func scores(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.CheckTable(c); err != nil {
		return err
	}
	keys := metrics.By("model", fieldBenchmark)
	if by := c.String("by"); by != "" {
		keys = append(keys, metrics.By(by)...)
	}
	sums := metrics.NewGroups(keys, false, func() *sum { return &sum{right: map[int64]int{}, n: map[int64]int{}} })
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		if _, asked := row.Text(fieldBenchmark); asked {
			sums.Add(row, func(s *sum) { s.add(row) })
		}
		return nil
	})
	if err != nil {
		return err
	}
	columns := slices.Concat(table.Floats("score", "sd"), table.Ints("n", "runs", "unparsed", "errors"))
	return cli.WriteTable(c, env, sums.Table(columns, (*sum).lines))
}

func (s *sum) add(row *record.Row) {
	run := int64(0)
	if row.Run != nil {
		run = *row.Run
	}
	s.n[run]++
	class, answered := row.Text(ask.FieldClass)
	switch points, _ := row.Get(fieldScore); {
	case !answered:
		s.errors++
	case points == int64(1):
		s.right[run]++
	case class != "ok":
		s.unparsed++
	}
}

// lines is the group's line of the table. The deviation of one run is NaN.
func (s *sum) lines() [][]any {
	var percents []float64
	n := 0
	for _, run := range slices.Sorted(maps.Keys(s.n)) {
		percents = append(percents, 100*float64(s.right[run])/float64(s.n[run]))
		n += s.n[run]
	}
	mean, sd := stat.MeanStdDev(percents, nil)
	return [][]any{{mean, sd, int64(n), int64(len(percents)), s.unparsed, s.errors}}
}

// audit prints the rows whose label is not what was proved, with the proof: a
// certificate, or for uncertain two models of the premises that differ in the
// conclusion. Standard output shows proofs only with --format. Undecided rows
// are counted.
func audit(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.CheckTable(c); err != nil {
		return err
	}
	t := &table.Table{Columns: slices.Concat(table.Ints("row"), table.Strings("id", "label", "proved", "reason", "conclusion", "proof"))}
	all, open, unpaired := 0, 0, 0
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		text, _ := row.Text("label")
		label, labelled := truths[strings.ToLower(text)]
		if !labelled {
			return nil
		}
		all++
		proved, decided := truths[string(row.Verdict)]
		reason := row.VerdictReason
		switch {
		case !decided || row.Verdict == record.Unknown:
			open++
			return nil
		case proved == label && reason == "":
			return nil
		case row.Error != nil && row.Error.Kind == "unpaired":
			// Formulas and sentences differ in number: the formulas may not
			// say everything.
			reason = "unpaired"
			unpaired++
		}
		conclusion, _ := row.Text("conclusion_nl")
		t.Rows = append(t.Rows, []any{
			int64(all - 1), row.ID, label, proved, reason, cmp.Or(conclusion, row.Conclusion), proofOf(row),
		})
		return nil
	})
	if err != nil {
		return err
	}
	shown := *t
	if !c.IsSet("format") && c.String("output") == shard.Stdin {
		shown = withoutProof(t) // proofs are too wide for a terminal
	}
	if err := cli.WriteTable(c, env, &shown); err != nil {
		return err
	}
	suspicious := 0
	for _, r := range t.Rows {
		if r[2] != r[3] {
			suspicious++
		}
	}
	fmt.Fprintf(env.Stderr, "reason: of %d labels %d are suspicious (%d of them where sentences and formulas differ in number), %d stand on inconsistent premises or have another remark, %d are not decided\n",
		all, suspicious, unpaired, len(t.Rows)-suspicious, open)
	return nil
}

// proofOf is the evidence of the verdict.
func proofOf(row *record.Row) string {
	if row.Verdict == record.Uncertain {
		return row.Witness
	}
	return row.Certificate
}

// withoutProof is a table without its last column.
func withoutProof(t *table.Table) table.Table {
	last := len(t.Columns) - 1
	short := table.Table{Columns: t.Columns[:last]}
	for _, r := range t.Rows {
		short.Rows = append(short.Rows, r[:last])
	}
	return short
}
