// Package verify is the program verify. The input is rows with two formulas: the
// original (fs), and the formula that the model wrote (fs_out). With --task entailment,
// the input is rows with premises and a conclusion. The output is the same rows with
// the verdict and its evidence: a witness or a certificate. The library package verify,
// in the folder verify of the repository, finds the verdicts. This package reads the
// flags, and reads and writes the columns. See docs/reference/verdicts.md.
package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/explain"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads rows with two formulas, fs and fs_out, and adds to each the verdict:
equivalent or not_equivalent (proved), unknown (verdict_reason says why),
noncompliant (fs_out does not parse) or error (there is nothing to verify).
With --task entailment, rows have premises (a list) and a conclusion, and the
verdict is true, false or uncertain. docs/reference/verdicts.md has the
details, docs/reference/formulas.md the notations of formulas.

Examples:
  verify answers.parquet -o verified.parquet
  verify --left gold --right predicted --formalism first_order pairs.jsonl
  verify --task entailment stories.jsonl
  verify --lenient --diagnose answers.jsonl -o diagnosed.jsonl
  verify --retry unknown --effort 10 --provers auto answers.jsonl \
    -o verified.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "verify",
		Usage:       "prove whether formulas are equivalent",
		Description: description,
		Main:        []string{"output", "resume", "left", "right", "formalism", "task", "workers", "timeout", "diagnose", "align"},
		Groups:      cli.StageGroups | cli.Unknown,
		Flags:       flags(),
		Subs:        []cli.Command{pairCommand(), explainCommand(), recheckCommand()},
		Action:      action,
		Versions:    versions,
	}
}

// versions describes the installed Z3.
func versions(ctx context.Context, c *ucli.Context) string {
	z3, err := prover.OpenZ3(ctx, c.String("z3"), prover.Options{}, nil)
	if err != nil {
		return err.Error()
	}
	if z3.Path() == "" {
		return "z3: " + z3.Found()
	}
	return fmt.Sprintf("z3: %s (%s)", z3.Found(), z3.Path())
}

// action verifies the rows of the inputs.
func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s, err := newStage(c)
	if err != nil {
		return err
	}
	s.columns = s.columns.Usual()
	if s.columns.Examples = c.Bool("examples"); s.columns.Examples && s.columns.Argument {
		return cli.Usagef("--examples: found --task %s, expected %s", taskEntailment, taskEquivalence)
	}
	if err := s.alignOptions(c); err != nil {
		return err
	}
	if err := s.open(ctx, c, env, cli.WorkersOf(c)); err != nil {
		return err
	}
	defer s.close()
	stage := cli.Stage{
		Settings:  s.settings(c),
		Columns:   map[string][]string{"--left": {s.columns.Left}, "--right": {s.columns.Right}, "--align-by": s.alignBy},
		Whole:     []string{"--align-by", "--examples"},
		Process:   s.process,
		Malformed: true,
		Class:     class,
		Classes:   classes,
	}
	if s.columns.Examples {
		stage.Columns["--examples"] = []string{"accepts", "rejects"}
	}
	if s.align == alignStory {
		stage.Group = func(row *record.Row) string { story, _ := s.story(row); return story }
		stage.Together = s.together
	}
	defer s.reportLeft(env)
	defer s.reportFaulty(env)
	return cli.RunStage(ctx, c, env, stage)
}

// newStage returns the stage of the flags that determine how rows are read.
func newStage(c *ucli.Context) (*stage, error) {
	s := &stage{noTiming: c.Bool("no-timing")}
	var err error
	if s.o, err = readingOptions(c); err != nil {
		return nil, err
	}
	if s.commands, err = checkerCommands(c); err != nil {
		return nil, err
	}
	s.columns, err = ColumnsOf(c, slices.Collect(maps.Keys(s.commands))...)
	return s, err
}

// open starts what decides pairs: the provers and the checkers of the flags, and the
// memory of the workers.
func (s *stage) open(ctx context.Context, c *ucli.Context, env *cli.Env, workers int) (err error) {
	if err := s.engineOptions(c); err != nil {
		return err
	}
	s.abortable(ctx)
	if s.z3, err = prover.OpenZ3(ctx, c.String("z3"), s.proverOptions(c), env.Log); err != nil {
		s.close()
		return cli.Usagef("--z3: %w", err)
	}
	if s.programs, err = s.findProvers(ctx, c); err == nil {
		err = s.openCheckers(c, env, workers)
	}
	if err != nil {
		s.close()
		return err
	}
	s.o.Provers = []check.Prover{s.z3}
	for _, p := range s.programs {
		s.o.Provers = append(s.o.Provers, p)
	}
	if c.Bool("diagnose") {
		s.searchers = make([]*explain.Repairer, workers)
	}
	s.verifiers = make([]*verify.Verifier, workers)
	return nil
}

// abortable sets the context that ends grace after an interrupt.
func (s *stage) abortable(ctx context.Context) {
	abort, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	s.closers = append(s.closers, cancel, func() { stop() })
	s.abort = abort
}

// close ends what open started, the last first.
func (s *stage) close() {
	for _, end := range slices.Backward(s.closers) {
		end()
	}
	s.closers = nil
}

// grace is the time that the rows under way have after an interrupt.
const grace = 2 * time.Second

const (
	taskEquivalence = "equivalence"
	taskEntailment  = "entailment"
)
