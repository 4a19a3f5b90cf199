// Package run is the program run. It calls these programs in turn, in one process:
// generate, informalize, autoformalize, verify, metrics and report. The input is rows
// with formulas, or the flags of generate. The output is a directory with the rows of
// each program, their manifests, a table and a report.
//
// Each program reads the file that the program before it wrote. run passes a flag to
// each program that has this flag. So the files are the same as those of a user who
// starts the programs one by one. This is also true of a run that was interrupted and
// resumed, since each program resumes its own file.
//
// Pipes between the programs were rejected for two reasons. A pipe cannot be resumed.
// And a pipe would save little time: informalize and autoformalize share the limits of
// one endpoint, so only verify would gain from an early start.
package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/verify"
	"github.com/truthloop/truthloop/translate"
)

const description = `
Calls generate, informalize, autoformalize, verify, metrics and report in turn. The
formulas are those of --dataset or --grammar, or the rows of INPUT. The directory of
--output gets

  formulas.parquet    the formulas, if they are generated
  described.parquet   with the descriptions of the model
  returned.parquet    with the formulas that the model wrote from the descriptions
  verified.parquet    with the verdicts
  metrics.csv         the rates of the table that is printed
  report.html         figures, tables and a browser of the rows

and a manifest beside each file of rows. --resume continues a run that was
interrupted or killed, or that --budget ended.

A flag goes to each program that has it. These have another name here, as two
programs have flags of one name: --model-seed is --seed of the model,
--verify-timeout is --timeout of verify, --metrics-k and --plot-title are -k and
--title of metrics, and --report-rows and --report-no-conversations are flags of
report. --budget and --budget-tokens limit the whole run.

--adaptive asks about some of the formulas only, chosen in rounds so as to find the
number of operators at which the accuracy falls to --horizon, one half by default.
The rows of a round are in round-1, round-2 and so on.

--cross, repeated for each model, crosses the models: each model describes the
formulas, and each model writes formulas from the descriptions of all. The tables are
rates.csv and pairs.csv, those of metrics crossed: which stage of which model loses the
truth. The descriptions of the first model are in model-1, and the formulas that the
second model writes from them in model-1-2.

Without --cross, a directory holds the rows of one model. To compare models, make a
directory for each, and give metrics and report the files verified.parquet of all.

Examples:
  run --dataset plogic --model builtin:rules -o results
  run --dataset plogic --sample-count 5 --model builtin:noisy --by num_operators:10 -o results
  run --model builtin:noisy --samples 5 --show samples -k 3 --dataset ksat -o results
  run --dataset plogic --method walk --depth 300 --adaptive 200 --model builtin:noisy -o horizon
  run --dataset fol --cross gpt-4o --cross gpt-4o-mini --cross gpt-4.1-mini --budget 20 -o crossed
  run --model gpt-4o-mini --dataset fol --dry-run
  run --model gpt-4o-mini --dataset fol --budget 5 -o results
  run --model gpt-4o-mini --dataset fol --budget 5 -o results --resume
  run --model builtin:rules formulas.jsonl -o results --format jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "run",
		Usage:       "run the whole loop into a directory, with a table and a report",
		Description: description,
		Main:        []string{"dataset", "model", "output", "resume", "base-url", "by", "samples", "budget", "dry-run", "workers"},
		Order:       []string{cli.InputOutput, "GENERATE: DATASET", access.TheModel, access.Question, access.Costs},
		ArgsUsage:   "[INPUT...]",
		Flags:       flags(),
		Uses:        access.SharedUses(flags()),
		Versions:    verify.Command().Versions,
		Action:      action,
	}
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	l := &loop{c: c, env: env}
	if err := errors.Join(l.plan(), l.share()); err != nil {
		return err
	}
	if c.IsSet("adaptive") && !c.IsSet("horizon") {
		if err := c.Set("horizon", "0.5"); err != nil {
			return err
		}
	}
	if c.Bool("dry-run") {
		return l.dryRun(ctx)
	}
	if err := l.openDirectory(); err != nil {
		return err
	}
	for _, s := range l.stages {
		if s.name != "generate" { // generate begins at once, and checks its own flags
			if err := l.eachModel(func(int) error { return l.rehearse(ctx, s) }); err != nil {
				return err
			}
		}
	}
	again, err := l.checkInputs(ctx)
	if err != nil {
		return err
	}
	defer again.Close()
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

// checkInputs refuses rows that would count twice in the table, before a model is asked
// about them. Rows from the standard input are copied, since they are read again. The
// caller closes the copy.
func (l *loop) checkInputs(ctx context.Context) (io.Closer, error) {
	names, nothing := l.c.Args().Slice(), io.NopCloser(nil)
	if len(names) == 0 { // the rows are generated, each once
		return nothing, nil
	}
	if !slices.Contains(names, shard.Stdin) {
		return nothing, cli.CheckAsked(ctx, l.c, names, nil)
	}
	rows, err := shard.Spool(ctx, l.env.Stdin)
	if err != nil {
		return nothing, err
	}
	l.env.Stdin = rows.Reader()
	return rows, cli.CheckAsked(ctx, l.c, names, rows.Reader())
}

// A loop is one run of the program.
type loop struct {
	c      *ucli.Context
	env    *cli.Env
	stages []*stage // programs that this run calls

	usd    float64 // cost of the calls of finished outputs
	tokens int64
	tasks  int64        // number of tasks that share the limits
	text   bytes.Buffer // the table
	late   error        // exceeded limits, an error at the end of the run
}

// errRehearsed is the error of a program that reads rows in a rehearsal.
var errRehearsed = errors.New("the flags are checked")

// noRows is an input that cannot be read.
type noRows struct{}

func (noRows) Read([]byte) (int, error) { return 0, errRehearsed }

// rehearse lets a program check its flags; the program ends when it reads a row. So a
// wrong flag is an error before the first call of a model.
func (l *loop) rehearse(ctx context.Context, s *stage) error {
	more := []string{"--output=-", fmt.Sprintf("--overwrite=%t", l.c.Bool("resume") || l.c.Bool("overwrite"))}
	if s.asks {
		more = append(more, l.budgetLeft()...)
	}
	err := s.command().Run(ctx, s.args(l.c, more...), noRows{}, io.Discard, io.Discard)
	if err == nil || errors.Is(err, errRehearsed) {
		return nil
	}
	return fmt.Errorf("%s: %w", s.name, err)
}

// run calls the programs.
func (l *loop) run(ctx context.Context) error {
	dir, inputs, stages := l.c.String("output"), l.c.Args().Slice(), l.stages
	if s := stages[0]; s.name == "generate" {
		made, err := l.chain(ctx, dir, stages[:1], inputs)
		if err != nil {
			return err
		}
		inputs, stages = made, stages[1:]
	}
	n := slices.IndexFunc(stages, func(s *stage) bool { return !s.rows })
	answer, figures := stages[:n], stages[n:]
	var err error
	rows := dir
	switch {
	case l.c.IsSet("adaptive"):
		rows = filepath.Join(dir, "round-*")
		inputs, err = l.adapt(ctx, answer, inputs)
	case l.c.IsSet("cross"):
		rows = filepath.Join(dir, "model-*-*")
		inputs, err = l.cross(ctx, answer, inputs)
	default:
		inputs, err = l.chain(ctx, dir, answer, inputs)
	}
	if err != nil {
		return err
	}
	if _, err := l.chain(ctx, dir, figures, inputs); err != nil {
		return err
	}
	fmt.Fprintf(&l.text, "\nrows    %s\n", l.file(rows, answer[n-1]))
	for _, s := range figures {
		fmt.Fprintf(&l.text, "%-7s %s\n", map[bool]string{true: "table", false: "report"}[s.name == "metrics"], l.file(dir, s))
	}
	_, err = l.env.Stdout.Write(l.text.Bytes())
	return errors.Join(l.late, err)
}

// chain calls programs, each on the rows of the previous one, and writes their files into
// the directory. It returns the last rows. If verify or metrics finds that rows or rates
// exceed a limit, the run continues, because the report shows what exceeds it.
func (l *loop) chain(ctx context.Context, dir string, stages []*stage, inputs []string) ([]string, error) {
	for _, s := range stages {
		err := l.call(ctx, dir, s, inputs)
		if err != nil {
			err = fmt.Errorf("%s: %w", s.name, err)
			if dir != l.c.String("output") {
				err = fmt.Errorf("%s: %w", filepath.Base(dir), err)
			}
		}
		if cli.ExitCode(err) == cli.ExitLimits && s.goOn {
			l.late = errors.Join(l.late, err)
		} else if err != nil {
			return nil, errors.Join(l.late, err)
		}
		if s.rows {
			inputs = []string{l.file(dir, s)}
		}
	}
	return inputs, nil
}

// call calls a program. The table of metrics is also written to l.text.
func (l *loop) call(ctx context.Context, dir string, s *stage, inputs []string) error {
	existing := "--overwrite" // for files that are quickly made from the rows
	if s.rows {
		existing = "--resume"
	} else if err := shard.RemoveUnfinished(l.file(dir, s)); err != nil { // a killed run left it
		return err
	}
	var more []string
	if s.asks {
		more = l.budgetLeft()
	}
	more = append(more, "--output="+l.file(dir, s), existing, "--")
	messages := l.env.Stderr
	if s.name == "metrics" && l.text.Len() > 0 {
		messages = io.Discard // the same messages as for the previous table
		l.text.WriteByte('\n')
	}
	err := s.command().Run(ctx, s.args(l.c, append(more, inputs...)...), l.env.Stdin, l.env.Stdout, messages)
	switch {
	case errors.Is(err, translate.ErrBudget):
		return fmt.Errorf("%w; the budget is that of the whole run", err)
	case err == nil && s.asks:
		return l.spend(l.file(dir, s))
	case s.name == "metrics" && (err == nil || cli.ExitCode(err) == cli.ExitLimits):
		again := s.command().Run(ctx, s.args(l.c, append([]string{"--overwrite", "--"}, inputs...)...), l.env.Stdin, &l.text, io.Discard)
		if err == nil {
			err = again
		}
	}
	return err
}

// share passes the number of tasks of --shard env to the programs that divide limits,
// because only the first program gets --shard.
func (l *loop) share() (err error) {
	if l.tasks, err = access.Tasks(l.c, ""); err != nil {
		return err
	}
	if l.tasks > 1 && access.Limited(l.c, "") {
		return l.c.Set("share-limits", fmt.Sprint(l.tasks))
	}
	return nil
}

// spend adds the cost and tokens of the calls for an output to those of the run.
func (l *loop) spend(output string) error {
	m, err := cli.ReadManifest(output)
	if err != nil {
		return err
	}
	l.usd += float64(m.Sums[translate.SumCost]) / 1e9
	l.tokens += m.Sums[translate.SumPrompt] + m.Sums[translate.SumCompletion]
	return nil
}

// budgetLeft returns the flags of the remaining budget. It is the budget of all tasks,
// because the next program divides it. A spent budget is not 0, which would be an error
// even if no call is left.
func (l *loop) budgetLeft() (left []string) {
	if usd := l.c.Float64("budget"); l.c.IsSet("budget") {
		if usd > 0 {
			usd = max(usd-l.usd*float64(l.tasks), 1e-9)
		}
		left = append(left, fmt.Sprintf("--budget=%v", usd))
	}
	if tokens := l.c.Int64("budget-tokens"); l.c.IsSet("budget-tokens") {
		if tokens > 0 {
			tokens = max(tokens-l.tokens*l.tasks, l.tasks)
		}
		left = append(left, fmt.Sprintf("--budget-tokens=%d", tokens))
	}
	return left
}
