package modelstage

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

const (
	thePrompt  = "PROMPT AND ANSWER"
	repetition = "REPETITION"
)

// flags are those of a program that translates in direction d.
func flags(d prompt.Direction) []ucli.Flag {
	f := []ucli.Flag{
		&ucli.StringFlag{Category: access.TheModel, Name: "model", Aliases: []string{"m"}, Usage: "`NAME` of the model: builtin:rules, builtin:gloss, builtin:noisy, builtin:noisy?seed=1,negation_dropped=0.1, or what the endpoint calls it"},
		&ucli.IntFlag{Category: access.TheModel, Name: "stop-after", Value: 10, Usage: "`NUMBER` of calls in a row that fail in the same way and end the run; 0 for never"},
		&ucli.StringFlag{Category: access.TheBill, Name: "batch-out", Usage: "call nothing, and write the requests as OpenAI Batch files into `DIR`, which the program's batch submit sends"},
		&ucli.StringFlag{Category: access.TheBill, Name: "batch-in", Usage: "call nothing, and take the answers from the output and error files in `DIR`"},
		&ucli.StringFlag{Category: thePrompt, Name: "prompts", Usage: "`DIR` of prompts to use for those that are built in"},
		&ucli.IntFlag{Category: thePrompt, Name: "shots", Value: 0, Usage: "`NUMBER` of examples in the prompt: 0 or 2"},
		&ucli.BoolFlag{Category: thePrompt, Name: "stored", Usage: "ask no model, and take the answers anew out of the rows' own conversations, as after a change of --extract"},
		&ucli.BoolFlag{Category: thePrompt, Name: "no-conversations", Usage: "leave the exchange with the model out of the rows"},
	}
	f = append(f, access.Flags("")...)
	f = append(f,
		&ucli.IntFlag{Category: repetition, Name: "samples", Value: 1, Usage: "`NUMBER` of answers for each row, told apart by the column sample (pass@k)"},
		&ucli.IntFlag{Category: repetition, Name: "runs", Value: 1, Usage: "`NUMBER` of repetitions of the whole, told apart by the column run"},
	)
	if d == prompt.Informalize {
		f = append(f,
			&ucli.IntFlag{Category: repetition, Name: "steps", Value: 1, Usage: "`NUMBER` of rounds of informalizing and autoformalizing, all done here by the one model; each is a row. 1 informalizes only"},
			&ucli.StringFlag{Category: repetition, Name: "from", Value: "fs", Usage: "`FIELD` with the formula to tell: fs, or fs_out, which begins the next round with what a round ended with"},
			&ucli.BoolFlag{Category: repetition, Name: "until-different", Usage: "end the rounds of a row after one that is not proved equivalent: with --from fs_out by the row's verdict, with --steps by a check on the spot without Z3"},
			&ucli.StringFlag{Category: access.TheModel, Name: "style", DefaultText: "published", Usage: "`STYLE` of builtin:gloss: published, or exact, which has one reading"},
			&ucli.StringFlag{Category: thePrompt, Name: "on-leak", Value: string(stage.KeepLeak), Usage: "`WHAT` to do with a description that has formal syntax in it: keep it, mark its row as an error, or retry"},
			&ucli.IntFlag{Category: thePrompt, Name: "leak-retries", Value: 2, Usage: "`NUMBER` of times that --on-leak retry asks again"},
		)
	}
	if d == prompt.Autoformalize {
		f = append(f, &ucli.StringFlag{Category: thePrompt, Name: "task", DefaultText: "translation", Usage: "`TASK`: logical-translation has the task and the whole ontology in the system's message, and the sentence alone in the user's; rows get equality and quantifier_depth"})
	}
	f = append(f,
		&ucli.BoolFlag{Category: thePrompt, Name: "structured", Usage: "ask for JSON with reasoning and formula (response_format), or for text from an endpoint that refuses it"},
		&ucli.StringFlag{Category: thePrompt, Name: "context", Value: string(prompt.ContextAuto), Usage: "`WHAT` the model is told of the formula's vocabulary: none, predicates, full, ontology for the row's whole vocabulary, or auto, which is the predicates where their names are English words, all where they have meanings, and else none"},
		&ucli.StringFlag{Category: thePrompt, Name: "extract", Value: string(translate.Flexible), Usage: "`HOW` fs_out is taken from the answer: flexible, out of code fences, \"Formula:\" lines and LaTeX dollars, or strict, as it stands; fs_out_strict is always the latter"},
	)
	return f
}

