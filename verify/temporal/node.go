package temporal

import (
	"context"
	"encoding/binary"
	"slices"

	ltl "github.com/truthloop/truthloop/format/temporal"
)

// A ref is a node of a store. Equal nodes have the same ref.
type ref int32

// The constants, as nodes.
const (
	refFalse ref = iota
	refTrue
)

// A node is a formula in negation normal form: a label, or one of the operators &, |, X, WX,
// U, R, Y, Z, S and T.
type node struct {
	op    ltl.Op // OpAtom: label
	args  []ref  // ascending, two or more, of & and |
	label label
	neg   ref // its negation; -1 if not computed yet

	// A formula is eventual if it is true at all steps before one at which it is true. It
	// is universal if it is true at all steps behind one at which it is true.
	eventual, universal bool
}

// A store holds simplified formulas in negation normal form. Over finite words, X and
// its dual differ.
type store struct {
	*labels
	ctx    context.Context
	finite bool
	nodes  []node
	find   map[string]ref
	key    []byte
	memo   map[*ltl.Formula]ref // formulas may share parts
	atoms  *ltl.Numbering
}

func newStore(ctx context.Context, l *labels, finite bool, atoms *ltl.Numbering) *store {
	s := &store{ctx: ctx, labels: l, finite: finite, atoms: atoms, find: map[string]ref{}, memo: map[*ltl.Formula]ref{}}
	s.ofLabel(l.not(l.full))
	s.ofLabel(l.full)
	return s
}

// add returns the node with an operator, a label and operands, and makes it if it is new.
func (s *store) add(op ltl.Op, value label, args ...ref) ref {
	s.key = binary.LittleEndian.AppendUint64(append(s.key[:0], byte(op)), uint64(value))
	for _, a := range args {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(a))
	}
	if r, ok := s.find[string(s.key)]; ok {
		return r
	}
	n := node{op: op, label: value, args: slices.Clone(args), neg: -1}
	s.flag(&n)
	r := ref(len(s.nodes))
	s.nodes = append(s.nodes, n)
	s.find[string(s.key)] = r
	return r
}

// flag sets eventual and universal of n if its operands prove them.
func (s *store) flag(n *node) {
	all := func(is func(*node) bool) bool {
		return !slices.ContainsFunc(n.args, func(a ref) bool { return !is(&s.nodes[a]) })
	}
	eventual := func(n *node) bool { return n.eventual }
	universal := func(n *node) bool { return n.universal }
	switch n.op {
	case ltl.OpAtom:
		n.eventual = n.label == s.full || n.label == s.labels.not(s.full)
		n.universal = n.eventual
	case ltl.OpAnd, ltl.OpOr:
		n.eventual, n.universal = all(eventual), all(universal)
	case ltl.OpNext, ltl.OpWeakNext:
		n.eventual, n.universal = !s.finite && all(eventual), !s.finite && all(universal)
	case ltl.OpUntil:
		n.eventual = n.args[0] == refTrue
		n.universal = n.eventual && s.nodes[n.args[1]].universal
	case ltl.OpRelease:
		n.universal = n.args[0] == refFalse
		n.eventual = n.universal && s.nodes[n.args[1]].eventual
	case ltl.OpSince:
		n.universal = n.args[0] == refTrue
		n.eventual = n.universal && s.nodes[n.args[1]].eventual
	case ltl.OpTriggered:
		n.eventual = n.args[0] == refFalse
		n.universal = n.eventual && s.nodes[n.args[1]].universal
	}
}

func (s *store) ofLabel(l label) ref { return s.add(ltl.OpAtom, l) }

// ofTree converts f.
func (s *store) ofTree(f *ltl.Formula) ref {
	r, ok := s.memo[f]
	if !ok {
		r = s.convert(f)
		s.memo[f] = r
	}
	return r
}

