// Package temporal decides how two formulas of linear temporal logic are related:
// whether the first implies the second, and whether the second implies the first.
//
// The input of Compare is two trees of package format/temporal. The output is an answer
// for each of the two directions: yes, no or unknown. If the answer is no, Compare also
// returns a word on which the left formula of the implication holds and the right one does
// not. If the answer is unknown, Compare also returns a reason.
//
// A word gives a value to each proposition at each step. Words are infinite by default.
// With Options.Finite, words are finite and have at least one step, and X is the strong
// next: X f is false at the last step (De Giacomo and Vardi, IJCAI 2013). Formulas are
// compared at the first step, also those about the past (Lichtenstein, Pnueli and Zuck,
// Logics of Programs 1985): there, Y f is false, and Z f is true.
//
// # Method
//
// Compare takes four steps. With Options.Relation, steps 2 and 3 go on until both
// directions are decided. Without it, they end at the first difference, and the other
// direction may then be unknown.
//
//  1. Normal forms. Both formulas become nodes in negation normal form, and laws simplify
//     the nodes (Etessami and Holzmann, CONCUR 2000, section 4). If both formulas become
//     the same node, they are equivalent, and Compare ends.
//  2. Words. Both formulas are evaluated on short words and on random words. Most
//     differences are found in this way.
//  3. Automata. To prove that f implies g, a tableau builds an automaton for f & !g, one
//     state at a time (Gastin and Oddoux, CAV 2001), and searches it for an accepting run
//     (Couvreur, FM 1999). If there is no accepting run, f implies g. If there is one, its
//     word refutes the implication. A state also has a bit for each operator about the
//     past. If the automaton is too large, equivalent parts of the formulas are found and
//     made equal, from the innermost to the outermost ones; see sweeper.
//  4. Witnesses. Compare leaves out steps of the word that refutes an implication, and
//     then tries shorter words. If all shorter words can be tried within the limit of
//     work, the result is a shortest word.
//
// Package verify confirms each word with package check, which shares only the syntax
// trees with this package. The tests compare Compare with the classical tableau over
// closures (Clarke, Grumberg and Hamaguchi, 1997), and with the program MONA.
//
// # Limits
//
// Work is counted in states and in steps of the search, not in time, so an answer does
// not depend on the machine. If the automaton of a direction exceeds Options.States,
// Options.Steps or 128 MB of memory, the answer is unknown with the reason resource.
//
// # Rejected alternatives
//
// An automaton for each formula, and the product of the two automata, have more states
// than one tableau of f & !g. Bounded model checking by SAT alone cannot prove that
// formulas are equivalent.
package temporal
