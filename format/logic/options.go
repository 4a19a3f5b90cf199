package logic

import (
	"fmt"
	"unicode/utf8"
)

// Defaults for zero fields of Options, and a fixed limit.
const (
	DefaultMaxDepth = 10_000
	DefaultMaxSize  = 1_000_000

	// maxMaxDepth bounds Options.MaxDepth: functions on trees recurse, and a
	// goroutine's stack is limited.
	maxMaxDepth = 100_000
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

	// MaxDepth bounds how deeply brackets, negations, quantified variables,
	// implications, equivalences and function terms may nest in the text.
	// Zero is DefaultMaxDepth; above 100,000 is 100,000.
	MaxDepth int

	// MaxSize bounds the number of nodes and terms of the tree. Zero is
	// DefaultMaxSize.
	MaxSize int
}

// maxDepth returns MaxDepth with its default and its bound.
func (o *Options) maxDepth() int {
	if o.MaxDepth <= 0 {
		return DefaultMaxDepth
	}
	return min(o.MaxDepth, maxMaxDepth)
}

// A SyntaxError locates the first place at which a text is not a formula.
type SyntaxError struct {
	Column   int    // position in runes, from 1
	Offset   int    // position in bytes, from 0
	Found    string // the quoted token, "end of input" or another description
	Expected string // what the grammar allows there
	Looks    string // an unsupported notation that the text resembles, such as "Lean"
}

func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
	if e.Looks != "" {
		s += "; looks like " + e.Looks
	}
	return s
}

// syntaxErrorAt builds the error for byte offset off of s. If found is empty, the error
// quotes the text.
func syntaxErrorAt(s string, off int, expected, found string) *SyntaxError {
	if found == "" {
		found = foundAt(s, off)
	}
	return &SyntaxError{
		Column:   utf8.RuneCountInString(s[:off]) + 1,
		Offset:   off,
		Found:    found,
		Expected: expected,
	}
}
