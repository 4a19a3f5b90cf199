// Package canon computes keys that are equal for formulas that are equivalent up to
// the renaming of their symbols, and detects trivial formulas. Package gen uses both:
// with the keys, a dataset keeps one formula of each class of equivalent formulas.
//
// # Keys
//
// Formulas that are equivalent up to renaming should have the same key. For some kinds
// of formulas, equivalences are missed; the list below states which. The opposite fault
// is rare: two formulas that are not equivalent have the same key, and a dataset drops
// one of them without need. It does not occur for Boolean functions of four variables:
// their 3,984 classes under renaming all have different keys.
//
// What is compared depends on the formula:
//
//   - A propositional formula with at most 16 different atoms: its truth table. Atoms
//     that do not change the value are dropped. The key ignores the names of
//     propositions. No equivalence up to renaming is missed.
//   - A first-order formula in prenex form with at most 16 different atoms: its
//     quantifiers, and the truth table of its matrix (the part after the quantifiers).
//     Atoms that do not change the value of the matrix are dropped, and then quantifiers
//     whose variable no longer occurs. The key ignores the names of predicates, objects
//     and variables, and the order of neighbouring quantifiers of one kind. Equivalences
//     that follow from the meaning of quantifiers are missed; equivalence of first-order
//     formulas is undecidable.
//   - Any other propositional or first-order formula: its negation normal form. The key
//     ignores the names of symbols and variables; the order, the grouping and the
//     repetition of operands; the order of neighbouring quantifiers of one kind; and
//     quantifiers whose variable does not occur. Other equivalences are missed.
//   - A regular expression: its language. If the expression has a class of several
//     letters, such as [a-z], no letter is renamed. Otherwise, with up to four letters,
//     all renamings are tried, and no equivalence is missed. More letters are renamed in
//     order of occurrence.
//   - A formula of linear temporal logic: its negation normal form over X, U and R, in
//     which X stands only before atoms. The key ignores the names of propositions and
//     the order of the operands of &, | and xor. These laws are applied:
//     G A & G B = G (A & B), A U (A U B) = A U B, F G F A = G F A, and their duals.
//     Other equivalences are missed.
//
// To compute the key of a logical formula, the package builds a graph and colours its
// nodes, as in the first part of graph canonization (Weisfeiler and Leman, 1968). In each
// step, nodes with different neighbours get different colours. The last step is the one
// that adds no colour, or the 16th. The key is a hash of the colours. The nodes are atoms, symbols,
// variables and terms. For a negation normal form, the connectives and quantifiers are
// nodes, too. For a truth table, the edge between two atoms has a number: in how many
// rows of the table both atoms and the formula are true. These are the cofactor weights
// of Boolean matching (Benini and De Micheli, A survey of Boolean matching techniques,
// 1997). With at most six atoms, the rows in which the formula is true are nodes, too.
//
// The key of a regular expression is a code of its minimal automaton (automata.Key). If
// several renamings are tried, it is the least of their codes.
//
// Rejected: exact canonical forms. The colouring can give several symbols the same
// colour. An exact form would try all orders of these symbols, which takes long for
// symmetric formulas and would distinguish few more classes.
//
// # Trivial formulas
//
// A formula is trivial if it is valid, contradictory, or has a quantifier whose
// variable does not occur in its scope. The package tries structures, and calls a
// formula not trivial only if it is true in one of them and false in another. First it
// tries all structures of one element, if there are at most 16 predicates or
// propositions. So the answer is exact for propositional formulas of up to 16
// propositions. Then it draws structures of up to three elements at random.
//
// A formula that is not trivial can still count as trivial: it may be true (or false)
// only in larger structures, or in so few structures that none of them is drawn. A
// dataset then loses this formula. This is accepted, since the problem is undecidable
// and a dataset must not contain trivial formulas.
//
// A formula of linear temporal logic is trivial if it is valid or contradictory. It
// counts as not trivial only if it is true on one lasso that is tried and false on
// another. A lasso is an infinite word u·v^ω: a finite word u, and then a finite word v
// that is repeated forever. The package tries all lassos in which u and v together have
// few positions, and then random ones of up to six positions.
package canon
