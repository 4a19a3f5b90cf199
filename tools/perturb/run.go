package perturb

import (
	"context"
	"fmt"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads rows with a formula (fs) and adds a set of candidates to each, as lists
of the same length. The formula itself is the first candidate.

  candidates      formulas
  candidates_nl   their descriptions, by the templates of the vocabulary
  roles           original, equivalent, perturbation, negation, negation_nnf
  edits           the edit or law that made it: kind, from, to
  relations       relation to the formula: equivalent, stronger, weaker,
                  incomparable, or not_equivalent if only that is proved
  proofs          engine, and certificate or witness
  order           indexes into the lists, in the random order of presentation

For --task most-similar the other candidates are up to 8 perturbations,
formulas with one edit. For --task ranking they are one equivalent formula,
up to 3 perturbations, the negation, and the negation in negation normal
form. Every relation in a set is proved.

For --task pairs, each row becomes two rows with two formulas each, fs and
fs_out. The first fs_out is equivalent: it is fs with one law applied. The
second is the first with one edit, and is not equivalent. The verdicts are
proved and stored. Other formalisms are accepted, too. For one that a program
truthloop-NAME on the PATH decides, such as sql, both have one edit of that
program; a row without an equivalent edit gets an error.

Examples:
  convert --from ontology data/ontologies/tarski.json | perturb --task ranking
  perturb --task most-similar -k 4 --kinds operator,constant,arguments fs.jsonl
  perturb --task ranking --seed 2 fs.jsonl -o sets.jsonl
  perturb --task pairs fs.jsonl | judge --model builtin:rules |
    metrics judges --by num_operators
  perturb check sets.jsonl > checked.jsonl`

const checkDescription = `
Proves the relations of rows that already have candidates again. Candidates
that contradict their roles and relations are listed in the field faults.

Examples:
  perturb check sets.jsonl > checked.jsonl
  perturb check --quantifier-scope tight published-sets.jsonl > checked.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "perturb",
		Usage:       "make candidates that differ from a formula, with proof",
		Description: description,
		Main:        []string{"task", "k", "kinds", "quantifier-scope", "output", "seed", "resume", "workers"},
		Groups:      cli.StageGroups&^cli.Timing | cli.Seed,
		Flags:       flags(),
		Subs: []cli.Command{{
			Name:        "perturb check",
			Usage:       "prove the relations of existing sets again",
			Description: checkDescription,
			Groups:      cli.StageGroups &^ (cli.Timing | cli.Retry),
			Flags:       proofFlags(),
			Action:      checkSets,
		}},
		Action: makeSets,
	}
}

func flags() []ucli.Flag {
	const what = "CANDIDATES"
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: what, Name: "task", Value: string(MostSimilar), Usage: "`TASK` that the formulas are for: most-similar, ranking or pairs"},
		&ucli.IntFlag{Category: what, Name: "k", DefaultText: "8; 3 for ranking", Usage: "maximum `NUMBER` of perturbations"},
		&ucli.StringFlag{Category: what, Name: "kinds", Value: "operator,quantifier,negation", Usage: "`KINDS` of edits: operator, quantifier, negation, constant, predicate, arguments. A formula without edits of these kinds gets edits of all kinds"},
	}, proofFlags()...)
}

func proofFlags() []ucli.Flag {
	const proof = "PROOFS"
	return []ucli.Flag{
		&ucli.StringFlag{Category: proof, Name: "quantifier-scope", Value: logic.ScopeDotWide.String(), Usage: "`SCOPE` of a quantifier without brackets in the input: dot-wide, tight or wide"},
		cli.Z3Flag(proof),
	}
}

// timeout is the time limit of a proof. Limits of work come first.
const timeout = 10 * time.Second

// stage is one run of the program; it has a Verifier for each worker.
type stage struct {
	task      Task
	k         int
	kinds     []syntax.Perturbation
	seed      uint64
	options   verify.Options
	verifiers []*verify.Verifier
	checked   tally
}

// makeSets makes the candidates, or the pairs.
func makeSets(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s := &stage{k: c.Int("k"), seed: c.Uint64("seed")}
	if err := cli.Parse(c, "task", ParseTask, &s.task); err != nil {
		return err
	}
	if err := cli.Parse(c, "kinds", cli.List(ParseKind), &s.kinds); err != nil {
		return err
	}
	if !c.IsSet("k") {
		s.k = map[Task]int{MostSimilar: 8, Ranking: 3}[s.task]
	}
	switch {
	case len(s.kinds) == 0:
		return cli.Usagef("--kinds: found none, expected some of %s", kindNames)
	case c.IsSet("k") && s.k < 1:
		return cli.Usagef("-k: found %d, expected a positive number", s.k)
	case s.task == Pairs && env.Given("k"):
		return cli.Usagef("-k has no effect here: it is for --task most-similar and ranking")
	}
	settings := cli.Settings(c, flags())
	settings["seed"] = c.String("seed")
	return s.run(ctx, c, env, cli.Stage{Settings: settings, Process: s.process, Retry: s.again})
}

// checkSets checks candidates.
func checkSets(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s := &stage{checked: tally{faults: map[string]int{}}}
	err := s.run(ctx, c, env, cli.Stage{Settings: cli.Settings(c, proofFlags()), Process: s.check})
	fmt.Fprintf(env.Stderr, "perturb: %v\n", &s.checked)
	return err
}

// run opens the provers and processes the rows.
func (s *stage) run(ctx context.Context, c *ucli.Context, env *cli.Env, work cli.Stage) error {
	workers := cli.WorkersOf(c)
	s.verifiers = make([]*verify.Verifier, workers)
	if err := cli.Parse(c, "quantifier-scope", logic.ParseScope, &s.options.Formula.Scope); err != nil {
		return err
	}
	s.options.Timeout = timeout
	z3, err := prover.OpenZ3(ctx, c.String("z3"), prover.Options{}, env.Log)
	if err != nil {
		return cli.Usagef("--z3: %w", err)
	}
	s.options.Provers = []check.Prover{z3}
	work.Settings["z3"] = z3.Found()
	if s.options.Checkers, err = prover.OpenCheckers(nil, prover.CheckerOptions{Workers: workers, Timeout: timeout, Log: env.Log, Abort: ctx}); err != nil {
		return err
	}
	defer s.options.Checkers.Close()
	return cli.RunStage(ctx, c, env, work)
}

// verifier returns the verifier of a worker.
func (s *stage) verifier(worker int) *verify.Verifier {
	if s.verifiers[worker] == nil {
		s.verifiers[worker] = verify.New(s.options)
	}
	return s.verifiers[worker]
}

// relate proves the relation of b to a.
func (s *stage) relate(ctx context.Context, worker int, kind record.Formalism, a, b formalism.Tree) verify.Result {
	return s.verifier(worker).Relate(ctx, kind, a, b)
}
