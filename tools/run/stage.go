package run

import (
	"path/filepath"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/generate"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/judge"
	"github.com/truthloop/truthloop/tools/metrics"
	"github.com/truthloop/truthloop/tools/report"
	"github.com/truthloop/truthloop/tools/verify"
)

// A stage is a program that run calls.
type stage struct {
	name    string
	command func() cli.Command
	output  string   // name of its file; for rows, without the ending
	rows    bool     // the output is rows, which the next programs read
	asks    bool     // it asks the model
	goOn    bool     // the run continues if this program finds a limit exceeded
	without []string // flags that are no keys of its table
}

// stages are all programs that run calls, in this order.
var stages = []*stage{
	{name: "generate", command: generate.Command, output: "formulas", rows: true},
	{name: "informalize", command: informalize.Informalize, output: "described", rows: true, asks: true, without: []string{"dry-run", "stored", "batch-out", "batch-in"}},
	{name: "autoformalize", command: informalize.Autoformalize, output: "returned", rows: true, asks: true, without: []string{"dry-run", "stored", "batch-out", "batch-in"}},
	{name: "vote", command: verify.VoteCommand, output: "voted", rows: true, without: []string{"formalism", "task", "right", "keep"}},
	{name: "verify", command: verify.Command, output: "verified", rows: true, goOn: true, without: []string{"formalism", "task", "left", "right"}},
	{name: "judge", command: judge.Command, output: "judged", rows: true, asks: true, without: []string{"formalism", "left", "right", "dry-run"}},
	{name: "metrics", command: metrics.Command, output: "table.csv", goOn: true, without: []string{"plot", "plot-of"}},
	{name: "report", command: report.Command, output: "report.html"},
}

// set lists the flags that run sets itself, and those that are keys of [run].
var set = []string{
	"config", "output", "format", "overwrite", "resume", "retry", "budget", "budget-tokens", "share-limits",
	"shard", "limit", "no-timing", "progress", "log-level",
}

// everywhere lists the keys of [run] that are flags of several programs.
var everywhere = []string{"shard", "limit", "no-timing", "progress", "log-level", "workers"}

// notShared lists the flags of both model programs that are no keys of [model]: both
// programs would repeat the questions, and only autoformalize reads a formula.
var notShared = []string{"runs", "samples", "context", "extract", "structured"}

// flags returns the flags that are keys of the program's table.
func (s *stage) flags() []ucli.Flag {
	return slices.DeleteFunc(s.command().AllFlags(), func(f ucli.Flag) bool {
		name := f.Names()[0]
		return slices.Contains(set, name) || slices.Contains(s.without, name)
	})
}

// tables returns the flags that are the keys of each table of a study.
func tables() map[string][]ucli.Flag {
	all := map[string][]ucli.Flag{"run": runKeys()}
	for _, s := range stages {
		all[s.name] = s.flags()
	}
	second := cli.Names(all["autoformalize"])
	all["model"] = slices.DeleteFunc(named("informalize").flags(), func(f ucli.Flag) bool {
		return !slices.Contains(second, f.Names()[0]) || slices.Contains(notShared, f.Names()[0])
	})
	return all
}

func named(name string) *stage {
	return stages[slices.IndexFunc(stages, func(s *stage) bool { return s.name == name })]
}

// tablesOf returns the tables that the program reads, the first with precedence. The model
// of [model] does not judge its own formulas.
func (s *stage) tablesOf() []string {
	if s.asks && s.name != "judge" {
		return []string{s.name, "model", "run"}
	}
	return []string{s.name, "run"}
}

// takes reports whether the program has the flag.
func (s *stage) takes(flag string) bool {
	return slices.Contains(cli.Names(s.command().AllFlags()), flag)
}

// file returns the path of the program's output in a directory.
func (l *loop) file(dir string, s *stage) string {
	name := filepath.Join(dir, s.output)
	if s.rows {
		name += "." + l.study.format()
	}
	return name
}
