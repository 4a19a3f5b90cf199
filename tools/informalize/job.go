package informalize

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// A job describes what the program does with each input row.
type job struct {
	opened   *models.Opened
	forth    *stage.Translator // in the program's direction
	back     *stage.Translator // for --steps, in the other direction; else nil
	provider string

	steps int
}

// newJob reads the flags and opens the model. Errors are usage errors.
func newJob(ctx context.Context, c *ucli.Context, env *cli.Env, d prompt.Direction) (*job, error) {
	name, err := modelName(c)
	if err != nil {
		return nil, err
	}
	j := &job{forth: &stage.Translator{Direction: d}, provider: c.String("provider")}
	if err := configure(j.forth, c); err != nil {
		return nil, err
	}
	if err := j.repetitions(c, d); err != nil {
		return nil, err
	}
	if err := j.checkBatch(c); err != nil {
		return nil, err
	}
	if j.opened, err = models.Open(ctx, c, env, name); err != nil {
		return nil, err
	}
	j.setAsker(c, env)
	return j, nil
}

// setAsker makes the translators ask the model of j.opened.
func (j *job) setAsker(c *ucli.Context, env *cli.Env) {
	for _, t := range []*stage.Translator{j.forth, j.back} {
		if t == nil {
			continue
		}
		t.Asker = j.opened.Asker(c, env, string(t.Direction))
		if c.Bool("structured") && t.Direction == prompt.Autoformalize {
			t.Format = jsontext.Value(stage.StructuredFormat)
		}
	}
}

// repetitions reads the flags on repeated questions about a row.
func (j *job) repetitions(c *ucli.Context, d prompt.Direction) error {
	if d == prompt.Informalize {
		j.steps = c.Int("steps")
	}
	t := j.forth
	for flag, n := range map[string]int{"runs": t.Runs, "samples": t.Samples, "steps": j.steps} {
		if n < 1 && (flag != "steps" || n < 0 || c.IsSet(flag)) {
			return cli.Usagef("--%s: found %d, expected 1 or more", flag, n)
		}
	}
	switch {
	case d == prompt.Informalize && j.steps == 0 && (c.IsSet("context") || c.IsSet("extract") || c.IsSet("structured")):
		return cli.Usagef("--context, --extract and --structured: they are for autoformalizing, which informalize does only with --steps")
	case t.Stored && (t.Runs*t.Samples > 1 || j.steps > 0 || len(t.Languages) > 0):
		return cli.Usagef("--stored: found --runs, --samples, --steps or --language, which need more than is stored")
	case len(t.Languages) > 1 && j.steps == 0:
		return cli.Usagef("--language: found several languages, one for each round, but no --steps")
	case j.steps > 0 && c.String("retry") != "":
		return cli.Usagef("--retry: found --steps %d; the output lacks the steps after a failed one. Use --cache, which keeps the answers, and --overwrite", j.steps)
	}
	if j.steps > 0 {
		j.back = &stage.Translator{
			Direction: prompt.Autoformalize, Prompts: t.Prompts, Shots: t.Shots, Context: t.Context, Extraction: t.Extraction,
			Runs: t.Runs, Samples: t.Samples,
		}
	}
	return nil
}

// run translates all rows.
func (j *job) run(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	t := j.forth
	err := j.opened.Run(ctx, c, env, models.Plan{
		Stages:   j.stages(),
		Settings: j.settings(),
		Runs:     t.Runs, Samples: t.Samples,
		Several: j.back != nil,
		Chain:   j.chain,
	})
	if missing := (*prompt.MissingError)(nil); errors.As(err, &missing) {
		return cli.Usagef("%w", missing)
	}
	return err
}

// stages returns the stages whose calls this program makes. A row can also have usage of
// another program, which counts it in its own output.
func (j *job) stages() []string {
	stages := []string{string(j.forth.Direction)}
	if j.back != nil {
		stages = append(stages, string(j.back.Direction))
	}
	return stages
}

// settings returns everything that determines the output, except the input.
func (j *job) settings() map[string]string {
	t := j.forth
	out := map[string]string{
		"model": t.Model.Name(), "provider": j.provider, "params": t.Params.String(), "prompt": t.Version(),
		"extract": string(t.Extraction), "conversations": fmt.Sprint(t.Conversations),
		"repeat": fmt.Sprintf("runs=%d samples=%d steps=%d", t.Runs, t.Samples, max(1, j.steps)),
	}
	if t.Stored {
		out["stored"] = "true"
	}
	language := ""
	for _, l := range t.Languages {
		language += " " + l.Code
	}
	// Without --language, informalize writes English, but autoformalize reads any language.
	if language != "" && (t.Direction == prompt.Autoformalize || language != " "+english.DefaultLanguage) {
		out["language"] = language
	}
	if t.Format != nil || j.back != nil && j.back.Format != nil {
		out["structured"] = "true"
	}
	if j.back != nil {
		out["prompt-back"] = j.back.Version()
	}
	return out
}

// chain takes a row through its steps and returns a row for each.
func (j *job) chain(ctx context.Context, row *record.Row) ([]*record.Row, error) {
	if j.back == nil {
		return []*record.Row{row}, j.forth.Process(ctx, row)
	}
	if row.Step == nil {
		row.Step = record.Int(1)
	}
	var rows []*record.Row
	for {
		for _, t := range []*stage.Translator{j.forth, j.back} {
			if err := t.Process(ctx, row); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
		if len(rows) == j.steps {
			return rows, nil
		}
		row = stage.NextStep(row)
	}
}

// checkBatch rejects flags that batch files do not support.
func (j *job) checkBatch(c *ucli.Context) error {
	const flags = "--batch-out and --batch-in"
	out, in := c.String("batch-out") != "", c.String("batch-in") != ""
	switch {
	case !out && !in:
		return nil
	case out && in || c.Bool("dry-run"):
		return cli.Usagef("--batch-out, --batch-in and --dry-run: found more than one of them")
	case endpoint.Builtin(c.String("model")):
		return cli.Usagef("%s: found --model %s, expected a model at an endpoint", flags, c.String("model"))
	case j.provider != string(endpoint.OpenAI):
		return cli.Usagef("%s: found --provider %s, expected openai, whose files they are", flags, j.provider)
	case j.back != nil:
		return cli.Usagef("%s: found --steps %d; a step's questions depend on the answers of the one before", flags, j.steps)
	}
	return nil
}
