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

type nodeKind uint8

const (
	kindLabel        nodeKind = iota + 1 // a Boolean function
	kindAnd                              // of args, two or more, ascending
	kindOr                               // of args, two or more, ascending
	kindNext                             // X args[0]
	kindWeakNext                         // X args[0], or the last step of a finite word
	kindUntil                            // args[0] U args[1]
	kindRelease                          // args[0] R args[1]
	kindPrevious                         // Y args[0]
	kindWeakPrevious                     // Z args[0]
	kindSince                            // args[0] S args[1]
	kindTriggered                        // args[0] T args[1]

	kindNot // of core formulas alone
	kindXor
)

// A node is a formula in negation normal form.
type node struct {
	kind  nodeKind
	args  []ref
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
	memo   map[*ltl.Formula][2]ref // ref+1 of a formula and of its negation; 0: unknown
	index  map[string]int          // of propositions, by folded name
	fold   func(string) string
	work   int // nodes and operands that were visited
}

func newStore(ctx context.Context, l *labels, finite bool, index map[string]int, fold func(string) string) *store {
	s := &store{ctx: ctx, labels: l, finite: finite, index: index, fold: fold, find: map[string]ref{}, memo: map[*ltl.Formula][2]ref{}}
	s.ofLabel(l.not(l.full))
	s.ofLabel(l.full)
	return s
}

// add returns the node with a kind, a label and operands, and makes it if it is new.
func (s *store) add(kind nodeKind, value label, args ...ref) ref {
	s.key = binary.LittleEndian.AppendUint64(append(s.key[:0], byte(kind)), uint64(value))
	for _, a := range args {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(a))
	}
	s.work += len(args) + 1
	if r, ok := s.find[string(s.key)]; ok {
		return r
	}
	n := node{kind: kind, label: value, args: slices.Clone(args), neg: -1}
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
	switch n.kind {
	case kindLabel:
		n.eventual = n.label == s.full || n.label == s.labels.not(s.full)
		n.universal = n.eventual
	case kindAnd, kindOr:
		n.eventual, n.universal = all(eventual), all(universal)
	case kindNext, kindWeakNext:
		n.eventual, n.universal = !s.finite && all(eventual), !s.finite && all(universal)
	case kindUntil:
		n.eventual = n.args[0] == refTrue
		n.universal = n.eventual && s.nodes[n.args[1]].universal
	case kindRelease:
		n.universal = n.args[0] == refFalse
		n.eventual = n.universal && s.nodes[n.args[1]].eventual
	case kindSince:
		n.universal = n.args[0] == refTrue
		n.eventual = n.universal && s.nodes[n.args[1]].eventual
	case kindTriggered:
		n.eventual = n.args[0] == refFalse
		n.universal = n.eventual && s.nodes[n.args[1]].universal
	}
}

func (s *store) ofLabel(l label) ref { return s.add(kindLabel, l) }

// ofTree converts f, or its negation.
func (s *store) ofTree(f *ltl.Formula, negated bool) ref {
	k := 0
	if negated {
		k = 1
	}
	known, ok := s.memo[f]
	if ok && known[k] != 0 {
		return known[k] - 1
	}
	r := s.convert(f, negated)
	known = s.memo[f] // convert may have set the other element
	known[k] = r + 1
	s.memo[f] = known
	return r
}

func (s *store) convert(f *ltl.Formula, negated bool) ref {
	if negated {
		return s.not(s.ofTree(f, false))
	}
	switch f.Op {
	case ltl.OpTrue:
		return refTrue
	case ltl.OpAtom:
		return s.ofLabel(s.atom(s.index[s.fold(f.Name)]))
	case ltl.OpNot:
		return s.ofTree(f.Args[0], true)
	case ltl.OpXor:
		return s.parity(f)
	}
	args := make([]ref, len(f.Args))
	for i, g := range f.Args {
		args[i] = s.ofTree(g, false)
	}
	return s.of(kinds[f.Op], args)
}

// of returns the node of an operator.
func (s *store) of(kind nodeKind, args []ref) ref {
	switch kind {
	case kindAnd, kindOr:
		return s.chain(kind, args)
	case kindNext, kindWeakNext, kindPrevious, kindWeakPrevious:
		return s.step(kind, args[0])
	}
	return s.lasting(kind, args[0], args[1])
}

