package reason

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// scores prints the percentage of correct answers by benchmark and setting, or --by.
// Rows without an answer count as wrong.
func scores(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	keys, err := cli.Keys(c, fieldBenchmark)
	if err != nil {
		return err
	}
	s, pooled := metrics.NewReasonings(keys), metrics.NewPooled(append(keys, metrics.By(fieldBenchmark)...)...)
	err = cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		if s.Add(row) {
			pooled.Add(row)
		}
		return nil
	})
	if err == nil {
		err = cli.Absent(c, s.Missing())
	}
	if err != nil {
		return err
	}
	cli.NotePooled(env, pooled)
	return cli.WriteTable(c, env, s.Table())
}

// audit prints the rows whose label is not what was proved, with the proof: a
// certificate, or for uncertain two models of the premises that differ in the
// conclusion. Standard output shows proofs only with --format. Undecided rows
// are counted.
func audit(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	t := &table.Table{Columns: append(table.Ints("row"), table.Strings("id", "label", "proved", "reason", "conclusion")...)}
	proofs := c.IsSet("format") || c.String("output") != shard.Stdin // they are too wide for a terminal
	if proofs {
		t.Columns = append(t.Columns, table.Strings("proof")...)
	}
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
		line := []any{int64(all - 1), row.ID, label, proved, reason, cmp.Or(conclusion, row.Conclusion)}
		if proofs {
			line = append(line, proofOf(row))
		}
		t.Rows = append(t.Rows, line)
		return nil
	})
	if err != nil {
		return err
	}
	if err := cli.WriteTable(c, env, t); err != nil {
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
