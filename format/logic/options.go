package logic

import (
	"fmt"

	"github.com/truthloop/truthloop/format/syntax"
)

// A Scope decides how far a quantifier reaches if no bracket ends it.
type Scope uint8

// The scopes.
const (
	ScopeDotWide Scope = iota // to the right end if a dot, colon or comma follows its variables, otherwise over one operand
	ScopeTight                // over one operand, with or without a dot
	ScopeWide                 // to the right end, with or without a dot
)

var scopeNames = [...]string{ScopeDotWide: "dot-wide", ScopeTight: "tight", ScopeWide: "wide"}

// String returns the name that ParseScope reads.
func (s Scope) String() string {
	if int(s) < len(scopeNames) {
		return scopeNames[s]
	}
	return fmt.Sprintf("Scope(%d)", uint8(s))
}

// ParseScope reads "dot-wide", "tight" or "wide".
func ParseScope(s string) (Scope, error) {
	for scope, name := range scopeNames {
		if s == name {
			return Scope(scope), nil
		}
	}
	return 0, fmt.Errorf("quantifier scope %q: expected dot-wide, tight or wide", s)
}

// Options control Parse. The zero value reads everything that the package comment
// describes.
type Options struct {
	Scope Scope

	// CaseSensitive makes ∀x bind x and not X.
	CaseSensitive bool

	// Strict accepts only the symbols that the packaged prompts offer, ∧ ∨ ⊕ ¬ → ↔ ∀ ∃
	// = ≠ ( ) , . and names that are an ASCII letter followed by ASCII letters, digits
	// and underscores.
	Strict bool

	// Universal closes each formula: ∀ in front of it binds the free names that look
	// like variables. Without Universal, free names are constants.
	Universal bool

	// Variables decides which free names look like variables.
	Variables VariableNames

	// Lenient repairs a text that is not a formula, if exactly one formula is a sensible
	// repair; see Leniency. It does not change the tree of a text that Parse reads
	// without it. With Strict, it has no effect.
	Lenient bool

	// Beside are other texts about the same symbols, such as the other side of a pair.
	// They decide between two readings if the text alone does not: whether the sides of
	// == and the arguments of a call such as Equivalent(a, b) are formulas or terms,
	// whether Fa is F(a) in a formula without quantifiers, and how a name is written
	// without LaTeX. Texts that do not parse, the text itself, and texts behind the first
	// 100 have no effect.
	Beside []string

	// Propositional means that the text has no terms.
	Propositional bool

	// The depth counts brackets, negations, quantified variables, implications,
	// equivalences and function terms inside each other.
	syntax.Limits
}

// syntaxErrorAt builds the error for byte offset off of s. If found is empty, the error
// quotes the text.
func syntaxErrorAt(s string, off int, expected, found string) *syntax.Error {
	if found == "" {
		found = foundAt(s, off)
	}
	return syntax.ErrorAt(s, off, expected, found)
}
