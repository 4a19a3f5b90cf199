package survey

import (
	"context"
	"runtime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

// The group of the flags that say what is asked.
const What = "WHAT TO ASK"

// The forms in which sentences and formulas are shown.
const (
	NL  = "nl"
	FOL = "fol"
)

// The fields that rows are given by every survey.
const (
	FieldAnswer = "answer"
	FieldClass  = "answer_class"
)

// Flags are those of the model and of repetition. Models and prompts are what
// their flags say in the help.
func Flags(models, prompts string) []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: access.TheModel, Name: "model", Aliases: []string{"m"}, Usage: models},
		&ucli.IntFlag{Category: access.TheModel, Name: "stop-after", Value: 10, Usage: "`NUMBER` of calls in a row that fail in the same way and end the run; 0 for never"},
		&ucli.IntFlag{Category: What, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions of the whole, told apart by the column run"},
		&ucli.StringFlag{Category: What, Name: "prompts", Usage: prompts},
		&ucli.BoolFlag{Category: What, Name: "no-conversations", Usage: "leave the exchange with the model out of the rows"},
	}, access.Flags("")...)
}

// Check finds what is wrong with the flags that every survey has.
func Check(c *ucli.Context, example string) error {
	switch form := c.String("form"); {
	case form != NL && form != FOL:
		return cli.Usagef("--form: found %q, expected nl or fol", form)
	case c.Int("runs") < 1:
		return cli.Usagef("--runs: found %d, expected 1 or more", c.Int("runs"))
	case c.String("model") == "":
		return cli.Usagef("--model: found none, expected one such as %s; see --help", example)
	}
	return nil
}

// UnderWay is the number of calls under way at most.
func UnderWay(c *ucli.Context) int {
	if n := c.Int("workers"); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Asker asks the model of a by a wording.
func Asker(c *ucli.Context, stageName string, w *ask.Wording, a *access.Access) *ask.Asker {
	return &ask.Asker{
		Stage: stageName, Prompt: w.Version(), Model: a.Model, Params: a.Params, Price: a.Price,
		Conversations: !c.Bool("no-conversations"), Timing: !c.Bool("no-timing"), StopAfter: c.Int("stop-after"),
	}
}

// Run has ask put its question about each row, --runs times.
func Run(ctx context.Context, c *ucli.Context, env *cli.Env, settings map[string]string, ask func(context.Context, *record.Row) error) error {
	return cli.RunStage(ctx, c, env, cli.Stage{
		Settings: settings,
		Durable:  !provider.Builtin(c.String("model")),
		Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			var rows []*record.Row
			for _, r := range stage.Repeat(row, c.Int("runs"), 1) {
				if err := ask(ctx, r); err != nil {
					return nil, err
				}
				rows = append(rows, r)
			}
			return rows, nil
		},
		Retry: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, ask(ctx, row)
		},
	})
}

// Set sets an unknown field; values that JSON cannot hold do not occur.
func Set(row *record.Row, name string, value any) {
	if b, err := json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true)); err == nil {
		row.SetExtra(name, b)
	}
}
