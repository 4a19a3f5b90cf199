// Package automata decides questions about the languages of regular expressions:
// whether two languages are equal, which shortest strings are in only one of them,
// and how large the minimal automaton of a language is.
//
// # Positions
//
// An expression becomes its position automaton (Glushkov 1961; McNaughton and
// Yamada 1960). Each occurrence of a symbol in the expression is a position. The
// followers of a position are the positions that may read the rune after it. Position 0
// stands for the end of the string.
//
// The position automaton is made deterministic: each state of the subset automaton is a
// set of positions. Here it is the set of positions that may read the next rune, not the
// set of positions that have read the last one. This makes the subset automaton smaller,
// since different sets of last positions often have the same followers. A state accepts
// if and only if it contains position 0. The empty set is the sink. The union of two
// states, which are sets, accepts the union of their languages, because transitions
// distribute over union.
//
// Anchors, such as ^ and $, are treated exactly. Whether a node of the syntax tree
// matches the empty string is computed for four contexts: at the start of the text or
// not, and at its end or not. The first positions of a node can read the first rune of a
// match. They are computed for a match at the start of the text, and for a later match.
// The last positions can read the last rune of a match. They are computed for a match at
// the end of the text, and for an earlier match. The sets for earlier and later matches
// give the followers of each position. The initial state is the set of first positions
// at the start of the text, with position 0 if the whole expression matches the empty
// text. Position 0 follows each last position at the end of the text.
//
// The runes are divided into intervals at the ends of all ranges in the expression. If
// the same positions read several intervals, these intervals are one letter. So a class
// such as [^a] costs as much as a symbol. A counted repetition is written out: e{2,4}
// as ee(e(e)?)?. If an expression then has too many positions, the result is ErrLimit.
//
// # Derivatives
//
// A position automaton cannot express intersection, complement or word boundaries. If an
// expression has one of them, partial derivatives are used instead (Antimirov 1996; for
// complement and intersection Caron, Champarnaud and Mignot 2011). A partial derivative
// is a regular expression, here called a term. Each term comes with the kind of rune to
// its left, which decides whether anchors and boundaries match (Moseley et al., PLDI
// 2023). Each derivative of an intersection is the intersection of one derivative of
// each part. So an intersection of two expressions has polynomially many states. A
// complement has only one derivative by each letter: the complement of the union of its
// operand's derivatives. Terms are normalized by the laws of Boolean algebra for ∅, ε and
// the set of all strings. Finally, the transitions become positions. A transition is a
// set of letters and the terms to which they lead. Its position reads these letters. The
// positions of the transitions from these terms follow it. From here on, both
// constructions are treated in the same way.
//
// # Equality
//
// Compare follows Hopcroft and Karp (1971). It starts with the pair of the two initial
// states. If the two languages are equal, the two states of a pair must accept the same
// strings, so Compare merges them in a union-find structure. Then it compares their
// successors under each letter, unless these are already merged. A state is built when a
// pair first needs it.
//
// Once there are many merged pairs, Compare also drops each new pair that follows from
// the merged ones by congruence (Bonchi and Pous, POPL 2013). If a state of the new pair
// includes one side of a merged pair as a subset, the other side is added to the state.
// The new pair follows if both of its states grow to the same set. Among the pairs to
// which strings of one length lead, those with the smallest sets are tested first. In
// this way, 73 pairs are enough to compare (a|b)*a(a|b){30} with a rewriting of it,
// although the subset automata have two billion states. A test for congruence reads all
// merged pairs, so after repeated failures the tests become rarer.
//
// The search is breadth first: if it finds a string that only one of the two languages
// contains, this string is a shortest one. Dropped pairs do not change this. The two
// sides of a dropped pair are connected by a chain, in which each step replaces one side
// of a merged pair by its other side. A string that distinguishes the two ends of the
// chain also distinguishes the sides of one of these merged pairs. The string that
// leads to this merged pair is not longer than the one that leads to the dropped pair.
//
// If the first search finds a string that is only in the right language, a second search
// compares left ∪ right with right. It finds a shortest string that is only in the left
// language, or proves that left ⊆ right. Antichains (De Wulf and others, 2006) also
// decide inclusion, but congruence can drop every pair that they drop (Bonchi and Pous,
// section 4).
//
// # Sizes
//
// Measure and Key build all states and minimize them by Hopcroft's algorithm
// (1971). Measure counts the states and edges of the minimal automaton. Key returns a
// string that encodes it, with the states numbered in a fixed order. So two languages
// are equal if and only if their keys are equal.
//
// # Limits
//
// The Limits count deterministic states, and the 64-bit words of sets that are read or
// written. They do not count time. So the same input has the same answer on every machine. An operation that
// exceeds the Limits returns ErrLimit.
//
// # Rejected
//
// Derivatives for all expressions (Brzozowski 1964): the package would not need
// Glushkov's construction. But terms have to be built, normalized and hashed, which
// takes several times as long as Glushkov's construction of the same states.
//
// Derivatives that are computed during the comparison, instead of before it: they would
// find some differences with fewer states. But then a state is no set of positions, and
// congruence needs unions of states, which are simple only for such sets.
//
// Product automata: they have quadratically many pairs in the worst case.
//
// Minimization of both automata before the comparison: it builds every state, even if a
// string of one symbol shows that the languages differ.
package automata
