package sat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/verify/sat"
)

// pair is a solver that is fed bit by bit, and its clauses.
type pair struct {
	s       sat.Solver
	vars    []sat.Lit
	clauses [][]int
}

func newPair(vars int) *pair {
	p := &pair{}
	for range vars {
		p.vars = append(p.vars, p.s.NewVar())
	}
	return p
}

// lit is the literal of a number as DIMACS writes it.
func (p *pair) lit(n int) sat.Lit {
	if n < 0 {
		return p.vars[-n-1].Not()
	}
	return p.vars[n-1]
}

func (p *pair) add(clause []int) {
	p.clauses = append(p.clauses, clause)
	var lits []sat.Lit
	for _, n := range clause {
		lits = append(lits, p.lit(n))
	}
	p.s.Add(lits...)
}

// oracle asks gini, which gets all clauses at once: fed bit by bit it ends the
// process over models that are none (gini 1.0.4).
func oracle(clauses [][]int, assumptions []int) sat.Status {
	g := gini.New()
	for _, c := range clauses {
		for _, n := range c {
			g.Add(z.Dimacs2Lit(n))
		}
		g.Add(z.LitNull)
	}
	for _, n := range assumptions {
		g.Add(z.Dimacs2Lit(n))
		g.Add(z.LitNull)
	}
	return map[int]sat.Status{1: sat.Satisfiable, -1: sat.Unsatisfiable}[g.Solve()]
}

// compare asks both under assumptions, and checks a model.
func (p *pair) compare(t interface {
	Helper()
	Fatalf(string, ...any)
}, assumptions []int,
) {
	t.Helper()
	var lits []sat.Lit
	for _, n := range assumptions {
		lits = append(lits, p.lit(n))
	}
	want, got := oracle(p.clauses, assumptions), p.s.Solve(context.Background(), 0, lits...)
	if got != want {
		t.Fatalf("clauses %v under %v: found %v, expected %v", p.clauses, assumptions, got, want)
	}
	if got != sat.Satisfiable {
		return
	}
	holds := func(n int) bool { return p.s.Value(p.lit(n)) }
	for _, n := range assumptions {
		if !holds(n) {
			t.Fatalf("assumption %d is false in the model", n)
		}
	}
	for _, c := range p.clauses {
		some := false
		for _, n := range c {
			some = some || holds(n)
		}
		if !some {
			t.Fatalf("clause %v is false in the model", c)
		}
	}
}

// TestAgainstOracle adds clauses and asks, in turn, on small problems of any
// shape.
func TestAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const vars = 8
		lit := rapid.Custom(func(t *rapid.T) int {
			n := rapid.IntRange(1, vars).Draw(t, "var")
			if rapid.Bool().Draw(t, "negated") {
				return -n
			}
			return n
		})
		p := newPair(vars)
		for range rapid.IntRange(1, 5).Draw(t, "rounds") {
			for _, c := range rapid.SliceOfN(rapid.SliceOfN(lit, 1, 4), 0, 12).Draw(t, "clauses") {
				p.add(c)
			}
			p.compare(t, rapid.SliceOfN(lit, 0, 3).Draw(t, "assumptions"))
		}
	})
}

// random3 is a random 3-SAT problem near the threshold of satisfiability, where
// they are hardest.
func random3(rng *rand.Rand, vars int) [][]int {
	var out [][]int
	for range int(4.26 * float64(vars)) {
		c := make([]int, 3)
		for i := range c {
			c[i] = rng.IntN(vars) + 1
			if rng.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		out = append(out, c)
	}
	return out
}

// TestHardRandom compares on problems that take hundreds of conflicts, enough
// for restarts.
func TestHardRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		p := newPair(120)
		for _, c := range random3(rng, 120) {
			p.add(c)
		}
		p.compare(t, nil)
	}
}

// pigeons adds that n+1 pigeons have a hole each of n.
func pigeons(s *sat.Solver, n int) {
	in := make([][]sat.Lit, n+1)
	for i := range in {
		for range n {
			in[i] = append(in[i], s.NewVar())
		}
		s.Add(in[i]...)
	}
	for j := range n {
		for i := range in {
			for k := range i {
				s.Add(in[i][j].Not(), in[k][j].Not())
			}
		}
	}
}

// TestReduce refutes a problem that takes more learned clauses than are kept.
func TestReduce(t *testing.T) {
	var s sat.Solver
	pigeons(&s, 8)
	if got := s.Solve(t.Context(), 0); got != sat.Unsatisfiable {
		t.Errorf("found %v, expected unsatisfiable", got)
	}
	if s.Conflicts() < 2_500 {
		t.Errorf("%d conflicts are too few to test the removal of clauses", s.Conflicts())
	}
}

// TestLimit holds that the limit ends the work at the same conflict each time,
// and that the work can go on.
func TestLimit(t *testing.T) {
	var counts []int64
	for range 2 {
		var s sat.Solver
		pigeons(&s, 7)
		if got := s.Solve(t.Context(), 300); got != sat.Unknown {
			t.Fatalf("found %v, expected unknown", got)
		}
		if n := s.Conflicts(); n < 290 || n > 300 { // visited watches count a little
			t.Errorf("found %d conflicts, expected about 300", n)
		}
		if got := s.Solve(t.Context(), 0); got != sat.Unsatisfiable {
			t.Errorf("found %v, expected unsatisfiable", got)
		}
		counts = append(counts, s.Conflicts())
	}
	if counts[0] != counts[1] {
		t.Errorf("two equal runs took %d and %d conflicts", counts[0], counts[1])
	}
}

// TestEmptyClause: the empty clause cannot be satisfied, no clauses can.
func TestEmptyClause(t *testing.T) {
	var s sat.Solver
	if got := s.Solve(t.Context(), 0); got != sat.Satisfiable {
		t.Errorf("no clauses: found %v", got)
	}
	s.Add()
	if got := s.Solve(t.Context(), 0); got != sat.Unsatisfiable {
		t.Errorf("the empty clause: found %v", got)
	}
}

// TestRepeatedAssumption: an assumption that holds already opens a level of its own, so that
// there can be more levels than variables.
func TestRepeatedAssumption(t *testing.T) {
	var s sat.Solver
	a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
	for _, l := range []sat.Lit{b, b.Not()} {
		s.Add(l, c)
		s.Add(l, c.Not())
	}
	if got := s.Solve(t.Context(), 0, a, a); got != sat.Unsatisfiable {
		t.Errorf("found %v, expected unsatisfiable", got)
	}
}

func BenchmarkRandom3SAT(b *testing.B) {
	problem := random3(rand.New(rand.NewPCG(3, 4)), 150)
	b.Run("sat", func(b *testing.B) {
		for b.Loop() {
			p := newPair(150)
			for _, c := range problem {
				p.add(c)
			}
			p.s.Solve(context.Background(), 0)
		}
	})
	b.Run("gini", func(b *testing.B) {
		for b.Loop() {
			oracle(problem, nil)
		}
	})
}
