package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/profile"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/z3"
)

const description = `
Reads questions with their labels and has a model answer them, with a chain of
thought:

  --task folio     stories from convert --from folio --per story: is the
                   conclusion True, False or Uncertain? --form nl gives the
                   sentences, --form fol the formulas
  --task logieval  rows from convert --from logieval: yes or no?
  --task linc      the same stories; the model formalizes premises and
                   conclusion, and a prover decides

Rows get answer, the majority of --samples answers; answer_class, which is ok,
unparsed or, of linc, noncompliant or unknown; votes; extractions, the text that
each answer was read in; and score_answer, 1 where it is the label, else 0.

builtin:prover answers folio by proof: an upper bound that needs no endpoint.

--scores sums such rows up, a line for each model and benchmark, for correlate.
--audit reads rows from verify --task entailment and lists the labels that the
proofs contradict.

Examples:
  convert --from folio --per story data/examples/stories.jsonl | reason --model builtin:prover --form fol | reason --scores
  reason --model my-model --base-url http://localhost:8000/v1 --form nl --runs 5 stories.jsonl -o answers.jsonl
  reason --task linc --model my-model --base-url http://localhost:8000/v1 --samples 5 --temperature 0.8 stories.jsonl
  reason --scores answers.jsonl -o folio.csv
  convert --from folio --per story folio-validation.jsonl | verify --task entailment | reason --audit`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "reason",
		Usage:       "have models answer reasoning benchmarks, and audit their labels",
		Description: description,
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Action:      action,
	}, args, stdin, stdout, stderr)
}

func flags() []ucli.Flag {
	const what, sums = "WHAT TO ASK", "SCORES AND LABELS"
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: access.TheModel, Name: "model", Aliases: []string{"m"}, Usage: "`NAME` of the model: builtin:prover, or what the endpoint calls it"},
		&ucli.IntFlag{Category: access.TheModel, Name: "stop-after", Value: 10, Usage: "`NUMBER` of calls in a row that fail in the same way and end the run; 0 for never"},
		&ucli.StringFlag{Category: what, Name: "task", Value: taskFOLIO, Usage: "`TASK`: folio, logieval or linc"},
		&ucli.StringFlag{Category: what, Name: "form", Value: formNL, Usage: "`FORM` of the premises, of folio: nl or fol"},
		&ucli.IntFlag{Category: what, Name: "samples", Value: 1, Usage: "`NUMBER` of answers to each question, of which the majority counts; the first of those with as many votes"},
		&ucli.IntFlag{Category: what, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions of the whole, told apart by the column run"},
		&ucli.StringFlag{Category: what, Name: "prompts", Usage: "`DIR` with a folio.txt, logieval.txt or linc.txt to use for the one that is built in"},
		&ucli.BoolFlag{Category: what, Name: "no-conversations", Usage: "leave the exchange with the model out of the rows"},
		&ucli.BoolFlag{Category: sums, Name: "scores", Usage: "ask nothing, and print the scores of the rows by model and benchmark"},
		&ucli.StringFlag{Category: sums, Name: "by", Usage: "of --scores: also by this `FIELD`, such as rule or reasoning_depth"},
		&ucli.BoolFlag{Category: sums, Name: "audit", Usage: "ask nothing, and print the labels that differ from the verdicts of verify --task entailment"},
	}, access.Flags("")...)
}

// The tasks and forms.
const (
	taskFOLIO    = "folio"
	taskLogiEval = "logieval"
	taskLINC     = "linc"

	formNL  = "nl"
	formFOL = "fol"
)

// builtinProver is the model that answers by proof.
const builtinProver = "builtin:prover"

