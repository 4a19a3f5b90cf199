package rank

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// sumUp prints a summary of the input rows' scores.
func sumUp(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	keys, err := cli.Keys(c, fieldTask, fieldForm)
	if err != nil {
		return err
	}
	s, pooled := metrics.NewRankings(keys), metrics.NewPooled(append(keys, metrics.By(fieldTask, fieldForm)...)...)
	scores := []metrics.RankScore{metrics.Eq, metrics.Neg, metrics.Both}
	if err := cli.Parse(c, "score", cli.List(metrics.ParseRankScore), &scores); err != nil {
		return err
	}
	others, answers := 0, 0
	err = cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		in, ok := metrics.RankAnswerOf(row)
		if !ok {
			others++
			return nil
		}
		answers++
		s.Add(row, in)
		pooled.Add(row)
		return nil
	})
	if err != nil {
		return err
	}
	if answers == 0 {
		return cli.Limitf("no row has an answer of rank")
	}
	if others > 0 {
		env.Log.Warn("rows that rank did not process", "rows", others)
	}
	if err := cli.Absent(c, s.Missing()); err != nil {
		return err
	}
	cli.NotePooled(env, pooled)
	if c.Bool("contingency") {
		return cli.WriteTable(c, env, s.Contingency(scores))
	}
	return cli.WriteTable(c, env, s.Table())
}
