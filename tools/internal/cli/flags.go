package cli

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
)

// Groups selects the shared flags of a program.
type Groups uint

// The groups. Every program also has --log-level, --help and --version.
const (
	In         Groups = 1 << iota // positional inputs
	Out                           // --output, --format, --overwrite
	Resume                        // --resume; needs Out
	Retry                         // --retry; needs Resume
	Workers                       // --workers
	Shard                         // --shard
	Seed                          // --seed
	Limits                        // --max-errors
	Unknown                       // --max-unknown, if rows can have the class unknown
	Progress                      // --progress
	Timing                        // --no-timing
	Where                         // --where
	Limit                         // --limit
	Duplicates                    // --allow-duplicates, for EachRow
	Level                         // --level
	Rounds                        // --rounds
	By                            // --by; see Keys
	Table                         // --output, --format and --overwrite of a table
	Plot                          // --plot; needs Table
	Lines                         // --output and --overwrite of lines of JSON
)

// StageGroups are for programs that map rows to rows, SourceGroups for programs that
// make rows, ReaderGroups for programs that only read rows, and TableGroups for those that
// write a table of them.
const (
	StageGroups  = In | Out | Resume | Retry | Workers | Shard | Limits | Progress | Timing | Limit
	SourceGroups = Out | Resume | Workers | Shard | Seed | Progress
	TableGroups  = ReaderGroups | Table
	ReaderGroups = In | Workers | Shard | Progress | Limit
)

// Groups of flags in the help.
const (
	InputOutput = "INPUT AND OUTPUT"
	HowItRuns   = "HOW IT RUNS"

	statistics = "STATISTICS"
	figures    = "FIGURES"
)

func (g Groups) flags() []ucli.Flag {
	var flags []ucli.Flag
	add := func(group Groups, f ...ucli.Flag) {
		if g&group != 0 {
			flags = append(flags, f...)
		}
	}
	formats := strings.Join(tableFormats, ", ")
	output, format, otherwise := "of the table: .csv, .json, .md for Markdown, .tex for LaTeX, or .txt for text", "", "by the file's name, else table"
	switch {
	case g&Out != 0:
		formats = strings.Replace(strings.Join(rowFormats, ", "), ",", " (default),", 1)
		output, format, otherwise = "of rows: .jsonl, .jsonl.gz, .jsonl.zst, .parquet, .arrow, .csv, .tsv, or DIR/", "jsonl", ""
	case g&Lines != 0:
		output = "of lines of JSON: .jsonl"
	}
	add(Out|Table|Lines, &ucli.StringFlag{Category: InputOutput, Name: "output", Aliases: []string{"o"}, Value: "-", DefaultText: "-", Usage: "`FILE` " + output})
	add(Out|Table, &ucli.StringFlag{Category: InputOutput, Name: "format", Value: format, DefaultText: otherwise, Usage: "`FORMAT` of stdout: " + formats})
	add(Out|Table|Lines, &ucli.BoolFlag{Category: InputOutput, Name: "overwrite", Usage: "replace an existing output"})
	add(Resume, &ucli.BoolFlag{Category: InputOutput, Name: "resume", Usage: "continue an unfinished output"})
	add(Retry, &ucli.StringFlag{Category: InputOutput, Name: "retry", Usage: "process `CLASSES` of rows again, such as error"})
	add(Shard, &ucli.StringFlag{Category: InputOutput, Name: "shard", Usage: "process the part `I/N`, or env (Slurm, Kubernetes)"})
	add(Where, &ucli.StringFlag{Category: InputOutput, Name: "where", Usage: "only rows that meet a `CONDITION`, such as \"depth < 7\""})
	add(Limit, &ucli.Int64Flag{Category: InputOutput, Name: "limit", Usage: "only the first `NUMBER` of the selected rows"})
	add(Duplicates, &ucli.BoolFlag{Category: InputOutput, Name: allowDuplicates, Usage: "count rows that occur twice, instead of an error"})
	add(By, &ucli.StringFlag{Category: InputOutput, Name: "by", DefaultText: "the settings", Usage: "group by `COLUMNS`; column:5 makes bins of width 5"})
	add(Plot, &ucli.StringFlag{Category: figures, Name: "plot", Usage: "also draw a figure to `FILE`.svg, .pdf or .png"})
	add(Level, &ucli.Float64Flag{Category: statistics, Name: "level", Value: 0.95, Usage: "`LEVEL` of the intervals, between 0 and 1"})
	add(Rounds, &ucli.IntFlag{Category: statistics, Name: "rounds", Value: 2000, Usage: "`NUMBER` of resamples, and of random permutations"})
	add(Workers, &ucli.IntFlag{Category: HowItRuns, Name: "workers", Aliases: []string{"j"}, Value: 0, DefaultText: "all cores", Usage: "`NUMBER` of rows in parallel"})
	add(Seed, &ucli.Uint64Flag{Category: HowItRuns, Name: "seed", Value: 1, Usage: "`NUMBER` that seeds all random choices"})
	add(Progress, &ucli.StringFlag{Category: HowItRuns, Name: "progress", Value: "auto", Usage: "`WHEN`: auto, always or never"})
	add(Timing, &ucli.BoolFlag{Category: HowItRuns, Name: "no-timing", Usage: "omit the columns that measure time"})
	add(Limits, &ucli.StringFlag{Category: HowItRuns, Name: "max-errors", Usage: "exit with 3 if more rows than `LIMIT`, such as 5%, fail"})
	add(Unknown, &ucli.StringFlag{Category: HowItRuns, Name: "max-unknown", Usage: "exit with 3 if more verdicts than `LIMIT` are unknown"})
	return append(flags, &ucli.StringFlag{Category: HowItRuns, Name: "log-level", Value: "warn", Usage: "lowest `LEVEL`: debug, info, warn, error"})
}

