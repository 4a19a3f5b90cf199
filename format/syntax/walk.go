package syntax

import (
	"iter"
	"slices"
)

// A Node is a node of an immutable syntax tree.
type Node[T any] interface {
	Operands() []T

	// WithOperands returns the node with other operands. An operand of a chain that is
	// a chain of the same operator becomes part of it.
	WithOperands(args []T) T
}

// With returns f with g as its i-th operand.
func With[T Node[T]](f T, i int, g T) T { return Over(f, i, i+1, g) }

// Over returns f with gs in place of its operands i to j-1.
func Over[T Node[T]](f T, i, j int, gs ...T) T {
	args := f.Operands()
	return f.WithOperands(slices.Concat(args[:i], gs, args[j:]))
}

// Nodes lists the nodes of a tree, each before its operands, in the order of the text.
func Nodes[T Node[T]](root T) iter.Seq[T] {
	return func(yield func(T) bool) { walk(root, yield) }
}

func walk[T Node[T]](t T, yield func(T) bool) bool {
	if !yield(t) {
		return false
	}
	for _, arg := range t.Operands() {
		if !walk(arg, yield) {
			return false
		}
	}
	return true
}

// Replace returns f with other nodes in place of those for which change returns true. It does
// not look into the new nodes.
func Replace[T Node[T]](f T, change func(T) (T, bool)) T {
	if g, ok := change(f); ok {
		return g
	}
	args := slices.Clone(f.Operands())
	for i, g := range args {
		args[i] = Replace(g, change)
	}
	if len(args) == 0 {
		return f
	}
	return f.WithOperands(args)
}

// A Spot is a node at its place in a tree.
type Spot[T Node[T]] struct {
	Tree  T
	Above *Spot[T] // nil: the root
	Index int      // the number of Tree among the operands of the node above
}

// Replace returns the whole tree with another node in this place.
func (s *Spot[T]) Replace(t T) T {
	for ; s.Above != nil; s = s.Above {
		t = With(s.Above.Tree, s.Index, t)
	}
	return t
}

// Spots lists the nodes of a tree in preorder.
func Spots[T Node[T]](root T) iter.Seq[*Spot[T]] {
	return func(yield func(*Spot[T]) bool) { (&Spot[T]{Tree: root}).walk(yield) }
}

func (s *Spot[T]) walk(yield func(*Spot[T]) bool) bool {
	if !yield(s) {
		return false
	}
	for i, t := range s.Tree.Operands() {
		if !(&Spot[T]{t, s, i}).walk(yield) {
			return false
		}
	}
	return true
}

// Flat returns the operands ts of an associative operator. In place of an operand with the
// same operator are its operands, so that one formula has one tree.
func Flat[T Node[T]](ts []T, isSame func(T) bool) []T {
	var flat []T
	for _, t := range ts {
		if isSame(t) {
			flat = append(flat, t.Operands()...)
		} else {
			flat = append(flat, t)
		}
	}
	return flat
}
