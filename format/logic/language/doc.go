// Package language is the language of propositional logic and that of first-order logic:
// everything about them besides the syntax, which package logic has.
//
// # Keys
//
// Formulas that are equivalent up to the renaming of their symbols should have the same
// key. A dataset keeps one formula for each key. What is compared depends on the formula:
//
//   - Propositional, at most 16 different atoms: the truth table. No equivalence is
//     missed.
//   - First-order in prenex form, at most 16 different atoms: the quantifiers, and the
//     truth table of the matrix (the part after the quantifiers). Equivalences that
//     follow from the meaning of quantifiers are missed.
//   - Any other formula: the negation normal form. The key ignores the order, the grouping
//     and the repetition of operands, the order of neighbouring quantifiers of one kind,
//     and unused quantifiers. Other equivalences are missed.
//
// In rare cases, two formulas that are not equivalent have the same key, and a dataset
// drops one of them without need. This does not occur for Boolean functions of four
// variables: their 3,984 classes under renaming have different keys.
//
// The truth table or the normal form becomes a graph (syntax.Graph). Its nodes, such as
// atoms and symbols, are coloured until the colours are stable (Weisfeiler and Leman,
// 1968). The key is a hash of the colours.
//
// # Trivial formulas
//
// A formula is trivial if it is valid, contradictory, or has a quantifier whose variable
// does not occur in its scope. Structures are tried. A formula counts as not trivial only
// if it is true in one of them and false in another. Otherwise, it counts as trivial, so a
// dataset can lose a formula that is not trivial. The answer is exact for propositional
// formulas of up to 16 propositions.
//
// # Rejected alternatives
//
// An exact canonical form takes a long time for symmetric formulas, and would distinguish
// few more formulas.
package language
