package syntax

import "slices"

// maxRounds bounds the refinement. Colours spread by one edge in a round, and atoms of
// practical formulas are at most maxRounds edges apart.
const maxRounds = 16

// The kinds of nodes and edges of a Graph. Keys of formulas decide the splits of training
// data, so the numbers must not change.
const (
	NodeFormula uint64 = iota + 1
	NodeAtom
	NodeSymbol
	NodeEquality
	NodeConstant
	NodeVariable
	NodeApplication
	NodeFunction
	NodeRow

	EdgeSymbol
	EdgeWeight
	EdgeRow
	EdgeArgument // plus the position of the argument
)

// A Graph is the canonical form of a formula up to the names of its symbols. It has coloured nodes and labelled, directed edges. Its key does not depend on
// the numbering of its nodes. The nodes are atoms, symbols, variables and terms; for a
// normal form, also connectives and quantifiers.
type Graph struct {
	colors []uint64
	edges  [][]edge
}

type edge struct {
	to    int
	label uint64 // even in one direction, odd in the other
}

// Node adds a node and returns its number.
func (g *Graph) Node(color uint64) int {
	g.colors = append(g.colors, color)
	g.edges = append(g.edges, nil)
	return len(g.colors) - 1
}

// Join adds an edge from a to b.
func (g *Graph) Join(a, b int, label uint64) {
	g.edges[a] = append(g.edges[a], edge{b, 2 * label})
	g.edges[b] = append(g.edges[b], edge{a, 2*label + 1})
}

// Link adds an edge without direction.
func (g *Graph) Link(a, b int, label uint64) {
	g.edges[a] = append(g.edges[a], edge{b, 2 * label})
	g.edges[b] = append(g.edges[b], edge{a, 2 * label})
}

// Key refines the colours until their number is stable, and returns their hash. In each
// round, nodes with different neighbours get different colours. Sums replace sorted
// lists, since they do not depend on order either. Rejected: exact canonical forms. They
// would try all orders of the nodes with the same colour, which takes long for symmetric
// formulas, and would distinguish few more classes.
func (g *Graph) Key() uint64 {
	colors := g.colors
	known := different(colors)
	for range maxRounds {
		next := make([]uint64, len(colors))
		for i, c := range colors {
			var around uint64
			for _, e := range g.edges[i] {
				around += Mix(e.label, colors[e.to])
			}
			next[i] = Mix(c, around)
		}
		colors = next
		n := different(colors)
		if n == known {
			break
		}
		known = n
	}
	var sum uint64
	for _, c := range colors {
		sum += Mix(c, 1)
	}
	return Mix(sum, uint64(len(colors)))
}

// different returns the number of different colours.
func different(colors []uint64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(colors))))
}

// Mix hashes two words into one (the finalizer of SplitMix64: Steele, Lea and
// Flood, OOPSLA 2014, over their combination).
func Mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// MixText hashes a word and a text into one word.
func MixText(h uint64, s string) uint64 {
	for _, b := range []byte(s) {
		h = Mix(h, uint64(b))
	}
	return h
}
