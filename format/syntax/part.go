package syntax

// Part returns the smallest part of a and of b in which the two trees differ, or nil if
// they have the same key. It descends from the roots as long as one operand of each node
// is left over. match returns the operands of b that those of a can correspond to, in any
// order or not; none if the nodes differ themselves. If several are left over, they are
// the part. If none of one node is left over, the two nodes are the part or, with gaps,
// what the operator makes of no operands.
//
// Rejected: an edit distance between trees (Zhang and Shasha, "Simple fast algorithms for
// the editing distance between trees", SIAM Journal on Computing 18(6), 1989). It gives
// many small edits, but a person wants one place to look at.
func Part[T Node[T]](a, b T, key func(T) string, match func(a, b T) (bs []T, anyOrder bool), gaps bool, tree func(T) Tree) (pa, pb Tree) {
	if key(a) == key(b) {
		return nil, nil
	}
	for {
		as := a.Operands()
		bs, anyOrder := match(a, b)
		if len(as) == 0 || len(bs) == 0 {
			return tree(a), tree(b)
		}
		if anyOrder {
			as, bs = unshared(as, bs, key)
		} else {
			as, bs = aligned(as, bs, key)
		}
		switch n, k := len(as), len(bs); {
		case n == 1 && k == 1:
			a, b = as[0], bs[0]
		case n+k == 0:
			return nil, nil
		case n*k == 0 && !gaps:
			return tree(a), tree(b)
		default:
			return tree(left(a, as)), tree(left(b, bs))
		}
	}
}

// left returns a node with the operands that are left over.
func left[T Node[T]](t T, args []T) T {
	if len(args) == 1 {
		return args[0]
	}
	return t.WithOperands(args)
}

// aligned removes the common beginning and the common end of two lists.
func aligned[T any](as, bs []T, key func(T) string) (ra, rb []T) {
	for len(as) > 0 && len(bs) > 0 && key(as[0]) == key(bs[0]) {
		as, bs = as[1:], bs[1:]
	}
	for len(as) > 0 && len(bs) > 0 && key(as[len(as)-1]) == key(bs[len(bs)-1]) {
		as, bs = as[:len(as)-1], bs[:len(bs)-1]
	}
	return as, bs
}

// unshared removes the elements that both lists contain, as often as both contain them.
func unshared[T any](as, bs []T, key func(T) string) (ra, rb []T) {
	count := map[string]int{}
	for _, b := range bs {
		count[key(b)]++
	}
	shared := map[string]int{}
	for _, a := range as {
		if k := key(a); count[k] > 0 {
			count[k]--
			shared[k]++
		} else {
			ra = append(ra, a)
		}
	}
	for _, b := range bs {
		if k := key(b); shared[k] > 0 {
			shared[k]--
		} else {
			rb = append(rb, b)
		}
	}
	return ra, rb
}
