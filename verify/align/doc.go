// Package align searches for a mapping of symbols under which formulas are
// equivalent.
//
// The input is one or more pairs of formulas. A mapping gives each symbol of the left
// formulas a symbol of the right formulas. It works if it makes every pair
// equivalent. The output is one of three results:
//
//   - equivalent: a mapping that works. The verifier has proved each pair under it.
//   - none: each mapping was refuted, by structures in which two sides differ or by the
//     verifier.
//   - unknown: a limit on the work ended the search, or the verifier could not decide
//     a pair.
//
// A mapping is one to one. It maps a symbol to a symbol of the same sort: the same kind
// (proposition, predicate, function or constant) and the same number of arguments. If
// one side has more symbols of a sort than the other, some of them have no partner. The
// formulas can then be equivalent only if the symbols without a partner have no effect,
// as q in p ∧ (q ∨ ¬q).
//
// # Search
//
// The search is individualization and refinement, as in graph isomorphism (McKay and
// Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014).
// Each symbol has a colour, and may only be mapped to a symbol of the same colour.
//
//  1. At first, the colour of a symbol is its sort.
//  2. Refinement evaluates the formulas in random structures. Symbols that affect the
//     values differently get different colours (function sample).
//  3. If several left symbols have the same colour, one of them is mapped to each right
//     symbol of this colour in turn. Step 2 follows each time.
//  4. If all left symbols have different colours, only one mapping remains. The verifier
//     decides the pairs under it.
//
// Refinement depends only on the meaning of the formulas, so it never removes a mapping
// that works. The names of the symbols only determine the order in step 3. A symbol may be
// mapped to a symbol with another number of occurrences, since equivalent formulas can
// differ in these numbers.
package align
