// Package automata decides questions about the languages of regular
// expressions: whether two are equal, which shortest strings tell them apart,
// and how large the minimal automaton of one is.
//
// # Positions
//
// An expression becomes its position automaton (Glushkov 1961; McNaughton and
// Yamada 1960): each occurrence of a symbol is a position, and after a position
// come those that may read the next rune. A state here is not the set of
// positions last read but the set of those that may come next, with position 0
// for the end of the string. Many sets of the first kind have the same set of
// the second, which makes the subset automaton smaller from the start; a state
// accepts iff it holds position 0; and since stepping and accepting both
// distribute over union, the empty set is the sink and the union of two states
// is the state of the union of their languages. A set is a bit set, and in the
// usual case one machine word holds the positions of both expressions.
//
// Anchors are exact without any rewriting. A node of the tree may match the
// empty string in each of four contexts (at the start of the text or not, at
// its end or not), and its first and last positions are taken twice, within
// the text and at its border; the followers of a position are found within the
// text, the initial state at its border.
//
// Runes are cut into intervals where a range starts or ends, and intervals
// that the same positions read are one letter, so [^a] and all of Unicode cost
// what a symbol costs. Counted repetition is written out, e{2,4} as ee(e(e)?)?,
// under a limit on the positions.
//
// # Equality
//
// Compare follows Hopcroft and Karp (1971): pairs of states that must be equal
// are merged in a union-find, and a pair whose merging brings nothing new is
// not followed. States are made when a pair first needs them. Once the
// relation is no longer small, a pair is also dropped where it follows by
// congruence from the pairs so far, because both sides are unions of related
// states (Bonchi and Pous, POPL 2013). The pairs of one level are tried in
// order of the size of their states, so that the parts come before their
// unions; (a|b)*a(a|b){30} against a rewriting of it then settles on 73 pairs
// where the subset automata have two billion states. Where such tests keep
// failing they are made less often, since each costs a pass over the relation.
//
// The search is breadth first, and its first disagreement is a shortest one
// although pairs are dropped: a dropped pair is connected to its other side by
// pairs met no later, and two states that some string tells apart are told
// apart somewhere along such a chain, by a string no longer. The same holds of
// chains with unions in them.
//
// Inclusion is equality too: left ⊆ right iff left ∪ right = right. A second
// search of that kind finds a shortest string on the other side, or that there
// is none. Antichains (De Wulf and others, 2006) would be an alternative; the
// congruence subsumes them (Bonchi and Pous, section 4).
//
// # Sizes
//
// Measure and Key build all states and minimize them by Hopcroft's algorithm
// (1971). Key numbers the result canonically, so that languages can be compared
// and deduplicated as strings.
//
// # Limits
//
// Work is counted in deterministic states and in words of bit sets touched,
// not in time: the same input gives the same answer on every machine. What
// exceeds its Limits ends with ErrLimit.
//
// # Rejected
//
// Derivatives of expressions (Brzozowski 1964; Antimirov 1996) make the same
// states but as terms, which have to be built, normalised and hashed; their
// advantage, intersection and complement, no expression here needs. Product
// automata decide equality with quadratically many pairs in the worst case,
// and minimizing both sides first builds every state of either even where the
// first symbol settles the matter.
package automata
