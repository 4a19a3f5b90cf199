// Package run is the program run. It calls these programs in turn, in one process:
// generate, informalize, autoformalize, vote and judge if the study has a table for them,
// verify, metrics and report. The input is a study file, which has the settings of each program,
// or some flags that stand for one. The output is a directory with the rows of each
// program, their manifests, a table and a report.
//
// A study can have lists of values. Then run does every combination. The directories of
// the results are a tree, with a level for each program: all settings of autoformalize
// use the same descriptions, which are made and paid for once.
//
// Each program reads the file that the program before it wrote. So the files are the same
// as those of a user who starts the programs one by one. This is also true of a run that
// was interrupted and resumed, since each program resumes its own file.
//
// Pipes between the programs were rejected for two reasons. A pipe cannot be resumed.
// And a pipe would save little time: informalize and autoformalize share the limits of
// one endpoint, so only verify would gain from an early start. For the same reason, the
// combinations run one after the other.
package run

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/generate"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/tools/verify"
)

const description = `
Calls generate, informalize, autoformalize, verify, metrics and report in
turn. The directory of --output gets

  formulas.parquet    the formulas, if they are generated
  described.parquet   with the descriptions of the model
  returned.parquet    with the formulas that the model wrote from them
  voted.parquet       the formulas that vote chose, if the study has [vote]
  verified.parquet    with the verdicts
  judged.parquet      with judgements of a model, if the study has [judge]
  table.csv           the rates of the table that is printed
  report.html         figures, tables and a browser of the rows
  study.toml          the study

A study file has a table for each program, such as [verify], whose keys are
the flags of the program. [model] has those that informalize and
autoformalize share, and [run] those of run. A list varies a setting, and
every combination of the lists is run, in a directory of its own. --budget
and --budget-tokens limit the whole run. docs/start/quickstart.md describes
all of it.

Without a study file, the flags of the groups DATASET, MODEL and TABLE
describe a study of one dataset, or of the rows of INPUT, and one model.

--resume continues a run that was interrupted or killed, or that the budget
ended.

Examples:
  run --dataset plogic --model builtin:rules -o results
  run --dataset plogic --sample-count 5 --model builtin:noisy \
    --by num_operators:10 -o results
  run study.toml -o results
  run study.toml -o results --resume
  run study.toml --dry-run
  run results/study.toml -o again
  run --model gpt-4o-mini --dataset fol --budget 5 -o results
  run --model gpt-4o-mini --dataset fol --samples 10 --vote -o results
  run --model builtin:rules formulas.jsonl -o results --format jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "run",
		Usage:       "run the whole loop, or a study of many settings, into a directory",
		Description: description,
		Main:        []string{"dataset", "model", "output", "resume", "base-url", "by", "samples", "budget", "dry-run", "workers"},
		ArgsUsage:   "[STUDY.toml | INPUT...]",
		Flags:       flags(),
		Versions:    verify.Command().Versions,
		Action:      action,
	}
}

// flags returns the flags of run: its own, and flags of the programs.
func flags() []ucli.Flag {
	files, asks := cli.Command{Groups: cli.Out | cli.Resume}.AllFlags(), informalize.Informalize().AllFlags()
	return slices.Concat(
		[]ucli.Flag{&ucli.StringFlag{Category: cli.InputOutput, Name: "output", Aliases: []string{"o"}, Usage: "`DIR` for all files"}},
		cli.Pick(files, "resume", "overwrite"),
		cli.Pick(runKeys(), "format", "shard", "budget", "budget-tokens", "no-timing", "workers", "progress"),
		cli.Pick(generate.Command().AllFlags(), "dataset", "sample-count", "seed"),
		cli.Pick(asks, "dry-run", "model", "base-url", "prompts", "shots", "temperature", "samples"),
		[]ucli.Flag{&ucli.BoolFlag{Category: models.TheModel, Name: "vote", Usage: "of the samples of a formula, verify the one that vote chooses"}},
		cli.Pick(named("metrics").flags(), "by"),
	)
}

// runKeys returns the keys of the table [run].
func runKeys() []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringSliceFlag{Category: cli.InputOutput, Name: "inputs", Usage: "`FILES` with formulas, in place of generate"},
		&ucli.StringFlag{Category: cli.InputOutput, Name: "format", Value: formats[0], Usage: "`FORMAT` of the files of rows: " + strings.Join(formats, ", ")},
	}, cli.Pick(slices.Concat(models.Flags(), verify.Command().AllFlags()), append([]string{"budget", "budget-tokens"}, everywhere...)...)...)
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	st, err := studyOf(c, env)
	if err != nil {
		return err
	}
	l := &loop{c: c, env: env, study: st, dir: filepath.Clean(c.String("output"))}
	l.override()
	if err := l.findTasks(); err != nil {
		return err
	}
	if c.Bool("dry-run") {
		return l.dryRun(ctx)
	}
	if err := l.openDirectory(); err != nil {
		return err
	}
	if err := l.checkAll(ctx); err != nil {
		return err
	}
	if err := l.checkInputs(ctx); err != nil {
		return err
	}
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	if c.Bool("overwrite") {
		err = l.removeFiles()
	}
	if err == nil {
		err = l.run(ctx)
	}
	return errors.Join(err, unlock())
}
