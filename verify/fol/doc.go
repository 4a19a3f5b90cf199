// Package fol compares two first-order formulas with equality, function symbols and
// constants. There are two directions: the first formula implies the second, and the
// second implies the first. For each direction, the package decides whether the
// implication holds, or leaves this unknown. If it does not hold, the evidence is a
// countermodel: a finite structure in which the implying formula is true and the
// implied one is false. Domains are not empty. A name that no quantifier binds is a
// constant.
//
// Both formulas are built with one table of terms and one and-inverter graph, a graph
// of conjunctions and exclusive ors whose edges can be negated (package prop). Its
// leaves are atoms and quantified subformulas. A literal is a node or its negation. ∀ is
// written as ¬∃¬, and a bound variable is named by the height of its quantifier. So two
// formulas become the same literal if they differ only in the names of bound variables,
// in the order or the grouping of operands, by double negations, or by De Morgan's laws.
//
// Then the following stages run, the cheap ones first. A stage may run again later with
// higher limits. Each stage is sound: its answers are right without the other stages.
// For each direction, the first answer counts:
//
//   - Forms. The pair is built in three forms. The first is the formulas as written. In
//     the second, quantifiers are moved inwards along the structure of the formula
//     (miniscoping). In the third, existential quantifiers are moved into each cube
//     of the Blake canonical form (the disjunction of all prime implicants; a cube is
//     one of them). In each form, the two formulas are compared as Boolean functions
//     of their leaves. Quantifiers whose variable does not occur are dropped. Two
//     quantified leaves whose bodies are equivalent as Boolean functions become one
//     leaf. So formulas in prenex form with the same quantifiers and equivalent
//     matrices are proved equivalent. If quantifiers are nested too deeply for these
//     forms, only the syntax trees are compared, up to the names of bound variables.
//   - Samples. Both formulas are evaluated in random structures of one to four
//     elements, 64 structures at a time.
//   - Instances. To prove that φ implies φ', φ ∧ ¬φ' is converted to clauses, and the
//     clauses are refuted: a SAT solver proves that instances of them contradict each
//     other (the method Inst-Gen). Of the three forms above, the one whose clauses
//     have the fewest literals is used. A quantified subformula that occurs in both φ
//     and φ' has one name in the clauses. If equality occurs, its axioms are added.
//     Without limits, this method refutes every unsatisfiable set of clauses.
//   - Finite models. The pair is grounded over domains of one, two, three, ...
//     elements: each quantifier becomes a conjunction or disjunction over the elements.
//     The SAT solver searches for a countermodel of each size.
//   - Grounding. For two classes of pairs, a set of elements is known such that a
//     countermodel over these elements exists if any countermodel exists. So the SAT
//     solver finds a countermodel over them, or proves that there is none. The first
//     class is the monadic class: predicates of at most one argument, and no functions.
//     A cell is a combination of the values of the predicates. Without equality, the set
//     has one element for each cell. With equality, it has several elements for each
//     cell. Pairs whose atoms have one variable each, such as R(x, a), are treated as
//     monadic. The second class is that of Bernays and Schönfinkel: no functions after
//     Skolemization of φ ∧ ¬φ'. The elements are the constants.
//   - Provers. The external provers in Options.Provers are asked. Their countermodels
//     are checked; their proofs are accepted without a check.
//
// The limits of the stages count work (nodes, steps, conflicts, instances), not time. So
// an answer does not depend on the speed of the machine, unless a time limit ends the
// work first: the timeout of the context, or the time limit of a prover.
//
// Rejected:
//
//   - Resolution with superposition: such a prover is many times the size of this
//     package, and the pairs are close to propositional formulas.
//   - Free-variable tableaux: they try one branch after another, and do not learn from
//     conflicts as the SAT solver does.
//   - Conversion to prenex form before the comparison: it makes independent quantifiers
//     depend on each other.
package fol
