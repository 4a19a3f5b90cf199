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

// builder builds formulas in one form.
type builder struct {
	*theory
	work
	form   form
	depth  int32   // the number of quantifiers around the node that is being built
	levels []int32 // of the variables of nodes: the number of quantifiers around
}

// exists returns ∃v. l, with the quantifier moved inwards as the form requires.
// Domains are not empty, so a vacuous quantifier is dropped.
func (b *builder) exists(v int32, l prop.Lit) (prop.Lit, error) {
	if !b.spend(1) {
		return 0, errSize
	}
	if !b.info(l).free.has(v) {
		return l, nil
	}
	if b.form == asWritten {
		return b.bind(v, l)
	}
	kind, args := b.graph.Node(l)
	negative := l&1 != 0
	switch {
	case kind == prop.AndNode && negative: // a disjunction
		return b.existsEach(v, args)
	case kind == prop.AndNode:
		return b.existsAnd(v, args)
	case kind == prop.XorNode:
		return b.existsXor(v, l, args)
	}
	return b.bind(v, l)
}

// existsEach returns ∃v. (¬args[0] ∨ ¬args[1] ∨ ...), operand by operand.
func (b *builder) existsEach(v int32, args []prop.Lit) (prop.Lit, error) {
	out := make([]prop.Lit, len(args))
	for i, a := range args {
		l, err := b.exists(v, a.Not())
		if err != nil {
			return 0, err
		}
		out[i] = l
	}
	return b.graph.Or(out...), nil
}

// existsAnd returns ∃v. (args[0] ∧ args[1] ∧ ...), with the operands without v
// outside the quantifier.
func (b *builder) existsAnd(v int32, args []prop.Lit) (prop.Lit, error) {
	free, rest := b.split(args, v)
	inner := prop.True
	var err error
	switch {
	case len(rest) == 1 && !b.isLeaf(rest[0]):
		inner, err = b.exists(v, rest[0])
	case len(rest) > 0:
		inner, err = b.bind(v, b.graph.And(rest...))
	}
	return b.graph.And(append(free, inner)...), err
}

// split returns the operands without v, and those with it.
func (b *builder) split(args []prop.Lit, v int32) (free, rest []prop.Lit) {
	for _, a := range args {
		if b.info(a).free.has(v) {
			rest = append(rest, a)
		} else {
			free = append(free, a)
		}
	}
	return free, rest
}

func (b *builder) isLeaf(l prop.Lit) bool {
	kind, _ := b.graph.Node(l)
	return kind == prop.LeafNode
}

// existsXor splits an exclusive or. If v occurs in R but not in F, F ⊕ R becomes
// (F ∧ ¬R) ∨ (¬F ∧ R). If v occurs in R and S, R ⊕ S becomes (R ∧ ¬S) ∨ (¬R ∧ S).
func (b *builder) existsXor(v int32, l prop.Lit, args []prop.Lit) (prop.Lit, error) {
	free, rest := b.split(args, v)
	left, right := b.graph.Xor(free...), b.graph.Xor(rest...)
	if len(free) == 0 {
		if len(rest) > 2 {
			return b.bind(v, l)
		}
		left, right = rest[0], rest[1]
	}
	right ^= l & 1
	first, err := b.exists(v, b.graph.And(left, right.Not()))
	if err != nil {
		return 0, err
	}
	second, err := b.exists(v, b.graph.And(left.Not(), right))
	return b.graph.Or(first, second), err
}

// maxMergeLeaves bounds the leaves of bodies that are compared by truth table
// before a new quantified leaf is made.
const maxMergeLeaves = 12

// maxMerge bounds the number of quantified leaves of one height with which a new leaf
// is compared, since the number of comparisons is quadratic.
const maxMerge = 64

// bind returns the leaf ∃v. body, or an existing leaf whose body is equivalent as
// a Boolean function of its leaves. All free variables of the existing leaf must be
// free in body: others would be outside the scope of their quantifiers.
func (b *builder) bind(v int32, body prop.Lit) (prop.Lit, error) {
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
	c := b.graph.Compare(b.ctx, x, y, prop.Options{MaxTable: maxMergeLeaves, NoSimulation: true, NoSAT: true})
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
		return b.atom(b.symbol(check.Symbol{Name: n.name, Arity: len(args), Predicate: true}), args) ^ sign, nil
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
		return b.graph.And(ls...), nil
	case logic.OpOr:
		return b.graph.Or(ls...), nil
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
			out[i] = b.apply(b.symbol(check.Symbol{Name: t.name, Arity: len(args)}), args)
		}
	}
	return out
}
