// Package verify is the program verify. The input is rows with two formulas: the
// original (fs), and the formula that the model wrote (fs_out). With --task entailment,
// the input is rows with premises and a conclusion. The output is the same rows with
// the verdict and its evidence: a witness or a certificate. The library package verify,
// in the folder verify of the repository, finds the verdicts. This package reads the
// flags, and reads and writes the columns. See docs/verify.md.
package verify

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/explain"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads rows with two formulas, fs and fs_out, and adds to each the verdict:

  equivalent, not_equivalent   proved, with a certificate or a witness
  unknown                      not decided; verdict_reason says why
  noncompliant                 fs_out does not parse
  error                        there is nothing to verify

The formalism is the row's, or the one that its dataset implies. With
--task entailment, verify reads premises (a list) and a conclusion, and the
verdict is true, false or uncertain.

Rows of a formalism that this program does not know stay as they are, unless a
--checker decides them.

docs/notation.md lists the notations of formulas. --strict accepts only that of
the prompts. --lenient also repairs texts that have one sensible reading.

Examples:
  generate | informalize --model builtin:rules | autoformalize --model builtin:rules | verify | metrics
  verify answers.parquet -o verified.parquet
  verify --left gold --right predicted --formalism first_order pairs.jsonl
  verify --task entailment stories.jsonl
  verify --lenient answers.jsonl -o lenient.jsonl
  verify --task entailment --free-variables universal --quantifier-scope tight linc.jsonl
  verify --diagnose answers.jsonl -o diagnosed.jsonl
  verify --align names answers.jsonl -o aligned.jsonl
  verify --align story --align-by story_id answers.jsonl -o aligned.jsonl
  verify --pair "p -> q" "~p | q"
  verify --pair "G (a -> F b)" "G F b"
  verify --recheck verified.jsonl > /dev/null
  verify --explain 5f0c1a verified.jsonl
  verify --engines forms+sample+instances+finite,z3 answers.jsonl -o verified.jsonl
  verify --checker 'arithmetic=python3 checker.py' sums.jsonl
  verify --retry unknown --effort 10 --provers auto answers.jsonl -o verified.jsonl
  verify --judge my-model --judge-base-url http://localhost:8000/v1 answers.jsonl -o judged.jsonl`

// Command describes the program.
func Command() cli.Command {
	cmd := cli.Command{
		Name:        "verify",
		Usage:       "prove whether formulas are equivalent",
		Description: description,
		Main:        []string{"output", "resume", "left", "right", "formalism", "task", "workers", "timeout", "explain", "judge"},
		Order:       []string{"WHAT TO VERIFY", cli.InputOutput},
		Groups:      cli.StageGroups | cli.Unknown,
		Flags:       append(flags(), judgeFlags()...),
		Action:      action,
		Versions: func(ctx context.Context, c *ucli.Context) string {
			z3, err := prover.OpenZ3(ctx, prover.Z3Options{Path: c.String("z3")})
			if err != nil {
				return err.Error()
			}
			defer z3.Close()
			if z3.Path() == "" {
				return "z3: " + z3.Found()
			}
			return fmt.Sprintf("z3: %s (%s)", z3.Found(), z3.Path())
		},
	}
	cmd.Uses = pairUses(cmd)
	return cmd
}

