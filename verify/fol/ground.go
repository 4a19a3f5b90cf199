package fol

import (
	"context"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/sat"
)

// The classes of formulas with a bound on the size of their smallest models.
const (
	formMonadic  = "monadic"
	formHerbrand = "bernays_schoenfinkel"
)

// The limits of work at effort 1.
const (
	groundInstances = 200_000 // ground clauses, and table entries, of one direction
	groundNodes     = 300_000 // of a grounding over cells
	groundConflicts = 50_000
)

// stageGround decides pairs of a class whose models have bounded size, by grounding
// over that many elements: if a countermodel exists, one of this size does.
func (p *pair) stageGround(ctx context.Context) {
	if p.working == nil || p.o.NoGrounding {
		return
	}
	p.groundCells(ctx)
	for _, forward := range [2]bool{true, false} {
		if p.done() || !p.open(forward) {
			continue
		}
		for _, x := range p.clauses(ctx, forward) {
			if p.open(forward) && x.err == nil {
				p.groundClauses(ctx, forward, x.clauses)
			}
		}
	}
}

// groundClauses decides one direction if no function in its clauses has arguments.
func (p *pair) groundClauses(ctx context.Context, forward bool, clauses [][]literal) {
	h, ok := newHerbrand(p.t, clauses, groundInstances*p.o.Effort)
	if !ok {
		return
	}
	switch h.solve(ctx, clauses, groundConflicts*int64(p.o.Effort)) {
	case sat.Unsatisfiable:
		p.prove(forward, !forward, check.Certificate{
			Kind: "grounding", Form: formHerbrand,
			Clauses: len(clauses), Instances: h.made, Domain: h.size,
		})
	case sat.Satisfiable:
		if m := h.model(); forward {
			p.refute(difference{left: m}, "grounding")
		} else {
			p.refute(difference{right: m}, "grounding")
		}
	}
}

// herbrand grounds a set of clauses over their own constants. If a formula of the
// Bernays–Schönfinkel class has a model, it has one in which each element is the value
// of a constant (Bernays and Schönfinkel, "Zum Entscheidungsproblem der mathematischen
// Logik", Math. Ann. 99, 1928, with Skolem constants for the outer ∃). Equality is a
// predicate with its axioms; its classes are the elements of the model.
type herbrand struct {
	t     *theory
	size  int                 // number of constants
	place map[int32]int       // of constants, by function
	atoms map[int32][]sat.Lit // by predicate, row-major; made at first use
	sat   sat.Solver
	made  int // ground clauses
	limit int // on table entries
}

// noAtom marks an entry that occurs in no clause so far.
const noAtom sat.Lit = -1

// newHerbrand returns false if the clauses are not of the class, or if they have more
// ground instances than the limit.
func newHerbrand(t *theory, clauses [][]literal, limit int) (*herbrand, bool) {
	h := &herbrand{t: t, place: map[int32]int{}, atoms: map[int32][]sat.Lit{}, limit: limit}
	for _, c := range clauses {
		for _, l := range c {
			for _, a := range l.args {
				x := &t.terms[a]
				switch _, known := h.place[x.fn]; {
				case len(x.args) > 0:
					return nil, false
				case x.fn >= 0 && !known:
					h.place[x.fn] = len(h.place)
				}
			}
		}
	}
	h.size = max(1, len(h.place))
	total := 0
	for _, c := range clauses {
		n, ok := check.Cells(h.size, len(h.variables(c)))
		if total += n; !ok || total > limit {
			return nil, false
		}
	}
	return h, true
}

// variables numbers the variables of a clause.
func (h *herbrand) variables(c []literal) map[int32]int {
	vs := map[int32]int{}
	for _, l := range c {
		for _, a := range l.args {
			x := &h.t.terms[a]
			if _, known := vs[x.v]; x.fn < 0 && !known {
				vs[x.v] = len(vs)
			}
		}
	}
	return vs
}

// solve grounds the clauses and runs the SAT solver.
func (h *herbrand) solve(ctx context.Context, clauses [][]literal, conflicts int64) sat.Status {
	for _, c := range clauses {
		vs := h.variables(c)
		values := make([]int, len(vs))
		for more := true; more; more = next(values, h.size) {
			if h.made++; h.made%1024 == 0 && ctx.Err() != nil || !h.add(c, vs, values) {
				return sat.Unknown
			}
		}
	}
	return h.sat.Solve(ctx, conflicts)
}

// next adds 1 to a number in base size. It returns false after the last number.
func next(digits []int, size int) bool {
	for i := range digits {
		if digits[i]++; digits[i] < size {
			return true
		}
		digits[i] = 0
	}
	return false
}

// add adds one ground clause. It returns false if a table would be too large.
func (h *herbrand) add(c []literal, vs map[int32]int, values []int) bool {
	out := make([]sat.Lit, 0, len(c))
	for _, l := range c {
		at := make([]int, len(l.args))
		for i, a := range l.args {
			if x := &h.t.terms[a]; x.fn < 0 {
				at[i] = values[vs[x.v]]
			} else {
				at[i] = h.place[x.fn]
			}
		}
		if l.pred == predEqual {
			if at[0] == at[1] {
				if l.neg {
					continue
				}
				return true
			}
			at[0], at[1] = min(at[0], at[1]), max(at[0], at[1])
		}
		m := h.atom(l.pred, at)
		if m == noAtom {
			return false
		}
		if l.neg {
			m = m.Not()
		}
		out = append(out, m)
	}
	h.sat.Add(out...)
	return true
}

// atom returns the solver's variable for a ground atom, or noAtom if its table would
// be too large.
func (h *herbrand) atom(pred int32, at []int) sat.Lit {
	table, ok := h.atoms[pred]
	if !ok {
		n, fits := check.Cells(h.size, len(at))
		if h.limit -= n; !fits || h.limit < 0 {
			return noAtom
		}
		table = make([]sat.Lit, n)
		for i := range table {
			table[i] = noAtom
		}
		h.atoms[pred] = table
	}
	i := 0
	for _, e := range at {
		i = i*h.size + e
	}
	if table[i] == noAtom {
		table[i] = h.sat.NewVar()
	}
	return table[i]
}

// holds reports whether entry i of a predicate's table is true.
func (h *herbrand) holds(pred int32, i int) bool {
	table := h.atoms[pred]
	return i < len(table) && table[i] != noAtom && h.sat.Value(table[i])
}

// model makes a structure from the solver's assignment, with one element for each
// class of equal constants. It is nil if a table would be too large.
func (h *herbrand) model() *check.Structure {
	class := make([]int, h.size) // by constant: its element
	var first []int              // by element: its first constant
	for e := range class {
		class[e] = len(first)
		for k, f := range first {
			if h.atoms[predEqual] == nil { // avoids quadratic time
				break
			}
			if h.holds(predEqual, f*h.size+e) {
				class[e] = k
			}
		}
		if class[e] == len(first) {
			first = append(first, e)
		}
	}
	size := len(first)
	return h.t.structure(size,
		func(p, i int) bool {
			from, scale := 0, 1
			for range h.t.predicates[p].Arity {
				from += first[i%size] * scale
				i, scale = i/size, scale*h.size
			}
			return h.holds(int32(p), from)
		},
		func(f, _ int) int { // no clause has functions with arguments
			if e, ok := h.place[int32(f)]; ok {
				return class[e]
			}
			return 0
		})
}
