package fol

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// An ordering orders the variables of each block by colours that depend only on how the
// formula uses them, not on their names or on the order of operands (colour refinement:
// McKay and Piperno, "Practical graph isomorphism, II", J. Symb. Comput. 60, 2014). If
// two variables of a block have the same colour, one of them gets a new colour. Colours
// are hashes: equal hashes of different uses can only make two equal formulas look
// different, since every order is correct.
type ordering struct {
	*work
	root    *node
	colours []uint64 // by variable
	next    []uint64 // sums over the occurrences of a variable
	blocks  []*node
}

// order gives each quantifier of n variables of its own, in their order.
func (b *blocks) order(n *node) {
	o := &ordering{work: &b.work, root: n}
	o.unique(n, [maxVariables]int{})
	o.next = make([]uint64, len(o.colours))
	for o.refine(); o.separate() && !o.ended; o.refine() {
	}
}

// unique renames the variables of n so that each quantifier binds variables of its own.
// to are the new names of the free ones.
func (o *ordering) unique(n *node, to [maxVariables]int) {
	uniqueTerms(n.terms, &to)
	if n.binds != 0 {
		for left := n.binds; left != 0; left &= left - 1 {
			v := len(o.colours)
			o.colours = append(o.colours, uint64(n.op))
			to[bits.TrailingZeros64(uint64(left))] = v
			n.vars = append(n.vars, v)
		}
		o.blocks = append(o.blocks, n)
	}
	for _, a := range n.args {
		o.unique(a, to)
	}
}

func uniqueTerms(ts []bound, to *[maxVariables]int) {
	for i, t := range ts {
		if t.v >= 0 {
			ts[i].v = to[t.v]
		}
		uniqueTerms(t.args, to)
	}
}

// refine recomputes the colours until no more variables have different ones.
func (o *ordering) refine() {
	for before := -1; ; {
		n := o.different()
		if n <= before || !o.spend(1) {
			return
		}
		before = n
		o.up(o.root)
		clear(o.next)
		o.down(o.root, 0)
		for v, sum := range o.next {
			o.colours[v] = syntax.Mix(o.colours[v], sum)
		}
	}
}

// different returns the number of different colours.
func (o *ordering) different() int {
	c := slices.Clone(o.colours)
	slices.Sort(c)
	return len(slices.Compact(c))
}

// separate gives one of the variables that share the least shared colour of a block a
// new colour. It returns false if there are none.
func (o *ordering) separate() bool {
	least := -1
	for _, b := range o.blocks {
		slices.SortFunc(b.vars, func(v, w int) int { return cmp.Compare(o.colours[v], o.colours[w]) })
		for i, v := range b.vars[1:] {
			if o.colours[v] == o.colours[b.vars[i]] && (least < 0 || o.colours[v] < o.colours[least]) {
				least = v
			}
		}
	}
	if least >= 0 {
		o.colours[least] = syntax.Mix(o.colours[least], 1)
	}
	return least >= 0
}

// up computes the hashes of n and its operands.
func (o *ordering) up(n *node) {
	o.spend(1)
	h, sum := uint64(n.op)<<1, uint64(len(n.vars))
	if n.neg {
		h++
	}
	for _, a := range n.args {
		o.up(a)
		sum += syntax.Mix(a.hash, 2)
	}
	if n.op == logic.OpAtom {
		h = syntax.MixText(h, n.name)
	}
	for i, t := range n.terms {
		sum += syntax.Mix(o.term(t), place(n, i))
	}
	n.hash = syntax.Mix(h, sum)
}

// place returns the number of an argument's place. The sides of an equality have one.
func place(n *node, i int) uint64 {
	if n.op == logic.OpEqual {
		return 3
	}
	return uint64(i) + 4
}

func (o *ordering) term(t bound) uint64 {
	if t.v >= 0 {
		return o.colours[t.v]
	}
	h := syntax.MixText(0, t.name)
	for _, a := range t.args {
		h = syntax.Mix(h, o.term(a))
	}
	return h
}

// down adds to each variable the hashes of its occurrences in n. around is the hash of
// what n stands in.
func (o *ordering) down(n *node, around uint64) {
	around = syntax.Mix(around, n.hash)
	for _, a := range n.args {
		o.down(a, around)
	}
	for i, t := range n.terms {
		o.occurs(t, syntax.Mix(around, place(n, i)))
	}
}

func (o *ordering) occurs(t bound, around uint64) {
	if t.v >= 0 {
		o.next[t.v] += syntax.Mix(around, 5)
	}
	for i, a := range t.args {
		o.occurs(a, syntax.Mix(around, uint64(i)))
	}
}
