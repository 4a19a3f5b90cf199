package prop

import (
	"errors"

	"github.com/truthloop/truthloop/format/logic"
)

// ErrNotGround is the error for a formula with a quantifier or an equality. Such a
// formula is not a Boolean function of its atoms.
var ErrNotGround = errors.New("formula has a quantifier or an equality")

// An Encoder turns formulas without quantifiers and equalities into literals
// of its Graph. The leaves are the atoms. Two atoms are one leaf if their names
// and terms are equal after folding. The zero Encoder is ready and folds nothing.
type Encoder struct {
	Graph
	// Fold maps the names that count as equal to one name; nil keeps names apart.
	Fold func(string) string

	keys   []string       // by leaf: the atom's name and terms after folding
	leaves map[string]Lit // by key
	key    []byte
	bad    bool
}

// Reset forgets all formulas and keeps the memory.
func (e *Encoder) Reset() {
	e.Graph.Reset()
	clear(e.keys)
	clear(e.leaves)
	e.keys = e.keys[:0]
}

// Key returns the k-th atom as written, after folding.
func (e *Encoder) Key(k int) string { return e.keys[k] }

// Formula encodes f. The error is ErrNotGround.
func (e *Encoder) Formula(f *logic.Formula) (Lit, error) {
	e.bad = false
	l := e.formula(f)
	if e.bad {
		e.scratch = e.scratch[:0]
		return False, ErrNotGround
	}
	return l, nil
}

// formula encodes f, or sets e.bad.
func (e *Encoder) formula(f *logic.Formula) Lit {
	switch f.Op {
	case logic.OpAtom:
		return e.atom(f)
	case logic.OpNot:
		return e.formula(f.Args[0]).Not()
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

// pushEach encodes and pushes fs, negated if sign is 1, and returns the mark
// before the first one.
func (e *Encoder) pushEach(fs []*logic.Formula, sign Lit) int {
	m := e.mark()
	for _, f := range fs {
		l := e.formula(f) ^ sign // before append: it also uses e.scratch
		e.scratch = append(e.scratch, l)
	}
	return m
}

// atom returns the leaf of an atom.
func (e *Encoder) atom(f *logic.Formula) Lit {
	e.key = e.key[:0]
	e.name(f.Name)
	e.terms(f.Terms)
	if l, ok := e.leaves[string(e.key)]; ok {
		return l
	}
	if e.leaves == nil {
		e.leaves = make(map[string]Lit)
	}
	key := string(e.key)
	e.keys = append(e.keys, key)
	l := e.Leaf()
	e.leaves[key] = l
	return l
}

// terms appends the arguments to the key.
func (e *Encoder) terms(ts []logic.Term) {
	if len(ts) == 0 {
		return
	}
	e.key = append(e.key, '(')
	for i, t := range ts {
		if i > 0 {
			e.key = append(e.key, ", "...)
		}
		e.name(t.Name)
		e.terms(t.Args)
	}
	e.key = append(e.key, ')')
}

// name appends a folded name to the key.
func (e *Encoder) name(s string) {
	if e.Fold != nil {
		s = e.Fold(s)
	}
	e.key = append(e.key, s...)
}
