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

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
)

// A scored group is the rows of a model, a benchmark and one value of --by.
type scored struct{ model, benchmark, by string }

// A sum counts the rows of a group by run.
type sum struct {
	right, n         map[int64]int
	unparsed, errors int64
}

// scores prints the percentage of correct answers. Rows without an answer count
// as wrong.
func scores(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.CheckTable(c); err != nil {
		return err
	}
	sums := map[scored]*sum{}
	by := c.String("by")
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		benchmark, asked := row.Text(fieldBenchmark)
		if !asked {
			return nil
		}
		key := scored{model: row.Model, benchmark: benchmark}
		if by != "" {
			key.by, _ = row.Text(by)
		}
		s := sums[key]
		if s == nil {
			s = &sum{right: map[int64]int{}, n: map[int64]int{}}
			sums[key] = s
		}
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
		return nil
	})
	if err != nil {
		return err
	}
	return cli.WriteTable(c, env, scoreTable(sums, by))
}

func scoreTable(sums map[scored]*sum, by string) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "model", Kind: table.String}, {Name: "benchmark", Kind: table.String}}}
	if by != "" {
		t.Columns = append(t.Columns, table.Column{Name: by, Kind: table.String})
	}
	t.Columns = append(t.Columns,
		table.Column{Name: "score", Kind: table.Float}, table.Column{Name: "sd", Kind: table.Float},
		table.Column{Name: "n", Kind: table.Int}, table.Column{Name: "runs", Kind: table.Int},
		table.Column{Name: "unparsed", Kind: table.Int}, table.Column{Name: "errors", Kind: table.Int})
	keys := slices.SortedFunc(maps.Keys(sums), func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.benchmark, b.benchmark), cmp.Compare(a.by, b.by), cmp.Compare(a.model, b.model))
	})
	for _, k := range keys {
		s := sums[k]
		var percents []float64
		n := 0
		for _, run := range slices.Sorted(maps.Keys(s.n)) {
			percents = append(percents, 100*float64(s.right[run])/float64(s.n[run]))
			n += s.n[run]
		}
		mean, sd := stat.MeanStdDev(percents, nil) // the deviation of one run is NaN
		row := []any{k.model, k.benchmark}
		if by != "" {
			row = append(row, k.by)
		}
		t.Rows = append(t.Rows, append(row, mean, sd, int64(n), int64(len(percents)), s.unparsed, s.errors))
	}
	return t
}

// audit prints the rows whose label is not what was proved, with the proof: a
// certificate, or for uncertain two models of the premises that differ in the
// conclusion. Standard output shows proofs only with --format. Undecided rows
// are counted.
func audit(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.CheckTable(c); err != nil {
		return err
	}
	t := &table.Table{Columns: []table.Column{
		{Name: "row", Kind: table.Int},
		{Name: "id", Kind: table.String},
		{Name: "label", Kind: table.String},
		{Name: "proved", Kind: table.String},
		{Name: "reason", Kind: table.String},
		{Name: "conclusion", Kind: table.String},
		{Name: "proof", Kind: table.String},
	}}
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
