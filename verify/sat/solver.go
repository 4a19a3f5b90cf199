package sat

import "slices"

// A Lit is a variable or its negation: the number of the variable, from 0, shifted left
// by one. The lowest bit is set if the literal is negated.
type Lit int32

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) variable() int32 { return int32(l >> 1) }

// noLit is no literal.
const noLit Lit = -1

// A Status is the answer of Solve.
type Status uint8

// The answers. Unknown means that the limit was reached or the context has ended.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// value is the value of a literal: 0 unassigned, 1 true, -1 false.
type value int8

// clauseRef is an index of Solver.clauses.
type clauseRef int32

const noClause clauseRef = -1

type clause struct {
	lits    []Lit // the first two are watched
	levels  int32 // of a learned clause: number of decision levels when it was learned
	learned bool
}

// A watch is an entry in the watch list of a literal. Its clause watches the negation of
// that literal. If the blocker is true, the clause is true and is not visited.
type watch struct {
	ref     clauseRef
	blocker Lit
}

// A Solver holds clauses. The zero Solver is empty and ready.
type Solver struct {
	clauses []clause
	watches [][]watch // by literal
	values  []value   // by literal
	level   []int32   // by variable
	reason  []clauseRef
	phase   []bool // by variable: saved sign
	trail   []Lit
	starts  []int // by decision level: its first index in trail
	head    int   // index in trail up to which literals are propagated
	order   order
	inc     float64
	learned int
	keep    int // number of learned clauses above which some are removed
	broken  bool

	model     []bool
	conflicts int64
	visits    int64 // of watches
	observed  int64 // visits when the context was last observed
	seen      []bool
	stack     []Lit
	cleared   []Lit
	levelMark []int64
	stamp     int64
}

// NewVar makes a variable and returns its positive literal.
func (s *Solver) NewVar() Lit {
	v := int32(len(s.level))
	s.watches = append(s.watches, nil, nil)
	s.values = append(s.values, 0, 0)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, noClause)
	s.phase = append(s.phase, true) // false first: few true atoms are easier to read
	s.seen = append(s.seen, false)
	s.levelMark = append(s.levelMark, 0)
	s.order.activity = append(s.order.activity, 0)
	s.order.place = append(s.order.place, -1)
	s.order.insert(v)
	return Lit(v << 1)
}

// Conflicts returns the number of conflicts of all calls of Solve so far.
func (s *Solver) Conflicts() int64 { return s.conflicts }

// Add adds a clause: at least one of lits is true.
func (s *Solver) Add(lits ...Lit) {
	if s.broken {
		return
	}
	s.backTo(0)
	s.stack = append(s.stack[:0], lits...)
	slices.Sort(s.stack)
	out := s.stack[:0]
	last := noLit
	for _, l := range s.stack {
		if s.values[l] > 0 || l == last.Not() && last != noLit {
			return // true already, or a tautology
		}
		if s.values[l] == 0 && l != last {
			out = append(out, l)
			last = l
		}
	}
	switch len(out) {
	case 0:
		s.broken = true
	case 1:
		s.assign(out[0], noClause)
		s.broken = s.propagate() != noClause
	default:
		s.attach(clause{lits: slices.Clone(out)})
	}
}

// attach stores a clause of two or more literals and watches the first two.
func (s *Solver) attach(c clause) clauseRef {
	ref := clauseRef(len(s.clauses))
	s.clauses = append(s.clauses, c)
	a, b := c.lits[0], c.lits[1]
	s.watches[a.Not()] = append(s.watches[a.Not()], watch{ref, b})
	s.watches[b.Not()] = append(s.watches[b.Not()], watch{ref, a})
	return ref
}

func (s *Solver) assign(l Lit, why clauseRef) {
	v := l.variable()
	s.values[l], s.values[l.Not()] = 1, -1
	s.level[v] = int32(len(s.starts))
	s.reason[v] = why
	s.trail = append(s.trail, l)
}

// propagate assigns the literals that follow by unit propagation. It returns a clause
// that is false, or noClause.
func (s *Solver) propagate() clauseRef {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		ws := s.watches[l]
		s.visits += int64(1 + len(ws))
		kept := ws[:0]
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			if s.values[w.blocker] > 0 {
				kept = append(kept, w)
				continue
			}
			lits := s.clauses[w.ref].lits
			if lits[0] == l.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := lits[0]
			if first != w.blocker && s.values[first] > 0 {
				kept = append(kept, watch{w.ref, first})
				continue
			}
			if s.rewatch(w.ref, lits) {
				continue
			}
			kept = append(kept, watch{w.ref, first})
			if s.values[first] < 0 {
				kept = append(kept, ws[i+1:]...)
				s.watches[l] = kept
				s.head = len(s.trail)
				return w.ref
			}
			s.assign(first, w.ref)
		}
		s.watches[l] = kept
	}
	return noClause
}

// rewatch moves the second watch of a clause to a literal that is not false. It returns
// false if there is none.
func (s *Solver) rewatch(ref clauseRef, lits []Lit) bool {
	for k := 2; k < len(lits); k++ {
		if s.values[lits[k]] >= 0 {
			s.visits += int64(k) / 8
			lits[1], lits[k] = lits[k], lits[1]
			not := lits[1].Not()
			s.watches[not] = append(s.watches[not], watch{ref, lits[0]})
			return true
		}
	}
	s.visits += int64(len(lits)) / 8
	return false
}

// backTo undoes the assignments above a decision level.
func (s *Solver) backTo(level int) {
	if len(s.starts) <= level {
		return
	}
	start := s.starts[level]
	for i := len(s.trail) - 1; i >= start; i-- {
		l := s.trail[i]
		v := l.variable()
		s.values[l], s.values[l.Not()] = 0, 0
		s.phase[v] = l&1 != 0
		s.order.insert(v)
	}
	s.trail = s.trail[:start]
	s.starts = s.starts[:level]
	s.head = start
}
