// Package canon finds formulas that are equivalent up to the renaming of their
// symbols to one that was seen before, so that a dataset can hold one of each.
//
// Each formula gets a key such that equivalent formulas get the same, as far
// as is said below, and is dropped if its key is known. Keys are invariants and
// no complete ones: once in a while they are the same for two formulas that are
// not equivalent, and one of these is dropped with no need. That is the right
// side to err on, and rare: the 3,984 classes of Boolean functions of four
// variables under renaming all have a key of their own.
//
// # What counts as equivalent
//
// Of propositional formulas, and of first-order formulas in prenex form, that
// have at most 16 different atoms: everything that follows from the truth table
// of the matrix. Atoms that do not matter to it are dropped, then quantifiers
// whose variables no longer occur; neighbouring quantifiers of one kind have no
// order; propositions, predicates, objects and variables have no names. For
// propositional formulas that is equivalence up to renaming, without exception.
// For first-order formulas equivalences that rest on the meaning of quantifiers
// are not seen; all equivalence is undecidable.
//
// Of other formulas: double negation and De Morgan's laws, → and ↔ written out,
// order, grouping and repetition of operands, order of neighbouring quantifiers,
// quantifiers without occurrences, and names.
//
// Of regular expressions: equality of the languages, decided by automata, under
// every renaming of up to four letters. With more letters they are renamed in
// order of occurrence and no other way.
//
// # How
//
// A formula's key is the stable colouring of a graph, as in the first step of
// graph canonization (Weisfeiler and Leman, 1968). Its nodes are the atoms, the
// symbols, the variables and the terms; two atoms are joined by an edge that
// carries how many rows of the truth table make them and the formula true (the
// cofactor weights by which Boolean matchers tell variables apart: Benini and
// De Micheli, A survey of Boolean matching techniques, 1997). Up to six atoms
// the rows themselves are nodes. A regular expression's key is its minimal
// automaton, the least of those under all renamings.
//
// Exact canonical forms were rejected: they need a search among the orders of
// variables that the colouring leaves open, which conjunctions of a dozen
// symmetric literals make long, and would save next to nothing.
package canon
