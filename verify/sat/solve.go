package sat

import (
	"container/heap"
	"context"
	"math"
	"slices"
)

// restartUnit is the number of conflicts in the shortest run between restarts.
const restartUnit = 64

// Solve decides whether the clauses can be satisfied with all assumptions true. It
// returns Unknown after limit conflicts or when ctx has ended. If limit is not positive,
// there is no limit. visitsPerConflict visits of watches count as one more conflict.
func (s *Solver) Solve(ctx context.Context, limit int64, assumptions ...Lit) Status {
	s.model = s.model[:0]
	if s.broken {
		return Unsatisfiable
	}
	if s.inc == 0 {
		s.inc = 1
	}
	if s.keep == 0 {
		s.keep = 2_000
	}
	// An assumption that holds already opens a level without a variable.
	for len(s.levelMark) <= len(s.level)+len(assumptions) {
		s.levelMark = append(s.levelMark, 0)
	}
	end := s.work() + limit
	if limit <= 0 {
		end = math.MaxInt64
	}
	for run := int64(1); ; run++ {
		next := min(s.work()+luby(run)*restartUnit, end)
		status := s.search(ctx, next, assumptions)
		s.backTo(0)
		if status != Unknown {
			return status
		}
		if s.work() >= end || ctx.Err() != nil {
			return Unknown
		}
	}
}

// visitsPerConflict is the number of visits of watches that take as much time as a
// conflict in a large problem. After this number, the context is observed.
const visitsPerConflict = 1 << 15

// work returns the work of all calls of Solve so far, in conflicts.
func (s *Solver) work() int64 { return s.conflicts + s.visits/visitsPerConflict }

// search runs until it has an answer, work reaches next, or ctx ends.
func (s *Solver) search(ctx context.Context, next int64, assumptions []Lit) Status {
	for {
		if s.visits-s.observed >= visitsPerConflict {
			s.observed = s.visits
			if ctx.Err() != nil || s.work() >= next {
				return Unknown
			}
		}
		if bad := s.propagate(); bad != noClause {
			s.conflicts++
			if len(s.starts) == 0 {
				s.broken = true
				return Unsatisfiable
			}
			s.learn(bad)
			if s.work() >= next {
				return Unknown
			}
			continue
		}
		if s.learned > s.keep {
			s.reduce()
		}
		status, l := s.decide(assumptions)
		if l == noLit {
			return status
		}
		s.starts = append(s.starts, len(s.trail))
		s.assign(l, noClause)
	}
}

// decide returns the next literal to assume. If an assumption is false or all variables
// are assigned, it returns the answer and noLit.
func (s *Solver) decide(assumptions []Lit) (Status, Lit) {
	for len(s.starts) < len(assumptions) {
		l := assumptions[len(s.starts)]
		switch {
		case s.values[l] < 0:
			return Unsatisfiable, noLit
		case s.values[l] == 0:
			return Unknown, l
		}
		s.starts = append(s.starts, len(s.trail)) // true already: an empty level
	}
	for s.order.Len() > 0 {
		v := heap.Pop(&s.order).(int32)
		if s.values[v<<1] == 0 {
			l := Lit(v << 1)
			if s.phase[v] {
				l = l.Not()
			}
			return Unknown, l
		}
	}
	s.model = s.model[:0]
	for v := range s.level {
		s.model = append(s.model, s.values[v<<1] > 0)
	}
	return Satisfiable, noLit
}

// Value returns the value of l in the model of the last call of Solve, if that returned
// Satisfiable. A variable made since then is false.
func (s *Solver) Value(l Lit) bool {
	v := int(l.variable())
	return (v < len(s.model) && s.model[v]) != (l&1 != 0)
}

// learn derives a clause from a false one, goes back to the level where the new clause
// is unit, and adds it.
func (s *Solver) learn(bad clauseRef) {
	lits, back, levels := s.analyze(bad)
	s.backTo(back)
	s.inc *= 1 / 0.95
	if len(lits) == 1 {
		s.assign(lits[0], noClause)
		return
	}
	s.learned++
	s.assign(lits[0], s.attach(clause{lits: lits, learned: true, levels: levels}))
}

