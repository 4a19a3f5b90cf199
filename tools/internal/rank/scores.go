package rank

import (
	"context"

	"github.com/go-json-experiment/json"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/perturb"
	"github.com/truthloop/truthloop/translate/ask"
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
	others := 0
	err = cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		in, ok := instance(row)
		if !ok {
			others++
			return nil
		}
		s.Add(row, in)
		pooled.Add(row)
		return nil
	})
	if err != nil {
		return err
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

// instance reads the scores of a row; ok is false if rank did not ask about it.
// A call without an answer is wrong by every score.
func instance(row *record.Row) (metrics.RankAnswer, bool) {
	name, _ := row.Text(fieldTask)
	_, asked := row.Text(fieldForm)
	task, err := perturb.ParseTask(name)
	if err != nil || !asked {
		return metrics.RankAnswer{}, false
	}
	a := metrics.RankAnswer{Set: row.ID + "\x00" + row.FS + "\x00" + row.NL, Right: map[metrics.RankScore]bool{}}
	if v, ok := row.ExtraField("roles"); !ok || json.Unmarshal(v, &a.Roles) != nil {
		a.Roles = nil
	}
	if a.Class, _ = row.Text(ask.FieldClass); a.Class == "" {
		a.Class = "error"
	}
	if ties, ok := row.Get(fieldTies); ok {
		a.Tied = ties != int64(0)
	}
	for _, score := range scoresOf(task) {
		points, _ := row.Get("score_" + score.String())
		a.Right[score] = points == int64(1)
	}
	return a, true
}