func flags() []ucli.Flag {
	const what, limit = "WHAT TO VERIFY", "LIMITS"
	return slices.Concat([]ucli.Flag{
		&ucli.StringFlag{Category: what, Name: "task", Value: taskEquivalence, Usage: "`TASK`: equivalence or entailment"},
		&ucli.StringFlag{Category: what, Name: "left", DefaultText: "fs, premises", Usage: "`FIELD` of the formula that is known to be right, such as fs; or of the list of premises"},
		&ucli.StringFlag{Category: what, Name: "right", DefaultText: "fs_out, conclusion", Usage: "`FIELD` of the formula to check against it, such as fs_out; or of the conclusion"},
		&ucli.StringFlag{Category: what, Name: "formalism", Usage: "`FORMALISM` of all rows: " + formalism.List() + ", or the name of a --checker"},
		&ucli.StringFlag{Category: what, Name: "quantifier-scope", Value: logic.ScopeDotWide.String(), Usage: "`SCOPE` of a quantifier without brackets: dot-wide, tight or wide"},
		&ucli.StringFlag{Category: what, Name: "regex-dialect", Value: regex.Paper.String(), Usage: "`DIALECT` of rows whose formalism is regex: " + strings.Join(regex.Dialects, " or ") + ". With brics, the dialect of dk.brics.automaton, their formalism becomes regex_brics"},
	}, cli.VariableFlags(what), []ucli.Flag{
		&ucli.BoolFlag{Category: what, Name: "case-sensitive", Usage: "distinguish names that differ only in case"},
		&ucli.BoolFlag{Category: what, Name: "finite", Usage: "formulas of linear temporal logic are about finite words of one step or more (LTLf); X is the strong next"},
		&ucli.BoolFlag{Category: what, Name: "strict", Usage: "accept only the syntax that the prompts offer, and one arity per predicate"},
		&ucli.BoolFlag{Category: what, Name: "lenient", Usage: "repair formulas that do not parse, if only one reading is sensible: column leniencies; see docs/notation.md"},
		&ucli.BoolFlag{Category: what, Name: "pair", Usage: "compare the two formulas that are the arguments, and answer in words"},
		&ucli.BoolFlag{Category: what, Name: "recheck", Usage: "check stored witnesses, and stored equivalences in small cases, without a solver; fail if one is bad"},
		&ucli.StringFlag{Category: what, Name: "explain", Usage: "explain verified rows in words, and write no rows: those with this `ID`, with the only id that begins with it, or the row with this number, from 1"},
		&ucli.StringFlag{Category: what, Name: "engines", Usage: "use only these `ENGINES`: joined by + they run in turn, separated by commas they run independently: " + strings.Join(verify.EngineNames(true), ", ") + " or all"},
		&ucli.StringFlag{Category: what, Name: "z3", DefaultText: "z3 on the PATH", Usage: "`PATH` of the Z3 executable, for first-order pairs that the built-in engines leave open"},
		&ucli.StringFlag{Category: what, Name: "provers", Value: "none", Usage: "ask these `PROVERS` for first-order pairs that are still open: some of " + strings.Join(prover.Names(), ", ") + ", auto for the installed ones, or none"},
		&ucli.BoolFlag{Category: what, Name: "no-relation", Usage: "do not determine the relation of formulas that differ"},
		&ucli.BoolFlag{Category: what, Name: "disagreement", Usage: "add the share of assignments on which formulas without quantifiers differ, or of strings of up to 12 symbols on which expressions differ"},
		&ucli.BoolFlag{Category: what, Name: "diagnose", Usage: "search for a single edit, or the same change in several places, that corrects a wrong formula: columns diagnosis and repair"},
	}, checkerFlags(what), alignFlags(), []ucli.Flag{
		&ucli.DurationFlag{Category: limit, Name: "timeout", Value: time.Minute, Usage: "`TIME` per row, a backstop behind the limits of work"},
		&ucli.IntFlag{Category: limit, Name: "effort", Value: 1, Usage: "`FACTOR` on the limits of work for first-order and temporal pairs"},
		&ucli.IntFlag{Category: limit, Name: "limit-states", Value: automata.DefaultStates, Usage: "maximal `NUMBER` of states of an automaton"},
		&ucli.IntFlag{Category: limit, Name: "limit-steps", Value: automata.DefaultSteps, Usage: "maximal `NUMBER` of steps with automata"},
		&ucli.Uint64Flag{Category: limit, Name: "limit-z3", Value: prover.DefaultZ3Limit, Usage: "`UNITS` of Z3's rlimit per question"},
		&ucli.IntFlag{Category: limit, Name: "z3-memory", Value: 1024, Usage: "`MEGABYTES` of memory per Z3 process"},
		&ucli.DurationFlag{Category: limit, Name: "prover-timeout", Value: 10 * time.Second, Usage: "`TIME` per question to one of the --provers"},
		&ucli.IntFlag{Category: limit, Name: "prover-memory", Value: 2048, Usage: "`MEGABYTES` of memory per process of the --provers"},
	})
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	o, portfolios, err := options(c)
	if err != nil {
		return err
	}
	s := &stage{o: o, portfolios: portfolios, noTiming: c.Bool("no-timing")}
	if s.commands, err = checkerCommands(c); err != nil {
		return err
	}
	if err := s.fields(c); err != nil {
		return err
	}
	if err := s.alignOptions(c); err != nil {
		return err
	}
	if c.Bool("pair") {
		if err := s.openPair(c); err != nil {
			return err
		}
	}
	if id := c.String("explain"); id != "" {
		return s.explain(ctx, c, env, id)
	}
	if c.Bool("recheck") {
		return s.recheckAll(ctx, c, env)
	}
	workers := c.Int("workers")
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	judging, err := s.openJudge(ctx, c, env, workers)
	if err != nil {
		return err
	}
	if judging.Dry() {
		return judging.DryRun(ctx, c, env, s.askAlone)
	}
	defer judging.Report(env)
	if s.z3, err = prover.OpenZ3(ctx, prover.Z3Options{
		Path: c.String("z3"), Workers: workers, MemoryMB: c.Int("z3-memory"), Limit: c.Uint64("limit-z3"),
		CaseSensitive: o.Formula.CaseSensitive, Log: env.Log,
	}); err != nil {
		return cli.Usagef("--z3: %w", err)
	}
	defer s.z3.Close()
	if s.programs, err = programs(ctx, c, o, portfolios); err != nil {
		return err
	}
	if err := s.openCheckers(c, env, workers); err != nil {
		return err
	}
	defer s.closeCheckers()
	s.o.Provers = []answer.Prover{s.z3}
	for _, p := range s.programs {
		s.o.Provers = append(s.o.Provers, p)
	}
	if c.Bool("diagnose") {
		s.searchers = make([]*explain.Repairer, workers)
	}
	s.panels = make([]*verify.Panel, workers)
	s.log = env.Log
	abort, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	s.abort = abort
	if s.pair != nil {
		return s.answerPair(ctx, env)
	}
	stage := cli.Stage{
		Settings: s.settings(c),
		Columns:  map[string]string{"--left": s.left, "--right": s.right},
		Endpoint: judging.Endpoint(),
		Durable:  judging.Durable(),
		Process:  s.process,
		Grace:    longestGrace(c),

		Malformed: true,
		Class:     s.class,
		Classes:   append([]string{classJudgeError}, classes...),
		Status:    judging.Status,
		Sums:      s.totals,
		Resumed: func(sums map[string]int64) {
			s.disputes.Add(sums[disagreements])
			judging.Resumed(sums)
		},
	}
	if s.align == alignStory {
		stage.Group, stage.Together, stage.Check = s.story, s.together, func() error { return s.noStory(c) }
	}
	defer s.reportLeft(env)
	return cmp.Or(cli.RunStage(ctx, c, env, stage), s.disputed())
}

