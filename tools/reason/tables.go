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

const (
	scoresDescription = `
Summarizes answers of reason for correlate. It has a line for each benchmark
and setting: dataset, model, prompt and params without the seed, or the
columns of --by. With --answers FIELD it takes the answers from a field of
other rows, and with --majority from all samples of a question.

Examples:
  reason scores answers.jsonl -o folio.csv
  verify --task entailment linc.jsonl |
    reason scores --answers verdict --majority`

	auditDescription = `
Reads rows from verify --task entailment and lists the labels that the proofs
contradict.

Examples:
  convert --from folio-stories folio-validation.jsonl |
    verify --task entailment | reason audit`
)

// scores describes the command that prints the percentage of correct answers.
func scores() cli.Command {
	return cli.Command{
		Name: "reason scores", Usage: "print the scores of answers by model and benchmark", Description: scoresDescription,
		Groups: cli.TableGroups | cli.Duplicates | cli.By,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "answers", Usage: "take the answers from this `FIELD` of the rows, such as verdict; it is the benchmark's name in the table"},
			&ucli.BoolFlag{Name: "majority", Usage: "with --answers: rows of one id are samples of one question; the majority of their answers counts, or the first of the most frequent ones"},
		},
		Action: writeScores,
	}
}

// audit describes the command that prints suspicious labels.
func audit() cli.Command {
	return cli.Command{
		Name: "reason audit", Usage: "print the labels that differ from the proofs of verify", Description: auditDescription,
		Groups: cli.TableGroups,
		Action: writeAudit,
	}
}

// writeScores prints the scores by benchmark and setting, or --by. Rows without an
// answer count as wrong. With --answers, a field of the rows has the answers.
func writeScores(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	keys, err := cli.Keys(c, fieldBenchmark)
	if err != nil {
		return err
	}
	s, pooled := metrics.NewReasonings(keys), metrics.NewPooled(append(keys, metrics.By(fieldBenchmark)...)...)
	answers := 0
	add := func(row *record.Row) {
		if s.Add(row) {
			answers++
			pooled.Add(row)
		}
	}
	b := &ballot{field: c.String("answers"), majority: c.Bool("majority"), byKey: map[string]*polled{}}
	switch {
	case b.field == "" && c.IsSet("answers"):
		return cli.Usagef("--answers: found no name, expected a field of the rows")
	case b.field == "" && b.majority:
		return cli.Usagef("--majority: found no --answers, whose rows it counts")
	}
	err = cli.EachRow(ctx, c, env, func(row *record.Row, pos shard.Position) error {
		if b.field == "" {
			add(row)
			return nil
		}
		scored, err := b.take(row, pos)
		if scored != nil {
			add(scored)
		}
		return err
	})
	for _, row := range b.close() {
		add(row)
	}
	if err == nil && answers == 0 {
		err = cli.Limitf("no row has an answer of reason")
	}
	if err == nil {
		err = cli.Absent(c, s.Missing())
	}
	if err != nil {
		return err
	}
	cli.NotePooled(env, pooled)
	return cli.WriteTable(c, env, s.Table())
}

// writeAudit prints the rows whose label differs from the proved answer, with the proof: a
// certificate or, for uncertain, two models of the premises, one of which is a model of
// the conclusion. Standard output shows proofs only with --format. Undecided rows are
// counted.
func writeAudit(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	t := &table.Table{Columns: append(table.Ints("row"), table.Strings("id", "label", "proved", "reason", "conclusion")...)}
	proofs := c.IsSet("format") || c.String("output") != shard.Stdin // they are too wide for a terminal
	if proofs {
		t.Columns = append(t.Columns, table.Strings("proof")...)
	}
	labels, suspicious, undecided := 0, 0, 0
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		text, _ := row.Text("label")
		label, labelled := truths[strings.ToLower(text)]
		if !labelled {
			return nil
		}
		labels++
		proved, decided := truths[string(row.Verdict)]
		reason := row.VerdictReason
		switch {
		case !decided || row.Verdict == record.Unknown:
			undecided++
			return nil
		case proved != label:
			suspicious++
			if row.Error != nil && row.Error.Kind == "unpaired" {
				reason = "unpaired" // formulas can be missing, since there are more sentences
			}
		case reason == "":
			return nil
		}
		conclusion, _ := row.Text("conclusion_nl")
		line := []any{int64(labels - 1), row.ID, label, proved, reason, cmp.Or(conclusion, row.Conclusion)}
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
	fmt.Fprintf(env.Stderr, "reason: %d labels: %d suspicious, %d agree with the proof, %d undecided\n", labels, suspicious, labels-suspicious-undecided, undecided)
	return nil
}

// proofOf returns the evidence of the verdict.
func proofOf(row *record.Row) string {
	if row.Verdict == record.Uncertain {
		return row.Witness
	}
	return row.Certificate
}
