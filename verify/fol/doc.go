// Package fol compares first-order formulas with equality, function symbols and
// constants. It decides whether one formula implies the other. If not, it gives a
// countermodel: a finite structure in which the first formula is true and the
// second false. Domains are not empty, and free names are constants.
//
// Both formulas are built with one table of terms and one and-inverter graph
// (package prop). The leaves of the graph are atoms and quantified subformulas. ∀
// is written as ¬∃¬, and a bound variable is named by the height of its quantifier.
// So formulas that differ only by names of bound variables, order, nesting, double
// negation or De Morgan's laws become the same literal of the graph.
//
// Then these stages run, the cheap ones first. Each is sound by itself. For each
// direction, the first answer counts:
//
//   - Forms. The pair is built in three forms: as written; miniscoped, with
//     quantifiers moved inwards along the structure of the formula; and with
//     existential quantifiers moved into each cube of the Blake canonical form
//     (the disjunction of all prime implicants). In each form the two are
//     compared as Boolean functions of their leaves. Vacuous quantifiers are
//     dropped. Two quantified leaves whose bodies are equivalent as Boolean
//     functions become one leaf, so formulas with the same prefix and equivalent
//     matrices are proved equivalent. If quantifiers are nested too deeply for
//     these forms, only the syntax trees are compared, up to the names of bound
//     variables.
//   - Samples. Both are evaluated in random structures of one to four elements,
//     64 at a time.
//   - Instances. φ ∧ ¬φ' is converted to clauses and refuted by instantiation with
//     a SAT solver (Inst-Gen), in the form whose clauses have the fewest literals.
//     A quantified subformula that occurs in both φ and φ' has one name in the
//     clauses. Without limits, this method refutes every
//     unsatisfiable set of clauses; if equality occurs, its axioms are added.
//   - Finite models. The pair is grounded over domains of one, two, three, ...
//     elements and given to the SAT solver, which finds every countermodel of that
//     size.
//   - Grounding. In the monadic class (predicates of at most one argument,
//     no functions), the elements are the cells of the predicates: the combinations
//     of their values on one element, and with equality several elements for each
//     cell; elements of a cell that no constant or variable names are
//     interchangeable, so that one of them stands for all. In the Bernays–Schönfinkel class (no
//     functions after Skolemization of φ ∧ ¬φ'), they are the constants. Over these
//     elements, the SAT solver finds a countermodel or proves that none exists.
//   - Provers. The programs of Options.Provers are asked, and their countermodels
//     are checked.
//
// The limits count the work of every loop (nodes, steps, conflicts, instances), so
// an answer does not depend on the machine. The context only ends a call that takes
// too long in spite of these limits.
//
// Rejected: resolution with superposition (a saturation prover is many times the
// size of this package, and the pairs are close to propositional); free-variable
// tableaux (they try one branch after another, where the SAT solver learns from
// conflicts); prenexing before comparison (it makes independent quantifiers depend
// on each other).
package fol
