package prop

import (
	"cmp"
	"context"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/sat"
)

// The limits that replace zero values of Options.
const (
	defaultNodes     = 500_000
	defaultConflicts = 100_000
)

// miter runs the SAT solver for the directions that are still open.
func (g *Graph) miter(ctx context.Context, a, b Lit, o Options, c *Comparison) {
	e := &g.eval
	if len(e.order) > cmp.Or(o.MaxNodes, defaultNodes) {
		return
	}
	c.Method = SAT
	s := newSolver(g, e)
	c.Clauses = s.clauses
	for i, ls := range [2][2]Lit{{a, b}, {b, a}} {
		if c.Implies[i] == check.No || c.refuted(o) {
			continue
		}
		switch s.Solve(ctx, cmp.Or(o.Conflicts, defaultConflicts), s.lit(ls[0]), s.lit(ls[1]).Not()) {
		case sat.Satisfiable:
			c.Implies[i] = check.No
			c.Only[i] = e.assign(g, &e.only[i], func(k int) bool { return s.Value(s.lit(Lit(e.leaves[k]) << 1)) })
		case sat.Unsatisfiable:
			c.Implies[i] = check.Yes
		}
	}
	c.Conflicts = s.Conflicts()
}

// solver holds the clauses of a cone (Tseitin 1968), with a variable for each node.
type solver struct {
	sat.Solver
	vars    []sat.Lit
	clauses int
}

// newSolver encodes the cone.
func newSolver(g *Graph, e *evaluator) *solver {
	s := &solver{vars: make([]sat.Lit, len(e.seen))}
	s.vars[0] = s.NewVar()
	s.add(s.vars[0].Not())
	for _, i := range e.leaves {
		s.vars[i] = s.NewVar()
	}
	for _, i := range e.order {
		n := &g.nodes[i]
		args := g.args[n.lo:n.hi]
		if n.kind == AndNode {
			s.vars[i] = s.and(args)
			continue
		}
		acc := s.lit(args[0])
		for _, l := range args[1:] {
			acc = s.xor(acc, s.lit(l))
		}
		s.vars[i] = acc
	}
	return s
}

func (s *solver) lit(l Lit) sat.Lit {
	if l&1 != 0 {
		return s.vars[l>>1].Not()
	}
	return s.vars[l>>1]
}

func (s *solver) add(ms ...sat.Lit) {
	s.Add(ms...)
	s.clauses++
}

// and defines a variable as the conjunction of args.
func (s *solver) and(args []Lit) sat.Lit {
	v := s.NewVar()
	long := make([]sat.Lit, 0, len(args)+1)
	for _, l := range args {
		s.add(v.Not(), s.lit(l))
		long = append(long, s.lit(l).Not())
	}
	s.add(append(long, v)...)
	return v
}

// xor defines a variable as the exclusive or of p and q.
func (s *solver) xor(p, q sat.Lit) sat.Lit {
	v := s.NewVar()
	s.add(v.Not(), p, q)
	s.add(v.Not(), p.Not(), q.Not())
	s.add(v, p.Not(), q)
	s.add(v, p, q.Not())
	return v
}
