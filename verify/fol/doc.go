// Package fol compares two first-order formulas with equality, function symbols and
// constants. For each direction, it decides whether one formula implies the other,
// or leaves this unknown. If the first formula does not imply the second, the
// evidence is a countermodel: a finite structure in which the first is true and the
// second false. Domains are not empty, and free names are constants.
//
// Both formulas are built with one table of terms and one and-inverter graph
// (package prop). The leaves of the graph are atoms and quantified subformulas. ∀
// is written as ¬∃¬, and a bound variable is named by the height of its quantifier.
// So formulas that differ only by names of bound variables, order, nesting, double
// negation or De Morgan's laws become the same literal of the graph.
//
// Then these stages run, the cheap ones first. A stage may run again later with
// higher limits. Each stage is sound by itself. For each direction, the first
// answer counts:
//
//   - Forms. The pair is built in three forms: as written; miniscoped, with
//     quantifiers moved inwards along the structure of the formula; and with
//     existential quantifiers moved into each cube of the Blake canonical form
//     (the disjunction of all prime implicants). In each form, the two formulas
//     are compared as Boolean functions of their leaves. Vacuous quantifiers are
//     dropped. Two quantified leaves whose bodies are equivalent as Boolean
//     functions become one leaf. So formulas with the same prefix and equivalent
//     matrices are proved equivalent. If quantifiers are nested too deeply for
//     these forms, only the syntax trees are compared, up to the names of bound
//     variables.
//   - Samples. Both formulas are evaluated in random structures of one to four
//     elements, 64 structures at a time.
//   - Instances. For two formulas φ and φ', φ ∧ ¬φ' is converted to clauses and
//     refuted by instantiation with a SAT solver (Inst-Gen), in the form whose
//     clauses have the fewest literals. A quantified subformula that occurs in both
//     φ and φ' has one name in the clauses. If equality occurs, its axioms are
//     added. Without limits, this method refutes every unsatisfiable set of clauses.
//   - Finite models. The pair is grounded over domains of one, two, three, ...
//     elements. The SAT solver searches for a countermodel of each size.
//   - Grounding. In two classes, a known set of elements suffices for a
//     countermodel. Over these elements, the SAT solver finds a countermodel or
//     proves that none exists. In the monadic class (predicates of at most one
//     argument, no functions), the elements are the cells of the predicates: the
//     combinations of their values on one element. With equality, there are
//     several elements for each cell. Elements of a cell are interchangeable if they
//     are not the value of a constant or variable, so one of them stands for all. Pairs
//     whose atoms have one variable each, such as R(x, a), are compared as monadic
//     ones. In the Bernays–Schönfinkel class (no functions after Skolemization of
//     φ ∧ ¬φ'), the elements are the constants.
//   - Provers. The provers of Options.Provers are asked, and their countermodels
//     are checked.
//
// The limits count the work of every loop (nodes, steps, conflicts, instances), so
// an answer does not depend on the machine. The context only ends a call that takes
// too long in spite of these limits.
//
// Rejected: resolution with superposition (a saturation prover is many times the
// size of this package, and the pairs are close to propositional); free-variable
// tableaux (they try one branch after another, but the SAT solver learns from
// conflicts); conversion to prenex form before the comparison (it makes independent
// quantifiers depend on each other).
package fol
