// Package temporal decides how two formulas of linear temporal logic are related:
// whether the first implies the second, and whether the second implies the first.
//
// The input of Compare is two trees of package format/temporal. The output is an answer
// for each of these two directions: yes, no or unknown. With the answer no comes a word
// that refutes the implication: its left formula holds on the word, and its right
// formula does not. With the answer unknown comes a reason. A word gives a value to each
// proposition at each step. Words are infinite by default. With Options.Finite, words
// are finite and have at least one step, and X is the strong next: X f is false at the
// last step (De Giacomo and Vardi, IJCAI 2013).
//
// # Method
//
// Compare takes the following steps until both directions are decided. Without
// Options.Relation, it stops at the first difference.
//
// 1. Normal forms. Both formulas, and their negations, become nodes in negation normal
// form. A node is a label, or a conjunction, a disjunction, X, U or R of other nodes. A
// label is a Boolean function of the propositions at one step. If the formulas have at
// most six propositions, a label is a truth table. If they have more, a label is a
// literal of an and-inverter graph (prop.Lit), and SAT decides questions about it. Equal
// nodes are stored once, and laws simplify the nodes. Some of these laws are for formulas
// whose truth does not depend on the first steps of a word (Etessami and Holzmann, CONCUR
// 2000, section 4). If both formulas become the same node, they are equivalent.
//
// 2. Words. Compare evaluates both formulas on many lassos. A lasso u·v^ω is an infinite
// word that repeats the steps v forever after the steps u. First come all lassos of one
// step, then all lassos of two steps, and so on, until 64 blocks of 64 words are used
// up. With four propositions, this is enough for all lassos of up to two steps. Then
// come random lassos of up to eight steps. Most differences are found in this way.
//
// 3. Automata. To prove that f implies g, a tableau builds an automaton for f & !g, one
// state at a time, and searches it for an accepting run. If there is no accepting run, f
// implies g. If there is one, its word refutes the implication.
//
// A state is a set of formulas that all have to hold. A formula p U q is also a promise:
// q has to hold at some step. Each formula has terms: a term is one way in which the
// formula can hold. A term consists of a label for this step, a set of formulas for the
// next step, and the promises that it puts off to a later step. The terms of p U q are
// of two kinds: the terms of q, which keep the promise; and the terms of p with p U q as
// a further formula for the next step, which put the promise off. An edge of a state
// combines one term of each of its formulas. These are the terms of Gastin and Oddoux
// (CAV 2001), with promises on the edges as in Couvreur (FM 1999): a run is accepting if
// it puts off no promise forever.
//
// Labels stay Boolean functions, so one edge stands for many assignments of the
// propositions. Terms with the same sets of formulas and promises are joined. A term
// that asks for more than another one is left out, as Duret-Lutz and others describe
// (CAV 2022, section 3). The search for strongly connected components is that of
// Couvreur (FM 1999). It stops at the first component in which every promise has at
// least one edge that does not put it off. Over finite words, a breadth-first search
// looks for a state whose formulas all hold if the word ends there.
//
// For large formulas, Compare tries two shortcuts. They can prove an implication, but
// cannot refute it. The first shortcut compares the operands of two formulas with the
// same operator: if they are equivalent pair by pair, so are the formulas. The second
// shortcut puts a proposition in the place of each of the largest temporal formulas that
// both sides contain. If one of the two new formulas implies the other, the same holds
// for the original formulas.
//
// 4. Witnesses. The automaton gives a lasso that consists of shortest paths, but a
// shorter word may exist. Compare leaves out steps as long as the formulas still differ.
// Then it tries all shorter lassos, until 1,024 blocks of 64 words are used up. With
// four propositions, this is enough for all lassos of up to three steps; with two
// propositions, up to six. If all shorter lassos were tried, the witness is a shortest
// one. From any other witness, no single step can be left out. Over finite words, a
// witness of the automaton is always a shortest one.
//
// # Trust
//
// Package verify confirms each word with package check, which shares only the syntax
// trees with this package. The tests compare Compare with a second translation, the
// classical tableau over closures (Clarke, Grumberg and Hamaguchi, 1997). Over finite
// words, the tests also compare Compare with external programs: ltlf2dfa translates a
// formula into monadic second-order logic (WS1S), and MONA builds an automaton from the
// translation.
//
// # Limits
//
// Work is counted in states and in steps of the search, not in time, so an answer does
// not depend on the machine. If a direction needs more than Options.States or
// Options.Steps, its answer is unknown with the reason resource. For each direction, the
// sets of terms and states take at most 128 MB of memory.
//
// # Rejected
//
// Two automata and their product: the tableau of the conjunction f & !g has fewer
// states, since its terms are simplified together. The complement of an automaton: it is
// not needed, since the negation of a formula is a formula. Bounded model checking by
// SAT alone: it cannot prove an equivalence.
package temporal
