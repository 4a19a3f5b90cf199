package survey

import (
	"context"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/embed"
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

// A Survey is one run of a program: its flags, and the model that they name.
type Survey struct {
	Stage   string // of the program's errors, conversations and usage
	Flags   *ucli.Context
	Access  *access.Access
	Workers int // rows worked on at a time
	abort   context.Context
	stop    func()
}

// New begins a survey, which Close ends. Its model is yet to be opened.
func New(ctx context.Context, c *ucli.Context, stageName string) (*Survey, error) {
	n, err := access.Workers(c, provider.Builtin(c.String("model")))
	if err != nil {
		return nil, err
	}
	s := &Survey{Stage: stageName, Flags: c, Workers: n}
	s.abort, s.stop = access.Grace(ctx, c.Duration("grace"))
	return s, nil
}

// Close ends what waits for the survey's end.
func (s *Survey) Close() { s.stop() }

// Open opens the chat model of the flags.
func (s *Survey) Open() (err error) {
	s.Access, err = access.Open(s.abort, s.Flags, "", s.Flags.String("model"), s.Workers, os.Getenv)
	return err
}

// OpenEmbedder opens the embedding model of the flags.
func (s *Survey) OpenEmbedder() (e embed.Embedder, err error) {
	e, s.Access, err = access.OpenEmbedder(s.abort, s.Flags, "", s.Flags.String("model"), s.Workers, os.Getenv)
	return e, err
}

// Asker asks the chat model by a wording.
func (s *Survey) Asker(w *ask.Wording, p translate.Params) *ask.Asker {
	c := s.Flags
	return &ask.Asker{
		Stage: s.Stage, Prompt: w.Version(), Model: s.Access.Model, Params: p,
		Conversations: !c.Bool("no-conversations"), Timing: !c.Bool("no-timing"), StopAfter: c.Int("stop-after"),
	}
}

// Run has ask put its question about each row, --runs times, or with --dry-run
// tells what that would take.
func (s *Survey) Run(ctx context.Context, env *cli.Env, settings map[string]string, ask func(context.Context, *record.Row) error) error {
	repeat := func(ctx context.Context, row *record.Row) ([]*record.Row, error) {
		rows := stage.Repeat(row, s.Flags.Int("runs"), 1)
		for _, r := range rows {
			if err := ask(ctx, r); err != nil {
				return nil, err
			}
		}
		return rows, nil
	}
	if s.Access.Dry() {
		return s.Access.DryRun(ctx, s.Flags, env, func(ctx context.Context, row *record.Row) error {
			_, err := repeat(ctx, row)
			return err
		})
	}
	err := cli.RunStage(ctx, s.Flags, env, cli.Stage{
		Settings: settings,
		Durable:  !provider.Builtin(s.Flags.String("model")),
		Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return repeat(ctx, row)
		},
		Retry: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, ask(ctx, row)
		},
		Status: s.Access.Status, Sums: s.Access.Sums(s.Stage), Resumed: s.Access.Resumed,
	})
	s.Access.Report(env)
	return err
}

// Set sets an unknown field; values that JSON cannot hold do not occur.
func Set(row *record.Row, name string, value any) {
	if b, err := json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true)); err == nil {
		row.SetExtra(name, b)
	}
}
