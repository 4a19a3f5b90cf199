// Package reason is the program reason. It asks a model the questions of reasoning
// benchmarks, for example whether a conclusion follows from premises. An answer is right
// if it is the label of the question: the answer that the authors of the benchmark give.
// The program can also ask a model for an ontology (English meanings of the symbols of
// formulas), and compare labels with proofs.
//
// The input is rows with a question, or with premises and a conclusion. The output is
// the same rows with the answer and its score (1 if it is right, else 0). reason scores
// writes a table of scores, reason audit a table of the labels that are suspicious.
// docs/howto/reasoning.md and docs/howto/sentences.md describe the tasks.
package reason

import (
	"context"
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	provers "github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads questions with their labels and asks a model to answer them, with a
chain of thought. docs/howto/reasoning.md and docs/howto/sentences.md
describe the tasks:

  folio     is the conclusion of a story True, False or Uncertain?
  logieval  rows from convert --from logieval: yes or no?
  linc      the model formalizes a story, and a prover decides
  ontology  the model gives the meanings of the formulas' symbols

Rows get answer, the majority of --samples answers; answer_class; votes;
extractions; and score_answer, 1 if the answer is the label, else 0.

Examples:
  convert --from folio-stories data/examples/stories.jsonl |
    reason --model builtin:rules --form fol | reason scores
  reason --model my-model --base-url http://localhost:8000/v1 --form nl \
    --runs 5 stories.jsonl -o answers.jsonl
  reason --task linc --model my-model --samples 5 --temperature 0.8 \
    stories.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "reason",
		Usage:       "ask models to answer reasoning benchmarks, and audit the labels",
		Description: description,
		Main:        []string{"model", "base-url", "task", "form", "samples", "output", "resume", "workers", "runs", "budget"},
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Subs:        []cli.Command{scores(), audit(), ontologies()},
		Action:      action,
	}
}

func flags() []ucli.Flag {
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: models.Question, Name: "task", Value: taskFOLIO, Usage: "`TASK`: " + strings.Join(tasks, ", ")},
		models.FormFlag(),
		cli.Z3Flag(models.Question),
		models.SamplesFlag("the majority counts"),
	}, cli.VariableFlags(models.Question), models.RowFlags("reason", "`NAME` at the endpoint, or builtin:rules or builtin:noisy", "`DIR` of prompts"))
}

const (
	taskFOLIO    = "folio"
	taskLogiEval = "logieval"
	taskLINC     = "linc"
	taskOntology = "ontology"
)

var tasks = []string{taskFOLIO, taskLogiEval, taskLINC, taskOntology}

// job is one run of the program.
type job struct {
	task, form string
	runs       int
	samples    int
	asker      stage.Asker
	wording    *prompt.Template
	verify     verify.Options
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	task, err := taskOf(c)
	if err != nil {
		return err
	}
	j := &job{task: task, form: c.String("form"), samples: c.Int("samples")}
	if err := j.check(c); err != nil {
		return err
	}
	if err := cli.ParseVariables(c, &j.verify.Formula); err != nil {
		return err
	}
	a, err := models.Open(ctx, c, env, c.String("model"))
	if err != nil {
		return err
	}
	if j.task == taskLINC {
		z3, err := provers.OpenZ3(ctx, c.String("z3"), provers.Options{}, env.Log)
		if err != nil {
			return cli.Usagef("--z3: %w", err)
		}
		j.verify.Provers = []check.Prover{z3}
	}
	j.asker = a.Asker(c, env, stageName)
	if err := j.loadWording(c); err != nil {
		return err
	}
	return a.Run(ctx, c, env, models.Plan{
		Stages: []string{stageName}, Settings: j.settings(c), Runs: j.runs, Several: j.samples > 1,
		Ask: j.process,
	})
}

// taskOf returns the task of --task, or the one of --prompts if they are those of a
// paper.
func taskOf(c *ucli.Context) (string, error) {
	task := c.String("task")
	switch paper, err := prompt.FindPaper("reason", c.String("prompts")); {
	case err != nil:
		return "", cli.Usagef("--prompts: %w", err)
	case paper == nil:
		return task, nil
	case c.IsSet("task") && task != paper.Task:
		return "", cli.Usagef("--task: found %s, expected %s, the task of %s", task, paper.Task, paper.Name)
	default:
		return paper.Task, nil
	}
}

func (j *job) check(c *ucli.Context) (err error) {
	if err := cli.OneOf(c, "form", &j.form, models.NL, models.FOL); err != nil {
		return err
	}
	if j.runs, err = models.Runs(c); err != nil {
		return err
	}
	switch {
	case !slices.Contains(tasks, j.task):
		return cli.Usagef("--task: found %q, expected one of %s", j.task, strings.Join(tasks, ", "))
	case c.IsSet("form") && j.task != taskFOLIO:
		return cli.Usagef("--form: found --task %s, expected folio, the only one with forms", j.task)
	case j.samples < 1:
		return cli.Usagef("--samples: found %d, expected 1 or more", j.samples)
	case j.samples > 1 && j.task == taskOntology:
		return cli.Usagef("--samples: found %d with --task ontology, which has no majority; --runs repeats it", j.samples)
	}
	return nil
}

// loadWording reads the task's prompt.
func (j *job) loadWording(c *ucli.Context) (err error) {
	const premise, conclusion = "premise of a trial", "conclusion of a trial"
	trial := question{
		Premises: []string{premise}, Conclusion: conclusion, Form: j.form, Context: premise, Question: conclusion, Logic: "nm",
		Symbols: symbols{Predicates: []string{"Trial/1"}, Constants: []string{conclusion}, Propositions: []string{"trial"}},
	}
	if j.wording, err = prompt.LoadTemplate("reason", j.task+".txt", c.String("prompts"), []any{trial}, premise, conclusion); err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	j.asker.Prompt = j.wording.Version()
	return nil
}

// settings returns everything that determines the output, except the input.
func (j *job) settings(c *ucli.Context) map[string]string {
	settings := map[string]string{
		"model": j.asker.Model.Name(), "params": j.asker.Params.String(), "prompt": j.asker.Prompt, "task": j.task, "form": j.form,
		"repeat": fmt.Sprintf("runs=%d samples=%d", j.runs, j.samples), "conversations": fmt.Sprint(j.asker.Conversations),
	}
	if j.verify.Formula.Universal {
		settings["free-variables"] = "universal, " + j.verify.Formula.Variables.String()
	}
	return settings
}
