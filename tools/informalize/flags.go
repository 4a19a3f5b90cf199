package informalize

import (
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
)

const (
	theAnswer  = "ANSWER"
	repetition = "REPETITION"
)

// flags returns the flags of the program for direction d.
func flags(d prompt.Direction) []ucli.Flag {
	f := access.RowFlags(
		"`NAME` of the model: builtin:rules, builtin:gloss, builtin:gloss?style=exact, builtin:noisy, builtin:noisy?seed=1,negation_dropped=0.1, or its name at the endpoint",
		access.PromptsUsage("`DIR` of prompts that replace the built-in ones", string(prompt.Autoformalize))+" (the last only for autoformalize)") // run has one --prompts for both
	f = append(f,
		&ucli.StringFlag{Category: access.Costs, Name: "batch-out", Usage: "call nothing; write the requests as OpenAI Batch files into `DIR`, for the program's batch submit"},
		&ucli.StringFlag{Category: access.Costs, Name: "batch-in", Usage: "call nothing; read the answers from the output and error files in `DIR`"},
		&ucli.IntFlag{Category: access.Question, Name: "shots", Value: 0, Usage: "`NUMBER` of examples in the prompt: 0 or 2, or another that the prompts of --prompts have"},
		&ucli.BoolFlag{Category: theAnswer, Name: "stored", Usage: "ask no model; read the answers again from the rows' conversations, for example after a change of --extract"},
		&ucli.IntFlag{Category: repetition, Name: "samples", Value: 1, Usage: "`NUMBER` of answers for each row, numbered in the column sample (pass@k)"},
	)
	if d == prompt.Informalize {
		f = append(f,
			&ucli.IntFlag{Category: repetition, Name: "steps", DefaultText: "none: only informalize", Usage: "`NUMBER` of rounds of informalizing and autoformalizing by the same model, each a row"},
			&ucli.StringFlag{Category: repetition, Name: "from", Value: "fs", Usage: "`FIELD` with the formula to describe: fs, or fs_out, which begins the next round with the answer of the last one"},
			&ucli.BoolFlag{Category: repetition, Name: "until-different", Usage: "end a row's rounds after one that is not proved equivalent: with --from fs_out by the row's verdict, with --steps by an immediate check without Z3"},
			&ucli.StringFlag{Category: theAnswer, Name: "on-leak", Value: string(ask.KeepLeak), Usage: "`ACTION` for a description with formal syntax: keep it, mark its row as an error, or retry"},
		)
	} else {
		f = append(f, &ucli.StringFlag{Category: access.Question, Name: "task", DefaultText: "translation", Usage: "`TASK`: logical-translation puts the task and the whole ontology into the system message and only the sentence into the user's; rows get equality and quantifier_depth"})
	}
	return append(f,
		&ucli.BoolFlag{Category: theAnswer, Name: "structured", Usage: "request JSON with reasoning and formula (response_format), or text if the endpoint rejects that"},
		&ucli.StringFlag{Category: access.Question, Name: "context", Value: string(prompt.ContextAuto), Usage: "`PART` of the formula's vocabulary in the prompt: none, predicates, full, ontology (the row's whole vocabulary), or auto: predicates if their names are English words, full if symbols have meanings, else none"},
		&ucli.StringFlag{Category: theAnswer, Name: "extract", Value: string(ask.Flexible), Usage: "`WAY` to extract fs_out from the answer: flexible, from code fences, \"Formula:\" lines and LaTeX dollars, or strict, unchanged; fs_out_raw is always unchanged"},
	)
}

// leakRetries is the number of retries of --on-leak retry.
const leakRetries = 2

// modelName returns the model that the flags name.
func modelName(c *ucli.Context) (string, error) {
	name := c.String("model")
	switch {
	case c.Bool("stored") && name != "":
		return "", cli.Usagef("--stored: found --model %s, expected none, since none is asked", name)
	case c.Bool("stored"):
		return builtin.Prefix + "rules", nil // this model is not asked
	case name == "":
		return "", cli.Usagef("--model: found none, expected one such as builtin:rules; see --help")
	}
	return name, nil
}

// configure sets t from the flags. Errors are usage errors.
func configure(t *ask.Translator, c *ucli.Context) (err error) {
	t.Shots, t.Stored, t.Samples = c.Int("shots"), c.Bool("stored"), c.Int("samples")
	name, task := c.String("prompts"), c.String("task")
	paper, err := prompt.FindPaper(string(t.Direction), name)
	if err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	if t.Runs, err = access.Runs(c); err != nil {
		return err
	}
	if t.Context, err = prompt.ParseContext(c.String("context")); err != nil {
		return cli.Usagef("--context: %w", err)
	}
	if t.Extraction, err = ask.ParseExtraction(c.String("extract")); err != nil {
		return cli.Usagef("--extract: %w", err)
	}
	if paper != nil {
		switch {
		case c.IsSet("shots") && t.Shots != paper.Shots:
			return cli.Usagef("--shots: found %d, expected %d, the number of examples of %s", t.Shots, paper.Shots, name)
		case c.IsSet("task") && task != paper.Task:
			return cli.Usagef("--task: found %s with %s, which has no prompt for it", task, name)
		case paper.Context != "" && !c.IsSet("context"):
			t.Context = paper.Context
		}
		t.Shots, task = paper.Shots, paper.Task
	}
	if t.Task, err = prompt.ParseTask(task); err != nil {
		return cli.Usagef("--task: %w", err)
	}
	if t.Task == prompt.LogicalTranslation {
		if c.IsSet("context") && t.Context != prompt.ContextOntology {
			return cli.Usagef("--context: found %s with --task %s, which has the whole ontology", t.Context, t.Task)
		}
		t.Context = prompt.ContextOntology
	}
	if t.Direction == prompt.Informalize {
		if t.OnLeak, err = ask.ParseOnLeak(c.String("on-leak")); err != nil {
			return cli.Usagef("--on-leak: found %w", err)
		}
		t.LeakRetries = leakRetries
	}
	switch {
	case paper != nil:
		t.Prompts, err = paper.Open()
	case name != "":
		t.Prompts, err = prompt.Open(name)
	default:
		t.Prompts, err = prompt.Default()
	}
	if err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	if err := t.Prompts.CheckShots(t.Shots); err != nil {
		return cli.Usagef("--shots: %w", err)
	}
	return nil
}
