// Package reason is the program reason; see tools/reason.
package reason

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/survey"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/answer"
	provers "github.com/truthloop/truthloop/verify/prover"
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
  --task ontology  the same stories, or rows with nl and fs: the model says what
                   the formulas' symbols mean

Rows get answer, the majority of --samples answers; answer_class, which is ok,
unparsed or, of linc, noncompliant or unknown; votes; extractions, the text that
each answer was read in; and score_answer, 1 where it is the label, else 0.

A draft of --task ontology is held against the formulas: every symbol covered,
arities right, templates with a hole for each argument, nothing twice. Rows get
ontology, and ontology_faults with the class faulty. --ontologies prints the
drafts as a file for convert --ontology.

builtin:prover answers folio by proof: an upper bound that needs no endpoint.
builtin:rules answers every task by the look of the words, a lower one.

--scores sums such rows up, a line for each model and benchmark, for correlate.
--audit reads rows from verify --task entailment and lists the labels that the
proofs contradict.

Examples:
  convert --from folio --per story data/examples/stories.jsonl | reason --model builtin:prover --form fol | reason --scores
  reason --model my-model --base-url http://localhost:8000/v1 --form nl --runs 5 stories.jsonl -o answers.jsonl
  reason --task linc --model my-model --base-url http://localhost:8000/v1 --samples 5 --temperature 0.8 stories.jsonl
  reason --scores answers.jsonl -o folio.csv
  reason --task ontology --model my-model --base-url http://localhost:8000/v1 stories.jsonl -o drafts.jsonl
  reason --ontologies drafts.jsonl -o ontologies.jsonl
  convert --from folio --per story folio-validation.jsonl | verify --task entailment | reason --audit`

// Summary is the program in a line.
const Summary = "have models answer reasoning benchmarks, and audit their labels"

// Run runs the program.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "reason",
		Usage:       Summary,
		Description: description,
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Tables:      tables,
		Action:      action,
	}, args, stdin, stdout, stderr)
}

func flags() []ucli.Flag {
	const sums = "SCORES AND LABELS"
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: survey.What, Name: "task", Value: taskFOLIO, Usage: "`TASK`: " + strings.Join(tasks, ", ")},
		&ucli.StringFlag{Category: survey.What, Name: "form", Value: survey.NL, Usage: "`FORM` of the premises, of folio: nl or fol"},
		&ucli.StringFlag{Category: survey.What, Name: "z3", DefaultText: "z3 on the PATH", Usage: "`PATH` of the Z3 executable, which linc and builtin:prover ask for what the other engines leave open"},
		&ucli.IntFlag{Category: survey.What, Name: "samples", Value: 1, Usage: "`NUMBER` of answers to each question, of which the majority counts; the first of those with as many votes"},
		&ucli.BoolFlag{Category: sums, Name: "scores", Usage: "ask nothing, and print the scores of the rows by model and benchmark"},
		&ucli.StringFlag{Category: sums, Name: "by", Usage: "of --scores: also by this `FIELD`, such as rule or reasoning_depth"},
		&ucli.BoolFlag{Category: sums, Name: "audit", Usage: "ask nothing, and print the labels that differ from the verdicts of verify --task entailment"},
		&ucli.BoolFlag{Category: sums, Name: "ontologies", Usage: "ask nothing, and print the drafts that --task ontology brought, one for each story, for convert --ontology"},
	}, survey.Flags(
		"`NAME` of the model: builtin:prover, builtin:rules, builtin:noisy, or what the endpoint calls it",
		"`DIR` with a folio.txt, logieval.txt, linc.txt or ontology.txt to use for the one that is built in",
	)...)
}

// The tasks.
const (
	taskFOLIO    = "folio"
	taskLogiEval = "logieval"
	taskLINC     = "linc"
	taskOntology = "ontology"
)

var tasks = []string{taskFOLIO, taskLogiEval, taskLINC, taskOntology}

// builtinProver is the model that answers by proof.
const builtinProver = "builtin:prover"

// tables are the flags with which nothing is asked.
var tables = []string{"scores", "audit", "ontologies"}

// count is how many of some flags are set.
func count(c *ucli.Context, flags []string) (n int) {
	for _, f := range flags {
		if c.Bool(f) {
			n++
		}
	}
	return n
}

// job is one run of the program.
type job struct {
	task, form string
	samples    int
	asker      *ask.Asker
	wording    *ask.Wording
	verify     verify.Options
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if n := count(c, tables); n > 1 {
		return cli.Usagef("found %d of --%s, expected one of them", n, strings.Join(tables, ", --"))
	}
	switch {
	case c.Bool("scores"):
		return scores(ctx, c, env)
	case c.Bool("audit"):
		return audit(ctx, c, env)
	case c.Bool("ontologies"):
		return drafts(ctx, c, env)
	}
	j := &job{task: c.String("task"), form: c.String("form"), samples: c.Int("samples")}
	if err := j.check(c); err != nil {
		return err
	}
	s, err := survey.New(ctx, c, stageName)
	if err != nil {
		return err
	}
	defer s.Close()
	if j.task == taskLINC || c.String("model") == builtinProver {
		z3, err := provers.OpenZ3(ctx, provers.Z3Options{Path: c.String("z3"), Workers: s.Workers, Log: env.Log})
		if err != nil {
			return cli.Usagef("--z3: %w", err)
		}
		defer z3.Close()
		j.verify.Provers = []answer.Prover{z3}
	}
	if err := j.open(c, s); err != nil {
		return err
	}
	return s.Run(ctx, env, j.settings(c), j.process)
}

func (j *job) check(c *ucli.Context) error {
	if err := survey.Check(c, builtinProver); err != nil {
		return err
	}
	switch {
	case !slices.Contains(tasks, j.task):
		return cli.Usagef("--task: found %q, expected one of %s", j.task, strings.Join(tasks, ", "))
	case j.form == survey.FOL && j.task != taskFOLIO:
		return cli.Usagef("--form fol: found --task %s, expected folio, the only one with formulas", j.task)
	case j.samples < 1:
		return cli.Usagef("--samples: found %d, expected 1 or more", j.samples)
	case j.samples > 1 && j.task == taskOntology:
		return cli.Usagef("--samples: found %d with --task ontology, which has no majority; --runs repeats it", j.samples)
	case c.String("model") == builtinProver && (j.task != taskFOLIO || j.form != survey.FOL):
		return cli.Usagef("--model builtin:prover: found --task %s --form %s, expected --task folio --form fol", j.task, j.form)
	}
	return nil
}

// open makes the asker of the flags.
func (j *job) open(c *ucli.Context, s *survey.Survey) error {
	trial := question{
		Premises: []string{"premise of a trial"}, Conclusion: "conclusion of a trial", Form: j.form,
		Context: "premise of a trial", Question: "conclusion of a trial", Logic: "nm",
		Symbols: symbols{Predicates: []string{"Trial/1"}, Constants: []string{"conclusion of a trial"}, Propositions: []string{"trial"}},
	}
	var err error
	j.wording, err = ask.LoadWording("reason", j.task+".txt", c.String("prompts"), trial, "premise of a trial", "conclusion of a trial")
	if err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	if c.String("model") == builtinProver && !c.Bool("dry-run") {
		s.Access = &access.Access{Model: &prover{j.verify}}
	} else if err := s.Open(); err != nil {
		return err
	}
	j.asker = s.Asker(j.wording, s.Access.Params)
	return nil
}

// settings are all that decides the output beside the input.
func (j *job) settings(c *ucli.Context) map[string]string {
	return map[string]string{
		"model": j.asker.Model.Name(), "params": j.asker.Params.String(), "prompt": j.asker.Prompt, "task": j.task, "form": j.form,
		"repeat": fmt.Sprintf("runs=%d samples=%d", c.Int("runs"), j.samples), "conversations": fmt.Sprint(j.asker.Conversations),
	}
}