func (s *store) convert(f *ltl.Formula) ref {
	switch f.Op {
	case ltl.OpTrue:
		return refTrue
	case ltl.OpFalse:
		return refFalse
	case ltl.OpAtom:
		return s.ofLabel(s.labels.atom(s.atoms.Of(f.Name)))
	case ltl.OpNot:
		return s.not(s.ofTree(f.Args[0]))
	case ltl.OpXor:
		return s.parity(f.Args)
	case ltl.OpIff:
		return s.not(s.parity(f.Args))
	case ltl.OpImplies:
		return s.or(s.not(s.ofTree(f.Args[0])), s.ofTree(f.Args[1]))
	case ltl.OpWeakUntil: // a W b = b R (a | b)
		b := s.ofTree(f.Args[1])
		return s.lasting(ltl.OpRelease, b, s.or(s.ofTree(f.Args[0]), b))
	case ltl.OpStrongRelease: // a M b = b U (a & b)
		b := s.ofTree(f.Args[1])
		return s.lasting(ltl.OpUntil, b, s.and(s.ofTree(f.Args[0]), b))
	}
	args := make([]ref, len(f.Args))
	for i, g := range f.Args {
		args[i] = s.ofTree(g)
	}
	switch f.Op {
	case ltl.OpFinally:
		return s.lasting(ltl.OpUntil, refTrue, args[0])
	case ltl.OpOnce:
		return s.lasting(ltl.OpSince, refTrue, args[0])
	case ltl.OpGlobally:
		return s.lasting(ltl.OpRelease, refFalse, args[0])
	case ltl.OpHistorically:
		return s.lasting(ltl.OpTriggered, refFalse, args[0])
	}
	return s.of(f.Op, args)
}

// of returns the node of an operator of nodes.
func (s *store) of(op ltl.Op, args []ref) ref {
	switch {
	case op == ltl.OpAnd || op == ltl.OpOr:
		return s.chain(op, args)
	case len(args) == 1:
		return s.step(op, args[0])
	}
	return s.lasting(op, args[0], args[1])
}

// parity converts the exclusive or of fs. It sorts the operands of all that are
// nested, and joins labels.
func (s *store) parity(fs []*ltl.Formula) ref {
	even := false // true: the negation of the exclusive or
	value := s.nodes[refFalse].label
	var args []ref
	var gather func(fs []*ltl.Formula)
	gather = func(fs []*ltl.Formula) {
		for _, f := range fs {
			if f.Op == ltl.OpXor || f.Op == ltl.OpIff || f.Op == ltl.OpNot {
				even = even != (f.Op != ltl.OpXor)
				gather(f.Args)
				continue
			}
			r := s.ofTree(f)
			if n := s.nodes[r]; n.op == ltl.OpAtom {
				not := s.labels.not
				value = s.labels.or(s.labels.and(value, not(n.label)), s.labels.and(not(value), n.label))
				continue
			}
			if not := s.not(r); not < r {
				r, even = not, !even
			}
			if i, twice := slices.BinarySearch(args, r); twice {
				args = slices.Delete(args, i, i+1)
			} else {
				args = slices.Insert(args, i, r)
			}
		}
	}
	gather(fs)
	x := s.ofLabel(value)
	for _, a := range args {
		x = s.or(s.and(x, s.not(a)), s.and(s.not(x), a))
	}
	if even {
		x = s.not(x)
	}
	return x
}

// not returns the negation of r. Negation is an involution on nodes.
func (s *store) not(r ref) ref {
	n := s.nodes[r]
	if n.neg >= 0 {
		return n.neg
	}
	args := make([]ref, len(n.args))
	for i, a := range n.args {
		args[i] = s.not(a)
	}
	var out ref
	switch {
	case n.op == ltl.OpAtom:
		out = s.ofLabel(s.labels.not(n.label))
	case s.finite && n.op <= ltl.OpWeakNext && len(args) == 1:
		out = s.step(ltl.OpNext+ltl.OpWeakNext-n.op, args[0])
	default:
		out = s.of(n.op.Dual(), args)
	}
	s.nodes[r].neg = out
	if s.nodes[out].neg < 0 {
		s.nodes[out].neg = r
	}
	return out
}

// step returns the formula that a holds at the next step, or at the previous one.
func (s *store) step(op ltl.Op, a ref) ref {
	switch {
	case op <= ltl.OpWeakNext && !s.finite:
		op = ltl.OpNext
		switch n := &s.nodes[a]; {
		case n.op == ltl.OpAtom && (a == refFalse || a == refTrue), n.eventual && n.universal: // X G F a = G F a
			return a
		case n.op == ltl.OpYesterday || n.op == ltl.OpWeakYesterday: // X Y a = a
			return n.args[0]
		}
	case a == refFalse && (op == ltl.OpNext || op == ltl.OpYesterday),
		a == refTrue && (op == ltl.OpWeakNext || op == ltl.OpWeakYesterday):
		return a
	}
	return s.add(op, 0, a)
}

