package verify

import (
	"context"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/prover"
)

// The groups of flags in the help.
const (
	whatToVerify = "WHAT TO VERIFY"
	howToRead    = "HOW TO READ FORMULAS"
	howToDecide  = "HOW TO DECIDE"
	otherNames   = "OTHER NAMES"
)

// flags returns the flags of verify. Its sub-commands, vote and judge have some of them.
func flags() []ucli.Flag {
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: whatToVerify, Name: "task", Value: taskEquivalence, Usage: "`TASK`: equivalence or entailment"},
		&ucli.StringFlag{Category: whatToVerify, Name: "left", DefaultText: "fs, premises", Usage: "`FIELD` that is right"},
		&ucli.StringFlag{Category: whatToVerify, Name: "right", DefaultText: "fs_out, conclusion", Usage: "`FIELD` to check"},
		&ucli.StringFlag{Category: whatToVerify, Name: "formalism", Usage: "`FORMALISM` of all pairs: " + formalism.List()},
		&ucli.BoolFlag{Category: whatToVerify, Name: "examples", Usage: "judge formulas by the columns accepts and rejects, also without the right formula"},
		&ucli.StringFlag{Category: howToRead, Name: "quantifier-scope", Value: logic.ScopeDotWide.String(), Usage: "`SCOPE` without brackets: dot-wide, tight or wide"},
	}, cli.VariableFlags(howToRead), []ucli.Flag{
		&ucli.BoolFlag{Category: howToRead, Name: "case-sensitive", Usage: "distinguish p1 and P1"},
		&ucli.BoolFlag{Category: howToRead, Name: "finite", Usage: "formulas of LTL are about finite words (LTLf)"},
		&ucli.BoolFlag{Category: howToRead, Name: "strict", Usage: "accept only the syntax that the prompts offer"},
		&ucli.BoolFlag{Category: howToRead, Name: "lenient", Usage: "repair what does not parse: column leniencies"},
		&ucli.StringFlag{Category: howToDecide, Name: "engines", Usage: "use only these `ENGINES`, as docs/reference/verdicts.md lists them"},
		cli.Z3Flag(howToDecide),
		&ucli.StringFlag{Category: howToDecide, Name: "provers", Value: "none", Usage: "more `PROVERS` of first-order logic: some of " + strings.Join(prover.Names(), ", ") + ", auto or none"},
		&ucli.StringSliceFlag{Category: howToDecide, Name: "checker", Usage: "`NAME=COMMAND`: a program that decides a formalism"},
		&ucli.BoolFlag{Category: howToDecide, Name: "diagnose", Usage: "search for an edit that corrects a wrong formula"},
		&ucli.DurationFlag{Category: howToDecide, Name: "timeout", Value: time.Minute, Usage: "`TIME` per row"},
		&ucli.IntFlag{Category: howToDecide, Name: "effort", Value: 1, Usage: "`FACTOR` on all limits of work"},
		&ucli.IntFlag{Category: howToDecide, Name: "memory", Value: 2048, Usage: "`MEGABYTES` per prover or checker"},
		&ucli.StringFlag{Category: otherNames, Name: "align", Usage: "search for `NAMES` under which the formulas are equivalent: names (of a row) or story (of all its rows)"},
		&ucli.StringFlag{Category: otherNames, Name: "align-by", Value: "story_id", Usage: "`COLUMNS` that name the story of a row"},
	})
}

// without returns the flags of verify without those of the given names or groups.
func without(names ...string) []ucli.Flag {
	return slices.DeleteFunc(flags(), func(f ucli.Flag) bool {
		return slices.Contains(names, f.Names()[0]) || slices.Contains(names, f.(ucli.CategorizableFlag).GetCategory())
	})
}

// storedFlags returns the flags of the sub-commands that read verified rows.
func storedFlags() []ucli.Flag {
	return without("examples", "engines", "z3", "provers", "diagnose", "timeout", "effort", "memory", otherNames)
}

// ColumnFlags returns the flags of the columns with the two sides of a pair, and of their
// formalism.
func ColumnFlags() []ucli.Flag { return cli.Pick(flags(), "left", "right", "formalism") }

// readingOptions reads the flags that determine how texts are read.
func readingOptions(c *ucli.Context) (o verify.Options, err error) {
	scope, err := logic.ParseScope(c.String("quantifier-scope"))
	if err != nil {
		return o, cli.Usagef("--quantifier-scope: %w", err)
	}
	o = verify.Options{
		Formula: logic.Options{Scope: scope, CaseSensitive: c.Bool("case-sensitive"), Strict: c.Bool("strict"), Lenient: c.Bool("lenient")},
		Finite:  c.Bool("finite"),
	}
	if o.Formula.Strict && o.Formula.Lenient {
		return o, cli.Usagef("--strict and --lenient: expected one of them")
	}
	return o, cli.ParseVariables(c, &o.Formula)
}

// engineOptions reads the flags that determine how a pair is decided.
func (s *stage) engineOptions(c *ucli.Context) (err error) {
	for _, name := range []string{"effort", "memory"} {
		if n := c.Int(name); n < 1 {
			return cli.Usagef("--%s: found %d, expected a positive number", name, n)
		}
	}
	if s.o.Timeout = c.Duration("timeout"); s.o.Timeout <= 0 {
		return cli.Usagef("--timeout: found %v, expected a positive time", s.o.Timeout)
	}
	s.o.Effort = c.Int("effort")
	if list := c.String("engines"); list != "" {
		if s.o.Engines, err = verify.ParseEngines(list); err != nil {
			return cli.Usagef("--engines: %w", err)
		}
	}
	return nil
}

// proverOptions returns the settings of all provers.
func (s *stage) proverOptions(c *ucli.Context) prover.Options {
	return prover.Options{MemoryMB: c.Int("memory"), Effort: s.o.Effort, CaseSensitive: s.o.Formula.CaseSensitive}
}

// findProvers opens the provers that --provers or --engines names. A prover that is not
// installed is a usage error.
func (s *stage) findProvers(ctx context.Context, c *ucli.Context) ([]*prover.Program, error) {
	names := []string{c.String("provers")}
	for _, e := range s.o.Engines {
		if slices.Contains(prover.Names(), string(e)) {
			names = append(names, string(e))
		}
	}
	found, err := prover.Find(ctx, strings.Join(names, ","), s.proverOptions(c))
	if err != nil {
		return nil, cli.Usagef("--provers: %w", err)
	}
	return found, nil
}
