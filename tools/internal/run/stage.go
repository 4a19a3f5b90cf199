package run

import (
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/generate"
	"github.com/truthloop/truthloop/tools/internal/metrics"
	"github.com/truthloop/truthloop/tools/internal/modelstage"
	"github.com/truthloop/truthloop/tools/internal/report"
	"github.com/truthloop/truthloop/tools/internal/verify"
)

// A stage is a program that run calls.
type stage struct {
	command func() cli.Command
	name    string
	output  string            // name of its file; for rows, without the ending
	rows    bool              // the output is rows, which the next programs read
	asks    bool              // it asks the model
	goOn    bool              // the run continues if this program finds a limit exceeded
	mode    string            // of the run, in which it makes a table: crossed, horizon, or "" for the others
	fixed   []string          // flags that run sets
	without []string          // flags that run does not pass to it
	renamed map[string]string // flags that have another name in run
}

// stages returns all programs that run calls, in this order.
func stages() []*stage {
	model, seed := []string{"dry-run", "stored", "batch-out", "batch-in"}, map[string]string{"seed": "model-seed"}
	return []*stage{
		{name: "generate", command: generate.Command, output: "formulas", rows: true, without: []string{"check-grammar"}},
		{name: "informalize", command: modelstage.Informalize, output: "described", rows: true, asks: true, renamed: seed, without: model},
		// informalize already writes a row for each run and sample.
		{name: "autoformalize", command: modelstage.Autoformalize, output: "returned", rows: true, asks: true, renamed: seed, without: append([]string{"runs", "samples"}, model...)},
		{name: "verify", command: verify.Command, output: "verified", rows: true, goOn: true, renamed: map[string]string{"timeout": "verify-timeout"}, without: []string{"formalism", "task", "left", "right"}},
		{name: "metrics", command: metrics.Command, output: "metrics.csv", goOn: true, renamed: map[string]string{"k": "metrics-k", "title": "plot-title"}},
		{name: "metrics", command: metrics.Horizon, output: "metrics.csv", mode: "horizon", goOn: true, renamed: map[string]string{"share": "horizon", "column": "horizon-of"}},
		{name: "metrics", command: metrics.Crossed, output: "rates.csv", mode: "crossed", fixed: []string{"--table=rates"}, goOn: true, without: []string{"table"}},
		{name: "metrics", command: metrics.Crossed, output: "pairs.csv", mode: "crossed", fixed: []string{"--table=pairs"}, without: []string{"table", "require"}},
		{name: "report", command: report.Command, output: "report.html", without: []string{"watch"}, renamed: map[string]string{"rows": "report-rows", "no-conversations": "report-no-conversations"}},
	}
}

// own returns the flags of run itself. Some programs have flags with the same names,
// which run sets.
func own() []ucli.Flag {
	const files, adaptively, crossed = cli.InputOutput, "ADAPTIVE FORMULAS", "CROSSED MODELS"
	return []ucli.Flag{
		&ucli.StringFlag{Category: files, Name: "output", Aliases: []string{"o"}, Usage: "`DIR` for all files"},
		&ucli.StringFlag{Category: files, Name: "format", Value: "parquet", Usage: "`FORMAT` of the files of rows: parquet, jsonl, jsonl.gz, jsonl.zst or arrow"},
		&ucli.BoolFlag{Category: files, Name: "resume", Usage: "continue the unfinished run of the directory"},
		&ucli.BoolFlag{Category: files, Name: "overwrite", Usage: "remove the files of the earlier run from the directory, and start over"},
		&ucli.IntFlag{Category: adaptively, Name: "adaptive", Usage: "ask about this `NUMBER` of the formulas, chosen in rounds so as to find the horizon; see --horizon"},
		&ucli.IntFlag{Category: adaptively, Name: "adaptive-rounds", Value: 6, Usage: "`NUMBER` of rounds"},
		&ucli.StringSliceFlag{Category: crossed, Name: "cross", Usage: "in place of --model: a `MODEL` that describes the formulas and formalizes the descriptions of all models; repeated for each model"},
		&ucli.Float64Flag{Category: access.Costs, Name: "budget", Usage: "`DOLLARS` that the whole run may cost; then it ends, and --resume continues"},
		&ucli.Int64Flag{Category: access.Costs, Name: "budget-tokens", Usage: "`NUMBER` of tokens, of prompts and answers, that the whole run may take"},
		&ucli.BoolFlag{Category: access.Costs, Name: "dry-run", Usage: "call nothing and keep no file; print the number of requests, estimated tokens and dollars, and a prompt of each kind, for each of the two model programs"},
	}
}

// set lists the flags of the programs that run sets or does not have.
var set = []string{"config", "output", "format", "overwrite", "resume", "retry", "part-rows", "spreadsheet-safe", "budget", "budget-tokens"}

// nameHere returns the name that a program's flag has in run, or "" if run lacks it.
func (s *stage) nameHere(flag string) string {
	if slices.Contains(set, flag) || slices.Contains(s.without, flag) {
		return ""
	}
	return cmp.Or(s.renamed[flag], flag)
}

