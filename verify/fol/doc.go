// Package fol compares first-order formulas with equality, function symbols
// and constants: does one imply the other, and if not, in which finite
// structure is the one true and the other false. Domains are not empty, and
// free names are constants.
//
// The pair is built into one theory: interned terms, and one and-inverter graph
// (package prop) whose leaves are atoms and quantified subformulas. ∀ is ¬∃¬,
// and bound variables are named by height, so that formulas which differ by
// names, order, nesting, double negation and De Morgan's laws are one literal
// already. Stages then take turns, the cheap ones first; each is sound alone,
// and the first answer to a direction stands:
//
//   - Forms. The pair is built as it is written, then miniscoped along its
//     structure, then by prime implicants (existential quantifiers go into
//     each cube of the Blake canonical form). In each form the two are
//     compared as Boolean functions of their leaves. Vacuous quantifiers go,
//     two quantified leaves with bodies equivalent as Boolean functions are
//     one, and so formulas with one prefix and equivalent matrices meet. A pair
//     that nests quantifiers too deeply for any form is compared node by node.
//   - Samples. Both are evaluated in random structures of one to four elements,
//     64 at a time.
//   - Instances. φ ∧ ¬φ' is put into clauses, in which quantified subformulas
//     keep the names that both sides share, and is refuted by instantiation
//     with a SAT solver (Inst-Gen). This is complete for unsatisfiability
//     without equality, whose axioms are added where it occurs.
//   - Finite models. The pair is grounded over domains of one, two, three, ...
//     elements and given to the SAT solver: every countermodel of that size is
//     found.
//   - Grounding. Where the pair's predicates have one argument at most, and
//     there are no functions (the monadic class), the elements are cells of what
//     the predicates say; where φ ∧ ¬φ' has no function with arguments once it
//     is Skolemized (the Bernays–Schönfinkel class), the elements are its
//     constants. Over these the SAT solver finds a countermodel, or proves that
//     there is none of any size.
//
// All limits are of work (nodes, steps, conflicts, instances), so that an answer
// does not depend on the machine; the context is the backstop behind them.
//
// What was rejected: resolution with superposition (a saturation prover is
// many times this package, and the pairs at hand are close to propositional);
// free-variable tableaux (they choose a branch where the SAT solver learns);
// prenexing before comparison (it makes quantifiers depend on each other that
// do not).
package fol