// analyze resolves a false clause with reasons until one literal of the
// current level is left (the first unique implication point).
func (s *Solver) analyze(bad clauseRef) (learned []Lit, back int, levels int32) {
	learned = append(learned, noLit)
	s.cleared = s.cleared[:0]
	current := int32(len(s.starts))
	open, at := 0, len(s.trail)
	for l, why := noLit, bad; ; {
		for _, m := range s.clauses[why].lits {
			v := m.variable()
			if m == l || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, m)
			s.bump(v)
			if s.level[v] == current {
				open++
			} else {
				learned = append(learned, m)
			}
		}
		for at--; !s.seen[s.trail[at].variable()]; at-- {
		}
		l = s.trail[at]
		why = s.reason[l.variable()]
		if open--; open == 0 {
			learned[0] = l.Not()
			break
		}
	}
	learned = s.minimize(learned)
	for _, m := range s.cleared {
		s.seen[m.variable()] = false
	}
	back, levels = s.assess(learned)
	return learned, back, levels
}

// minimize drops the literals of a learned clause that follow from the others.
func (s *Solver) minimize(lits []Lit) []Lit {
	out := lits[:1]
	for _, l := range lits[1:] {
		if s.reason[l.variable()] == noClause || !s.redundant(l) {
			out = append(out, l)
		}
	}
	return out
}

// redundant reports whether l follows from seen literals: all paths back through its
// reasons end in seen literals.
func (s *Solver) redundant(l Lit) bool {
	s.stack = append(s.stack[:0], l)
	top := len(s.cleared)
	for len(s.stack) > 0 {
		m := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, n := range s.clauses[s.reason[m.variable()]].lits {
			v := n.variable()
			if v == m.variable() || s.seen[v] || s.level[v] == 0 {
				continue
			}
			if s.reason[v] == noClause {
				for _, c := range s.cleared[top:] {
					s.seen[c.variable()] = false
				}
				s.cleared = s.cleared[:top]
				return false
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, n)
			s.stack = append(s.stack, n)
		}
	}
	return true
}

// assess finds the literal with the highest level, except the first literal, and moves
// it to the second place. It returns its level and the number of different levels.
func (s *Solver) assess(lits []Lit) (back int, levels int32) {
	s.stamp++
	best := 0
	for i, l := range lits {
		n := s.level[l.variable()]
		if s.levelMark[n] != s.stamp {
			s.levelMark[n] = s.stamp
			levels++
		}
		if i > 0 && (best == 0 || n > s.level[lits[best].variable()]) {
			best = i
		}
	}
	if best == 0 {
		return 0, levels
	}
	lits[1], lits[best] = lits[best], lits[1]
	return int(s.level[lits[1].variable()]), levels
}

// bump raises a variable's activity.
func (s *Solver) bump(v int32) {
	s.order.activity[v] += s.inc
	if s.order.activity[v] > 1e100 {
		for i := range s.order.activity {
			s.order.activity[i] *= 1e-100
		}
		s.inc *= 1e-100
	}
	s.order.raise(v)
}

// reduce removes the half of the learned clauses that have the most levels, and
// increases their limit.
func (s *Solver) reduce() {
	s.backTo(0)
	var refs []clauseRef
	for i := range s.clauses {
		if c := &s.clauses[i]; c.learned && c.levels > 2 && s.reason[c.lits[0].variable()] != clauseRef(i) {
			refs = append(refs, clauseRef(i))
		}
	}
	slices.SortStableFunc(refs, func(a, b clauseRef) int {
		return int(s.clauses[b].levels - s.clauses[a].levels)
	})
	for _, ref := range refs[:len(refs)/2] {
		s.clauses[ref].lits = nil
		s.learned--
	}
	s.keep += s.keep / 4
	s.compact()
}

// compact renumbers the clauses after some were removed. It runs at level 0,
// where reasons are not needed any more.
func (s *Solver) compact() {
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	for i := range s.reason {
		s.reason[i] = noClause
	}
	old := s.clauses
	s.clauses = s.clauses[:0]
	for _, c := range old {
		if c.lits != nil {
			s.attach(c)
		}
	}
	clear(old[len(s.clauses):])
}

// luby returns the i-th number, counted from 1, of 1 1 2 1 1 2 4 1 1 2 ... (Luby,
// Sinclair and Zuckerman, 1993).
func luby(i int64) int64 {
	for k := int64(1); ; k++ {
		switch full := int64(1)<<k - 1; {
		case i == full:
			return 1 << (k - 1)
		case i < full:
			return luby(i - (int64(1)<<(k-1) - 1))
		}
	}
}
