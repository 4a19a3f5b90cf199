package prop

import (
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// miter asks the SAT solver for the directions that are still open.
func (g *Graph) miter(a, b Lit, o Options, c *Comparison) {
	e := &g.eval
	limit := o.MaxNodes
	if limit == 0 {
		limit = 200_000
	}
	if len(e.order) > limit {
		return
	}
	timeout := o.Timeout
	if timeout == 0 {
		timeout = 10 * time.Second
	}
	c.Method = SAT
	s := newSolver(g, e)
	c.Clauses = s.clauses
	ask := func(yes, no Lit, status *Status, to *[]bool, witness *[]bool) {
		if *status == No {
			return
		}
		s.g.Assume(s.lit(yes), s.lit(no).Not())
		switch s.g.Try(timeout) {
		case 1:
			*status = No
			*witness = e.assign(g, to, func(k int) bool { return s.g.Value(s.lit(Lit(e.leaves[k]) << 1)) })
		case -1:
			*status = Yes
		}
	}
	ask(a, b, &c.Forward, &e.left, &c.LeftOnly)
	if c.Forward != No || o.Relation {
		ask(b, a, &c.Back, &e.right, &c.RightOnly)
	}
}

// solver holds the clauses of a cone (Tseitin 1968): one variable per node.
type solver struct {
	g       *gini.Gini
	vars    []z.Lit
	clauses int
}

// newSolver encodes the cone.
func newSolver(g *Graph, e *evaluator) *solver {
	s := &solver{g: gini.New(), vars: make([]z.Lit, len(e.seen))}
	s.vars[0] = s.g.Lit()
	s.add(s.vars[0].Not())
	for _, i := range e.leaves {
		s.vars[i] = s.g.Lit()
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

func (s *solver) lit(l Lit) z.Lit {
	if l&1 != 0 {
		return s.vars[l>>1].Not()
	}
	return s.vars[l>>1]
}

func (s *solver) add(ms ...z.Lit) {
	for _, m := range ms {
		s.g.Add(m)
	}
	s.g.Add(z.LitNull)
	s.clauses++
}

// and defines a variable as the conjunction of args.
func (s *solver) and(args []Lit) z.Lit {
	v := s.g.Lit()
	long := make([]z.Lit, 0, len(args)+1)
	for _, l := range args {
		s.add(v.Not(), s.lit(l))
		long = append(long, s.lit(l).Not())
	}
	s.add(append(long, v)...)
	return v
}

// xor defines a variable as the exclusive or of p and q.
func (s *solver) xor(p, q z.Lit) z.Lit {
	v := s.g.Lit()
	s.add(v.Not(), p, q)
	s.add(v.Not(), p.Not(), q.Not())
	s.add(v, p.Not(), q)
	s.add(v, p, q.Not())
	return v
}