// longestGrace returns how long a row takes at most after an interrupt.
func longestGrace(c *ucli.Context) time.Duration {
	if c.String("judge") == "" {
		return grace
	}
	return max(grace, c.Duration("judge-grace"))
}

// grace is the time that the rows under way have after an interrupt.
const grace = 2 * time.Second

const (
	taskEquivalence = "equivalence"
	taskEntailment  = "entailment"
)

// options reads the flags on how to verify.
func options(c *ucli.Context) (o verify.Options, portfolios []verify.Portfolio, err error) {
	scope, err := logic.ParseScope(c.String("quantifier-scope"))
	if err != nil {
		return o, nil, cli.Usagef("--quantifier-scope: %w", err)
	}
	o = verify.Options{
		Formula:    logic.Options{Scope: scope, CaseSensitive: c.Bool("case-sensitive"), Strict: c.Bool("strict"), Lenient: c.Bool("lenient")},
		Regex:      regex.Options{Strict: c.Bool("strict")},
		Finite:     c.Bool("finite"),
		States:     automata.Limits{States: c.Int("limit-states"), Steps: c.Int("limit-steps")},
		Effort:     c.Int("effort"),
		Timeout:    c.Duration("timeout"),
		NoRelation: c.Bool("no-relation"),

		Disagreement: c.Bool("disagreement"),
	}
	if err := cli.ParseVariables(c, &o.Formula); err != nil {
		return o, nil, err
	}
	if o.Formula.Strict && o.Formula.Lenient {
		return o, nil, cli.Usagef("--strict and --lenient: expected one of them")
	}
	for _, name := range []string{"effort", "limit-states", "limit-steps", "z3-memory", "prover-memory"} {
		if n := c.Int(name); n < 1 {
			return o, nil, cli.Usagef("--%s: found %d, expected a positive number", name, n)
		}
	}
	for _, name := range []string{"timeout", "prover-timeout"} {
		if d := c.Duration(name); d <= 0 {
			return o, nil, cli.Usagef("--%s: found %v, expected a positive time", name, d)
		}
	}
	if list := c.String("engines"); list != "" {
		if portfolios, err = verify.ParsePortfolios(list); err != nil {
			return o, nil, cli.Usagef("--engines: %w", err)
		}
	}
	return o, portfolios, nil
}

// programs opens the provers that --provers or --engines names. A prover that is not
// installed is a usage error.
func programs(ctx context.Context, c *ucli.Context, o verify.Options, portfolios []verify.Portfolio) ([]*prover.Program, error) {
	names := []string{c.String("provers")}
	for _, p := range portfolios {
		for _, e := range p {
			if e.External() {
				names = append(names, string(e))
			}
		}
	}
	found, err := prover.Find(ctx, strings.Join(names, ","), prover.Options{
		Timeout: c.Duration("prover-timeout"), MemoryMB: c.Int("prover-memory"),
		Effort: o.Effort, CaseSensitive: o.Formula.CaseSensitive,
	})
	if err != nil {
		return nil, cli.Usagef("--provers: %w", err)
	}
	return found, nil
}
