package temporal

import (
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
	kindLabel    nodeKind = iota + 1 // a Boolean function
	kindAnd                          // of args, two or more, ascending
	kindOr                           // of args, two or more, ascending
	kindNext                         // X args[0]
	kindWeakNext                     // X args[0], or the last step of a finite word
	kindUntil                        // args[0] U args[1]
	kindRelease                      // args[0] R args[1]
)

// A node is a formula in negation normal form.
type node struct {
	kind  nodeKind
	args  []ref
	label label
	neg   ref // its negation; -1 if not computed yet

	// A formula is eventual if it stays true when steps are put before a word on which it
	// is true. It is universal if it stays true when the first steps are left out.
	eventual, universal bool
}

// A store holds simplified formulas in negation normal form. Over finite words, X and
// its dual differ.
type store struct {
	*labels
	finite bool
	nodes  []node
	find   map[string]ref
	key    []byte
	memo   map[*ltl.Formula][2]ref // ref+1 of a formula and of its negation; 0: unknown
	index  map[string]int          // of propositions, by folded name
	fold   func(string) string
	work   int // nodes and operands that were visited
}

func newStore(l *labels, finite bool, index map[string]int, fold func(string) string) *store {
	s := &store{labels: l, finite: finite, index: index, fold: fold, find: map[string]ref{}, memo: map[*ltl.Formula][2]ref{}}
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
	arg := func(i int) ref { return s.ofTree(f.Args[i], false) }
	switch f.Op {
	case ltl.OpTrue:
		return refTrue
	case ltl.OpFalse:
		return refFalse
	case ltl.OpAtom:
		return s.ofLabel(s.atom(s.index[s.fold(f.Name)]))
	case ltl.OpNot:
		return s.ofTree(f.Args[0], true)
	case ltl.OpAnd, ltl.OpOr:
		args := make([]ref, len(f.Args))
		for i := range args {
			args[i] = arg(i)
		}
		if f.Op == ltl.OpAnd {
			return s.and(args...)
		}
		return s.or(args...)
	case ltl.OpXor:
		x := arg(0)
		for i := 1; i < len(f.Args); i++ {
			x = s.not(s.iff(x, arg(i)))
		}
		return x
	case ltl.OpImplies:
		return s.or(s.ofTree(f.Args[0], true), arg(1))
	case ltl.OpIff:
		return s.iff(arg(0), arg(1))
	case ltl.OpNext:
		return s.next(kindNext, arg(0))
	case ltl.OpFinally:
		return s.until(refTrue, arg(0))
	case ltl.OpGlobally:
		return s.release(refFalse, arg(0))
	case ltl.OpUntil:
		return s.until(arg(0), arg(1))
	case ltl.OpRelease:
		return s.release(arg(0), arg(1))
	case ltl.OpWeakUntil: // a W b = b R (a | b)
		return s.release(arg(1), s.or(arg(0), arg(1)))
	}
	return s.until(arg(1), s.and(arg(0), arg(1))) // a M b = b U (a & b)
}

func (s *store) iff(a, b ref) ref {
	return s.or(s.and(a, b), s.and(s.not(a), s.not(b)))
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
	switch n.kind {
	case kindLabel:
		out = s.ofLabel(s.labels.not(n.label))
	case kindAnd:
		out = s.or(args...)
	case kindOr:
		out = s.and(args...)
	case kindNext:
		out = s.next(kindWeakNext, args[0])
	case kindWeakNext:
		out = s.next(kindNext, args[0])
	case kindUntil:
		out = s.release(args[0], args[1])
	case kindRelease:
		out = s.until(args[0], args[1])
	}
	s.nodes[r].neg = out
	if s.nodes[out].neg < 0 {
		s.nodes[out].neg = r
	}
	return out
}

