// Package sat decides whether clauses are satisfiable, by conflict-driven clause
// learning: decisions by activity (VSIDS: Moskewicz et al., "Chaff", DAC 2001),
// two watched literals with blockers, first-UIP learning with recursive
// minimization (Sörensson and Biere, SAT 2009), saved phases, Luby restarts, and
// removal of learned clauses by their number of levels (Audemard and Simon, IJCAI
// 2009). The outline follows MiniSat (Eén and Sörensson, SAT 2003). Clauses may
// be added between questions, and a question may assume literals.
//
// A verdict must not depend on the machine, so work is limited by conflicts and
// not by a clock, and certificates state the number of conflicts.
// github.com/go-air/gini offers neither, and ends the process when its own check
// of a model fails; it is the oracle of this package's tests.
//
// A Solver is deterministic: the same calls give the same answers, models and
// counts. Several goroutines cannot share one.
package sat
