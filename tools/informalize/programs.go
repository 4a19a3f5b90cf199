// Package informalize has the programs informalize and autoformalize. Each of them reads
// rows, and writes the same rows with the answers of a model. The two programs differ
// only in the direction of translation, the help and some flags.
package informalize

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/prompt"
)

// Informalize is the program informalize. The input is rows with a formula (fs).
// The output is the rows with its description (nl), and with nl_leak: whether the
// description contains formal syntax.
func Informalize() cli.Command {
	return command(prompt.Informalize, "describe formulas in English with a model", `
Reads rows with a formula (fs) and asks a model to describe each in English
(nl). nl_leak says whether the description contains formal syntax. If a call
brings no answer, the row gets an error and keeps its place.

Examples:
   generate --dataset plogic | informalize --model builtin:rules
   informalize --model my-model --base-url http://localhost:8000/v1 \
     --workers 64 fs.jsonl -o nl.jsonl --resume
   informalize --model gpt-4o-mini --samples 5 fs.jsonl --dry-run
   informalize --model gpt-4o-mini fs.jsonl -o nl.jsonl --budget 5
   informalize --model builtin:rules --steps 3 fs.jsonl | verify |
     metrics --by step
`)
}

// Autoformalize is the program autoformalize. The input is rows with a description
// (nl). The output is the rows with the formula that the model wrote from it
// (fs_out). The model does not see the row's formula or the conversation of
// informalize.
func Autoformalize() cli.Command {
	return command(prompt.Autoformalize, "translate English into formulas with a model", `
Reads rows with a description (nl) and asks a model, in a new conversation,
to write each as a formula (fs_out). Rows without a description, or with an
error of an earlier stage, pass without a call.

Examples:
   generate --dataset plogic | informalize --model builtin:rules |
     autoformalize --model builtin:noisy | verify | metrics
   autoformalize --model my-model --base-url http://localhost:8000/v1 \
     --workers 64 nl.jsonl -o out.jsonl
   autoformalize --task logical-translation --model my-model --runs 5 --seed 1 \
     tarski.jsonl -o out.jsonl
   autoformalize --stored --extract strict out.jsonl -o strict.jsonl
`)
}

// command describes the program for a direction.
func command(d prompt.Direction, usage, description string) cli.Command {
	most := "shots"
	if d == prompt.Autoformalize {
		most = "task"
	}
	return cli.Command{
		Name:        string(d),
		Usage:       usage,
		Description: description,
		Main:        append([]string{"model", "base-url", "output", "resume", "workers", "samples", "temperature", "budget", "dry-run"}, most),
		Flags:       flags(d),
		Subs:        []cli.Command{batch(string(d))},
		Groups:      cli.StageGroups,
		Action: func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
			j, err := newJob(ctx, c, env, d)
			if err != nil {
				return err
			}
			switch {
			case c.String("batch-out") != "":
				return j.writeBatch(ctx, c, env)
			case c.String("batch-in") != "":
				return j.readBatch(ctx, c, env)
			}
			return j.run(ctx, c, env)
		},
	}
}
