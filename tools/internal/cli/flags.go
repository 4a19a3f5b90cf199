package cli

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/shard"
)

// Groups are the shared flags that a program has.
type Groups uint

// The groups. Every program has --log-level, --help and --version besides.
const (
	In       Groups = 1 << iota // positional inputs
	Out                         // --output, --format, --overwrite, --part-rows
	Resume                      // --resume; needs Out
	Retry                       // --retry; needs Resume
	Workers                     // --workers
	Shard                       // --shard
	Seed                        // --seed
	Limits                      // --max-errors, --max-unknown
	Progress                    // --progress
	Timing                      // --no-timing
)

// StageGroups are those of a program that maps rows to rows, SourceGroups those
// of one that makes rows, and ReaderGroups those of one that only reads them.
const (
	StageGroups  = In | Out | Resume | Retry | Workers | Shard | Limits | Progress | Timing
	SourceGroups = Out | Resume | Workers | Shard | Seed | Progress
	ReaderGroups = In | Workers | Shard | Progress
)

const (
	inOut  = "INPUT AND OUTPUT"
	how    = "HOW IT RUNS"
	limits = "LIMITS"
)

func (g Groups) flags() []ucli.Flag {
	var flags []ucli.Flag
	add := func(group Groups, f ...ucli.Flag) {
		if g&group != 0 {
			flags = append(flags, f...)
		}
	}
	add(Out,
		&ucli.StringFlag{Category: inOut, Name: "output", Aliases: []string{"o"}, Value: "-", Usage: "`NAME` of the output: .jsonl, .jsonl.gz, .jsonl.zst, .parquet, .arrow, .csv, .tsv, a trailing / for a directory of Parquet parts, - for stdout"},
		&ucli.StringFlag{Category: inOut, Name: "format", Value: "jsonl", Usage: "`FORMAT` of stdout: jsonl, arrow, csv or tsv"},
		&ucli.BoolFlag{Category: inOut, Name: "overwrite", Usage: "start over where the output exists; it stays until the new one is complete"},
		&ucli.Int64Flag{Category: inOut, Name: "part-rows", Value: shard.DefaultPartRows, Usage: "`ROWS` of a part, where the output is a directory"},
	)
	add(Resume, &ucli.BoolFlag{Category: inOut, Name: "resume", Usage: "go on with an output that an earlier run left unfinished"})
	add(Retry, &ucli.StringFlag{Category: inOut, Name: "retry", Usage: "do the rows of these `CLASSES` of an output again, such as error,unknown; the others stay as they are. The rows are taken from the output, so no INPUT is needed; one that is given must be what the output was made of"})
	add(Shard, &ucli.StringFlag{Category: inOut, Name: "shard", Usage: "only every n-th row: `I/N` is the I-th of N interleaved shares, counted from 1; env takes it from a Slurm array or an indexed Kubernetes job, env/N where that tells no N"})
	add(Workers, &ucli.IntFlag{Category: how, Name: "workers", Aliases: []string{"j"}, Value: 0, DefaultText: "all cores", Usage: "`NUMBER` of rows worked on at a time"})
	add(Seed, &ucli.Uint64Flag{Category: how, Name: "seed", Value: 1, Usage: "`NUMBER` from which all randomness derives"})
	add(Progress, &ucli.StringFlag{Category: how, Name: "progress", Value: "auto", Usage: "`WHEN` to show progress on stderr: auto (on a terminal a bar, and elsewhere, of runs that ask an endpoint, a line a minute), always (elsewhere a line a minute, and one at the end), never"})
	add(Timing, &ucli.BoolFlag{Category: how, Name: "no-timing", Usage: "leave out the fields that measure time"})
	add(Limits,
		&ucli.StringFlag{Category: limits, Name: "max-errors", Usage: "exit with 3 where more rows than this `LIMIT` end in an error: a number, or a share such as 5%"},
		&ucli.StringFlag{Category: limits, Name: "max-unknown", Usage: "the same `LIMIT` for verdicts that are unknown"},
	)
	return append(flags, &ucli.StringFlag{Category: how, Name: "log-level", Value: "warn", Usage: "`LEVEL` from which messages go to stderr: debug, info, warn, error"})
}

// check refuses flags that do not go together.
func (g Groups) check(c *ucli.Context) error {
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
		if _, err := exceeds(c.String(flag), 0, 0); g&Limits != 0 && err != nil {
			return Usagef("--%s: %w", flag, err)
		}
	}
	if g&Out == 0 {
		return nil
	}
	return checkOutput(c)
}

func checkOutput(c *ucli.Context) error {
	name := c.String("output")
	if f := c.String("format"); !oneOf(f, "jsonl", "arrow", "csv", "tsv") {
		return Usagef("--format: found %q, expected jsonl, arrow, csv or tsv", f)
	}
	if c.Int64("part-rows") < 1 {
		return Usagef("--part-rows: found %d, expected a positive number", c.Int64("part-rows"))
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
		if len(chosen) > 0 && chosen[0] != "--overwrite" {
			return Usagef("%s: expected an --output that is a file or a directory", chosen[0])
		}
		return nil
	}
	if c.IsSet("format") {
		return Usagef("--format: the name of the output tells its format; the flag is for the standard output")
	}
	if _, err := shard.FormatOf(name); err != nil {
		return Usagef("--output: %w", err)
	}
	return nil
}

// hasFlag says whether the program has a flag, set or not.
func hasFlag(c *ucli.Context, name string) bool {
	return slices.ContainsFunc(c.App.Flags, func(f ucli.Flag) bool { return slices.Contains(f.Names(), name) })
}

func oneOf(s string, all ...string) bool { return slices.Contains(all, s) }

// workers is the number of rows to work on at a time.
func workers(c *ucli.Context) int {
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

// limitFlags names the flag that limits each class.
var limitFlags = map[string]string{ClassError: "max-errors", ClassUnknown: "max-unknown"}

// exceeds says whether n of all rows exceed a limit: a number of rows, or a share
// such as 5%. An empty limit is none.
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
