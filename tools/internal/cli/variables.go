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
		&ucli.StringFlag{Category: category, Name: "free-variables", Value: constantVariables, Usage: "`READING` of free names: constant (default), universal"},
		&ucli.StringFlag{Category: category, Name: "variable-names", Value: logic.Prover9Names.String(), Usage: "`NAMES` of variables: prover9 (u to z) or nltk (one letter)"},
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
