package automata

import (
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// A term is a regular expression whose operands are terms. Equal terms have one number.
// OpRepeat replaces OpStar, OpPlus and OpOptional. OpConcat has two operands, and the
// first one is not an OpConcat. The operands of OpAlternate and OpIntersect are sorted.
type term struct {
	op       regex.Op
	args     []int32
	class    []uint64 // the letters of an OpClass
	min, max int
	null     contexts
	looks    bool       // it contains an assertion: ^, $ or \b
	next     [3][]parts // by the context on the left and the letter: see after
}

// parts are sorted terms, which represent their union.
type parts []int32

// The context on one side of a place in the text. An edge is the start or the end of the
// text.
const (
	edge = iota
	other
	word
)

// contexts is the set of the places at which a term matches the empty string: bit
// 3*left+right.
type contexts uint16

const everywhere contexts = 1<<9 - 1

func (c contexts) at(left, right int) bool { return c>>(3*left+right)&1 != 0 }

// places returns the contexts that satisfy f.
func places(f func(left, right int) bool) (c contexts) {
	for i := range 9 {
		if f(i/3, i%3) {
			c |= 1 << i
		}
	}
	return c
}

var (
	atStart    = places(func(left, _ int) bool { return left == edge })
	atStop     = places(func(_, right int) bool { return right == edge })
	atBoundary = places(func(left, right int) bool { return (left == word) != (right == word) })
)

// The first terms of every table.
const (
	nothing int32 = iota // ∅
	blank                // ε
	anyText              // every string: the complement of ∅
)

type terms struct {
	meter  *meter
	list   []term
	number map[string]int32
	key    []byte
	all    []uint64 // all letters
}

// maxTerms bounds the table, which needs up to 1 KB a term.
const maxTerms = 1 << 17

func (t *terms) reset(m *meter, letters int) {
	*t = terms{meter: m, number: map[string]int32{}, all: make([]uint64, (letters+63)/64)}
	for l := range letters {
		t.all[l/64] |= 1 << (l % 64)
	}
	t.intern(term{op: regex.OpEmpty})
	t.intern(term{op: regex.OpEpsilon, null: everywhere})
	t.intern(term{op: regex.OpComplement, args: []int32{nothing}, null: everywhere})
}

// intern returns the number of x. The key omits null and looks, since the other fields
// determine them.
func (t *terms) intern(x term) int32 {
	k := append(t.key[:0], byte(x.op))
	k = binary.AppendVarint(binary.AppendVarint(k, int64(x.min)), int64(x.max))
	for _, a := range x.args {
		k = binary.LittleEndian.AppendUint32(k, uint32(a))
	}
	for _, w := range x.class {
		k = binary.LittleEndian.AppendUint64(k, w)
	}
	t.key = k
	if t.meter.steps -= 4; t.meter.steps < 0 {
		return nothing
	}
	if n, ok := t.number[string(k)]; ok {
		return n
	}
	if t.meter.steps -= 16 + len(k); len(t.list) >= maxTerms {
		t.meter.full = true
		return nothing
	}
	n := int32(len(t.list))
	t.number[string(k)] = n
	for _, a := range x.args {
		x.looks = x.looks || t.list[a].looks
	}
	t.list = append(t.list, x)
	return n
}

func (t *terms) assertion(op regex.Op, null contexts) int32 {
	return t.intern(term{op: op, null: null, looks: true})
}

func (t *terms) class(letters []uint64) int32 {
	if cardinality(letters) == 0 {
		return nothing
	}
	return t.intern(term{op: regex.OpClass, class: letters})
}

func (t *terms) concat(a, b int32) int32 {
	x, y := &t.list[a], &t.list[b]
	switch {
	case a == nothing || b == nothing:
		return nothing
	case a == blank:
		return b
	case b == blank:
		return a
	case a == anyText && y.null == everywhere, b == anyText && x.null == everywhere:
		return anyText
	case a == anyText && y.op == regex.OpConcat && y.args[0] == anyText:
		return b
	case x.op == regex.OpConcat:
		return t.concat(x.args[0], t.concat(x.args[1], b))
	}
	return t.intern(term{op: regex.OpConcat, args: []int32{a, b}, null: x.null & y.null})
}

func (t *terms) repeat(a int32, low, high int) int32 {
	x := &t.list[a]
	if x.null == everywhere {
		low = 0
	}
	switch {
	case high == 0 || a == blank, a == nothing && low == 0:
		return blank
	case a == nothing || a == anyText || low == 1 && high == 1:
		return a
	case low == 0 && high < 0 && x.op == regex.OpClass && slices.Equal(x.class, t.all):
		return anyText
	case low == 0 && high < 0 && x.op == regex.OpRepeat && x.max < 0 && x.min <= 1:
		a, x = x.args[0], &t.list[x.args[0]]
	}
	null := x.null
	if low == 0 {
		null = everywhere
	}
	return t.intern(term{op: regex.OpRepeat, args: []int32{a}, min: low, max: high, null: null})
}

func (t *terms) not(a int32) int32 {
	x := &t.list[a]
	if x.op == regex.OpComplement {
		return x.args[0]
	}
	return t.intern(term{op: regex.OpComplement, args: []int32{a}, null: everywhere &^ x.null})
}

// union returns the term of the union of ps.
func (t *terms) union(ps parts) int32 {
	switch ps = t.normal(ps); len(ps) {
	case 0:
		return nothing
	case 1:
		return ps[0]
	}
	var null contexts
	for _, p := range ps {
		null |= t.list[p].null
	}
	return t.intern(term{op: regex.OpAlternate, args: ps, null: null})
}

// normal sorts ps in place, flattens unions and drops redundant parts.
func (t *terms) normal(ps parts) parts {
	for i := 0; i < len(ps); i++ {
		if x := &t.list[ps[i]]; x.op == regex.OpAlternate {
			ps = append(append(ps[:i:i], x.args...), ps[i+1:]...)
			i--
		}
	}
	t.meter.steps -= len(ps)
	slices.Sort(ps)
	ps = slices.Compact(ps)
	if len(ps) > 0 && ps[0] == nothing {
		ps = ps[1:]
	}
	for _, p := range ps {
		if x := &t.list[p]; p == anyText || x.op == regex.OpComplement && slices.Contains(ps, x.args[0]) {
			return parts{anyText}
		}
	}
	return t.withoutCovered(ps)
}

// withoutCovered drops each part q·r' of ps for which another part is .*r, where r'
// is r or, as in e{3,} and e{2,}, a longer repetition. Without this, the subsets of
// the derivatives of (a.*b.*|c){6,} are exponentially many.
func (t *terms) withoutCovered(ps parts) parts {
	for i := 0; i < len(ps); i++ {
		p, x := ps[i], &t.list[ps[i]]
		if x.op == regex.OpConcat && x.args[0] == anyText {
			ps = slices.DeleteFunc(ps, func(q int32) bool { return q != p && t.endsIn(q, x.args[1]) })
			i = slices.Index(ps, p)
		}
	}
	return ps
}

// endsIn reports whether a suffix of q is r, or a longer repetition than r.
func (t *terms) endsIn(q, r int32) bool {
	for {
		t.meter.steps--
		if t.longer(q, r) {
			return true
		}
		x := &t.list[q]
		if x.op != regex.OpConcat {
			return false
		}
		q = x.args[1]
	}
}

// longer reports whether q is r or a longer repetition: both repeat the same term without
// a maximum, the same term follows, and the minimum of q is not below that of r.
func (t *terms) longer(q, r int32) bool {
	x, y := &t.list[q], &t.list[r]
	if x.op == regex.OpConcat && y.op == regex.OpConcat && x.args[1] == y.args[1] {
		x, y = &t.list[x.args[0]], &t.list[y.args[0]]
	}
	return q == r || x.op == regex.OpRepeat && y.op == regex.OpRepeat && x.args[0] == y.args[0] &&
		x.max < 0 && y.max < 0 && x.min >= y.min
}

// intersection returns the term of the intersection of ps.
func (t *terms) intersection(ps []int32) int32 {
	for i := 0; i < len(ps); i++ {
		if x := &t.list[ps[i]]; x.op == regex.OpIntersect {
			ps = append(append(ps[:i:i], x.args...), ps[i+1:]...)
			i--
		}
	}
	slices.Sort(ps)
	ps = slices.DeleteFunc(slices.Compact(ps), func(p int32) bool { return p == anyText })
	null := everywhere
	for _, p := range ps {
		x := &t.list[p]
		null &= x.null
		if p == nothing || x.op == regex.OpComplement && slices.Contains(ps, x.args[0]) {
			return nothing
		}
	}
	switch {
	case len(ps) == 0:
		return anyText
	case len(ps) == 1:
		return ps[0]
	case ps[0] == blank && null == everywhere:
		return blank
	case ps[0] == blank && null == 0:
		return nothing
	}
	ps, class := t.commonClass(ps)
	switch {
	case class == nothing:
		return nothing
	case len(ps) == 0:
		return class
	case class != blank:
		ps = append(ps, class)
		slices.Sort(ps)
	}
	return t.intern(term{op: regex.OpIntersect, args: ps, null: null})
}

// commonClass removes the classes from ps and intersects them. Without any, class is
// blank.
func (t *terms) commonClass(ps []int32) (rest []int32, class int32) {
	var common []uint64
	for _, p := range ps {
		x := &t.list[p]
		switch {
		case x.op != regex.OpClass:
			rest = append(rest, p)
		case common == nil:
			common = slices.Clone(x.class)
		default:
			for w := range common {
				common[w] &= x.class[w]
			}
		}
	}
	if common == nil {
		return rest, blank
	}
	return rest, t.class(common)
}
