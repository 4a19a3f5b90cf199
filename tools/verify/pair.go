package verify

import (
	"cmp"
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const pairDescription = `
Compares two formulas, each in quotes, and explains the verdict. Without
--formalism, the texts determine it: they are of logic if both can be, then
of linear temporal logic, and then regular expressions. If the pair is not
decided, the exit code is 3.

Examples:
  verify pair "p -> q" "~p | q"
  verify pair "G (a -> F b)" "G F b"
  verify pair "forall x. P(x)" "not exists x. not P(x)"
  verify pair --formalism regex ab ba`

func pairCommand() cli.Command {
	return cli.Command{
		Name:        "verify pair",
		Usage:       "compare two formulas and explain the verdict",
		Description: pairDescription,
		ArgsUsage:   "FORMULA FORMULA",
		Main:        []string{"formalism", "diagnose", "engines", "effort", "timeout", "strict", "lenient", "finite", "z3", "provers"},
		Flags:       without("task", "left", "right", "examples", otherNames),
		Versions:    versions,
		Action:      pairAction,
	}
}

func pairAction(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if c.NArg() != 2 {
		return cli.Usagef("found %d arguments, expected two formulas, each in quotes", c.NArg())
	}
	s, err := newStage(c)
	if err != nil {
		return err
	}
	left, right := c.Args().Get(0), c.Args().Get(1)
	if s.columns.Formalism == "" {
		s.columns.Formalism = formalism.Guess(left, right)
	}
	if err := s.open(ctx, c, env, 1); err != nil {
		return err
	}
	defer s.close()
	return s.answerPair(ctx, env, &record.Row{Formalism: s.columns.Formalism, FS: left, FSOut: right})
}

// answerPair writes the answer about the pair of a row. If the pair is not decided, it
// returns an error of cli.Limitf.
func (s *stage) answerPair(ctx context.Context, env *cli.Env, row *record.Row) error {
	if _, err := s.process(ctx, 0, row); err != nil {
		return err
	}
	switch row.Verdict {
	case record.Noncompliant:
		return cli.Usagef("the second formula, read as %s: %s", s.columns.Formalism, row.VerdictReason)
	case record.Unverifiable:
		return cli.Usagef("the first formula, read as %s: %s", s.columns.Formalism, row.VerdictReason)
	}
	wrong, err := s.tell(row, env)
	switch {
	case err != nil || wrong != nil:
		return cmp.Or(err, wrong)
	case row.Verdict == record.Unknown:
		return cli.Limitf("the pair is not decided: %s", row.VerdictReason)
	}
	return nil
}
