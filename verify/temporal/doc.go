// Package temporal decides how two formulas of linear temporal logic are related: which
// of them implies the other.
//
// The input of Compare is two trees of package format/temporal. The output says for
// each direction whether the first formula implies the second one: yes, no with a word
// on which only the first one holds, or unknown with a reason. Words are infinite, or
// with Options.Finite finite and not empty. There X is the strong next: X f is false at
// the last step (De Giacomo and Vardi, IJCAI 2013).
//
// # Method
//
// 1. Normal forms. Both formulas, and their negations, become nodes in negation normal
// form over labels, X, U and R. A label is a Boolean function of
// the propositions, with at most six propositions a truth table, and beyond a literal of
// package prop, which SAT decides. Equal nodes are stored once, and simple laws apply,
// among them those for formulas that do not depend on first steps (Etessami and
// Holzmann, CONCUR 2000, section 4). If both formulas are one node, they are equivalent.
//
// 2. Words. All lassos u·v^ω are tried in the order of their number of steps, 64 at
// once, as far as 64 blocks of 64 words suffice (with four propositions up to two
// steps), and then random ones of up to eight steps. This finds most differences.
//
// 3. Automata. To prove that f implies g, a tableau builds an automaton for f & !g, one
// state at a time, and searches it for an accepting run. There is none if and only if f
// implies g. A state is a set of formulas that all hold. The edges of a state are the
// products of the terms of its formulas. A term is a label, a set of formulas for the
// next step, and promises that it puts off. a U b has the terms of b, and those of a
// with a U b for the next step, which put off a U b. These are the terms of Gastin and Oddoux
// (CAV 2001) with promises on the edges as in Couvreur (FM 1999): a run is accepting if
// it puts off no promise forever. Labels stay Boolean functions, so an edge stands for
// many letters. Terms with the same set are joined, and a term that asks for more than
// another one is left out, as Duret-Lutz and others describe (CAV 2022, section 3). The search for strongly connected
// components is that of Couvreur (FM 1999): it stops at the first component in which no
// promise is put off by all edges. Over finite words, a search by breadth looks for a
// state in which all formulas hold at a last step.
//
// Large formulas are first compared in the place where they differ: if the operands of
// one operator are equivalent pair by pair, so are the formulas. Then the largest
// temporal formulas that both sides contain are replaced by propositions, and an implication
// between the results is one between the formulas. Both steps only prove.
//
// 4. Witnesses. A lasso of the automaton consists of shortest paths. It is shortened:
// steps are left out as long as the formulas differ, and then all shorter lassos are
// tried, as far as 1,024 blocks suffice: with four propositions up to three steps, with
// two up to six. So a witness is a shortest one up to these lengths, and beyond no
// single step can be left out. Over finite words, a witness of the automaton is a
// shortest one.
//
// # Trust
//
// Package verify confirms each word with package check, which shares only the syntax
// trees with this package. The tests compare Compare with a second translation, the
// classical tableau over closures (Clarke, Grumberg and Hamaguchi, 1997), state by
// state. Over finite words, they also compare it with external programs: ltlf2dfa
// translates a formula into monadic second-order logic (WS1S), and MONA builds an
// automaton from that.
//
// # Limits
//
// Work is counted in states and in steps, not in time, so an answer does not depend on
// the machine. Beyond Options.States or Options.Steps, a direction is unknown with
// the reason resource. The memory of one direction is bounded by 128 MB for the sets of terms
// and states.
//
// # Rejected
//
// Two automata and their product: the tableau of the conjunction has fewer states, since
// its terms are simplified together. Bounded model checking by SAT alone cannot prove
// an equivalence. Complementing an automaton is not needed, since the negation of a formula is
// a formula.
package temporal
