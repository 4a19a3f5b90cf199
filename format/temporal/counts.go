package temporal

import "github.com/truthloop/truthloop/format/syntax"

// Counts are measures of complexity; some of them are columns of a row. A node that
// occurs twice counts twice.
type Counts struct {
	// Depth is the number of nodes above the deepest atom or constant: 0 for p1,
	// 1 for X p1 and for p1 & p2 & p3.
	Depth int

	// Operators counts temporal operators, too.
	syntax.BooleanCounts

	// Temporal counts the temporal operators. TemporalDepth is the largest number of nested operators: 2 for G (a -> F b).
	Temporal, TemporalDepth int

	// Propositions counts occurrences of atoms; true and false do not count.
	Propositions int
}

// Counts measures f.
func (f *Formula) Counts() Counts {
	var c Counts
	c.add(f, 0, 0)
	return c
}

func (c *Counts) add(f *Formula, depth, temporal int) {
	c.Depth = max(c.Depth, depth)
	switch {
	case f.Op == OpAtom:
		c.Propositions++
		return
	case f.Op.IsTemporal():
		c.Temporal++
		c.Operators++
		temporal++
		c.TemporalDepth = max(c.TemporalDepth, temporal)
	default:
		c.Add(f.Boolean(), len(f.Args), f.Op == OpNot && f.Args[0].Op == OpAtom)
	}
	for _, g := range f.Args {
		c.add(g, depth+1, temporal)
	}
}
