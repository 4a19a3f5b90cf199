// Package canon computes keys that are equal for formulas that are equivalent up to
// the renaming of their symbols, and detects trivial formulas. With the keys a
// dataset keeps one formula of each class.
//
// # Keys
//
// Formulas that are equivalent up to renaming have the same key, with the exceptions
// that the list below states. In rare cases, two formulas that are not equivalent have
// the same key, and a dataset then drops one of them without need. The 3,984 classes
// of Boolean functions of four variables under renaming all have different keys.
//
// How formulas are compared:
//
//   - A propositional formula of at most 16 different atoms is compared by its truth
//     table. So is the matrix (the part after the quantifiers) of a first-order
//     formula in prenex form, if it has at most 16 different atoms. Atoms without
//     influence on the table are dropped, and then quantifiers whose variable does
//     not occur. The order of neighbouring quantifiers of one kind does not count, nor
//     do the names of propositions, predicates, objects and variables. For
//     propositional formulas, this recognizes every equivalence up to renaming. For
//     first-order formulas, it misses equivalences that follow from the meaning of
//     quantifiers; equivalence of first-order formulas is undecidable.
//   - Any other formula is compared by its negation normal form. The key
//     ignores the names of symbols and variables, the order, the grouping and the
//     repetition of operands, and the order of neighbouring quantifiers of one kind. It
//     also ignores each quantifier whose variable does not occur.
//   - A regular expression is compared by its language. Up to four letters, all
//     renamings are tried. More letters are renamed in order of occurrence. In an
//     expression with a class of several letters, such as [a-z], no letter is renamed.
//   - A formula of linear temporal logic is compared by its negation normal form over
//     X, U and R, in which X stands only before atoms. The names of propositions and the
//     order of the operands of &, | and xor do not count. These laws are applied:
//     G A & G B = G (A & B), A U (A U B) = A U B, F G F A = G F A, and their duals. So
//     some equivalences are missed.
//
// The key of a formula is a hash of the stable colouring of a graph, as in the first
// step of graph canonization (Weisfeiler and Leman, 1968). The nodes of the graph are
// atoms, symbols, variables and terms. If the formula is compared by its negation
// normal form, the connectives and quantifiers are nodes, too. If it is compared by
// its truth table, the edge between two atoms counts the rows of the table in which
// both atoms and the formula are true: the cofactor weights of Boolean matching
// (Benini and De Micheli, A survey of Boolean matching techniques, 1997). With at most
// six atoms, the rows in which the formula is true are nodes, too. The key of a
// regular expression is the least key of its minimal automata under all renamings.
//
// Rejected: exact canonical forms. They search the orders of variables that the
// colouring leaves open. This search takes long for symmetric formulas and would
// distinguish few more classes.
//
// # Trivial formulas
//
// A formula is trivial if it is valid, contradictory, or has a quantifier whose
// variable does not occur. A formula counts as not trivial only if it is true in one
// structure that is tried and false in another. First all structures of one element
// are tried, if there are at most 16 predicates or propositions. So the answer is exact
// for propositional formulas of up to 16 propositions. Then structures of up to three
// elements are drawn at random. Some formulas are not trivial, but are true only in
// larger structures or in very few structures. Others are false only in such
// structures. If none of these structures is drawn, the formula counts as trivial, and
// a dataset loses it. This is accepted, since the problem is undecidable and a dataset
// must not contain trivial formulas.
//
// A formula of linear temporal logic is trivial if it is valid or contradictory. It
// counts as not trivial only if it is true on one lasso that is tried and false on
// another. A lasso is an infinite word u·v^ω with finite u and v. All lassos of a few
// positions are tried, and then random ones of up to six positions.
package canon
