package logic

import "slices"

// Evaluate returns 64 truth values of f, a bit each. leaf returns the 64 values of an
// atom, an equality or a quantified formula.
func (f *Formula) Evaluate(leaf func(*Formula) uint64) uint64 {
	switch f.Op {
	case OpTrue:
		return ^uint64(0)
	case OpFalse:
		return 0
	case OpNot:
		return ^f.Args[0].Evaluate(leaf)
	case OpImplies:
		return ^f.Args[0].Evaluate(leaf) | f.Args[1].Evaluate(leaf)
	case OpIff:
		return ^(f.Args[0].Evaluate(leaf) ^ f.Args[1].Evaluate(leaf))
	case OpAnd:
		word := ^uint64(0)
		for i := 0; i < len(f.Args) && word != 0; i++ {
			word &= f.Args[i].Evaluate(leaf)
		}
		return word
	case OpOr:
		var word uint64
		for i := 0; i < len(f.Args) && ^word != 0; i++ {
			word |= f.Args[i].Evaluate(leaf)
		}
		return word
	case OpXor:
		var word uint64
		for _, g := range f.Args {
			word ^= g.Evaluate(leaf)
		}
		return word
	}
	return leaf(f)
}

// Structures evaluates formulas in 64 structures that have the same elements and the same
// values of terms, so that they differ only in their predicates.
type Structures struct {
	Size int // number of elements, which are numbered from 0
	// Atom returns the 64 values of an atom, and Apply the value of a constant, a function or
	// a free variable, at the values of its arguments.
	Atom  func(f *Formula, args []int) uint64
	Apply func(t Term, args []int) int
	// Steps is the number of atoms, equalities and quantifiers that may still be evaluated.
	// If it is negative, the values mean nothing.
	Steps int

	bound []binding // innermost last
	args  []int     // of the atom or the equality that is being evaluated
}

type binding struct {
	name  string
	value int
}

// Evaluate returns the 64 values of f.
func (s *Structures) Evaluate(f *Formula) uint64 { return f.Evaluate(s.leaf) }

func (s *Structures) leaf(f *Formula) (word uint64) {
	if s.Steps--; s.Steps < 0 {
		return 0
	}
	if f.Op.IsQuantifier() {
		return s.quantifier(f)
	}
	args := s.terms(f.Terms)
	switch {
	case f.Op == OpAtom:
		word = s.Atom(f, args)
	case args[0] == args[1]:
		word = ^uint64(0)
	}
	s.args = s.args[:len(s.args)-len(args)]
	return word
}

// quantifier evaluates the body for the elements, until further ones cannot change the
// result.
func (s *Structures) quantifier(f *Formula) uint64 {
	var word, flip uint64 // ∀ is computed as ¬∃¬
	if f.Op == OpForall {
		flip = ^uint64(0)
	}
	last := len(s.bound)
	s.bound = append(s.bound, binding{name: f.Name})
	for x := 0; x < s.Size && ^word != 0; x++ {
		s.bound[last].value = x
		word |= s.Evaluate(f.Args[0]) ^ flip
	}
	s.bound = s.bound[:last]
	return word ^ flip
}

// terms returns the values of terms, and leaves them on s.args.
func (s *Structures) terms(ts []Term) []int {
	start := len(s.args)
	for _, t := range ts {
		v := s.term(t)
		s.args = append(s.args, v)
	}
	return s.args[start:]
}

func (s *Structures) term(t Term) int {
	if t.Var {
		for _, b := range slices.Backward(s.bound) {
			if b.name == t.Name {
				return b.value
			}
		}
	}
	args := s.terms(t.Args)
	v := s.Apply(t, args)
	s.args = s.args[:len(s.args)-len(args)]
	return v
}

// columns[i] has bit j set if bit i of j is set.
var columns = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// Column returns the values of atom i in the rows 64·word to 64·word+63 of a
// truth table: in row r, the atom is true if bit i of r is set.
func Column(i, word int) uint64 {
	switch {
	case i < len(columns):
		return columns[i]
	case word>>(i-len(columns))&1 == 1:
		return ^uint64(0)
	}
	return 0
}