// job is one run of the program.
type job struct {
	task, form    string
	samples, runs int
	asker         *ask.Asker
	wording       *ask.Wording
	verify        verify.Options
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) (err error) {
	switch {
	case c.Bool("scores") && c.Bool("audit"):
		return cli.Usagef("found --scores and --audit, expected one of them")
	case c.Bool("scores"):
		return scores(ctx, c, env)
	case c.Bool("audit"):
		return audit(ctx, c, env)
	}
	j := &job{task: c.String("task"), form: c.String("form"), samples: c.Int("samples"), runs: c.Int("runs")}
	if err := j.check(c); err != nil {
		return err
	}
	if z3.Available() && (j.task == taskLINC || c.String("model") == builtinProver) {
		pool, err := z3.NewPool(z3.Options{Workers: underWay(c), MemoryMB: 1024, ResourceLimit: z3.DefaultResourceLimit})
		if err != nil {
			return err
		}
		defer func() {
			if cerr := pool.Close(); err == nil {
				err = cerr
			}
		}()
		j.verify.Prover = pool
	}
	abort, stop := access.Grace(ctx, c.Duration("grace"))
	defer stop()
	if err := j.open(abort, c); err != nil {
		return err
	}
	return cli.RunStage(ctx, c, env, cli.Stage{
		Settings: j.settings(),
		Durable:  !provider.Builtin(c.String("model")),
		Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			var rows []*record.Row
			for _, r := range stage.Repeat(row, j.runs, 1) {
				if err := j.process(ctx, r); err != nil {
					return nil, err
				}
				rows = append(rows, r)
			}
			return rows, nil
		},
		Retry: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, j.process(ctx, row)
		},
	})
}

func (j *job) check(c *ucli.Context) error {
	switch {
	case j.task != taskFOLIO && j.task != taskLogiEval && j.task != taskLINC:
		return cli.Usagef("--task: found %q, expected folio, logieval or linc", j.task)
	case j.form != formNL && j.form != formFOL:
		return cli.Usagef("--form: found %q, expected nl or fol", j.form)
	case j.form == formFOL && j.task != taskFOLIO:
		return cli.Usagef("--form fol: found --task %s, expected folio, the only one with formulas", j.task)
	case j.samples < 1 || j.runs < 1:
		return cli.Usagef("--samples and --runs: found %d and %d, expected 1 or more", j.samples, j.runs)
	case c.String("model") == "":
		return cli.Usagef("--model: found none, expected one such as builtin:prover; see --help")
	case c.String("model") == builtinProver && (j.task != taskFOLIO || j.form != formFOL):
		return cli.Usagef("--model builtin:prover: found --task %s --form %s, expected --task folio --form fol", j.task, j.form)
	}
	return nil
}

// open makes the asker of the flags. Its model is asked no longer than until
// abort ends.
func (j *job) open(abort context.Context, c *ucli.Context) error {
	trial := question{
		Premises: []string{"premise of a trial"}, Conclusion: "conclusion of a trial", Form: j.form,
		Context: "premise of a trial", Question: "conclusion of a trial", Logic: "nm",
	}
	var err error
	j.wording, err = ask.LoadWording("reason", j.task+".txt", c.String("prompts"), trial, "premise of a trial", "conclusion of a trial")
	if err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	var model translate.Model = &prover{j.verify}
	var params translate.Params
	var price *profile.Price
	if name := c.String("model"); name != builtinProver {
		a, err := access.Open(abort, c, "", name, underWay(c), os.Getenv)
		if err != nil {
			return err
		}
		model, params, price = a.Model, a.Params, a.Price
	}
	j.asker = &ask.Asker{
		Stage: stageName, Prompt: j.wording.Version(), Model: model, Params: params, Price: price,
		Conversations: !c.Bool("no-conversations"), Timing: !c.Bool("no-timing"), StopAfter: c.Int("stop-after"),
	}
	return nil
}

func underWay(c *ucli.Context) int {
	if n := c.Int("workers"); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// settings are all that decides the output beside the input.
func (j *job) settings() map[string]string {
	return map[string]string{
		"model": j.asker.Model.Name(), "params": j.asker.Params.String(), "prompt": j.asker.Prompt, "task": j.task, "form": j.form,
		"repeat": fmt.Sprintf("runs=%d samples=%d", j.runs, j.samples), "conversations": fmt.Sprint(j.asker.Conversations),
	}
}
