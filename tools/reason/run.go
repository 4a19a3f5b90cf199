// Package reason is the program reason. It asks a model the questions of reasoning
// benchmarks, for example whether a conclusion follows from premises. An answer is right
// if it is the label of the question: the answer that the authors of the benchmark give.
// The program can also ask a model for an ontology (English meanings of the symbols of
// formulas), and compare labels with proofs.
//
// The input is rows with a question, or with premises and a conclusion. The output is
// the same rows with the answer and its score (1 if it is right, else 0). With --scores,
// it is a table of scores; with --audit, a table of the labels that are suspicious.
// docs/reasoning.md and docs/ontologies.md describe the tasks.
package reason

import (
	"context"
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/answer"
	provers "github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads questions with their labels and asks a model to answer them, with a chain
of thought:

  --task folio     stories from convert --from folio --per story: is the
                   conclusion True, False or Uncertain? --form nl gives the
                   sentences, --form fol the formulas
  --task logieval  rows from convert --from logieval: yes or no?
  --task linc      the same stories; the model formalizes premises and
                   conclusion, and a prover decides
  --task ontology  the same stories, or rows with nl and fs: the model gives the
                   meanings of the formulas' symbols. Without nl, it invents them

Rows get answer, the majority of --samples answers; answer_class, which is ok,
unparsed or, for linc, noncompliant or unknown; votes; extractions, the text of
each answer; and score_answer, 1 if the answer is the label, else 0.

A draft of --task ontology is checked against the formulas: it must cover every
symbol, with the right arity, a hole in the templates for each argument,
nothing twice, and no two symbols with the same English. Rows get ontology, and ontology_faults with the class faulty.
--ontologies prints the drafts as a file for convert --ontology.

builtin:prover answers folio by proof: an upper bound without an endpoint.
builtin:rules answers every task by the spelling of words: a lower bound.

--scores summarizes such rows for correlate. It has a line for each benchmark and
setting: dataset, model, prompt and params without the seed, or the columns of
--by. With --answers FIELD it takes the answers from a field of other rows, and
with --majority from all samples of a question. --audit reads rows from verify --task entailment and lists the labels
that the proofs contradict.

Examples:
  convert --from folio --per story data/examples/stories.jsonl | reason --model builtin:prover --form fol | reason --scores
  reason --model my-model --base-url http://localhost:8000/v1 --form nl --runs 5 stories.jsonl -o answers.jsonl
  reason --task linc --model my-model --base-url http://localhost:8000/v1 --samples 5 --temperature 0.8 stories.jsonl
  reason --scores answers.jsonl -o folio.csv
  verify --task entailment linc.jsonl | reason --scores --answers verdict --majority
  reason --task ontology --model my-model --base-url http://localhost:8000/v1 stories.jsonl -o drafts.jsonl
  reason --ontologies drafts.jsonl -o ontologies.jsonl
  convert --from folio --per story folio-validation.jsonl | verify --task entailment | reason --audit`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "reason",
		Usage:       "ask models to answer reasoning benchmarks, and audit the labels",
		Description: description,
		Main:        []string{"model", "base-url", "task", "form", "samples", "output", "resume", "workers", "scores", "by"},
		Order:       []string{access.TheModel, access.Question, cli.InputOutput},
		Groups:      cli.StageGroups | cli.Duplicates,
		Flags:       flags(),
		Tables:      tables,
		Lines:       "ontologies",
		Uses:        uses(),
		Action:      action,
	}
}

// uses declares when each flag has an effect.
func uses() []cli.Use {
	asks := func(c *ucli.Context) bool { return !cli.Given(tables...)(c) }
	task := func(tasks ...string) func(c *ucli.Context) bool {
		return func(c *ucli.Context) bool {
			task, err := taskOf(c)
			return asks(c) && (err != nil || slices.Contains(tasks, task))
		}
	}
	proves := func(c *ucli.Context) bool { return c.String("model") == builtinProver }
	return append(access.Uses(tables, func(c *ucli.Context) bool { return !proves(c) }),
		cli.Use{For: "questions to a model", If: asks, Flags: []string{"task", "samples"}},
		cli.Use{For: "--task folio", If: task(taskFOLIO), Flags: []string{"form"}},
		cli.Use{For: "--task linc and --model builtin:prover", If: func(c *ucli.Context) bool { return task(taskLINC)(c) || asks(c) && proves(c) }, Flags: []string{"z3", "free-variables"}},
		cli.Use{For: "--task linc and --free-variables universal", If: func(c *ucli.Context) bool {
			return task(taskLINC)(c) || asks(c) && proves(c) && c.String("free-variables") == "universal"
		}, Flags: []string{"variable-names"}},
		cli.Use{For: "--scores", If: cli.Given("scores"), Flags: []string{"by", "answers", "allow-duplicates"}},
		cli.Use{For: "--scores with --answers", If: cli.Given("answers"), Flags: []string{"majority"}},
		cli.Use{For: "rows, --scores and --audit", If: func(c *ucli.Context) bool { return !c.Bool("ontologies") }, Flags: []string{"format"}},
	)
}

func flags() []ucli.Flag {
	const sums = "SCORES AND LABELS"
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: access.Question, Name: "task", Value: taskFOLIO, Usage: "`TASK`: " + strings.Join(tasks, ", ")},
		&ucli.StringFlag{Category: access.Question, Name: "form", Value: access.NL, Usage: "`FORM` of the premises of folio: nl or fol"},
		&ucli.StringFlag{Category: access.Question, Name: "z3", DefaultText: "z3 on the PATH", Usage: "`PATH` of the Z3 executable, for questions of linc and builtin:prover that the built-in engines cannot decide"},
		&ucli.IntFlag{Category: access.Question, Name: "samples", Value: 1, Usage: "`NUMBER` of answers to each question; the majority counts, or the first of the most frequent ones"},
		&ucli.BoolFlag{Category: sums, Name: "scores", Usage: "ask no model; print the scores of the rows by model and benchmark"},
		&ucli.StringFlag{Category: sums, Name: "by", DefaultText: "dataset, model, prompt and params", Usage: "for --scores: `COLUMNS` to group by, such as model,rule, separated by commas; column:5 makes bins of width 5. Benchmarks are always separate"},
		&ucli.StringFlag{Category: sums, Name: "answers", Usage: "for --scores: take the answers from this `FIELD` of the rows, such as verdict after verify --task entailment; the field is the benchmark's name in the table"},
		&ucli.BoolFlag{Category: sums, Name: "majority", Usage: "for --answers: rows of one id are samples of one question; the majority of their answers counts, or the first of the most frequent ones"},
		&ucli.BoolFlag{Category: sums, Name: "audit", Usage: "ask no model; print the labels that differ from the verdicts of verify --task entailment"},
		&ucli.BoolFlag{Category: sums, Name: "ontologies", Usage: "ask no model; print the drafts of --task ontology, one for each story, for convert --ontology"},
	}, cli.VariableFlags(access.Question), access.RowFlags(
		"`NAME` of the model: builtin:prover, builtin:rules, builtin:noisy, or its name at the endpoint",
		access.PromptsUsage("`DIR` with a folio.txt, logieval.txt, linc.txt or ontology.txt that replaces the built-in one", "reason"),
	))
}

const (
	taskFOLIO    = "folio"
	taskLogiEval = "logieval"
	taskLINC     = "linc"
	taskOntology = "ontology"
)

var tasks = []string{taskFOLIO, taskLogiEval, taskLINC, taskOntology}

// builtinProver is the name of the model that answers by proof.
const builtinProver = "builtin:prover"

// tables are the flags with which no model is asked.
var tables = []string{"scores", "audit", "ontologies"}

// job is one run of the program.
type job struct {
	task, form string
	runs       int
	samples    int
	asker      ask.Asker
	wording    *prompt.Template
	verify     verify.Options
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.OneOf(c, tables...); err != nil {
		return err
	}
	switch {
	case c.Bool("scores"):
		return scores(ctx, c, env)
	case c.Bool("audit"):
		return audit(ctx, c, env)
	case c.Bool("ontologies"):
		return drafts(ctx, c, env)
	}
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
	name := c.String("model")
	workers, err := access.Workers(c, endpoint.Builtin(name))
	if err != nil {
		return err
	}
	if j.task == taskLINC || name == builtinProver {
		z3, err := provers.OpenZ3(ctx, provers.Z3Options{Path: c.String("z3"), Workers: workers, Log: env.Log})
		if err != nil {
			return cli.Usagef("--z3: %w", err)
		}
		defer z3.Close()
		j.verify.Provers = []answer.Prover{z3}
	}
	a := access.Local(&prover{j.verify}, workers)
	if name != builtinProver || c.Bool("dry-run") {
		if a, err = access.Open(ctx, c, env, "", name, workers); err != nil {
			return err
		}
	}
	j.asker = a.Asker(c, env, "", stageName)
	if err := j.loadWording(c); err != nil {
		return err
	}
	return a.Run(ctx, c, env, access.Plan{
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
	if err := access.CheckRowFlags(c, builtinProver); err != nil {
		return err
	}
	if j.runs, err = access.Runs(c); err != nil {
		return err
	}
	switch {
	case !slices.Contains(tasks, j.task):
		return cli.Usagef("--task: found %q, expected one of %s", j.task, strings.Join(tasks, ", "))
	case j.samples < 1:
		return cli.Usagef("--samples: found %d, expected 1 or more", j.samples)
	case j.samples > 1 && j.task == taskOntology:
		return cli.Usagef("--samples: found %d with --task ontology, which has no majority; --runs repeats it", j.samples)
	case c.String("model") == builtinProver && (j.task != taskFOLIO || j.form != access.FOL):
		return cli.Usagef("--model builtin:prover: found --task %s --form %s, expected --task folio --form fol", j.task, j.form)
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