// next returns X a or, over finite words with kindWeakNext, its dual.
func (s *store) next(kind nodeKind, a ref) ref {
	if !s.finite {
		kind = kindNext
		if n := &s.nodes[a]; n.eventual && n.universal { // X G F a = G F a
			return a
		}
	}
	if kind == kindNext && a == refFalse || kind == kindWeakNext && a == refTrue {
		return a
	}
	return s.add(kind, 0, a)
}

// until returns a U b.
func (s *store) until(a, b ref) ref {
	na, nb := &s.nodes[a], &s.nodes[b]
	switch {
	case a == refFalse, a == b, nb.eventual: // a U F b = F b
		return b
	case na.kind == kindLabel && nb.kind == kindLabel:
		if la := s.labels.and(na.label, s.labels.not(nb.label)); s.isCanonical() {
			a = s.ofLabel(la)
		}
		switch {
		case a == refFalse:
			return b
		case a == s.not(b): // (true & !b) U b = true U b
			a = refTrue
		}
	case nb.kind == kindUntil && nb.args[0] == a: // a U a U b = a U b
		return b
	}
	return s.add(kindUntil, 0, a, b)
}

// release returns a R b, the dual of until.
func (s *store) release(a, b ref) ref {
	na, nb := &s.nodes[a], &s.nodes[b]
	switch {
	case a == refTrue, a == b, nb.universal:
		return b
	case na.kind == kindLabel && nb.kind == kindLabel:
		if la := s.labels.or(na.label, s.labels.not(nb.label)); s.isCanonical() {
			a = s.ofLabel(la)
		}
		switch {
		case a == refTrue:
			return b
		case a == s.not(b):
			a = refFalse
		}
	case nb.kind == kindRelease && nb.args[0] == a:
		return b
	}
	return s.add(kindRelease, 0, a, b)
}

// isCanonical reports whether equal Boolean functions are equal labels.
func (s *store) isCanonical() bool { return s.small() }

func (s *store) and(args ...ref) ref { return s.chain(kindAnd, args) }
func (s *store) or(args ...ref) ref  { return s.chain(kindOr, args) }

// chain returns a conjunction or a disjunction: flat, sorted, with at most one label,
// one X, one weak X, and one G in a conjunction or one F in a disjunction.
func (s *store) chain(kind nodeKind, args []ref) ref {
	unit, zero := refTrue, refFalse
	join := s.labels.and
	if kind == kindOr {
		unit, zero = refFalse, refTrue
		join = s.labels.or
	}
	value := s.nodes[unit].label
	var flat []ref
	var merged [kindRelease + 1][]ref // operands of X, and of G or F
	var take func(r ref)
	take = func(r ref) {
		s.work++
		switch n := s.nodes[r]; {
		case n.kind == kind && len(n.args) <= maxFlat:
			for _, a := range n.args {
				take(a)
			}
		case n.kind == kindLabel:
			value = join(value, n.label)
		case n.kind == kindNext, n.kind == kindWeakNext:
			merged[n.kind] = append(merged[n.kind], n.args[0])
		case kind == kindAnd && n.kind == kindRelease && n.args[0] == refFalse,
			kind == kindOr && n.kind == kindUntil && n.args[0] == refTrue:
			merged[n.kind] = append(merged[n.kind], n.args[1])
		default:
			flat = append(flat, r)
		}
	}
	for _, a := range args {
		take(a)
	}
	for _, k := range []nodeKind{kindNext, kindWeakNext, kindUntil, kindRelease} {
		rs := merged[k]
		if len(rs) == 0 {
			continue
		}
		r := rs[0]
		if len(rs) > 1 {
			r = s.chain(kind, rs)
		}
		switch k {
		case kindUntil:
			r = s.until(refTrue, r)
		case kindRelease:
			r = s.release(refFalse, r)
		default:
			r = s.next(k, r)
		}
		if n := s.nodes[r]; n.kind == kindLabel {
			value = join(value, n.label)
		} else {
			flat = append(flat, r)
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
