package fol

import (
	"container/heap"
	"context"
	"slices"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/sat"
)

// refuter shows that a set of clauses has no model, by instantiation (Ganzinger
// and Korovin, "New directions in instantiation-based theorem proving", LICS
// 2003; Korovin, "Inst-Gen: a modular approach", 2013). It maps all variables of all
// clauses to one constant and runs the SAT solver. If no assignment satisfies the
// result, the clauses have no model. Otherwise, it selects in each clause a literal
// that the assignment makes true. If two selected literals of opposite signs can be
// unified, the assignment is inconsistent on an instance: it instantiates the two
// clauses by the unifier and runs the solver again. The procedure is complete for
// first-order logic, with the axioms of equality among the clauses, and terminates
// on clauses without function symbols.
type refuter struct {
	*theory
	work
	sat     sat.Solver
	ground  map[string]sat.Lit // by key of an atom
	bottom  termID
	grounds map[termID]termID

	clauses []*clause
	seen    map[string]bool
	active  map[predicateSign][]int // clauses by their selected literal
	passive passive
	limits  refuterLimits
	added   int
}

// refuterLimits bound one refutation.
type refuterLimits struct {
	instances int   // clauses, including the first ones
	steps     int   // literals compared and symbols written
	depth     int   // of terms
	conflicts int64 // of one round
}

type predicateSign struct {
	pred int32
	neg  bool
}

// clause is a clause whose variables are numbered from 0.
type clause struct {
	lits     []literal
	sat      []sat.Lit
	selected int   // -1 if there is none yet
	vars     int32 // number of variables
}

func (t *theory) newRefuter(ctx context.Context, limits refuterLimits) *refuter {
	r := &refuter{
		theory:  t,
		work:    work{ctx: ctx, left: limits.steps},
		ground:  map[string]sat.Lit{},
		grounds: map[termID]termID{},
		seen:    map[string]bool{},
		active:  map[predicateSign][]int{},
		limits:  limits,
	}
	r.bottom = t.apply(t.symbol(check.Symbol{Name: "\x00bottom"}), nil)
	return r
}

// run reports whether it refutes the clauses. If not, they have a model, or a limit was
// reached.
func (r *refuter) run(clauses [][]literal) bool {
	for _, c := range clauses {
		if len(c) == 0 {
			return true
		}
		r.add(c)
	}
	for {
		status := r.sat.Solve(r.ctx, r.limits.conflicts)
		if status != sat.Satisfiable || !r.selectAll() || r.passive.Len() == 0 {
			return status == sat.Unsatisfiable
		}
		// Only some of the smallest instances are added: any of them may be enough,
		// and there are too many to add all.
		for n := 0; n < batch && r.passive.Len() > 0; {
			if len(r.clauses) >= r.limits.instances {
				return false
			}
			if r.add(heap.Pop(&r.passive).(candidate).lits) {
				n++
			}
		}
	}
}

// batch is the number of instances that are added before the solver runs again.
const batch = 64

// add adds a clause and reports whether it did. It skips tautologies, clauses with too
// many variables, and clauses that it has already.
func (r *refuter) add(lits []literal) bool {
	lits, vars := r.normal(lits)
	if lits == nil {
		return false
	}
	var key []byte
	for _, l := range lits {
		key = l.appendKey(key)
	}
	if r.seen[string(key)] {
		return false
	}
	r.seen[string(key)] = true
	c := &clause{lits: lits, selected: -1, vars: vars}
	for _, l := range lits {
		c.sat = append(c.sat, r.groundLit(l))
	}
	r.sat.Add(c.sat...)
	r.clauses = append(r.clauses, c)
	return true
}

// normal numbers the variables of a clause by first occurrence and drops repeated
// literals. It returns nil for a tautology or a clause with too many variables.
func (r *refuter) normal(lits []literal) ([]literal, int32) {
	names := map[int32]termID{}
	var rename func(id termID) termID
	rename = func(id termID) termID {
		x := r.terms[id]
		if x.free.empty() {
			return id
		}
		if x.fn < 0 {
			to, ok := names[x.v]
			if !ok {
				if len(names) == maxClauseVariables {
					return id
				}
				to = r.variable(int32(len(names)))
				names[x.v] = to
			}
			return to
		}
		return r.apply(x.fn, each(x.args, rename))
	}
	out := make([]literal, 0, len(lits))
	for _, l := range lits {
		r.spend(len(out) / 16)
		l.args = each(l.args, rename)
		l = r.sorted(l)
		if l.pred == predEqual && l.args[0] == l.args[1] {
			if l.neg {
				continue
			}
			if len(lits) > 1 {
				return nil, 0
			}
		}
		same := func(sign bool) bool {
			return slices.ContainsFunc(out, func(m literal) bool {
				return m.pred == l.pred && m.neg == sign && slices.Equal(m.args, l.args)
			})
		}
		if same(!l.neg) {
			return nil, 0
		}
		if !same(l.neg) {
			out = append(out, l)
		}
	}
	if len(names) >= maxClauseVariables {
		return nil, 0
	}
	return out, int32(len(names))
}

