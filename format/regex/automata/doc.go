// Package automata decides questions about the languages of regular expressions:
// whether two languages are equal, which shortest strings are in only one of them,
// and how large the minimal automaton of a language is.
//
// # Positions
//
// An expression becomes its position automaton (Glushkov 1961; McNaughton and
// Yamada 1960). Each occurrence of a symbol is a position, and each position has
// followers: the positions that may read the next rune. A state is the set of
// positions that may read the next rune, not the set of positions that read the last
// rune. With this choice the subset automaton is smaller, since different sets of last
// positions often have the same followers. Position 0 stands for the end of the
// string. A state accepts if and only if it contains position 0. The empty set is the
// sink. The union of two states accepts the union of their languages, because
// transitions distribute over union.
//
// Anchors are exact. A node of the tree may match the empty string in four
// contexts: at the start of the text or not, at its end or not. The first and
// last positions of a node are computed twice: for a match within the text, and for a
// match at the start or the end of the text. The followers are computed from the
// positions within the text, and the initial state from those at its start and end.
//
// Runes are divided into intervals where a range starts or ends. Intervals that
// the same positions read are one letter, so that [^a] costs as much as a symbol.
// A counted repetition is written out, e{2,4} as ee(e(e)?)?, up to a limit on the
// positions.
//
// # Derivatives
//
// Intersection, complement and word boundaries have no positions. If an expression has
// one of them, its states are partial derivatives (Antimirov 1996; for complement and
// intersection Caron, Champarnaud and Mignot 2011): terms, each with the kind of rune to
// its left, which decides the anchors and boundaries (Moseley et al., PLDI 2023). The
// derivative of an intersection is the set of intersections of the parts' derivatives,
// so that a product has polynomially many states. The derivative of a complement is one
// term, the complement of a union; so only complements are determinized. Terms are
// normalized by the laws of Boolean algebra for ∅, ε and all strings. A transition from
// one derivative to others then becomes a position, and all that follows is the same
// for both constructions.
//
// # Equality
//
// Compare follows Hopcroft and Karp (1971): pairs of states that must be equal
// are merged in a union-find structure. The successors of a pair are compared, too,
// unless the pair was already merged. A state is built when a pair first needs it.
// Once there are many merged pairs, a pair is also dropped if it follows from them by
// congruence: both of its sides are unions of merged states (Bonchi and Pous, POPL
// 2013). Pairs that strings of the same length reach are tried in the order of the
// size of their states, so that parts precede their unions. Then 73 pairs are enough
// to compare (a|b)*a(a|b){30} with a rewriting of it, although the subset automata have
// two billion states. If congruence tests fail repeatedly, they become rarer, since
// each test reads all merged pairs.
//
// The search is breadth first, so its first disagreement is a shortest string.
// This is true although pairs are dropped: a chain of pairs connects the two sides of
// a dropped pair, and strings that are not longer reach each pair of the chain. If a
// string distinguishes the two sides, then a string of at most the same length
// distinguishes two neighbours in the chain. The same holds for chains with unions.
//
// The first search finds a string that is in only one of the two languages. A second
// search finds a shortest string that is only in the other language, or proves that
// none exists. It decides inclusion by equality: left ⊆ right if and only if left ∪
// right = right. Antichains (De Wulf and others, 2006) are an alternative; congruence
// subsumes them (Bonchi and Pous, section 4).
//
// # Sizes
//
// Measure and Key build all states and minimize them by Hopcroft's algorithm
// (1971). Key numbers the states canonically, so that equal languages have equal
// strings as keys.
//
// # Limits
//
// Work is counted in deterministic states and in words of bit sets, not in time:
// the same input has the same answer on every machine. Work beyond the Limits ends
// with ErrLimit.
//
// # Rejected
//
// Derivatives of all expressions (Brzozowski 1964) would make positions needless. But
// terms have to be built, normalized and hashed, which takes several times as long as
// Glushkov's construction of the same states.
// Derivatives during the comparison, instead of before it, would find some differences
// with fewer states. But then two states have no union, on which congruence relies.
// Product automata have quadratically many pairs in the worst case. Minimizing
// both sides first builds every state, even if a string of one symbol shows that the
// languages differ.
package automata
