package logic

import (
	"fmt"
	"unicode/utf8"
)

// Limits that Options leaves to the package where it gives zero.
const (
	DefaultMaxDepth = 10_000
	DefaultMaxSize  = 1_000_000

	// maxMaxDepth bounds what Options may ask for: whoever reads a tree
	// recurses, and a goroutine's stack has an end.
	maxMaxDepth = 100_000
)

// A Scope says how far a quantifier reaches that no bracket stops.
type Scope uint8

// The scopes.
const (
	ScopeDotWide Scope = iota // to the right end if a dot, colon or comma follows its variables, else over one operand
	ScopeTight                // over one operand, dot or none
	ScopeWide                 // to the right end, dot or none
)

var scopeNames = [...]string{ScopeDotWide: "dot-wide", ScopeTight: "tight", ScopeWide: "wide"}

// String gives the name that ParseScope reads.
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
	return 0, fmt.Errorf("quantifier scope: expected dot-wide, tight or wide, found %q", s)
}

// Options govern Parse. The zero value reads everything that is documented for
// the package.
type Options struct {
	Scope Scope

	// CaseSensitive makes ∀x bind x only, and not X.
	CaseSensitive bool

	// Strict refuses every symbol but ∧ ∨ ¬ → ↔ ∀ ∃ = ( ) , . and every name
	// that is not an ASCII letter followed by ASCII letters, digits and
	// underscores.
	Strict bool

	// MaxDepth bounds how deeply brackets, negations, quantified variables,
	// implications, equivalences and function terms may nest in the text.
	// Zero is DefaultMaxDepth; above 100,000 is 100,000.
	MaxDepth int

	// MaxSize bounds the number of nodes and terms of the tree. Zero is
	// DefaultMaxSize.
	MaxSize int
}

// A SyntaxError says where a text stops being a formula.
type SyntaxError struct {
	Column   int    // from 1, in runes
	Offset   int    // from 0, in bytes
	Found    string // the quoted token, or "end of input", or what else stands there
	Expected string // what could have stood there
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
}

// syntaxErrorAt builds the error for byte offset off of s; an empty found is
// read off the text.
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
