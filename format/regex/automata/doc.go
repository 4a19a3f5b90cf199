// Package automata answers questions about the languages of regular expressions. The
// language of an expression is the set of the strings that it matches.
//
//   - Compare decides whether two languages are equal. If not, it finds shortest strings
//     that are in only one of them.
//   - Census counts strings by their length.
//   - Measure counts the states and edges of the minimal automaton of a language.
//   - Key returns a string that is equal for two expressions if and only if their
//     languages are equal.
//
// The input is syntax trees of package regex, and Limits. The Limits count states, and
// 64-bit words of sets that are read or written. Unless Limits.Done is closed, the same
// input has the same answer on every machine. An operation that exceeds the Limits
// returns ErrLimit.
//
// # States
//
// An expression becomes its position automaton (Glushkov 1961; McNaughton and Yamada
// 1960). Each occurrence of a symbol in the expression is a position. A deterministic
// state is the set of the positions that may read the next rune. The union of two states
// accepts the union of their languages. Anchors, such as ^ and $, are treated exactly. A
// counted repetition is written out: e{2,4} as ee(e(e)?)?. If an expression then has too
// many positions, the result is ErrLimit.
//
// A position automaton cannot express intersection, complement or word boundaries. If an
// expression has one of them, partial derivatives become the positions (Antimirov 1996).
// From there on, both constructions are treated in the same way.
//
// # Comparison
//
// Compare follows Hopcroft and Karp (1971). It starts with the pair of the two initial
// states. If the languages are equal, both states of a pair accept the same strings. So
// Compare merges the two states of each pair, and compares their successors under each
// letter. It drops pairs that follow from the merged ones by congruence (Bonchi and Pous,
// POPL 2013). States are built when they are first needed.
//
// The search is breadth first, so a string that it finds is a shortest one. If the string
// is only in one language, a second search finds a shortest string that is only in the
// other language, or proves inclusion.
//
// # Minimal automata
//
// Measure and Key build all states and minimize them by Hopcroft's algorithm (1971).
//
// # Rejected alternatives
//
// Derivatives (Brzozowski 1964) of every expression would make Glushkov's construction
// needless, but they take several times as long. The product of two automata has
// quadratically many pairs in the worst case. Minimization before the comparison would
// build every state, even if a string of one symbol shows that the languages differ.
package automata
