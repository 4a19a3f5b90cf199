// Package check evaluates a formula in an assignment or a finite structure, and
// matches a string against a regular expression, in the plainest way there is.
// No verdict of inequivalence leaves package verify before this package has
// agreed that the two sides differ on the witness, and a stored witness is
// checked again with nothing but this package.
//
// It shares no code with the engines beyond the syntax trees: it follows the
// definitions of satisfaction (Tarski) and of the language of an expression
// directly, with no normal form, no compilation and no cleverness. What it
// spends is bounded by a number of steps, since a stored witness may come from
// anywhere.
package check

import "errors"

// MaxSteps bounds one check: nodes and terms of a formula visited, of the terms
// more where many quantifiers stand around them, or positions of a string for
// nodes of an expression.
const MaxSteps = 1 << 24

// ErrSteps is the error of a check that takes more than MaxSteps.
var ErrSteps = errors.New("check: over the limit of steps")
