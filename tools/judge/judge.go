// Package judge is the program judge: a model as the verifier. The input is rows with two
// formulas. The output is the same rows with the model's judgement, in the column
// judgements. A judgement changes no verdict of the program verify. The question to the
// model is in translate/stage.
package judge

import (
	"context"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	program "github.com/truthloop/truthloop/tools/verify"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
)

const description = `
Asks a model, the judge, whether the formulas fs and fs_out of a row are
equivalent. The column judgements stores its answer; no verdict changes, and
metrics judges compares the two. Rows with nothing to compare pass without a
call.

Examples:
  verify answers.jsonl | judge --model builtin:rules | metrics judges
  judge --model gpt-4o-mini --budget 5 verified.jsonl -o judged.jsonl --resume
  judge --model gpt-4o-mini --style direct --dry-run verified.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "judge",
		Usage:       "ask a model whether formulas are equivalent",
		Description: description,
		Main:        []string{"model", "base-url", "output", "resume", "workers", "style", "temperature", "budget", "dry-run", "prompts"},
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Action:      action,
	}
}

func flags() []ucli.Flag {
	model := slices.DeleteFunc(models.RowFlags("judge", "`MODEL` to ask: a name, or builtin:rules or builtin:noisy",
		"`DIR` with a direct.txt or a cot.txt that replaces the built-in one"),
		func(f ucli.Flag) bool { return f.Names()[0] == "runs" })
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: models.Question, Name: "style", Value: string(stage.CoT), Usage: "`STYLE` of the question: cot (chain of thought) or direct"},
	}, program.ColumnFlags(), model)
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	columns, err := program.ColumnsOf(c)
	if err != nil {
		return err
	}
	j, err := open(ctx, c, env, columns)
	if err != nil {
		return err
	}
	settings := map[string]string{
		"judge": j.asks.Name(), "params": j.asks.Params.String(),
		"left": columns.Left, "right": columns.Right, "formalism": string(columns.Formalism),
	}
	if !j.asks.Conversations {
		settings["conversations"] = "false"
	}
	return j.opened.Run(ctx, c, env, models.Plan{
		Settings: settings,
		Columns:  map[string][]string{"--left": {columns.Left}, "--right": {columns.Right}},
		Ask:      j.judge,
		Class:    j.class, Sums: j.sums,
	})
}

// A judge asks an opened model.
type judge struct {
	columns *verify.Columns
	opened  *models.Opened
	asks    *stage.Judge
}

// open opens the judge of the flags. Errors are usage errors.
func open(ctx context.Context, c *ucli.Context, env *cli.Env, columns *verify.Columns) (*judge, error) {
	var style stage.Style
	if err := cli.OneOf(c, "style", &style, stage.Direct, stage.CoT); err != nil {
		return nil, err
	}
	wording, err := stage.JudgePrompt(style, c.String("prompts"))
	if err != nil {
		return nil, cli.Usagef("--prompts: %w", err)
	}
	a, err := models.Open(ctx, c, env, c.String("model"))
	if err != nil {
		return nil, err
	}
	if len(a.Seeds) > 1 {
		return nil, cli.Usagef("--seed: found %d seeds, expected one", len(a.Seeds))
	}
	return &judge{columns, a, &stage.Judge{Asker: a.Asker(c, env, "judge"), Wording: wording}}, nil
}

// judge asks about a row, unless it has nothing to compare. An answer that does not parse
// is judged too: the right judgement is no.
func (j *judge) judge(ctx context.Context, row *record.Row) error {
	p := j.columns.Pair(row, verify.Options{})
	if p.Missing != "" || row.Verdict == record.Unverifiable {
		return nil
	}
	return j.asks.Judge(ctx, row, prompt.Pair{Formalism: p.Formalism, Left: p.Left.Written, Right: p.Right.Written})
}

// said returns the judgement of this run's judge on the row, or nil if there is none.
func (j *judge) said(row *record.Row) *record.Judgement {
	for i := range row.Judgements {
		if row.Judgements[i].Judge == j.asks.Name() {
			return &row.Judgements[i]
		}
	}
	return nil
}

// class returns a row's class for --retry and the limits.
func (j *judge) class(row *record.Row) string {
	if said := j.said(row); row.Error != nil || said != nil && said.Verdict == record.Unverifiable {
		return cli.ClassError
	}
	return cli.ClassOK
}

// sums returns the usage of the call about the row, or nil if there is none.
func (j *judge) sums(row *record.Row) map[string]int64 {
	said := j.said(row)
	if said == nil || said.Usage == nil || endpoint.Builtin(j.asks.Model.Name()) {
		return nil
	}
	sums := map[string]int64{}
	translate.AddSums(sums, *said.Usage)
	return sums
}