// The values of --format, for rows and for tables.
var (
	rowFormats   = []string{"jsonl", "arrow", "csv", "tsv"}
	tableFormats = []string{"table", "csv", "json", "markdown", "latex"}
)

// check refuses invalid flags and flags that exclude each other. It reads --where.
func (g Groups) check(c *ucli.Context, env *Env) error {
	if g&In == 0 && c.Args().Present() && c.App.UsageText == c.App.Name+" [options]" {
		return Usagef("found the argument %q, expected none", c.Args().First())
	}
	if g&Workers != 0 && c.Int("workers") < 0 {
		return Usagef("--workers: found %d, expected a positive number", c.Int("workers"))
	}
	if g&Progress != 0 && !oneOf(c.String("progress"), "auto", "always", "never") {
		return Usagef("--progress: found %q, expected auto, always or never", c.String("progress"))
	}
	for _, flag := range limitFlags {
		if _, err := exceeds(c.String(flag), 0, 0); err != nil {
			return Usagef("--%s: %w", flag, err)
		}
	}
	if level := c.Float64("level"); g&Level != 0 && !(level > 0 && level < 1) {
		return Usagef("--level: found %v, expected a number between 0 and 1", level)
	}
	if g&Rounds != 0 && c.Int("rounds") < 1 {
		return Usagef("--rounds: found %d, expected a positive number", c.Int("rounds"))
	}
	if g&Limit != 0 && c.IsSet("limit") && c.Int64("limit") < 1 {
		return Usagef("--limit: found %d, expected a positive number", c.Int64("limit"))
	}
	if c.IsSet("limit") && c.IsSet("retry") {
		return Usagef("--limit has no effect here: --retry reads the rows of the output")
	}
	if g&Where != 0 {
		if err := Parse(c, "where", table.ParseCondition, &env.where); err != nil {
			return err
		}
	}
	switch {
	case g&(Table|Lines) != 0:
		return g.checkTable(c)
	case g&Out != 0:
		return checkOutput(c, env)
	}
	return nil
}

