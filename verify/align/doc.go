// Package align searches for a mapping of symbols under which formulas are
// equivalent.
//
// The input is one or more pairs of formulas. The output is one mapping from the
// symbols of the left formulas to those of the right formulas that makes every pair
// equivalent, with the number of such mappings; or the result that there is none;
// or the result that this is unknown. A mapping is one to one. It maps a symbol to a
// symbol of its kind (proposition, predicate, function or constant) with the same
// number of arguments. With Options.Arguments it may also change the order of the
// arguments of a symbol, in all occurrences alike.
//
// If one side has more symbols of a kind and arity than the other, some of them have
// no partner. Two formulas can then be equivalent only if these symbols have no
// effect, as q in p ∧ (q ∨ ¬q). So formulas that are equivalent under their own names
// always have a mapping.
//
// # Search
//
// The search is individualization and refinement, as in graph isomorphism (McKay and
// Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014).
// Symbols have colours, and a symbol may only be mapped to one of its colour. At
// first, the colour is the kind and the arity. The refinement splits colours by the
// meaning of the formulas, in two ways:
//
//   - All formulas are evaluated in random structures in which symbols of one colour
//     have one meaning, 64 structures at a time. If the two sides of a pair differ in
//     one of them, no mapping that respects the colours works. Then one symbol at a
//     time gets a meaning of its own, and the values of the formulas become its new
//     colour.
//   - In structures of one element, a predicate is true or false. If a formula has at
//     most 12 predicates and propositions, its models of one element are listed. The
//     colour of a symbol depends on the models in which it is true, and on the colours
//     of the other symbols that are true there.
//
// Both depend only on the meaning of the formulas, so the refinement never removes a
// mapping that works. If colours are still shared, one left symbol is mapped to each
// right symbol of its colour in turn, and the refinement continues. If all colours
// differ, one mapping is left, and the verifier decides the pairs under it.
//
// The order in which images are tried depends on the texts: first those that occur in
// the same places (under the same connectives and quantifiers, at the same argument,
// beside symbols of the same colours), then those with similar names or meanings.
//
// So a mapping is reported only if the verifier proves each pair. The result none is
// reported only if each mapping is refuted, by structures in which two sides differ or
// by the verifier. If the limits of work end the search, or the verifier leaves a pair
// open, the result is unknown.
//
// # Number of mappings
//
// Two mappings that work differ by an automorphism of the right formulas. So the
// number of mappings is the order of a group, and it is computed from a few of its
// elements: see count.
//
// Rejected: pruning by the texts, such as the number of occurrences of a symbol. It is
// faster, but equivalent formulas can differ in it, so the result none would be wrong.
package align
