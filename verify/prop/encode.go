package prop

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/logic"
)

// ErrNotGround is the error of encoding a formula that has a quantifier or an
// equality: it is not a Boolean function of its atoms alone.
var ErrNotGround = errors.New("formula has a quantifier or an equality")

// An Encoder turns formulas without quantifiers and equalities into literals
// of its Graph, whose leaves are their atoms. Two atoms are one leaf where
// their names and terms are equal after folding. The zero Encoder is ready and
// folds nothing.
type Encoder struct {
	Graph
	// Fold makes the names equal that shall count as equal; nil: only equal
	// names do. Names in ASCII are turned to lower case without asking it.
	Fold func(string) string

	atoms []*logic.Formula // by leaf
	spans []span           // by leaf: the atom's key in keys
	keys  []byte
	table []uint32 // leaf + 1 by hash, open addressing, 0 is free

	shorts [64]shortName // the same of propositions with short names
	few    int           // entries of shorts

	keyedAtoms int           // entries of table
	marks      [marks]marked // literals by the mark that the parser gave them
	age        uint32        // number of the Reset; entries of marks of another are void
	bad        bool
}

// marks is the size of the memory of literals.
const marks = 128

// marked is an entry of the memory of literals.
type marked struct {
	node *logic.Formula
	age  uint32
	lit  Lit
}

// span is a stretch of keys, and its hash; none for short names.
type span struct {
	lo, hi, hash uint32
	there        bool
}

// Reset forgets all formulas and keeps the memory.
func (e *Encoder) Reset() {
	e.Graph.Reset()
	if e.age++; e.age == 0 { // after 2³² pairs
		e.marks, e.shorts, e.age = [marks]marked{}, [64]shortName{}, 1
	}
	clear(e.atoms)
	e.atoms, e.spans, e.keys = e.atoms[:0], e.spans[:0], e.keys[:0]
	if len(e.table) > 1024 || e.table == nil {
		e.table = make([]uint32, 64)
	}
	if e.keyedAtoms > 0 {
		clear(e.table)
	}
	e.few, e.keyedAtoms = 0, 0
}

// Atoms are the atoms seen since the last Reset, in order of first occurrence;
// the k-th is the k-th leaf. A later call may overwrite them.
func (e *Encoder) Atoms() []*logic.Formula { return e.atoms }

// Key is the k-th atom's name and terms after folding, in the written form.
func (e *Encoder) Key(k int) string {
	if s := e.spans[k]; s.there {
		return string(e.keys[s.lo:s.hi])
	}
	lo := len(e.keys)
	e.name(e.atoms[k].Name)
	name := string(e.keys[lo:])
	e.keys = e.keys[:lo]
	return name
}

// Formula encodes f. The error is ErrNotGround.
func (e *Encoder) Formula(f *logic.Formula) (Lit, error) {
	if e.table == nil {
		e.Reset()
	}
	e.bad = false
	if c := f.Code(); c != nil {
		return e.Code(c), nil
	}
	l := e.formula(f)
	if e.bad {
		e.scratch = e.scratch[:0]
		return False, ErrNotGround
	}
	return l, nil
}

// Code encodes what a Parser has put in postfix order, with less ado than the
// tree takes. It has neither quantifiers nor equalities.
func (e *Encoder) Code(c *logic.Code) Lit {
	if e.table == nil {
		e.Reset()
	}
	m := e.mark()
	for _, word := range c.Words {
		if word < logic.CodeOp {
			f := c.Marked[word]
			k := &e.marks[word%marks]
			if k.node != f || k.age != e.age {
				*k = marked{f, e.age, e.formula(f)}
			}
			e.scratch = append(e.scratch, k.lit)
			continue
		}
		op, n := logic.Op(word&^logic.CodeOp>>logic.CodeArgs), int(word&(1<<logic.CodeArgs-1))
		from := len(e.scratch) - n
		args := e.scratch[from:]
		sign := Lit(0)
		switch op {
		case logic.OpNot:
			args[0] ^= 1
			continue
		case logic.OpIff:
			e.scratch = append(e.scratch, e.xorFrom(from).Not())
			continue
		case logic.OpOr:
			sign = 1
			for i := range args {
				args[i] ^= 1
			}
		case logic.OpImplies:
			sign = 1
			args[1] ^= 1
		}
		l := e.andFrom(from) ^ sign
		e.scratch = append(e.scratch, l)
	}
	l := e.scratch[m]
	e.scratch = e.scratch[:m]
	return l
}

// formula encodes f, or sets e.bad.
func (e *Encoder) formula(f *logic.Formula) Lit {
	if m := &e.marks[f.Mark()%marks]; m.node == f && m.age == e.age {
		return m.lit
	}
	switch f.Op {
	case logic.OpAtom:
		return e.remember(f, e.atom(f))
	case logic.OpNot:
		return e.remember(f, e.formula(f.Args[0]).Not())
	case logic.OpAnd:
		return e.andFrom(e.pushEach(f.Args, 0))
	case logic.OpOr:
		return e.andFrom(e.pushEach(f.Args, 1)).Not()
	case logic.OpImplies:
		m := e.pushEach(f.Args, 0)
		e.scratch[m+1] ^= 1
		return e.andFrom(m).Not()
	case logic.OpXor:
		return e.xorFrom(e.pushEach(f.Args, 0))
	case logic.OpIff:
		return e.xorFrom(e.pushEach(f.Args, 0)).Not()
	case logic.OpTrue:
		return True
	case logic.OpFalse:
		return False
	}
	e.bad = true
	return False
}

