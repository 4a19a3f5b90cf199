package prop

import "slices"

// A Cube is a conjunction of leaves, which may be negated. Leaf k occurs in it if bit k
// of Care is set. It is not negated if bit k of Value is set.
type Cube struct{ Care, Value uint32 }

// MaxCoverLeaves is the number of leaves up to which Primes works.
const MaxCoverLeaves = 10

// Primes returns the leaves below l, in the order of creation, and all prime implicants
// of l over them. This is the Blake canonical form, which depends only on the function.
// It returns false if there are more than MaxCoverLeaves leaves or more than limit
// primes. The recursion is that of Coudert and Madre, "Implicit and incremental
// computation of primes and essential primes of Boolean functions" (DAC 1992), on
// plain truth tables.
func (g *Graph) Primes(l Lit, limit int) ([]Lit, []Cube, bool) {
	e := &g.eval
	e.cone(g, l, l)
	n := len(e.leaves)
	if n > MaxCoverLeaves {
		return nil, nil, false
	}
	leaves := make([]Lit, n)
	for k, i := range e.leaves {
		leaves[k] = Lit(i) << 1
	}
	size := max(width, 1<<n/64)
	table := make([]uint64, 0, size)
	for i := range size / width {
		e.rows(i, n)
		e.run(g)
		v := e.value(l)
		table = append(table, v[:]...)
	}
	table = table[:max(1, 1<<n/64)]
	if n < 6 {
		table[0] &= 1<<(1<<n) - 1
	}
	c := cover{limit: limit}
	cubes := c.primes(table, n)
	return leaves, cubes, !c.over
}

// cover is one computation of primes.
type cover struct {
	limit int
	over  bool
}

// primes returns the prime implicants of the function of n leaves with table t. The
// last leaf splits the table in halves.
func (c *cover) primes(t []uint64, n int) []Cube {
	switch zero, one := constant(t, n); {
	case zero || c.over:
		return nil
	case one:
		return []Cube{{}}
	}
	low, high := halves(t, n)
	both := make([]uint64, len(low))
	for i := range low {
		both[i] = low[i] & high[i]
	}
	out := c.primes(both, n-1)
	shared := out
	bit := uint32(1) << (n - 1)
	for value, half := range [2][]uint64{low, high} {
		for _, cube := range c.primes(half, n-1) {
			if !slices.Contains(shared, cube) {
				out = append(out, Cube{cube.Care | bit, cube.Value | bit*uint32(value)})
			}
		}
	}
	if len(out) > c.limit {
		c.over = true
	}
	return out
}

// constant reports whether the table is all false, and whether it is all true.
func constant(t []uint64, n int) (zero, one bool) {
	full := ^uint64(0)
	if n < 6 {
		full = 1<<(1<<n) - 1
	}
	zero, one = true, true
	for _, w := range t {
		zero = zero && w == 0
		one = one && w == full
	}
	return zero, one
}

// halves returns the cofactors in which the last leaf is false, and true.
func halves(t []uint64, n int) (low, high []uint64) {
	if n > 6 {
		return t[:len(t)/2], t[len(t)/2:]
	}
	half := 1 << (n - 1)
	mask := uint64(1)<<half - 1
	return []uint64{t[0] & mask}, []uint64{t[0] >> half & mask}
}
