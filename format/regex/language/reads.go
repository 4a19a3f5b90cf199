package language

import (
	"regexp"

	"github.com/truthloop/truthloop/format/regex"
)

// onlyRegex matches expressions without spaces or symbols of logic. So a misspelt formula,
// such as "p &", is no expression.
var onlyRegex = regexp.MustCompile(`^[0-9A-Za-z()*+?|.^$\[\]{},\\-]*$`)

// operator matches an operator of expressions that no name of a formula has.
var operator = regexp.MustCompile(`[*+?]`)

// Reads reports whether a text that names no formalism is an expression of the dialect
// Paper, beside the other text of its pair.
func (r *Language) Reads(text, beside string) bool {
	_, err := regex.Parse(text, regex.Options{})
	return r == Paper && err == nil && onlyRegex.MatchString(text) && operator.MatchString(text+beside)
}
