// Package sat decides whether clauses are satisfiable, by conflict-driven clause
// learning. The outline follows MiniSat (Eén and Sörensson, SAT 2003). Decisions
// are made by activity (VSIDS: Moskewicz et al., "Chaff", DAC 2001). Clauses have
// two watched literals with blockers. Learning stops at the first unique
// implication point, and learned clauses are minimized recursively (Sörensson and
// Biere, SAT 2009). Phases are saved, and restarts follow Luby's sequence.
// Learned clauses are removed by their number of decision levels (Audemard and
// Simon, IJCAI 2009). Clauses can be added between questions, and a question can
// assume literals.
//
// A verdict must not depend on the machine. So work is limited by the number of
// conflicts and not by a clock, and certificates state the number of conflicts.
// The solver github.com/go-air/gini is only the oracle of this package's tests: it
// offers no limit on conflicts, does not report their number, and ends the process
// when its own check of a model fails.
//
// A Solver is deterministic: the same calls give the same answers, models and
// counts. Several goroutines cannot share a Solver.
package sat
