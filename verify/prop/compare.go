package prop

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/truthloop/truthloop/verify/check"
)

// MaxTableAtoms is the number of leaves up to which Compare evaluates the
// whole truth table, unless Options.MaxTable is set: at 16 it has 1,024 words.
const MaxTableAtoms = 16

// A Method is a procedure of Compare. It is also the name of an engine or of a kind of
// certificate.
type Method string

// The methods.
const (
	Identity   Method = "normal_form" // both functions are one literal of the graph
	Table      Method = "truth_table" // the truth table, as far as needed
	Simulation Method = "simulation"
	SAT        Method = "sat"
)

// Options govern Compare.
type Options struct {
	// Relation asks for both directions, even if a and b differ.
	Relation bool
	// MaxTable is the number of leaves up to which the truth table is evaluated; 0 is
	// MaxTableAtoms.
	MaxTable int
	// NoTable and NoSAT skip a procedure. With NoTable, SAT also decides small
	// functions.
	NoTable, NoSAT bool
	// NoSimulation skips the simulation, which is useless if satisfying
	// assignments are rare.
	NoSimulation bool
	// MaxNodes bounds the nodes of the miter for the SAT solver; 0 is 500,000.
	MaxNodes int
	// Conflicts bounds the work of the SAT solver for one direction; 0 is 100,000.
	Conflicts int64
}

// A Comparison is the result of Compare.
type Comparison struct {
	Method  Method
	Leaves  int // on which a or b depends
	Nodes   int // on which a or b depends, without leaves
	Clauses int // of the SAT problem, if SAT ran

	Conflicts int64 // of the SAT solver

	Implies [2]check.Status // whether a implies b, and whether b implies a
	// Only[0] is an assignment that makes a true and b false, and Only[1] one that does
	// the reverse. Each is nil if none is known. Index k is the k-th leaf of the graph, in
	// order of creation. Leaves that occur in neither a nor b are false. Both are valid
	// until the next comparison.
	Only [2][]bool
}

// Equivalent answers whether a and b are equivalent.
func (c *Comparison) Equivalent() check.Status { return check.Equivalent(c.Implies[0], c.Implies[1]) }

// refuted reports whether the directions that o requires are refuted: both with
// o.Relation, otherwise one.
func (c *Comparison) refuted(o Options) bool {
	if o.Relation {
		return c.Implies == [2]check.Status{check.No, check.No}
	}
	return c.Equivalent() == check.No
}

// Compare decides whether a implies b and b implies a. Unless o.Relation asks
// for both, it stops at the first difference and leaves the other direction
// unknown. If ctx ends, the directions that are not decided yet are unknown.
func (g *Graph) Compare(ctx context.Context, a, b Lit, o Options) Comparison {
	if a == b {
		return Comparison{Method: Identity, Implies: [2]check.Status{check.Yes, check.Yes}}
	}
	if len(g.nodes) == 0 {
		g.Reset()
	}
	e := &g.eval
	e.cone(g, a, b)
	c := Comparison{Leaves: len(e.leaves), Nodes: len(e.order)}
	if len(e.leaves) <= cmp.Or(o.MaxTable, MaxTableAtoms) && !o.NoTable {
		c.Method = Table
		g.table(ctx, a, b, o, &c)
		return c
	}
	if !o.NoSimulation {
		c.Method = Simulation
		g.simulate(ctx, a, b, o, &c)
	}
	if c.refuted(o) {
		return c
	}
	if !o.NoSAT {
		g.miter(ctx, a, b, o, &c)
	}
	return c
}

// table evaluates all assignments, block by block.
func (g *Graph) table(ctx context.Context, a, b Lit, o Options, c *Comparison) {
	e := &g.eval
	n := len(e.leaves)
	full := ^uint64(0)
	if n < 6 {
		full = 1<<(1<<n) - 1
	}
	for i := range max(1, 1<<n/(64*width)) {
		if i > 0 && ctx.Err() != nil {
			return
		}
		e.rows(i, n)
		e.run(g)
		va, vb := e.value(a), e.value(b)
		for w := range min(width, max(1, 1<<n/64)) {
			if va[w] != vb[w] {
				e.differ(g, c, i*width+w, [2]uint64{va[w] &^ vb[w] & full, vb[w] &^ va[w] & full})
			}
		}
		if c.refuted(o) {
			return
		}
	}
	for i, s := range c.Implies {
		c.Implies[i] = max(s, check.Yes)
	}
}

// simulationBlocks is the number of blocks of 512 random assignments.
const simulationBlocks = 32

// simulate searches for differences on random assignments. In every second block, each
// leaf is biased towards true or false, since functions may differ only where a long
// conjunction is true.
func (g *Graph) simulate(ctx context.Context, a, b Lit, o Options, c *Comparison) {
	e := &g.eval
	rng := rand.New(rand.NewPCG(1, uint64(len(e.leaves))))
	for i := range simulationBlocks {
		e.random(rng, i%2 == 1)
		e.run(g)
		va, vb := e.value(a), e.value(b)
		for w := range width {
			if va[w] != vb[w] {
				e.differWord(g, c, w, [2]uint64{va[w] &^ vb[w], vb[w] &^ va[w]})
			}
		}
		if c.refuted(o) || ctx.Err() != nil {
			return
		}
	}
}
