// Package fol compares first-order formulas with equality, function symbols and
// constants: whether one implies the other, and if not, in which finite structure
// the first is true and the second false. Domains are not empty, and free names
// are constants.
//
// A theory represents the pair. It has interned terms and one and-inverter graph
// (package prop), whose leaves are atoms and quantified subformulas. ∀ is
// represented as ¬∃¬, and bound variables are named by height. So formulas that
// differ only by names of bound variables, order, nesting, double negation or De
// Morgan's laws become one literal. Then stages run, the cheap ones first. Each
// stage is sound by itself, and the first answer for a direction counts:
//
//   - Forms. The pair is built as written, then miniscoped along its structure,
//     then by prime implicants (existential quantifiers move into each cube of the
//     Blake canonical form). In each form the two are compared as Boolean functions
//     of their leaves. Vacuous quantifiers are dropped. Two quantified leaves whose
//     bodies are equivalent as Boolean functions are one leaf, so formulas with the
//     same prefix and equivalent matrices become equal. A pair that nests quantifiers
//     too deeply for any form is compared node by node.
//   - Samples. Both are evaluated in random structures of one to four elements, 64
//     at a time.
//   - Instances. φ ∧ ¬φ' is converted to clauses, in which a quantified subformula
//     has the same name on both sides, and is refuted by instantiation with a SAT
//     solver (Inst-Gen). This is complete for unsatisfiability without equality. If
//     equality occurs, its axioms are added.
//   - Finite models. The pair is grounded over domains of one, two, three, ...
//     elements and given to the SAT solver, which finds every countermodel of that
//     size.
//   - Grounding. In the monadic class (predicates of at most one argument, no
//     functions), the elements are the cells of the predicates. In the
//     Bernays–Schönfinkel class (no functions after Skolemization of φ ∧ ¬φ'), they
//     are the constants. Over these the SAT solver finds a countermodel, or proves
//     that none exists.
//   - Provers. The programs of Options.Provers are asked, and their countermodels
//     are checked.
//
// Limits bound the work (nodes, steps, conflicts, instances), so that an answer
// does not depend on the machine. The context is a second limit, on the time.
//
// Rejected: resolution with superposition (a saturation prover is many times the
// size of this package, and the pairs are close to propositional); free-variable
// tableaux (they choose a branch where the SAT solver learns); prenexing before
// comparison (it makes independent quantifiers depend on each other).
package fol
