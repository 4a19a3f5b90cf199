// Package sat decides whether clauses are satisfiable, by conflict-driven clause
// learning. The outline follows MiniSat (Eén and Sörensson, SAT 2003). Decisions
// are made by activity (VSIDS: Moskewicz et al., "Chaff", DAC 2001). Clauses have
// two watched literals with blockers. Learning stops at the first unique
// implication point, and learned clauses are minimized recursively (Sörensson and
// Biere, SAT 2009). Phases are saved, and restarts follow Luby's sequence.
// The learned clauses whose literals come from the most decision levels are removed
// (Audemard and Simon, IJCAI 2009).
//
// The input is clauses, which a caller can also add between two calls of Solve. A call
// of Solve can assume literals, which hold for this call only.
//
// A verdict must not depend on the machine. So the limit on the work is a number of
// conflicts, not a time, and certificates state the number of conflicts. Visits of
// watched literals also count as work: 2^15 visits count as one conflict. The
// solver github.com/go-air/gini is no alternative: it has no limit on conflicts, does not
// report their number, and ends the process when its own check of a model fails. So gini is
// only the oracle of this package's tests.
//
// A Solver is deterministic: the same calls give the same answers, models and
// counts. Several goroutines cannot share a Solver.
package sat
