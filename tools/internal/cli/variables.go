package cli

import (
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
)

// The readings of free variables.
const (
	constantVariables  = "constant"
	universalVariables = "universal"
)

// VariableFlags returns the flags that determine how free variables of formulas are read.
func VariableFlags(category string) []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{Category: category, Name: "free-variables", Value: constantVariables, Usage: "`READING` of names that look like variables and that no quantifier binds: constant, or universal, where a ∀ for each of them is put in front of the formula, as Prover9 and NLTK do. constant is the default of every task, because a formula that lost its quantifier is not equivalent to the right one, and because the constants of many datasets look like variables"},
		&ucli.StringFlag{Category: category, Name: "variable-names", Value: logic.Prover9Names.String(), Usage: "`NAMES` that look like variables: prover9, those that begin with a letter from u to z; or nltk, one small letter except e, with or without digits behind it"},
	}
}

// ParseVariables reads these flags into the options of the parser.
func ParseVariables(c *ucli.Context, o *logic.Options) error {
	switch reading := c.String("free-variables"); reading {
	case constantVariables:
	case universalVariables:
		o.Universal = true
	default:
		return Usagef("--free-variables: found %q, expected %s or %s", reading, constantVariables, universalVariables)
	}
	return Parse(c, "variable-names", logic.ParseVariableNames, &o.Variables)
}
