// Package check evaluates a formula in an assignment, in a finite structure or in a
// word of linear temporal logic, and matches a string against a regular expression.
// Package verify gives the verdict not_equivalent only after this package has confirmed
// that the two sides differ on the witness. A stored witness is checked again with this
// package alone.
//
// The package also defines what an engine answers: a Status, with a certificate or a
// structure as the evidence.
//
// The evaluators share no code with the engines except the syntax trees. They directly
// follow the definitions of satisfaction (Tarski), of the temporal operators and of
// the language of a regular expression, without normal forms or compilation. A stored
// witness may come from any program, so the number of steps of a check is limited.
//
// Two shortcuts make it feasible to check witnesses of formulas with many quantifiers:
//
//   - The body of a quantifier is first evaluated with its variable left open, in
//     Kleene's three-valued logic. If the result is already true or false, no element
//     needs to be tried.
//   - Two elements are interchangeable if swapping them maps the structure to itself. In
//     a domain of more than four elements, a quantifier tries all elements that are
//     already values of variables. Of the other elements, it tries only one of each set
//     of interchangeable ones.
//
// # Structures
//
// A Structure has a domain of Size elements 0, 1, ..., and gives a meaning to
// constants, functions, predicates and propositions. Tables are dense and in
// row-major order: the value for the arguments a, b, c is at index
// (a·Size + b)·Size + c. Witnesses are small, nearly always of one to four
// elements. MaxCells limits the size of a table. Without it, a small hostile file
// with a predicate of many arguments could allocate much memory.
//
// Users see a structure in its JSON form, in the column witness:
//
//	{"size": 2,
//	 "constants": {"tom": 0},
//	 "functions": {"father/1": [[0, 1], [1, 1]]},
//	 "predicates": {"likes/2": [[0, 1], [1, 1]]},
//	 "propositions": {"q": true}}
//
// A function or predicate is written name/arity; the last slash separates the two. A
// predicate lists the tuples for which it holds, in ascending order; a function lists
// each tuple of arguments with its value appended. The parts, such as "constants", have
// the order above, and the symbols within a part are sorted. A part without symbols is
// omitted. So equal structures have equal texts.
package check

import "errors"

// MaxSteps bounds one check: the nodes and terms of a formula that are visited
// (terms count more under many quantifiers), or the positions of a string times
// the nodes of an expression.
const MaxSteps = 1 << 24

// ErrSteps is the error of a check that takes more than MaxSteps steps.
var ErrSteps = errors.New("check: over the limit of steps")
