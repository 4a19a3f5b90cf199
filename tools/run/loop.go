package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
)

// A loop is one run of the program.
type loop struct {
	c     *ucli.Context
	env   *cli.Env
	study *study
	dir   string

	part shard.Part

	usd    float64 // cost of the calls of finished outputs
	tokens int64
	tasks  int64 // number of tasks of shard env, which share the limits
	leaves []leaf
	late   error // exceeded limits, an error at the end of the run
}

// A leaf is a combination of all settings, with its verified rows and their table.
type leaf struct {
	dir   string
	at    choice
	rows  []string
	table *table.Table
}

// override sets the keys of [run] that the command line may have beside a study file.
func (l *loop) override() {
	for _, name := range mayChange {
		if l.c.IsSet(name) {
			key := l.study.key("run", name)
			if key == nil {
				l.study.file.Keys = append(l.study.file.Keys, cli.Key{Table: "run", Flag: name})
				key = &l.study.file.Keys[len(l.study.file.Keys)-1]
			}
			key.Values = [][]string{{fmt.Sprint(l.c.Value(name))}}
		}
	}
}

// checkAll lets each program check its settings, for all combinations, before the first
// call of a model.
func (l *loop) checkAll(ctx context.Context) error {
	checked := map[string]bool{}
	check := func(s *stage, at choice) error {
		settings := l.settings(s, at)
		key := fmt.Sprint(s.name, settings)
		if checked[key] {
			return nil
		}
		checked[key] = true
		settings = append(settings, cli.Setting{Flag: "output", Value: l.file("", s)}, cli.Setting{Flag: "overwrite", Value: "true"})
		return l.start(ctx, s, cli.Call{Settings: settings, Check: true})
	}
	return l.study.walk("", func(level int, _ string, at choice, rows []string) ([]string, error) {
		if level == levels {
			return nil, errors.Join(check(named("metrics"), at), check(named("report"), at))
		}
		if s := l.study.call(level); s != nil {
			return rows, check(s, at)
		}
		return rows, nil
	})
}

// start calls a program. An error names it, and an error of usage also the line of the
// setting, if the study is from a file.
func (l *loop) start(ctx context.Context, s *stage, call cli.Call) error {
	call.Environment = cli.Names(s.flags())
	out, messages := l.env.Stdout, l.env.Stderr
	if call.Check {
		out, messages = io.Discard, io.Discard
	}
	err := s.command().Call(ctx, call, l.env.Stdin, out, messages)
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", s.name, err)
	if cli.ExitCode(err) == cli.ExitUsage && slices.Equal(l.c.Args().Slice(), []string{l.study.file.Name}) {
		return l.study.file.Explain(err, s.tablesOf()...)
	}
	return err
}

// checkInputs refuses rows that would count twice in the table, before a model is asked
// about them.
func (l *loop) checkInputs(ctx context.Context) error {
	names := l.study.inputs()
	if len(names) == 0 || l.study.value("metrics", "allow-duplicates") == "true" { // generate makes each formula once
		return nil
	}
	limit, _ := strconv.ParseInt(l.study.value("run", "limit"), 10, 64) // has been checked
	return cli.CheckAsked(ctx, l.part, limit, names)
}

// run calls the programs.
func (l *loop) run(ctx context.Context) error {
	if err := l.keepStudy(); err != nil {
		return err
	}
	if err := l.study.walk(l.dir, func(level int, dir string, at choice, rows []string) ([]string, error) {
		return l.program(ctx, level, dir, at, rows)
	}); err != nil {
		return errors.Join(l.late, err)
	}
	var rows []string
	for i := range l.leaves {
		if err := l.tabulate(ctx, &l.leaves[i]); err != nil {
			return errors.Join(l.late, err)
		}
		rows = append(rows, l.leaves[i].rows...)
	}
	if len(l.leaves) > 1 { // the report about all rows has links to these
		for _, leaf := range l.leaves {
			err := l.call(ctx, leaf.dir, named("report"), leaf.at, leaf.rows, nil, cli.Setting{Flag: "overwrite", Value: "true"}, cli.Setting{Flag: "title", Value: l.title(leaf)})
			if err != nil && cli.ExitCode(err) != cli.ExitLimits { // the table has the same limits
				return errors.Join(l.late, err)
			}
		}
	}
	text, err := l.writeTable()
	if err != nil {
		return errors.Join(l.late, err)
	}
	report := named("report")
	more := []cli.Setting{{Flag: "overwrite", Value: "true"}}
	if len(l.leaves) > 1 && l.study.value("report", "allow-duplicates") == "" { // rows can differ in settings that they do not have
		more = append(more, cli.Setting{Flag: "allow-duplicates", Value: "true"})
	}
	if err := l.call(ctx, l.dir, report, l.leaves[0].at, rows, nil, more...); err != nil {
		return errors.Join(l.late, err)
	}
	pattern := l.leaves[0].rows[0]
	if depth := len(l.study.dimensions); depth > 0 {
		below := slices.Repeat([]string{"*"}, depth)
		pattern = filepath.Join(l.dir, filepath.Join(below...), filepath.Base(pattern))
	}
	_, err = fmt.Fprintf(l.env.Stdout, "%s\nrows    %s\ntable   %s\nreport  %s\nstudy   %s\n", text, pattern,
		l.file(l.dir, named("metrics")), l.file(l.dir, report), filepath.Join(l.dir, kept))
	return errors.Join(l.late, err)
}

