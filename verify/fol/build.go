package fol

import (
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// A form determines how far quantifiers are moved while a formula is built. Every form
// is equivalent to the formula. Two formulas may become equal in one form and not
// in another.
type form uint8

const (
	// asWritten keeps quantifiers where they are, except vacuous ones. Two
	// formulas with the same prefix and equivalent matrices become equal here.
	asWritten form = iota
	// miniscoped moves them inwards along the structure of the formula, in blocks of
	// like quantifiers (blockForm).
	miniscoped
)

// String returns the form's name in certificates.
func (f form) String() string {
	return [...]string{"as_written", "miniscoped"}[f]
}

// builder builds the nodes of formulas in the graph.
type builder struct {
	*theory
	work
	limit  int     // on the nodes of the graph
	depth  int32   // the number of quantifiers around the node that is being built
	levels []int32 // of the variables of nodes: the number of quantifiers around
}

// spend counts n steps. It returns false if the work must end.
func (b *builder) spend(n int) bool {
	return b.work.spend(n) && b.graph.Size() <= b.limit
}

// maxMergeLeaves bounds the leaves of bodies that are compared by truth table
// before a new quantified leaf is made.
const maxMergeLeaves = 12

// maxMerge bounds the number of quantified leaves of one height with which a new leaf
// is compared, since the number of comparisons is quadratic.
const maxMerge = 64

// exists returns ∃v. body: body itself if v does not occur in it (domains are not empty), or
// an existing leaf whose body is equivalent as a Boolean function of its leaves. All free
// variables of the existing leaf must be free in body: others would be outside the scope of
// their quantifiers.
func (b *builder) exists(v int32, body prop.Lit) (prop.Lit, error) {
	if !b.info(body).free.has(v) {
		return body, nil
	}
	h := b.heightOver(body, v)
	if h >= maxNesting {
		return 0, errNesting
	}
	held := placeholder + h - 1
	body, err := b.substitute(body, v, b.variable(held))
	if err != nil {
		return 0, err
	}
	if !b.spend(1) {
		return 0, errSize
	}
	if int(h) <= len(b.quants) && len(b.quants[h-1]) <= maxMerge {
		free := b.info(body).free
		for _, id := range b.quants[h-1] {
			if b.leaves[id].free.within(free) && b.sameBody(b.leaves[id].body, body) {
				return b.leaves[id].lit, nil
			}
		}
	}
	return b.quantified(held, body), nil
}

// quantified returns the leaf ∃v. body, where v is a placeholder.
func (b *builder) quantified(v int32, body prop.Lit) prop.Lit {
	info := b.info(body)
	info.free.held &^= 1 << (v - placeholder)
	height := max(info.height, v-placeholder+1)
	return b.leaf(leaf{pred: predQuant, v: v, body: body, free: info.free, height: height})
}

func (b *builder) sameBody(x, y prop.Lit) bool {
	if x == y {
		return true
	}
	c := b.graph.CompareUpTo(x, y, maxMergeLeaves)
	b.spend(c.Nodes)
	return c.Equivalent() == check.Yes
}

// node returns the literal of n.
func (b *builder) node(n *node) (prop.Lit, error) {
	if !b.spend(1) {
		return 0, errSize
	}
	var sign prop.Lit
	if n.neg {
		sign = 1
	}
	switch n.op {
	case logic.OpTrue:
		return prop.True ^ sign, nil
	case logic.OpAtom:
		args := b.bounds(n.terms)
		return b.atom(b.symbol(n.name, len(args), false), args) ^ sign, nil
	case logic.OpEqual:
		args := b.bounds(n.terms)
		return b.equal(args[0], args[1]) ^ sign, nil
	case logic.OpForall, logic.OpExists:
		vs := n.vars
		for left := n.binds; left != 0 && n.vars == nil; left &= left - 1 {
			vs = append(vs, bits.TrailingZeros64(uint64(left)))
		}
		return b.block(n, vs)
	}
	ls := make([]prop.Lit, len(n.args))
	for i, a := range n.args {
		l, err := b.node(a)
		if err != nil {
			return 0, err
		}
		ls[i] = l
	}
	switch n.op {
	case logic.OpAnd:
		return b.graph.And(ls...) ^ sign, nil
	case logic.OpOr:
		return b.graph.Or(ls...) ^ sign, nil
	default: // logic.OpXor
		return b.graph.Xor(ls...) ^ sign, nil
	}
}

// block builds the quantifiers of n for vs, the last one around the others.
func (b *builder) block(n *node, vs []int) (prop.Lit, error) {
	if len(vs) == 0 {
		return b.node(n.args[0])
	}
	if b.depth >= maxNesting {
		return 0, errNesting
	}
	last, level := vs[len(vs)-1], b.depth
	for len(b.levels) <= last {
		b.levels = append(b.levels, 0)
	}
	outer := b.levels[last] // of another variable with this number
	b.depth, b.levels[last] = level+1, level
	l, err := b.block(n, vs[:len(vs)-1])
	b.depth, b.levels[last] = level, outer
	if err != nil {
		return 0, err
	}
	var sign prop.Lit
	if n.op == logic.OpForall {
		sign = 1
	}
	l, err = b.exists(level, l^sign)
	return l ^ sign, err
}

func (b *builder) bounds(ts []bound) []termID {
	if len(ts) == 0 {
		return nil
	}
	out := make([]termID, len(ts))
	for i, t := range ts {
		if t.v >= 0 {
			out[i] = b.variable(b.levels[t.v])
		} else {
			args := b.bounds(t.args)
			out[i] = b.apply(b.symbol(t.name, len(args), true), args)
		}
	}
	return out
}
