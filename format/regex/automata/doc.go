// Package automata answers questions about the languages of regular expressions. The
// language of an expression is the set of the strings that it matches.
//
//   - Compare decides whether two languages are equal. If not, it finds shortest strings
//     that are in only one of them.
//   - Measure counts the states and edges of the minimal automaton of a language.
//
// The input is syntax trees of package regex, and Limits. The Limits count states and
// steps, not time. So the same input has the same answer on every machine, unless
// Limits.Done is closed. An operation that exceeds the Limits returns ErrLimit.
//
// # States
//
// An expression becomes its position automaton (Glushkov 1961; McNaughton and Yamada
// 1960). Each occurrence of a symbol in the expression is a position. A deterministic
// state is the set of the positions that may read the next rune. A counted repetition is written out: e{2,4} as ee(e(e)?)?. If
// an expression then has too many positions, the result is ErrLimit.
//
// Glushkov's construction does not cover intersection, complement, anchors such as ^ and $,
// and word boundaries. For an expression with one of them, derivatives.go constructs the automaton by partial
// derivatives (Antimirov 1996).
//
// # Comparison
//
// Compare follows Hopcroft and Karp (1971). It assumes that the two initial states accept
// the same strings, and merges them. Then it does the same with their successors, a pair
// for each letter. If one state of a pair accepts the empty string and the other does not,
// the languages differ. If no pair is left, they are equal. Pairs that follow from the
// merged ones by congruence are dropped (Bonchi and Pous, POPL 2013). States are built when
// they are first needed.
//
// The search is breadth first, so the first string found in only one language is a
// shortest one. A second search finds a shortest string that is only in the other
// language, or proves inclusion.
//
// # Minimal automata
//
// Measure builds all states and minimizes them by Moore's algorithm (1956).
package automata