func checkOutput(c *ucli.Context, env *Env) error {
	name := c.String("output")
	if f := c.String("format"); !slices.Contains(rowFormats, f) {
		return Usagef("--format: found %q, expected one of %s", f, strings.Join(rowFormats, ", "))
	}
	var chosen []string
	for _, flag := range []string{"resume", "retry", "overwrite"} {
		if c.IsSet(flag) && (flag == "retry" || c.Bool(flag)) {
			chosen = append(chosen, "--"+flag)
		}
	}
	if len(chosen) > 1 {
		return Usagef("found %s, expected one of them", strings.Join(chosen, " and "))
	}
	if name == shard.Stdin {
		if len(chosen) > 0 && chosen[0] != "--overwrite" && env.Given(chosen[0][2:]) {
			return Usagef("%s: expected an --output that is a file or a directory", chosen[0])
		}
		return nil
	}
	if env.Given("format") {
		return Usagef("--format: the flag is for the standard output; the name of an output determines its format")
	}
	if _, err := shard.FormatOf(name); err != nil {
		return Usagef("--output: %w", err)
	}
	return nil
}

// hasFlag reports whether the program has a flag, set or not.
func hasFlag(c *ucli.Context, name string) bool {
	return slices.ContainsFunc(c.App.Flags, func(f ucli.Flag) bool { return slices.Contains(f.Names(), name) })
}

func oneOf(s string, all ...string) bool { return slices.Contains(all, s) }

// WorkersOf returns the number of rows to process in parallel.
func WorkersOf(c *ucli.Context) int {
	if n := c.Int("workers"); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

func partOf(c *ucli.Context) (shard.Part, error) {
	part, err := shard.ParsePart(c.String("shard"), os.LookupEnv)
	if err != nil {
		return part, Usagef("--shard: %w", err)
	}
	return part, nil
}

// TasksOf returns the number N of the shards I/N.
func TasksOf(c *ucli.Context) (int64, error) {
	part, err := partOf(c)
	return max(part.Count, 1), err
}

// limitFlags names the flag that limits each class.
var limitFlags = map[string]string{ClassError: "max-errors", ClassUnknown: "max-unknown"}

// exceeds reports whether n of all rows exceed a limit: a number of rows, or a share
// such as 5%. An empty limit means no limit.
func exceeds(limit string, n, all int64) (bool, error) {
	if limit == "" {
		return false, nil
	}
	digits, share := strings.CutSuffix(limit, "%")
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(value >= 0) || share && value > 100 || !share && value != float64(int64(value)) {
		return false, fmt.Errorf("found %q, expected a number of rows or a share from 0%% to 100%%", limit)
	}
	if share {
		value *= float64(all) / 100
	}
	return float64(n) > value, nil
}

// Names returns the names of flags, without their aliases.
func Names(flags []ucli.Flag) []string {
	names := make([]string, len(flags))
	for i, f := range flags {
		names[i] = f.Names()[0]
	}
	return names
}

// Pick returns the flags with these names, in the order of the names.
func Pick(flags []ucli.Flag, names ...string) (picked []ucli.Flag) {
	for _, name := range names {
		picked = append(picked, flags[slices.Index(Names(flags), name)])
	}
	return picked
}

// Z3Flag returns the flag with the path of Z3.
func Z3Flag(category string) ucli.Flag {
	return &ucli.StringFlag{Category: category, Name: "z3", Usage: "`PATH` of Z3, if it is not z3 on the PATH"}
}

// AllFlags returns the program's own flags and the flags of its groups.
func (cmd Command) AllFlags() []ucli.Flag {
	return slices.Concat(cmd.Flags, cmd.Groups.flags())
}

// dashed returns a flag as it is written on a command line.
func dashed(name string) string { return "--"[:min(2, len(name))] + name } // -k, --show