// remember notes the literal of a node that the parser gave a mark.
func (e *Encoder) remember(f *logic.Formula, l Lit) Lit {
	if k := f.Mark(); k != 0 {
		e.marks[k%marks] = marked{f, e.age, l}
	}
	return l
}

// pushEach encodes and pushes fs, each negated where sign is 1, and gives the
// mark before them.
func (e *Encoder) pushEach(fs []*logic.Formula, sign Lit) int {
	m := e.mark()
	for _, f := range fs {
		l := e.formula(f) ^ sign // before the push: it uses the same memory
		e.scratch = append(e.scratch, l)
	}
	return m
}

// short packs a name of up to 8 bytes of ASCII into a word, folded; zero where
// the name is none.
func (e *Encoder) short(f *logic.Formula) uint64 {
	name := f.Name
	if len(name) > 8 || len(f.Terms) > 0 {
		return 0
	}
	upper := byte('A' - 1) // the last letter to turn to lower case
	if e.Fold != nil {
		upper = 'Z'
	}
	var w uint64
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf || c == 0 {
			return 0
		}
		if 'A' <= c && c <= upper {
			c += 'a' - 'A'
		}
		w = w<<8 | uint64(c)
	}
	return w
}

// packed packs what is folded already.
func packed(key []byte) uint64 {
	if len(key) > 8 {
		return 0
	}
	var w uint64
	for _, c := range key {
		if c >= utf8.RuneSelf || c == 0 {
			return 0
		}
		w = w<<8 | uint64(c)
	}
	return w
}

// shortName is an entry of the table of short names.
type shortName struct {
	word uint64
	lit  Lit
	age  uint32 // as of marks
}

// atom gives the leaf of an atom.
func (e *Encoder) atom(f *logic.Formula) Lit {
	if w := e.short(f); w != 0 {
		return e.shortAtom(f, w)
	}
	return e.longAtom(f)
}

// shortAtom gives the leaf of a proposition with a short name.
func (e *Encoder) shortAtom(f *logic.Formula, w uint64) Lit {
	i := e.shortSlot(w)
	if e.shorts[i].age == e.age {
		return e.shorts[i].lit
	}
	if e.few == len(e.shorts)/2 {
		return e.keyed(f) // the table stays small; the other one grows
	}
	e.few++
	l := e.newAtom(f, span{})
	e.shorts[i] = shortName{w, l, e.age}
	return l
}

// shortSlot is where the word stands in the table of short names, or could.
func (e *Encoder) shortSlot(w uint64) uint32 {
	const mask = uint32(len(e.shorts) - 1)
	i := uint32(w*0x9e3779b97f4a7c15>>32) & mask
	for e.shorts[i].age == e.age && e.shorts[i].word != w {
		i = (i + 1) & mask
	}
	return i
}

// newAtom makes a leaf of an atom.
func (e *Encoder) newAtom(f *logic.Formula, key span) Lit {
	e.atoms = append(e.atoms, f)
	e.spans = append(e.spans, key)
	return e.Leaf()
}

// longAtom gives the leaf of an atom whose name is not a short one as it is
// written. It may be one when it is folded, as K, the sign of Kelvin, to k.
func (e *Encoder) longAtom(f *logic.Formula) Lit {
	if len(f.Terms) == 0 {
		lo := len(e.keys)
		e.name(f.Name)
		w := packed(e.keys[lo:])
		e.keys = e.keys[:lo]
		if w != 0 {
			return e.shortAtom(f, w)
		}
	}
	return e.keyed(f)
}

// keyed gives the leaf of an atom by its key.
func (e *Encoder) keyed(f *logic.Formula) Lit {
	lo := len(e.keys)
	e.name(f.Name)
	e.terms(f.Terms)
	key := e.keys[lo:]
	h := uint32(len(key)) * 0x85ebca6b
	for _, c := range key {
		h = (h ^ uint32(c)) * 0x01000193
	}
	h ^= h >> 15
	mask := uint32(len(e.table) - 1)
	i := h & mask
	for ; e.table[i] != 0; i = (i + 1) & mask {
		k := e.table[i] - 1
		if s := e.spans[k]; s.hash == h && bytes.Equal(e.keys[s.lo:s.hi], key) {
			e.keys = e.keys[:lo]
			return e.leafLits[k]
		}
	}
	e.table[i] = uint32(len(e.atoms)) + 1
	e.keyedAtoms++
	l := e.newAtom(f, span{uint32(lo), uint32(len(e.keys)), h, true})
	if 2*len(e.atoms) > len(e.table) {
		e.growTable()
	}
	return l
}

func (e *Encoder) growTable() {
	e.table = make([]uint32, 2*len(e.table))
	mask := uint32(len(e.table) - 1)
	for k, s := range e.spans {
		if !s.there {
			continue
		}
		i := s.hash & mask
		for e.table[i] != 0 {
			i = (i + 1) & mask
		}
		e.table[i] = uint32(k) + 1
	}
}

// terms appends the arguments to the key.
func (e *Encoder) terms(ts []logic.Term) {
	if len(ts) == 0 {
		return
	}
	e.keys = append(e.keys, '(')
	for i, t := range ts {
		if i > 0 {
			e.keys = append(e.keys, ", "...)
		}
		e.name(t.Name)
		e.terms(t.Args)
	}
	e.keys = append(e.keys, ')')
}

// name appends a name, folded, to the key.
func (e *Encoder) name(s string) {
	if e.Fold == nil {
		e.keys = append(e.keys, s...)
		return
	}
	lo := len(e.keys)
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			e.keys = append(e.keys[:lo], e.Fold(s)...)
			return
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		e.keys = append(e.keys, c)
	}
}