// newStage makes the stage that the flags describe, and opens its model. The
// error is one of usage.
func newStage(abort context.Context, c *ucli.Context, d prompt.Direction, underWay int, getenv func(string) string) (*stage.Stage, *access.Access, error) {
	name := c.String("model")
	switch {
	case c.Bool("stored") && name != "":
		return nil, nil, cli.Usagef("--stored: found --model %s, expected none, as none is asked", name)
	case c.Bool("stored"):
		name = builtin.Prefix + "rules" // is not asked
	case name == "":
		return nil, nil, cli.Usagef("--model: found none, expected one such as builtin:rules; see --help")
	}
	if d == prompt.Informalize && c.IsSet("style") {
		if name != builtin.Prefix+"gloss" {
			return nil, nil, cli.Usagef("--style: found --model %s, expected builtin:gloss, which alone has styles", name)
		}
		name += "?style=" + c.String("style")
	}
	s := &stage.Stage{
		Direction: d, Shots: c.Int("shots"), Context: prompt.ContextAuto, Extraction: translate.Flexible, OnLeak: stage.KeepLeak,
		Conversations: !c.Bool("no-conversations"), Timing: !c.Bool("no-timing"),
		StopAfter: c.Int("stop-after"), Stored: c.Bool("stored"), Structured: c.Bool("structured") && d == prompt.Autoformalize,
	}
	var err error
	if s.Context, err = prompt.ParseContext(c.String("context")); err != nil {
		return nil, nil, cli.Usagef("--context: %w", err)
	}
	if s.Extraction, err = translate.ParseExtraction(c.String("extract")); err != nil {
		return nil, nil, cli.Usagef("--extract: %w", err)
	}
	if err := logical(c, s); err != nil {
		return nil, nil, err
	}
	if d == prompt.Informalize {
		if s.OnLeak, err = stage.ParseOnLeak(c.String("on-leak")); err != nil {
			return nil, nil, cli.Usagef("--on-leak: found %w", err)
		}
		if s.LeakRetries = c.Int("leak-retries"); s.LeakRetries < 0 {
			return nil, nil, cli.Usagef("--leak-retries: found %d, expected none or more", s.LeakRetries)
		}
	}
	if err := prompt.CheckShots(s.Shots); err != nil {
		return nil, nil, cli.Usagef("--shots: %w", err)
	}
	a, err := access.Open(abort, c, "", name, underWay, getenv)
	if err != nil {
		return nil, nil, err
	}
	s.Model, s.Params = a.Model, a.Params
	if s.Prompts, err = prompts(c.String("prompts")); err != nil {
		return nil, nil, cli.Usagef("--prompts: %w", err)
	}
	return s, a, nil
}

// logical sets the stage up for its task.
func logical(c *ucli.Context, s *stage.Stage) (err error) {
	if s.Task, err = prompt.ParseTask(c.String("task")); err != nil {
		return cli.Usagef("--task: %w", err)
	}
	if s.Task != prompt.LogicalTranslation {
		return nil
	}
	if c.IsSet("context") && s.Context != prompt.ContextOntology {
		return cli.Usagef("--context: found %s with --task %s, which has the whole ontology", s.Context, s.Task)
	}
	s.Context = prompt.ContextOntology
	return nil
}

func prompts(dir string) (*prompt.Set, error) {
	if dir == "" {
		return prompt.Default()
	}
	return prompt.Open(dir)
}
