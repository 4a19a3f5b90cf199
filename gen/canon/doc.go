// Package canon compares formulas up to the renaming of their symbols, so that a
// dataset can hold one formula of each class, and finds trivial formulas.
//
// # Keys
//
// Equivalent formulas have the same key, within the bounds below. Keys are
// invariants and not complete: rarely two formulas that are not equivalent have
// the same key, and a dataset then drops one of them without need. The 3,984
// classes of Boolean functions of four variables under renaming all have
// different keys.
//
// Which formulas count as equivalent:
//
//   - Propositional formulas, and first-order formulas in prenex form, of at most
//     16 different atoms are compared by the truth table of their matrix. Atoms
//     without influence are dropped, then quantifiers whose variable does not
//     occur. Neighbouring quantifiers of one kind have no order. Propositions,
//     predicates, objects and variables have no names. For propositional formulas
//     this is equivalence up to renaming, without exception. For first-order
//     formulas it misses what follows from the meaning of quantifiers; equivalence
//     of these is undecidable.
//   - Other formulas are compared by double negation and De Morgan's laws, → and ↔
//     written out, order, grouping and repetition of operands, order of
//     neighbouring quantifiers, quantifiers without occurrences, and names.
//   - Regular expressions are compared by their languages, under all renamings of
//     up to four letters. More letters are renamed by order of occurrence only.
//
// The key of a formula is the stable colouring of a graph, as in the first step of
// graph canonization (Weisfeiler and Leman, 1968). Its nodes are atoms, symbols,
// variables and terms. The edge between two atoms counts the rows of the truth
// table that make both and the formula true: the cofactor weights of Boolean
// matching (Benini and De Micheli, A survey of Boolean matching techniques, 1997).
// Up to six atoms the rows themselves are nodes. The key of a regular expression is
// the least of its minimal automata under all renamings.
//
// Exact canonical forms were rejected: they search the orders of variables that
// the colouring leaves open, which takes long for symmetric formulas, and would
// save next to nothing.
//
// # Trivial formulas
//
// A formula is trivial if it is valid, contradictory, or has a quantifier whose
// variable does not occur. A formula counts as not trivial only if it is true in
// one structure and false in another. The structures of one element are all
// enumerated, up to 16 predicates or propositions, so the answer is exact for
// propositional formulas of up to 16 propositions. Structures of up to three
// elements are then drawn at random. A first-order formula that is contingent only
// in larger structures, or in very few, counts as trivial and is lost: the problem
// is undecidable, and a dataset must keep nothing trivial.
package canon
