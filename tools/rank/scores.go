package rank

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const (
	scoresDescription = `
Reads rows with answers of rank and prints the means of the scores, with the
standard deviation over runs, for each setting: dataset, model, prompt,
params without the seed, and instructions, or the columns of --by. Task and
form are always separate. Invalid answers and failed calls count as wrong.

Examples:
  rank scores ranked.jsonl
  rank scores --by dataset,model ranked.jsonl -o scores.csv`

	contingencyDescription = `
Compares models, and tasks, set by set and run by run: how often both are
right, only the first, only the second, or neither. It has a line for each
score of --score.

Examples:
  rank contingency a.jsonl b.jsonl
  rank contingency --score eq similar.jsonl ranking.jsonl`
)

// scores describes the command that prints the means of scores.
func scores() cli.Command {
	return cli.Command{
		Name: "rank scores", Usage: "print the means of the scores", Description: scoresDescription,
		Groups: cli.TableGroups | cli.Duplicates | cli.By,
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			s, err := sumUp(ctx, c, env)
			if err != nil {
				return err
			}
			return cli.WriteTable(c, env, s.Table())
		},
	}
}

// contingency describes the command that compares right answers.
func contingency() cli.Command {
	return cli.Command{
		Name: "rank contingency", Usage: "compare the right answers of models, and of tasks, about the same sets", Description: contingencyDescription,
		Groups: cli.TableGroups | cli.Duplicates | cli.By,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "score", Value: "eq,neg,both", Usage: "`SCORES` of rankings, separated by commas; eq is the one of table 8 of the paper"},
		},
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			var scores []metrics.RankScore
			if err := cli.Parse(c, "score", cli.List(metrics.ParseRankScore), &scores); err != nil {
				return err
			}
			s, err := sumUp(ctx, c, env)
			if err != nil {
				return err
			}
			return cli.WriteTable(c, env, s.Contingency(scores))
		},
	}
}

// sumUp sums up the input rows' scores.
func sumUp(ctx context.Context, c *ucli.Context, env *cli.Env) (*metrics.Rankings, error) {
	keys, err := cli.Keys(c, fieldTask, fieldForm)
	if err != nil {
		return nil, err
	}
	s, pooled := metrics.NewRankings(keys), metrics.NewPooled(append(keys, metrics.By(fieldTask, fieldForm)...)...)
	others, answers := 0, 0
	err = cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		if !s.Add(row) {
			others++
			return nil
		}
		answers++
		pooled.Add(row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if answers == 0 {
		return nil, cli.Limitf("no row has an answer of rank")
	}
	if others > 0 {
		env.Log.Warn("rows that rank did not process", "rows", others)
	}
	if err := cli.Absent(c, s.Missing()); err != nil {
		return nil, err
	}
	cli.NotePooled(env, pooled)
	return s, nil
}