// title names a combination.
func (l *loop) title(of leaf) string {
	var settings []string
	for i, d := range l.study.dimensions {
		settings = append(settings, d.name+" "+strings.Join(d.Values[of.at[i]], " "))
	}
	return strings.Join(settings, ", ")
}

// program calls the program of a level, and returns the rows for the next level. After the
// last one, it keeps the combination.
func (l *loop) program(ctx context.Context, level int, dir string, at choice, inputs []string) ([]string, error) {
	if level == levels {
		l.leaves = append(l.leaves, leaf{dir: dir, at: at, rows: inputs})
		return nil, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s := l.study.call(level)
	if s == nil {
		return inputs, nil
	}
	existing := cli.Setting{Flag: "resume", Value: "true"}
	return []string{l.file(dir, s)}, l.postpone(dir, s, l.call(ctx, dir, s, at, inputs, nil, existing))
}

// postpone keeps the error of an exceeded limit for the end of the run, because the report
// shows what exceeds it.
func (l *loop) postpone(dir string, s *stage, err error) error {
	if rel, relErr := filepath.Rel(l.dir, dir); err != nil && relErr == nil && rel != "." {
		err = fmt.Errorf("%s: %w", rel, err)
	}
	if cli.ExitCode(err) == cli.ExitLimits && s.goOn {
		l.late = errors.Join(l.late, err)
		return nil
	}
	return err
}

// call calls a program on inputs. The program writes its file into the directory or, if
// take is not nil, gives its table to take.
func (l *loop) call(ctx context.Context, dir string, s *stage, at choice, inputs []string, take func(*table.Table) error, more ...cli.Setting) error {
	settings := append(l.settings(s, at), more...)
	if take == nil {
		settings = append(settings, cli.Setting{Flag: "output", Value: l.file(dir, s)})
	}
	if !s.rows {
		if err := shard.RemoveUnfinished(l.file(dir, s)); err != nil { // a killed run left it
			return err
		}
	}
	err := l.start(ctx, s, cli.Call{Settings: settings, Inputs: inputs, Table: take})
	switch {
	case errors.Is(err, translate.ErrBudget):
		err = fmt.Errorf("%w; the budget is that of the whole run", err)
	case err == nil && s.asks:
		err = l.spend(l.file(dir, s))
	}
	return err
}

// findTasks reads the shard. The tasks of shard env share the limits.
func (l *loop) findTasks() (err error) {
	text := l.study.value("run", "shard")
	if l.part, err = shard.ParsePart(text, os.LookupEnv); err != nil {
		return cli.Usagef("--shard: %w", err)
	}
	if l.tasks = 1; strings.HasPrefix(text, "env") {
		l.tasks = max(l.part.Count, 1)
	}
	return nil
}

// settings returns the settings of a program for the chosen values, with what is left of
// the budget.
func (l *loop) settings(s *stage, at choice) []cli.Setting {
	settings := l.study.settings(s, at)
	if s.asks {
		settings = append(settings, l.budgetLeft()...)
		if l.tasks > 1 { // only the program that first reads or makes rows has the shard
			settings = append(settings, cli.Setting{Flag: "share-limits", Value: fmt.Sprint(l.tasks)})
		}
	}
	return settings
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
func (l *loop) budgetLeft() (left []cli.Setting) {
	if text := l.study.value("run", "budget"); text != "" {
		usd, _ := strconv.ParseFloat(text, 64) // has been checked
		if usd > 0 {
			usd = max(usd-l.usd*float64(l.tasks), 1e-9)
		}
		left = append(left, cli.Setting{Flag: "budget", Value: fmt.Sprint(usd)})
	}
	if text := l.study.value("run", "budget-tokens"); text != "" {
		tokens, _ := strconv.ParseInt(text, 10, 64)
		if tokens > 0 {
			tokens = max(tokens-l.tokens*l.tasks, l.tasks)
		}
		left = append(left, cli.Setting{Flag: "budget-tokens", Value: fmt.Sprint(tokens)})
	}
	return left
}
