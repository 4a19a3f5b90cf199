// Package align searches for a mapping of symbols under which formulas are
// equivalent.
//
// The input is one or more pairs of formulas. A mapping assigns symbols of the right
// formulas to the symbols of the left formulas. It works if it makes every pair
// equivalent. There are three outputs: a mapping that works, with the number of mappings
// that work; the result none, if no mapping works; and the result unknown, if it is not
// known whether a mapping works. A mapping is one to one. It maps a symbol to a symbol of its kind
// (proposition, predicate, function or constant) with the same number of arguments.
// With Options.Arguments it may also change the order of the arguments of a symbol, in
// all occurrences alike.
//
// If one side has more symbols of a kind and arity than the other, some of them have
// no partner. Two formulas can then be equivalent only if the symbols without a
// partner have no effect, as q in p ∧ (q ∨ ¬q). If two formulas are equivalent under
// their own names, the mapping of each common symbol to itself works: a symbol that
// only one of the formulas has cannot have an effect.
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
// Both ways depend only on the meaning of the formulas, not on their texts. So the
// refinement never removes a mapping that works. If two left symbols still have the same colour, one of them is
// mapped to each right symbol of this colour in turn, and the refinement continues. If
// all left symbols have different colours, one mapping is left, and the verifier decides
// the pairs under it.
//
// Only the order in which right symbols are tried for a left symbol depends on the
// texts. First come right symbols that occur in the same places as the left symbol:
// under the same connectives and quantifiers, at the same argument, beside symbols of
// the same colours. Then come symbols with similar names or English meanings.
//
// The output is a mapping only if the verifier proves each pair under it. It is none
// only if each mapping is refuted, by structures in which two sides differ or by the
// verifier. It is unknown if a limit on the work ends the search, or if the verifier
// decides a pair neither way.
//
// # Number of mappings
//
// Two mappings that work differ by an automorphism of the right formulas. So the
// number of mappings is the number of elements of the group of these automorphisms. It
// is computed from a few elements of the group: see count.
//
// Rejected: to exclude mappings by the texts, for example by the number of occurrences
// of a symbol. This is faster, but equivalent formulas can have different numbers of
// occurrences, so the result none could be wrong.
package align
