package perturb

import (
	"context"
	"fmt"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/prover"
)

const description = `
Reads rows with a formula (fs) and adds a set of candidates to each, as lists of
the same length. The formula itself is the first candidate.

  candidates      formulas
  candidates_nl   their descriptions, by the templates of the vocabulary
  roles           original, equivalent, perturbation, negation, negation_nnf
  edits           the edit or law that made it: kind, from, to
  relations       relation to the formula: equivalent, stronger, weaker,
                  incomparable, or not_equivalent if only that is proved
  proofs          engine, and certificate or witness
  order           indexes into the lists, in the random order of presentation

For --task most-similar the other candidates are up to 8 perturbations, formulas
with one edit. For --task ranking they are one equivalent formula, up to 3
perturbations, the negation, and the negation in negation normal form. Every
relation in a set is proved.

For --task pairs, each row becomes two rows with two formulas each, fs and fs_out.
The first fs_out is equivalent: it is fs with one law applied. The second is the
first with one edit, and is not equivalent. The verdicts are proved and stored.
Regular expressions are accepted, too.

With --check, no sets are made. The relations of rows that already have candidates
are proved again, by all engines or by those of --engines. Candidates that
contradict their roles and relations are listed in the field faults.

Examples:
  convert --from ontology data/ontologies/tarski.json | perturb --task ranking
  perturb --task most-similar -k 4 --kinds operator,constant,arguments fs.jsonl
  perturb --task ranking --style exact --seed 2 fs.jsonl -o sets.jsonl
  perturb --task pairs fs.jsonl | judge --model builtin:rules | metrics judges --by num_operators
  perturb --check --engines z3 sets.jsonl > checked.jsonl
  perturb --check --quantifier-scope tight published-sets.jsonl > checked.jsonl`

// Command describes the program.
func Command() cli.Command {
	checks := func(c *ucli.Context) bool { return c.Bool("check") }
	sets := func(c *ucli.Context) bool { return !checks(c) && c.String("task") != string(Pairs) }
	return cli.Command{
		Name:        "perturb",
		Usage:       "make candidates that differ from a formula, with proof",
		Description: description,
		Main:        []string{"task", "k", "kinds", "style", "output", "seed", "check", "engines", "timeout", "workers"},
		Order:       []string{"CANDIDATES", cli.InputOutput},
		Groups:      cli.StageGroups&^cli.Timing | cli.Seed,
		Flags:       flags(),
		Uses: []cli.Use{
			{Flags: []string{"check", "quantifier-scope", "engines", "z3", "timeout"}},
			{For: "making candidates, without --check", If: func(c *ucli.Context) bool { return !checks(c) }, Flags: []string{"task", "kinds", "seed"}},
			{For: "--task most-similar and ranking", If: sets, Flags: []string{"k", "style"}},
		},
		Action: action,
	}
}

func flags() []ucli.Flag {
	const what, proof = "CANDIDATES", "PROOFS"
	return []ucli.Flag{
		&ucli.StringFlag{Category: what, Name: "task", Value: string(MostSimilar), Usage: "`TASK` that the formulas are for: most-similar, ranking or pairs"},
		&ucli.IntFlag{Category: what, Name: "k", DefaultText: "8; 3 for ranking", Usage: "maximum `NUMBER` of perturbations"},
		&ucli.StringFlag{Category: what, Name: "kinds", Value: "operator,quantifier,negation", Usage: "`KINDS` of edits: operator, quantifier, negation, constant, predicate, arguments. A formula without edits of these kinds gets edits of all kinds. Regular expressions have their own edits"},
		&ucli.StringFlag{Category: what, Name: "style", Value: ontology.Published.String(), Usage: "`STYLE` of the descriptions: published, appendix, or exact, which is unambiguous"},
		&ucli.StringFlag{Category: what, Name: "quantifier-scope", Value: logic.ScopeDotWide.String(), Usage: "`SCOPE` of a quantifier without brackets in the input: dot-wide, tight or wide"},
		&ucli.BoolFlag{Category: proof, Name: "check", Usage: "prove the relations of existing sets again"},
		&ucli.StringFlag{Category: proof, Name: "engines", Usage: "use only these `ENGINES` for proofs: " + strings.Join(verify.EngineNames(false), ", ")},
		&ucli.StringFlag{Category: proof, Name: "z3", DefaultText: "z3 on the PATH", Usage: "`PATH` of the Z3 executable, for pairs that the built-in engines cannot decide"},
		&ucli.DurationFlag{Category: proof, Name: "timeout", Value: 10 * time.Second, Usage: "`TIME` limit of a proof; limits of work come first"},
	}
}

// stage is one run of the program; it has a Verifier for each worker.
type stage struct {
	task      Task
	k         int
	kinds     []syntax.Perturbation
	style     ontology.Style
	formula   logic.Options
	seed      uint64
	timeout   time.Duration
	options   verify.Options
	verifiers []*verify.Verifier
	checked   tally
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	s, err := newStage(c)
	if err != nil {
		return err
	}
	workers := cli.WorkersOf(c)
	s.verifiers = make([]*verify.Verifier, workers)
	z3, err := prover.OpenZ3(ctx, prover.Z3Options{Path: c.String("z3"), Workers: workers, Log: env.Log})
	if err != nil {
		return cli.Usagef("--z3: %w", err)
	}
	defer z3.Close()
	s.options.Provers = []answer.Prover{z3}
	work := cli.Stage{Settings: settings(c, z3.Found()), Process: s.process, Retry: s.again}
	if c.Bool("check") {
		work.Process, work.Retry = s.check, nil
	}
	err = cli.RunStage(ctx, c, env, work)
	if c.Bool("check") {
		fmt.Fprintf(env.Stderr, "perturb: %v\n", &s.checked)
	}
	return err
}

func newStage(c *ucli.Context) (*stage, error) {
	s := &stage{k: c.Int("k"), seed: c.Uint64("seed"), timeout: c.Duration("timeout")}
	for _, err := range []error{
		cli.Parse(c, "task", ParseTask, &s.task),
		cli.Parse(c, "kinds", ParseKinds, &s.kinds),
		cli.Parse(c, "style", ontology.ParseStyle, &s.style),
		cli.Parse(c, "quantifier-scope", logic.ParseScope, &s.formula.Scope),
		cli.Parse(c, "engines", func(list string) ([]verify.Engine, error) { return verify.ParseEngines(list, false) }, &s.options.Engines),
	} {
		if err != nil {
			return nil, err
		}
	}
	if c.IsSet("k") && s.k < 1 {
		return nil, cli.Usagef("-k: found %d, expected a positive number", s.k)
	}
	if s.timeout <= 0 {
		return nil, cli.Usagef("--timeout: found %v, expected a positive time", s.timeout)
	}
	s.options.Formula, s.options.Timeout = s.formula, s.timeout
	return s, nil
}

// settings returns all options that determine the output.
func settings(c *ucli.Context, z3 string) map[string]string {
	s := cli.Settings(c, flags())
	s["seed"], s["z3"] = c.String("seed"), z3
	return s
}

func (s *stage) verifier(worker int) *verify.Verifier {
	if s.verifiers[worker] == nil {
		s.verifiers[worker] = verify.New(s.options)
	}
	return s.verifiers[worker]
}

// relate proves the relation of b to a.
func (s *stage) relate(ctx context.Context, worker int, a, b *logic.Formula) verify.Result {
	ctx, cancel := stopwatch.WithTimeout(ctx, s.timeout)
	defer cancel()
	return s.verifier(worker).Formulas(ctx, a, b)
}
