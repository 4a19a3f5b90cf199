// Package fol compares two first-order formulas with equality, function symbols and
// constants. For each direction, it decides whether one formula implies the other, or
// leaves this unknown. If an implication does not hold, the evidence is a countermodel: a
// finite structure in which the first formula is true and the second one is false. Domains
// are not empty. A name that no quantifier binds is a constant.
//
// Both formulas become literals of one and-inverter graph (package prop). Its leaves are
// atoms and quantified subformulas. Formulas that differ only in the names of bound
// variables, the order of operands or De Morgan's laws become the same literal.
//
// Then stages run, the cheap ones first. A stage may run again with higher limits. The
// first answer counts:
//
//   - Forms. The formulas are compared as Boolean functions of their leaves, in two
//     forms: as written, and with quantifiers moved inwards (miniscoping). Before the second
//     form, the order of like quantifiers is removed: they become blocks that bind sets of
//     variables.
//   - Samples. The formulas are evaluated in random structures of one to four elements.
//   - Instances. To prove that φ implies φ', the method Inst-Gen (Ganzinger and Korovin,
//     LICS 2003) looks for contradictory instances of the clauses of φ ∧ ¬φ'.
//   - Finite models. The SAT solver searches for a countermodel of one, two, three, ...
//     elements (Claessen and Sörensson, CADE 2003).
//   - Grounding. In the monadic class (Löwenheim 1915), predicates have at most one
//     argument, and there are no functions. Then the SAT solver needs to search only
//     countermodels up to a known size.
//   - Provers. The provers in Options.Provers are asked. Their countermodels are checked.
//     Their proofs are not: this is the only stage that trusts another program.
//
// The limits count work, such as nodes and instances, not time. So an answer does not
// depend on the speed of the machine, unless the context or a prover times out.
//
// # Rejected alternatives
//
// A prover by resolution with superposition is many times the size of this package.
// Free-variable tableaux do not learn from conflicts. In prenex forms, quantifiers that are
// independent in the formula would depend on each other.
package fol
