package verify

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
)

// pairFlags are the flags that act with --pair.
var pairFlags = []string{
	"pair", "formalism", "checker", "quantifier-scope", "regex-dialect", "free-variables", "variable-names", "case-sensitive", "finite", "strict", "lenient", "engines", "z3", "provers",
	"no-relation", "disagreement", "diagnose", "timeout", "effort", "limit-states", "limit-steps", "limit-z3", "z3-memory", "prover-timeout",
	"prover-memory", "log-level", "config",
}

// pairUses declares pairFlags, and the other flags, which have no effect with --pair.
func pairUses(cmd cli.Command) []cli.Use {
	rows := func(c *ucli.Context) bool { return !c.Bool("pair") }
	share := access.ShareUse("judge-", rows)
	declared := slices.Concat(pairFlags, share.Flags)
	others := slices.DeleteFunc(cli.Names(cmd.AllFlags()), func(name string) bool { return slices.Contains(declared, name) })
	return []cli.Use{{Flags: pairFlags}, {For: "rows, and --pair compares two formulas", If: rows, Flags: others}, share}
}

// openPair makes a row of the two arguments.
func (s *stage) openPair(c *ucli.Context) error {
	if c.NArg() != 2 {
		return cli.Usagef("--pair: found %d arguments, expected two formulas, each in quotes", c.NArg())
	}
	left, right := c.Args().Get(0), c.Args().Get(1)
	if s.formalism == "" && s.dialect == regex.Brics {
		s.formalism = record.RegexBrics
	}
	if s.formalism == "" {
		s.formalism = s.guess(left, right)
	}
	s.pair = &record.Row{Formalism: s.formalism, FS: left, FSOut: right}
	return nil
}

// onlyRegex matches regular expressions without spaces or symbols of logic.
var onlyRegex = regexp.MustCompile(`^[0-9A-Za-z()*+?|.^$\[\]{},\\-]*[*+?][0-9A-Za-z()*+?|.^$\[\]{},\\-]*$`)

// guess returns the formalism of two texts: propositional or first-order logic, unless
// one of them does not parse as a formula of logic. Then it is LTL if both parse as
// temporal formulas, or else regex if both parse as regular expressions, have one of
// their operators, and have no other symbols. The last condition keeps a misspelt
// formula, such as "p &", from being an expression.
func (s *stage) guess(texts ...string) record.Formalism {
	formulas, propositional, expressions, linear := true, true, true, true
	for _, text := range texts {
		f, err := logic.Parse(text, verify.Beside(s.o.Formula, "", texts...))
		formulas = formulas && err == nil
		propositional = propositional && err == nil && f.IsPropositional()
		_, err = regex.Parse(text, s.o.Regex)
		expressions = expressions && err == nil
		_, err = temporal.Parse(text, temporal.Options{Strict: s.o.Formula.Strict})
		linear = linear && err == nil
	}
	switch {
	case propositional:
		return record.Propositional
	case !formulas && linear:
		return record.LTL
	case !formulas && expressions && onlyRegex.MatchString(strings.Join(texts, "")):
		return record.Regex
	}
	return record.FirstOrder
}

// answerPair writes the answer about the pair. If the pair is not decided, it returns an
// error of cli.Limitf.
func (s *stage) answerPair(ctx context.Context, env *cli.Env) error {
	rows, err := s.process(ctx, 0, s.pair)
	if err != nil {
		return err
	}
	row := rows[0]
	switch row.Verdict {
	case record.Noncompliant:
		return cli.Usagef("--pair: the second formula, read as %s: %s", s.formalism, row.VerdictReason)
	case record.Unverifiable:
		return cli.Usagef("--pair: the first formula, read as %s: %s", s.formalism, row.VerdictReason)
	}
	wrong, err := s.tell(row, env)
	switch {
	case err != nil || wrong != nil:
		return cmp.Or(err, wrong)
	case row.Verdict == record.Unknown:
		return cli.Limitf("the pair is not decided: %s", row.VerdictReason)
	}
	return s.disputed()
}
