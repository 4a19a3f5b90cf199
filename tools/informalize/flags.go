package informalize

import (
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

const theAnswer = "ANSWER"

// flags returns the flags of the program for direction d.
func flags(d prompt.Direction) []ucli.Flag {
	f := models.RowFlags(string(prompt.Autoformalize), "`NAME` at the endpoint, or builtin:rules, builtin:gloss, builtin:noisy", "`DIR` of prompts")
	f = append(f,
		&ucli.StringFlag{Category: models.Costs, Name: "batch-out", Usage: "call nothing; write Batch files into `DIR`"},
		&ucli.StringFlag{Category: models.Costs, Name: "batch-in", Usage: "call nothing; read the answers from the files in `DIR`"},
		&ucli.IntFlag{Category: models.Question, Name: "shots", Usage: "`NUMBER` of examples: 0, 2, or another in --prompts"},
		models.SamplesFlag("pass@k"),
		&ucli.StringFlag{Category: models.Question, Name: "language", DefaultText: languageDefault(d), Usage: "`CODE` of the language of the descriptions: de, zh, ..."},
	)
	if d == prompt.Informalize {
		f = append(f,
			&ucli.IntFlag{Category: models.Question, Name: "steps", Usage: "`NUMBER` of rounds of informalizing and autoformalizing"},
		)
	} else {
		f = append(f, &ucli.StringFlag{Category: models.Question, Name: "task", DefaultText: "translation", Usage: "`TASK`: logical-translation gives the whole ontology"})
	}
	return append(f,
		&ucli.StringFlag{Category: models.Question, Name: "context", Value: string(prompt.ContextAuto), Usage: "`SYMBOLS`: none, predicates, full, ontology or auto"},
		&ucli.BoolFlag{Category: theAnswer, Name: "stored", Usage: "ask no model; read the answers in the rows' conversations"},
		&ucli.BoolFlag{Category: theAnswer, Name: "structured", Usage: "request JSON with reasoning and formula"},
		&ucli.StringFlag{Category: theAnswer, Name: "extract", Value: string(stage.Flexible), Usage: "`WAY` to find formulas: flexible or strict"},
	)
}

// modelName returns the model that the flags name.
func modelName(c *ucli.Context) (string, error) {
	name := c.String("model")
	switch {
	case c.Bool("stored") && name != "":
		return "", cli.Usagef("--stored: found --model %s, expected none, since none is asked", name)
	case c.Bool("stored"):
		return builtin.Prefix + "rules", nil // this model is not asked
	}
	return name, nil
}

// configure sets t from the flags. Errors are usage errors.
func configure(t *stage.Translator, c *ucli.Context) (err error) {
	t.Shots, t.Stored, t.Samples = c.Int("shots"), c.Bool("stored"), c.Int("samples")
	name, task := c.String("prompts"), c.String("task")
	paper, err := prompt.FindPaper(string(t.Direction), name)
	if err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	if t.Runs, err = models.Runs(c); err != nil {
		return err
	}
	if err := cli.OneOf(c, "context", &t.Context, prompt.ContextAuto, prompt.ContextNone, prompt.ContextPredicates, prompt.ContextFull, prompt.ContextOntology); err != nil {
		return err
	}
	if err := cli.OneOf(c, "extract", &t.Extraction, stage.Strict, stage.Flexible); err != nil {
		return err
	}
	if task != "" {
		if err := cli.OneOf(c, "task", &t.Task, prompt.LogicalTranslation); err != nil {
			return err
		}
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
		t.Shots, t.Task = paper.Shots, prompt.Task(paper.Task)
	}
	if t.Task == prompt.LogicalTranslation {
		if c.IsSet("context") && t.Context != prompt.ContextOntology {
			return cli.Usagef("--context: found %s with --task %s, which has the whole ontology", t.Context, t.Task)
		}
		t.Context = prompt.ContextOntology
	}
	if t.Prompts, err = prompt.Open(name); err != nil {
		return cli.Usagef("--prompts: %w", err)
	}
	if err := t.Prompts.CheckShots(t.Shots); err != nil {
		return cli.Usagef("--shots: %w", err)
	}
	return languages(t, c)
}

func languageDefault(d prompt.Direction) string {
	if d == prompt.Informalize {
		return english.DefaultLanguage
	}
	return "the column language"
}

// languages reads the languages of the rounds.
func languages(t *stage.Translator, c *ucli.Context) error {
	if c.String("language") == "" {
		return nil
	}
	for code := range strings.SplitSeq(c.String("language"), ",") {
		l, err := english.ParseLanguage(strings.TrimSpace(code))
		if err == nil {
			_, err = t.Prompts.In(l)
		}
		if err != nil {
			return cli.Usagef("--language: %w", err)
		}
		t.Languages = append(t.Languages, l)
	}
	return nil
}
