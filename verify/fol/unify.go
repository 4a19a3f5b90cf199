package fol

import "slices"

// A side is a term of the first (0) or the second (1) of two clauses. half
// distinguishes their variables.
type side struct {
	id   termID
	half int
}

// unifier is a substitution of the variables of two clauses, in triangular form
// (Robinson 1965; Martelli and Montanari 1982): a variable is bound to a term,
// whose variables may also be bound.
type unifier struct {
	t     *theory
	steps int // so far
	bound [2][maxClauseVariables]side
	set   [2]uint64
}

// walk follows the bindings of a variable.
func (u *unifier) walk(s side) side {
	for {
		x := &u.t.terms[s.id]
		if x.fn >= 0 || u.set[s.half]>>x.v&1 == 0 {
			return s
		}
		s = u.bound[s.half][x.v]
	}
}

// maxUnification bounds the pairs of terms that one unification compares. Their
// number can be exponential, since a shared subterm is compared at each occurrence.
const maxUnification = 10_000

// unify unifies two terms. It returns false if they have no unifier or after
// maxUnification steps.
func (u *unifier) unify(a, b side) bool {
	a, b = u.walk(a), u.walk(b)
	x, y := &u.t.terms[a.id], &u.t.terms[b.id]
	u.steps++
	switch {
	case u.steps > maxUnification:
		return false
	case a == b || a.id == b.id && x.free.empty():
		return true
	case x.fn < 0:
		return u.bind(a, b)
	case y.fn < 0:
		return u.bind(b, a)
	case x.fn != y.fn:
		return false
	}
	for i := range x.args {
		if !u.unify(side{x.args[i], a.half}, side{y.args[i], b.half}) {
			return false
		}
	}
	return true
}

// bind binds the variable v to a term. It returns false if v occurs in the term.
func (u *unifier) bind(v, to side) bool {
	if u.occurs(v, to) {
		return false
	}
	n := u.t.terms[v.id].v
	u.bound[v.half][n] = to
	u.set[v.half] |= 1 << n
	return true
}

func (u *unifier) occurs(v, in side) bool {
	in = u.walk(in)
	if u.steps++; in == v || u.steps > maxUnification {
		return true
	}
	x := &u.t.terms[in.id]
	return !x.free.empty() && slices.ContainsFunc(x.args, func(a termID) bool {
		return u.occurs(v, side{a, in.half})
	})
}

// proper reports whether the substitution does more than rename the n variables of a
// clause: it binds one to a function or constant, or two to the same variable.
func (u *unifier) proper(half int, n int32) bool {
	var seen [2]uint64 // new names of the variables so far
	for v := range n {
		name, of := v, half
		if u.set[half]>>v&1 != 0 {
			s := u.walk(u.bound[half][v])
			x := &u.t.terms[s.id]
			if x.fn >= 0 {
				return true
			}
			name, of = x.v, s.half
		}
		if seen[of]>>name&1 != 0 {
			return true
		}
		seen[of] |= 1 << name
	}
	return false
}

// instance applies the substitution to the literals of a clause. Unbound variables of
// the second clause are numbered after those of the first. It also returns the depth
// of the deepest term and the number of symbols. It returns nil if a term is too large.
func (u *unifier) instance(lits []literal, half int) (out []literal, depth, size int) {
	const maxSize = 2_000
	budget := maxSize
	var apply func(s side) termID
	apply = func(s side) termID {
		s = u.walk(s)
		x := u.t.terms[s.id]
		switch budget--; {
		case budget < 0 || x.fn >= 0 && x.free.empty():
			return s.id
		case x.fn < 0:
			return u.t.variable(x.v + int32(s.half)*maxClauseVariables)
		}
		return u.t.apply(x.fn, each(x.args, func(a termID) termID { return apply(side{a, s.half}) }))
	}
	for _, l := range lits {
		l.args = each(l.args, func(a termID) termID { return apply(side{a, half}) })
		for _, a := range l.args {
			depth = max(depth, int(u.t.terms[a].depth))
			size += int(u.t.terms[a].size)
		}
		out = append(out, l)
	}
	if budget < 0 || size > maxSize {
		return nil, 0, 0
	}
	return out, depth, size
}
