// Package tptp writes a first-order question, whether axioms entail a
// conjecture, as provers read it: as FOF of the TPTP (Sutcliffe, "The TPTP
// problem library and associated infrastructure", J. Autom. Reasoning 59, 2017),
// which E and Vampire take, or in the syntax of LADR (McCune, Prover9 and Mace4,
// manual 2009-11A), which Prover9 and Mace4 take. Closed formulas flow in; a text
// flows out, with a table that says what its symbols stand for.
//
// As in package smtlib, symbols get numbers (p0, f1) in the order in which they
// first occur, and variables the number of quantifiers around theirs: a name of a
// formula may hold anything, also what ends a comment or a formula, and the two
// syntaxes quote differently. So a name that is used with two arities is two
// symbols, as our formulas mean it and LADR demands it, and nothing that a name
// says can reach a prover. All operators are written with parentheses, since the
// precedences differ, too.
package tptp
