package fol

import (
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// blocks brings a formula into a form in which like quantifiers are unordered: a block
// ∃{x, y} or ∀{x, y} binds a set of variables. Blocks stand as deep as the laws of
// quantifiers allow, and no operand can leave its block:
//
//   - ∃ is distributed over ∨, and ∀ over ∧.
//   - In ∃X. (A1 ∧ A2 ∧ ...), an operand ∃Y. B is opened: Y joins X. A variable that
//     occurs in only one operand, a disjunction, moves into it. Operands that share no
//     variable of X get blocks of their own, and operands without X leave the block.
//   - ∀X. (A1 ∨ A2 ∨ ...) is treated in the same way.
//
// Formulas that differ only in the order, the names and the places of their quantifiers
// become the same up to the order of operands and of the variables of a block. Miniscoping
// one quantifier at a time does not do this: it leaves ∃x. ∃y. (p(x) ∧ r(x, y)) and
// ∃y. ∃x. (p(x) ∧ r(x, y)) with one quantifier at different places.
type blocks struct {
	work
	name      func(string) string
	form      form     // asWritten leaves each quantifier where it is, in a block of its own
	unordered bool     // a block binds several variables
	scope     []string // the names bound around a subformula; a variable is an index
}

// A node is a formula in negation normal form, in which an exclusive or can be negated.
// Bound variables are numbers below maxVariables; scopes that are apart can bind the same
// number.
type node struct {
	op    logic.Op // OpTrue, OpAtom, OpEqual, OpXor, OpAnd, OpOr, OpForall or OpExists
	neg   bool     // of an atom, an equality, ⊤ or an exclusive or
	name  string   // of an atom
	terms []bound
	args  []*node
	binds variables // of OpForall and OpExists
	free  variables
	all   variables // free or bound in the node
	vars  []int     // set by order: the variables that it binds, in order
	hash  uint64    // set by an ordering
}

// A bound is a term in which variables are numbers. For other terms, v is -1.
type bound struct {
	name string
	v    int
	args []bound
}

// variables is a set of variables.
type variables uint64

const maxVariables = 64

// blockForm returns f with its quantifiers in blocks or, asWritten, each in a block of its
// own. It returns nil if a limit is reached. The
// order of the variables of a block depends only on the block's use of them.
func blockForm(w work, f *logic.Formula, name func(string) string, at form) *node {
	b := &blocks{work: w, name: name, form: at}
	n := b.formula(f, false)
	if b.unordered && !b.ended {
		b.order(n)
	}
	if b.ended {
		return nil
	}
	return n
}

// formula returns the node of f, or of ¬f.
func (b *blocks) formula(f *logic.Formula, neg bool) *node {
	if !b.spend(1) {
		return &node{op: logic.OpTrue}
	}
	op := f.Op
	if neg && (op == logic.OpAnd || op == logic.OpOr || op.IsQuantifier()) {
		op = op.Dual()
	}
	switch f.Op {
	case logic.OpFalse, logic.OpTrue:
		return &node{op: logic.OpTrue, neg: neg != (f.Op == logic.OpFalse)}
	case logic.OpAtom, logic.OpEqual:
		n := &node{op: f.Op, neg: neg, name: b.name(f.Name)}
		n.terms = b.terms(f.Terms, &n.free)
		n.all = n.free
		return n
	case logic.OpNot:
		return b.formula(f.Args[0], !neg)
	case logic.OpForall, logic.OpExists:
		v := len(b.scope)
		if v >= maxVariables {
			b.ended = true
			return &node{op: logic.OpTrue}
		}
		b.scope = append(b.scope, b.name(f.Name))
		body := b.formula(f.Args[0], neg)
		b.scope = b.scope[:v]
		return b.quantify(op, 1<<v, body)
	case logic.OpImplies:
		if neg {
			return join(logic.OpAnd, b.formula(f.Args[0], false), b.formula(f.Args[1], true))
		}
		return join(logic.OpOr, b.formula(f.Args[0], true), b.formula(f.Args[1], false))
	case logic.OpIff:
		return xor(!neg, b.formula(f.Args[0], false), b.formula(f.Args[1], false))
	}
	args := make([]*node, len(f.Args))
	for i, g := range f.Args {
		args[i] = b.formula(g, neg && op != logic.OpXor)
	}
	if op == logic.OpXor {
		return xor(neg, args...)
	}
	return join(op, args...)
}

func (b *blocks) terms(ts []logic.Term, free *variables) []bound {
	if len(ts) == 0 {
		return nil
	}
	out := make([]bound, len(ts))
	for i, t := range ts {
		out[i] = bound{name: b.name(t.Name), v: -1}
		for v := len(b.scope) - 1; t.Var && v >= 0; v-- {
			if b.scope[v] == out[i].name {
				out[i].v = v
				*free |= 1 << v
				break
			}
		}
		if out[i].v < 0 {
			out[i].args = b.terms(t.Args, free)
		}
	}
	return out
}

// join returns the conjunction or disjunction of args, without nested ones of its kind.
func join(op logic.Op, args ...*node) *node {
	n := &node{op: op, args: args}
	nested := 0
	for _, a := range args {
		n.free, n.all = n.free|a.free, n.all|a.all
		if a.op == op {
			nested += len(a.args)
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	if nested > 0 {
		n.args = make([]*node, 0, len(args)+nested)
		for _, a := range args {
			if a.op == op {
				n.args = append(n.args, a.args...)
			} else {
				n.args = append(n.args, a)
			}
		}
	}
	return n
}

func xor(neg bool, args ...*node) *node {
	n := &node{op: logic.OpXor, neg: neg, args: args}
	for _, a := range args {
		n.free, n.all = n.free|a.free, n.all|a.all
	}
	return n
}

// quantify returns ∃vs. n or ∀vs. n.
func (b *blocks) quantify(op logic.Op, vs variables, n *node) *node {
	if vs &= n.free; vs == 0 || !b.spend(1) {
		return n
	}
	if b.form == asWritten {
		return b.block(op, vs, n)
	}
	distributes, splits := logic.OpOr, logic.OpAnd
	if op == logic.OpForall {
		distributes, splits = splits, distributes
	}
	switch n.op {
	case distributes:
		args := make([]*node, len(n.args))
		for i, a := range n.args {
			args[i] = b.quantify(op, vs, a)
		}
		return join(distributes, args...)
	case splits:
		return b.split(op, splits, vs, n.args)
	case op:
		return b.split(op, splits, vs, []*node{n})
	}
	return b.block(op, vs, n)
}

func (b *blocks) block(op logic.Op, vs variables, n *node) *node {
	b.unordered = b.unordered || vs&(vs-1) != 0
	return &node{op: op, binds: vs, args: []*node{n}, free: n.free &^ vs, all: n.all | vs}
}

// split returns ∃vs. of a conjunction, or ∀vs. of a disjunction.
func (b *blocks) split(op, splits logic.Op, vs variables, args []*node) *node {
	args = slices.Clone(args)
	for b.spend(len(args)) && (b.open(op, splits, &vs, &args) || b.sink(op, splits, &vs, args)) {
	}
	var out, parts []*node // parts are apart: they share no variable of vs
	for _, a := range args {
		if a.free&vs == 0 {
			out = append(out, a)
			continue
		}
		apart := parts[:0]
		for _, p := range parts {
			if p.free&a.free&vs != 0 {
				a = join(splits, p, a)
			} else {
				apart = append(apart, p)
			}
		}
		parts = append(apart, a)
		b.spend(len(a.args) / 16)
	}
	for _, p := range parts {
		out = append(out, b.block(op, p.free&vs, p))
	}
	return join(splits, out...)
}

// open opens an operand that is a block of the same kind and shares a variable. It
// renames the operand's variables where the others use the same numbers.
func (b *blocks) open(op, splits logic.Op, vs *variables, args *[]*node) bool {
	i := slices.IndexFunc(*args, func(a *node) bool { return a.op == op && a.free&*vs != 0 })
	if i < 0 {
		return false
	}
	n := (*args)[i]
	rest := slices.Concat((*args)[:i], (*args)[i+1:])
	taken := *vs | n.all
	var used variables
	for _, a := range rest {
		taken |= a.all
		used |= a.free
	}
	body := n.args[0]
	for left := n.binds; left != 0; left &= left - 1 {
		v := bits.TrailingZeros64(uint64(left))
		if used>>v&1 != 0 {
			to := bits.TrailingZeros64(^uint64(taken))
			if to == maxVariables {
				b.ended = true
				return false
			}
			taken |= 1 << to
			body = b.rename(body, v, to)
			v = to
		}
		*vs |= 1 << v
	}
	if body.op == splits {
		rest = append(rest, body.args...)
	} else {
		rest = append(rest, body)
	}
	*args = rest
	return true
}

// sink moves variables that occur in only one operand into it, if it is a disjunction
// (for ∃) or a conjunction (for ∀).
func (b *blocks) sink(op, splits logic.Op, vs *variables, args []*node) bool {
	var once, twice variables
	for _, a := range args {
		twice |= once & a.free
		once |= a.free
	}
	moved := false
	for i, a := range args {
		if only := a.free & *vs &^ twice; only != 0 && a.op == splits.Dual() {
			args[i] = b.quantify(op, only, a)
			*vs &^= only
			moved = true
		}
	}
	return moved
}

// rename replaces the free variable v of n by to, which n does not contain.
func (b *blocks) rename(n *node, v, to int) *node {
	if n.free>>v&1 == 0 || !b.spend(1) {
		return n
	}
	m := *n
	m.free = n.free&^(1<<v) | 1<<to
	m.all = n.all | 1<<to
	m.terms = renameTerms(n.terms, v, to)
	m.args = make([]*node, len(n.args))
	for i, a := range n.args {
		m.args[i] = b.rename(a, v, to)
	}
	return &m
}

func renameTerms(ts []bound, v, to int) []bound {
	out := slices.Clone(ts)
	for i, t := range out {
		if t.v == v {
			out[i].v = to
		}
		out[i].args = renameTerms(t.args, v, to)
	}
	return out
}
