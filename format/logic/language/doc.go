// Package language is the language of propositional logic and that of first-order logic:
// everything about them besides the syntax, which package logic has.
//
// # Trivial formulas
//
// A formula is trivial if it is valid, contradictory, or has a quantifier whose variable
// does not occur in its scope. Structures are tried. A formula counts as not trivial only
// if it is true in one of them and false in another. Otherwise, it counts as trivial, so a
// dataset can lose a formula that is not trivial. The answer is exact for propositional
// formulas of up to 16 propositions.
package language