// flags returns the flags of run and of the programs.
func flags() []ucli.Flag {
	all, seen := own(), map[string]bool{"log-level": true}
	for _, s := range stages() {
		cmd := s.command()
		for i, f := range cmd.AllFlags() {
			flag := f.Names()[0]
			name := s.nameHere(flag)
			if name == "" || seen[name] {
				continue
			}
			seen[name] = true
			fields := reflect.ValueOf(f).Elem() // each kind of flag has its own type, with the same fields
			if name != flag {
				fields.FieldByName("Name").SetString(name)
				fields.FieldByName("Aliases").SetZero()
			}
			if category := fields.FieldByName("Category"); i < len(cmd.Flags) && !s.asks {
				category.SetString(strings.TrimSuffix(strings.ToUpper(s.name)+": "+category.String(), ": "))
			}
			all = append(all, f)
		}
	}
	return all
}

// args returns the arguments of the program: the flags of run that it has, and more. It
// omits a flag that has no effect in this program, if other programs have the flag.
func (s *stage) args(c *ucli.Context, more ...string) []string {
	args, cmd := append([]string{s.name}, s.fixed...), s.command()
	for _, f := range cmd.AllFlags() {
		flag := f.Names()[0]
		name := s.nameHere(flag)
		if name == "" || !c.IsSet(name) || cmd.Idle(c, flag) && len(programsOf(name)) > 1 {
			continue
		}
		values := []any{c.Value(name)}
		switch list := values[0].(type) {
		case []string:
			values = anyOf(list)
		case ucli.StringSlice:
			values = anyOf(list.Value())
		}
		for _, v := range values {
			args = append(args, fmt.Sprintf("--%s=%v", flag, v))
		}
	}
	return append(args, more...)
}

func anyOf(list []string) (all []any) {
	for _, v := range list {
		all = append(all, v)
	}
	return all
}

// takes reports whether the program gets the flag of run.
func (s *stage) takes(name string) bool {
	return slices.ContainsFunc(s.command().AllFlags(), func(f ucli.Flag) bool { return s.nameHere(f.Names()[0]) == name })
}

// plan chooses the programs of this run, and refuses flags that none of them has.
func (l *loop) plan() error {
	c := l.c
	made := c.String("dataset") != "" || c.String("grammar") != ""
	switch {
	case made == c.Args().Present() && made:
		return cli.Usagef("found both --dataset or --grammar and the input %s, expected one of them", c.Args().First())
	case made == c.Args().Present():
		return cli.Usagef("found neither --dataset, --grammar nor an INPUT, expected one of them")
	case strings.Contains(c.String("model-seed"), ","): // autoformalize would make runs of runs
		return cli.Usagef("--model-seed: found %s, expected one seed; --runs repeats the loop with other seeds", c.String("model-seed"))
	case c.IsSet("adaptive-rounds") && !c.IsSet("adaptive"):
		return cli.Usagef("--adaptive-rounds: found no --adaptive")
	case c.IsSet("adaptive") && (c.Int("adaptive-rounds") < 1 || c.Int("adaptive") < c.Int("adaptive-rounds")):
		return cli.Usagef("--adaptive: found %d formulas in %d rounds, expected a round or more, and a formula or more in each", c.Int("adaptive"), c.Int("adaptive-rounds"))
	case c.IsSet("adaptive") && (c.IsSet("shard") || c.IsSet("limit") || c.Bool("dry-run")):
		return cli.Usagef("--adaptive: found --shard, --limit or --dry-run, expected none of them: the formulas depend on the answers")
	}
	crossed := c.IsSet("cross")
	if crossed {
		if err := l.checkCross(); err != nil {
			return err
		}
	}
	mode := ""
	switch {
	case crossed:
		mode = "crossed"
	case c.IsSet("horizon"), c.IsSet("adaptive"):
		mode = "horizon"
	}
	first, limited := true, false
	for _, s := range stages() {
		switch {
		case s.name == "metrics" && s.mode != mode,
			s.name == "generate" && !made, s.name == "autoformalize" && c.Int("steps") > 0:
			continue
		case s.name == "informalize" && c.Int("steps") == 0: // then informalize rejects these flags
			s.without = append(s.without, "context", "extract", "structured")
		}
		if !first { // its input is the shard
			s.without = append(s.without, "shard")
		}
		if limited { // its input is limited
			s.without = append(s.without, "limit")
		}
		first, limited = false, limited || s.takes("limit")
		l.stages = append(l.stages, s)
	}
	for _, f := range flags()[len(own()):] {
		name := f.Names()[0]
		if !c.IsSet(name) || slices.ContainsFunc(l.stages, func(s *stage) bool { return s.takes(name) }) {
			continue
		}
		return cli.Usagef("--%s: the flag is for %s, which this run does not call", name, strings.Join(programsOf(name), " and "))
	}
	return nil
}

// programsOf returns the names of the programs that have the flag of run.
func programsOf(name string) (all []string) {
	for _, s := range stages() {
		if s.takes(name) {
			all = append(all, s.name)
		}
	}
	return slices.Compact(all) // metrics makes several tables
}

// file returns the path of the program's output in a directory.
func (l *loop) file(dir string, s *stage) string {
	name := filepath.Join(dir, s.output)
	if s.rows {
		name += "." + l.c.String("format")
	}
	return name
}