// maxClauseVariables bounds the number of variables of a clause, so that the variables
// of two clauses fit into one set.
const maxClauseVariables = 30

// groundLit returns the solver's literal for l with each variable replaced by bottom.
func (r *refuter) groundLit(l literal) sat.Lit {
	g := r.sorted(literal{pred: l.pred, args: each(l.args, r.groundTerm)})
	key := string(g.appendKey(nil))
	m, ok := r.ground[key]
	if !ok {
		m = r.sat.NewVar()
		r.ground[key] = m
		if g.pred == predEqual && g.args[0] == g.args[1] {
			r.sat.Add(m)
		}
	}
	if l.neg {
		return m.Not()
	}
	return m
}

func (r *refuter) groundTerm(id termID) termID {
	if r.terms[id].free.empty() {
		return id
	}
	if g, ok := r.grounds[id]; ok {
		return g
	}
	x := r.terms[id]
	g := r.bottom
	if x.fn >= 0 {
		g = r.apply(x.fn, each(x.args, r.groundTerm))
	}
	r.grounds[id] = g
	return g
}

// selectAll selects a true literal in every clause, and keeps the old one if it is
// still true. It adds to passive the instances that the new selections require. It
// returns false if the limit of steps was reached or the context has ended.
func (r *refuter) selectAll() bool {
	for i, c := range r.clauses {
		if c.selected >= 0 && r.sat.Value(c.sat[c.selected]) {
			continue
		}
		if c.selected >= 0 {
			k := predicateSign{c.lits[c.selected].pred, c.lits[c.selected].neg}
			r.spend(len(r.active[k]) / 16)
			r.active[k] = slices.DeleteFunc(r.active[k], func(j int) bool { return j == i })
		}
		c.selected = -1
		for k, m := range c.sat {
			if r.sat.Value(m) && (c.selected < 0 || r.prefer(c.lits[k], c.lits[c.selected])) {
				c.selected = k
			}
		}
		l := c.lits[c.selected]
		for _, j := range r.active[predicateSign{l.pred, !l.neg}] {
			if !r.clash(c, r.clauses[j]) {
				return false
			}
		}
		k := predicateSign{l.pred, l.neg}
		r.active[k] = append(r.active[k], i)
	}
	return !r.ended
}

// prefer reports whether to select x rather than y. Literals without variables
// come first: the solver already knows their conflicts.
func (r *refuter) prefer(x, y literal) bool {
	return r.variables(x) < r.variables(y)
}

func (r *refuter) variables(l literal) int {
	n := 0
	for _, a := range l.args {
		if !r.terms[a].free.empty() {
			n++
		}
	}
	return n
}

// clash adds to passive the instances of c and d by the unifier of their selected
// literals. It returns false if the work must end.
func (r *refuter) clash(c, d *clause) bool {
	if !r.spend(1) {
		return false
	}
	l, m := c.lits[c.selected], d.lits[d.selected]
	r.clashArgs(c, d, l.args, m.args)
	if l.pred == predEqual {
		r.clashArgs(c, d, l.args, []termID{m.args[1], m.args[0]})
	}
	return true
}

func (r *refuter) clashArgs(c, d *clause, xs, ys []termID) {
	u := unifier{t: r.theory}
	defer func() { r.spend(u.steps / 16) }()
	for i := range xs {
		if !u.unify(side{xs[i], 0}, side{ys[i], 1}) {
			return
		}
	}
	for half, of := range [2]*clause{c, d} {
		if !u.proper(half, of.vars) {
			continue
		}
		lits, depth, size := u.instance(of.lits, half)
		r.spend(size)
		if lits != nil && depth <= r.limits.depth {
			r.added++
			heap.Push(&r.passive, candidate{lits, size, r.added})
		}
	}
}

// A candidate is an instance that is not yet added. Smaller ones come first; among
// those of equal size, older ones.
type candidate struct {
	lits []literal
	size int
	seq  int
}

type passive []candidate

func (p passive) Len() int { return len(p) }
func (p passive) Less(i, j int) bool {
	if p[i].size != p[j].size {
		return p[i].size < p[j].size
	}
	return p[i].seq < p[j].seq
}
func (p passive) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *passive) Push(x any)   { *p = append(*p, x.(candidate)) }
func (p *passive) Pop() any {
	old := *p
	x := old[len(old)-1]
	*p = old[:len(old)-1]
	return x
}
