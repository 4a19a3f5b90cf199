// Package sat decides whether clauses can be satisfied, by conflict-driven
// clause learning: decisions by activity (VSIDS: Moskewicz et al., "Chaff",
// DAC 2001), two watched literals with blockers, first-UIP learning with
// recursive minimization (Sörensson and Biere, SAT 2009), saved phases, Luby
// restarts and removal of learned clauses by their number of levels (Audemard
// and Simon, IJCAI 2009); the outline is MiniSat's (Eén and Sörensson, SAT
// 2003). Clauses may be added between questions, and questions may assume
// literals.
//
// Why a solver of our own: a verdict must not depend on the machine, so that
// work has to be limited by conflicts and not by a clock, and certificates tell
// the number of conflicts. The design's github.com/go-air/gini has neither in
// its public interface, and ends the process when its own check of a model
// fails. It is the oracle of this package's tests instead.
//
// A Solver is deterministic: the same calls give the same answers, models and
// counts. It is not safe for use by several goroutines.
package sat
