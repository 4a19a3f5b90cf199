// Package align searches for a mapping of symbols under which formulas are
// equivalent.
//
// The input is one or more pairs of formulas. A mapping assigns symbols of the right
// formulas to the symbols of the left formulas. It works if it makes every pair
// equivalent. The output is one mapping that works, with the number of mappings that
// work; or the result that no mapping works; or the result that it is unknown whether
// one works. A mapping is one to one. It maps a symbol to a symbol of its kind
// (proposition, predicate, function or constant) with the same number of arguments.
// With Options.Arguments it may also change the order of the arguments of a symbol, in
// all occurrences alike.
//
// If one side has more symbols of a kind and arity than the other, some of them have
// no partner. Two formulas can then be equivalent only if the symbols without a
// partner have no effect, as q in p ∧ (q ∨ ¬q). So if two formulas are equivalent
// under their own names, a mapping always works: a symbol that only one of them has
// cannot have an effect, so it may stay without a partner.
//
// # Search
//
// The search is individualization and refinement, as in graph isomorphism (McKay and
// Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014).
// Symbols have colours, and a symbol may only be mapped to a symbol of its own colour.
// At first, the colour is the kind and the arity. The refinement splits colours by the
// meaning of the formulas, in two ways:
//
//   - All formulas are evaluated in random structures in which symbols of one colour
//     have one meaning, 64 structures at a time. If the two sides of a pair differ in
//     one of these structures, no mapping that respects the colours works. Otherwise,
//     one symbol at a time gets a meaning of its own, and the values of the formulas
//     become its new colour.
//   - In structures of one element, a predicate is true or false. If a formula has at
//     most 12 predicates and propositions, its models of one element are listed. The
//     colour of a symbol depends on the models in which it is true, and on the colours
//     of the other symbols that are true there.
//
// Both ways depend only on the meaning of the formulas, so the refinement never removes
// a mapping that works. If two left symbols still have the same colour, one of them is
// mapped to each right symbol of this colour in turn, and the refinement continues. If
// all left symbols have different colours, one mapping is left, and the verifier decides
// the pairs under it.
//
// The order in which right symbols are tried for a left symbol depends on the texts:
// first those that occur in the same places as the left symbol (under the same
// connectives and quantifiers, at the same argument, beside symbols of the same
// colours), then those with similar names or meanings.
//
// A mapping is reported only if the verifier proves each pair under it. The result
// none is reported only if each mapping is refuted, by structures in which two sides
// differ or by the verifier. If the limits of work end the search, or the verifier
// leaves a pair open, the result is unknown.
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
