package logic

import "github.com/truthloop/truthloop/format/syntax"

// Counts are measures of complexity; some of them are columns of a row. A node that
// occurs twice counts twice.
type Counts struct {
	// Depth is the number of nodes above the deepest atom or constant: 0 for p1,
	// 1 for ¬p1 and for (p1 ∧ p2 ∧ p3). Terms add nothing. (The paper's generator
	// records the depth of the derivation instead, which a formula does not show.)
	Depth int

	// Not counts also the negation in a ≠ b, and Literals the negations of equalities.
	syntax.BooleanCounts

	// Quantifiers counts quantified variables: two in ∀x y. P(x, y).
	// QuantifierDepth is the largest number of nested variables: one in
	// ((∀x. P(x)) ∧ ∃y. Q(y)), where Quantifiers is two.
	Quantifiers, QuantifierDepth int

	// Predicates, Propositions and Equalities count occurrences of atoms with
	// terms, of atoms without terms, and of =; ⊤ and ⊥ do not count.
	Predicates, Propositions, Equalities int
}

// Counts measures f.
func (f *Formula) Counts() Counts {
	var c Counts
	c.add(f, 0, 0)
	return c
}

func (c *Counts) add(f *Formula, depth, bound int) {
	c.Depth = max(c.Depth, depth)
	switch f.Op {
	case OpAtom:
		if len(f.Terms) == 0 {
			c.Propositions++
		} else {
			c.Predicates++
		}
		return
	case OpEqual:
		c.Equalities++
	case OpForall, OpExists:
		c.Quantifiers++
		bound++
		c.QuantifierDepth = max(c.QuantifierDepth, bound)
	default:
		literal := f.Op == OpNot && (f.Args[0].Op == OpAtom || f.Args[0].Op == OpEqual)
		c.Add(booleans[f.Op], len(f.Args), literal)
	}
	for _, g := range f.Args {
		c.add(g, depth+1, bound)
	}
}
