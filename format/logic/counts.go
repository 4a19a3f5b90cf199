package logic

// Counts are measures of complexity; some of them are columns of a row. A node that
// occurs twice counts twice.
type Counts struct {
	// Depth is the number of nodes above the deepest atom or constant: 0 for p1,
	// 1 for ¬p1 and for (p1 ∧ p2 ∧ p3). Terms add nothing. (The paper's generator
	// records the depth of the derivation instead, which a formula does not show.)
	Depth int

	// Operators is And + Or + Xor + Implies + Iff, plus the negations that no atom
	// directly follows.
	Operators int

	// And, Or and Xor count written operators: a chain of k operands has k-1.
	And, Or, Xor, Implies, Iff int

	// Not counts every negation, including the one in a ≠ b. Literals counts the
	// negations directly before an atom or an equality.
	Not, Literals int

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
	written := max(len(f.Args)-1, 0)
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
	case OpNot:
		c.Not++
		if op := f.Args[0].Op; op == OpAtom || op == OpEqual {
			c.Literals++
		} else {
			c.Operators++
		}
	case OpAnd:
		c.And += written
	case OpOr:
		c.Or += written
	case OpXor:
		c.Xor += written
	case OpImplies:
		c.Implies += written
	case OpIff:
		c.Iff += written
	case OpForall, OpExists:
		c.Quantifiers++
		bound++
		c.QuantifierDepth = max(c.QuantifierDepth, bound)
	}
	c.Operators += written
	for _, g := range f.Args {
		c.add(g, depth+1, bound)
	}
}