// lasting returns a U b, a R b, a S b or a T b.
func (s *store) lasting(op ltl.Op, a, b ref) ref {
	na, nb := &s.nodes[a], &s.nodes[b]
	weak := op == ltl.OpRelease || op == ltl.OpTriggered
	neutral, absorbing, settled := refFalse, refTrue, nb.eventual // a U F b = F b
	if op == ltl.OpSince || op == ltl.OpRelease {
		settled = nb.universal
	}
	if weak {
		neutral, absorbing = refTrue, refFalse
	}
	switch {
	case a == neutral, a == b, settled:
		return b
	case na.op == ltl.OpAtom && nb.op == ltl.OpAtom:
		if not := s.labels.not(nb.label); weak {
			a = s.ofLabel(s.labels.or(na.label, not))
		} else {
			a = s.ofLabel(s.labels.and(na.label, not))
		}
		switch {
		case a == neutral:
			return b
		case a == s.not(b): // (true & !b) U b = true U b
			a = absorbing
		}
	case nb.op == op && nb.args[0] == a: // a U a U b = a U b
		return b
	case !s.finite && op <= ltl.OpRelease && nb.op == ltl.OpNext: // X a U X b = X (a U b)
		if na.op == ltl.OpNext {
			return s.step(ltl.OpNext, s.lasting(op, na.args[0], nb.args[0]))
		} else if a <= refTrue {
			return s.step(ltl.OpNext, s.lasting(op, a, nb.args[0]))
		}
	}
	return s.add(op, 0, a, b)
}

func (s *store) and(args ...ref) ref { return s.chain(ltl.OpAnd, args) }
func (s *store) or(args ...ref) ref  { return s.chain(ltl.OpOr, args) }

// chain returns a conjunction or a disjunction: flat and sorted, with at most one operand
// of each of X, Y and Z, and of G and H in a conjunction or F and O in a disjunction. It has
// at most one label.
func (s *store) chain(op ltl.Op, args []ref) ref {
	unit, zero := refTrue, refFalse
	if op == ltl.OpOr {
		unit, zero = refFalse, refTrue
	}
	value := s.nodes[unit].label
	var flat []ref
	put := func(r ref) { // a label or an operand
		switch n := s.nodes[r]; {
		case n.op != ltl.OpAtom:
			flat = append(flat, r)
		case op == ltl.OpAnd:
			value = s.labels.and(value, n.label)
		default:
			value = s.labels.or(value, n.label)
		}
	}
	var merged [ltl.OpTriggered + 1][]ref // operands of X, Y and Z, and of G and H or F and O
	var take func(r ref)
	take = func(r ref) {
		switch n := s.nodes[r]; {
		case n.op == op && len(n.args) <= maxFlat:
			for _, a := range n.args {
				take(a)
			}
		case len(n.args) == 1:
			merged[n.op] = append(merged[n.op], n.args[0])
		case op == ltl.OpAnd && (n.op == ltl.OpRelease || n.op == ltl.OpTriggered) && n.args[0] == refFalse,
			op == ltl.OpOr && (n.op == ltl.OpUntil || n.op == ltl.OpSince) && n.args[0] == refTrue:
			merged[n.op] = append(merged[n.op], n.args[1])
		default:
			put(r)
		}
	}
	for _, a := range args {
		take(a)
	}
	for k, rs := range merged {
		if len(rs) == 0 {
			continue
		}
		r := rs[0]
		if len(rs) > 1 {
			r = s.chain(op, rs)
		}
		switch k := ltl.Op(k); k {
		case ltl.OpUntil, ltl.OpRelease, ltl.OpSince, ltl.OpTriggered:
			put(s.lasting(k, zero, r))
		default:
			put(s.step(k, r))
		}
	}
	if l := s.ofLabel(value); l == zero {
		return zero
	} else if l != unit {
		flat = append(flat, l)
	}
	slices.Sort(flat)
	flat = slices.Compact(flat)
	flat, contradiction := s.absorb(op, flat)
	switch {
	case contradiction:
		return zero
	case len(flat) == 0:
		return unit
	case len(flat) == 1:
		return flat[0]
	}
	return s.add(op, 0, flat...)
}

// maxFlat is the number of operands up to which a chain becomes part of the chain above
// it. Otherwise nested chains would be copied at every level.
const maxFlat = 256

// maxAbsorb is the number of operands up to which absorb compares them.
const maxAbsorb = 32

// absorb removes operands that contain another operand: a & (a | b) = a. It also
// reports whether two operands are known negations of each other.
func (s *store) absorb(op ltl.Op, args []ref) ([]ref, bool) {
	if len(args) > maxAbsorb || len(args) < 2 {
		return args, false
	}
	dual := ltl.OpAnd + ltl.OpOr - op
	var out []ref
	for _, r := range args {
		n := &s.nodes[r]
		if n.neg >= 0 && slices.Contains(args, n.neg) {
			return nil, true
		}
		absorbed := n.op == dual && slices.ContainsFunc(n.args, func(a ref) bool { return slices.Contains(args, a) })
		if !absorbed {
			out = append(out, r)
		}
	}
	return out, false
}