// parity converts an exclusive or. It sorts the operands of all that are
// nested, and joins labels.
func (s *store) parity(f *ltl.Formula) ref {
	even := false // true: the negation of the exclusive or
	value := s.nodes[refFalse].label
	var args []ref
	var gather func(f *ltl.Formula)
	gather = func(f *ltl.Formula) {
		switch f.Op {
		case ltl.OpXor, ltl.OpNot:
			even = even != (f.Op != ltl.OpXor)
			for _, g := range f.Args {
				gather(g)
			}
			return
		}
		r := s.ofTree(f, false)
		if n := s.nodes[r]; n.kind == kindLabel {
			not := s.labels.not
			value = s.labels.or(s.labels.and(value, not(n.label)), s.labels.and(not(value), n.label))
			return
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
	gather(f)
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
	if n.kind == kindLabel {
		out = s.ofLabel(s.labels.not(n.label))
	} else {
		out = s.of(duals[n.kind], args)
	}
	s.nodes[r].neg = out
	if s.nodes[out].neg < 0 {
		s.nodes[out].neg = r
	}
	return out
}

// duals are the kinds that negation exchanges.
var duals = [...]nodeKind{
	kindAnd: kindOr, kindOr: kindAnd, kindNext: kindWeakNext, kindWeakNext: kindNext, kindUntil: kindRelease, kindRelease: kindUntil,
	kindPrevious: kindWeakPrevious, kindWeakPrevious: kindPrevious, kindSince: kindTriggered, kindTriggered: kindSince,
}

// step returns the formula that a holds at the next step, or at the previous one.
func (s *store) step(kind nodeKind, a ref) ref {
	switch {
	case kind <= kindWeakNext && !s.finite:
		kind = kindNext
		switch n := &s.nodes[a]; {
		case n.kind == kindLabel && (a == refFalse || a == refTrue), n.eventual && n.universal: // X G F a = G F a
			return a
		case n.kind == kindPrevious || n.kind == kindWeakPrevious: // X Y a = a
			return n.args[0]
		}
	case a == refFalse && (kind == kindNext || kind == kindPrevious),
		a == refTrue && (kind == kindWeakNext || kind == kindWeakPrevious):
		return a
	}
	return s.add(kind, 0, a)
}

// lasting returns a U b, a R b, a S b or a T b.
func (s *store) lasting(kind nodeKind, a, b ref) ref {
	na, nb := &s.nodes[a], &s.nodes[b]
	weak := kind == kindRelease || kind == kindTriggered
	neutral, absorbing, settled := refFalse, refTrue, nb.eventual // a U F b = F b
	if kind == kindSince || kind == kindRelease {
		settled = nb.universal
	}
	if weak {
		neutral, absorbing = refTrue, refFalse
	}
	switch {
	case a == neutral, a == b, settled:
		return b
	case na.kind == kindLabel && nb.kind == kindLabel:
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
	case nb.kind == kind && nb.args[0] == a: // a U a U b = a U b
		return b
	case !s.finite && kind <= kindRelease && nb.kind == kindNext: // X a U X b = X (a U b)
		if na.kind == kindNext {
			return s.step(kindNext, s.lasting(kind, na.args[0], nb.args[0]))
		} else if a <= refTrue {
			return s.step(kindNext, s.lasting(kind, a, nb.args[0]))
		}
	}
	return s.add(kind, 0, a, b)
}

func (s *store) and(args ...ref) ref { return s.chain(kindAnd, args) }
func (s *store) or(args ...ref) ref  { return s.chain(kindOr, args) }

// chain returns a conjunction or a disjunction: flat and sorted, with at most one operand
// of each of X, Y and Z, and of G and H in a conjunction or F and O in a disjunction. It has
// at most one label.
func (s *store) chain(kind nodeKind, args []ref) ref {
	unit, zero := refTrue, refFalse
	if kind == kindOr {
		unit, zero = refFalse, refTrue
	}
	value := s.nodes[unit].label
	var flat []ref
	put := func(r ref) { // a label or an operand
		switch n := s.nodes[r]; {
		case n.kind != kindLabel:
			flat = append(flat, r)
		case kind == kindAnd:
			value = s.labels.and(value, n.label)
		default:
			value = s.labels.or(value, n.label)
		}
	}
	var merged [kindTriggered + 1][]ref // operands of X, Y and Z, and of G and H or F and O
	var take func(r ref)
	take = func(r ref) {
		s.work++
		switch n := s.nodes[r]; {
		case n.kind == kind && len(n.args) <= maxFlat:
			for _, a := range n.args {
				take(a)
			}
		case len(n.args) == 1:
			merged[n.kind] = append(merged[n.kind], n.args[0])
		case kind == kindAnd && (n.kind == kindRelease || n.kind == kindTriggered) && n.args[0] == refFalse,
			kind == kindOr && (n.kind == kindUntil || n.kind == kindSince) && n.args[0] == refTrue:
			merged[n.kind] = append(merged[n.kind], n.args[1])
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
			r = s.chain(kind, rs)
		}
		switch k := nodeKind(k); k {
		case kindUntil, kindRelease, kindSince, kindTriggered:
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
	flat, contradiction := s.absorb(kind, flat)
	switch {
	case contradiction:
		return zero
	case len(flat) == 0:
		return unit
	case len(flat) == 1:
		return flat[0]
	}
	return s.add(kind, 0, flat...)
}

// maxFlat is the number of operands up to which a chain becomes part of the chain above
// it. Otherwise nested chains would be copied at every level.
const maxFlat = 256

// maxAbsorb is the number of operands up to which absorb compares them.
const maxAbsorb = 32

// absorb removes operands that contain another operand: a & (a | b) = a. It also
// reports whether two operands are known negations of each other.
func (s *store) absorb(kind nodeKind, args []ref) ([]ref, bool) {
	if len(args) > maxAbsorb || len(args) < 2 {
		return args, false
	}
	dual := kindAnd + kindOr - kind
	var out []ref
	for _, r := range args {
		n := &s.nodes[r]
		if n.neg >= 0 && slices.Contains(args, n.neg) {
			return nil, true
		}
		absorbed := n.kind == dual && slices.ContainsFunc(n.args, func(a ref) bool { return slices.Contains(args, a) })
		if !absorbed {
			out = append(out, r)
		}
	}
	return out, false
}
