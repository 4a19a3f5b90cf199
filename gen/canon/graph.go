package canon

import "slices"

// maxRounds bounds the refinement. Colours spread by one edge in a round, and atoms of
// practical formulas are at most maxRounds edges apart.
const maxRounds = 16

// A graph has coloured nodes and labelled, directed edges. Its key does not depend on
// the numbering of its nodes. The nodes are atoms, symbols, variables and terms; for a
// normal form, also connectives and quantifiers.
type graph struct {
	colors []uint64
	edges  [][]edge
}

type edge struct {
	to    int
	label uint64 // even in one direction, odd in the other
}

func (g *graph) node(color uint64) int {
	g.colors = append(g.colors, color)
	g.edges = append(g.edges, nil)
	return len(g.colors) - 1
}

func (g *graph) join(a, b int, label uint64) {
	g.edges[a] = append(g.edges[a], edge{b, 2 * label})
	g.edges[b] = append(g.edges[b], edge{a, 2*label + 1})
}

// link adds an edge without direction.
func (g *graph) link(a, b int, label uint64) {
	g.edges[a] = append(g.edges[a], edge{b, 2 * label})
	g.edges[b] = append(g.edges[b], edge{a, 2 * label})
}

// key refines the colours until their number is stable, and returns their hash. In each
// round, nodes with different neighbours get different colours. Sums replace sorted
// lists, since they do not depend on order either. Rejected: exact canonical forms. They
// would try all orders of the nodes with the same colour, which takes long for symmetric
// formulas, and would distinguish few more classes.
func (g *graph) key() uint64 {
	colors := g.colors
	known := count(colors)
	for range maxRounds {
		next := make([]uint64, len(colors))
		for i, c := range colors {
			var around uint64
			for _, e := range g.edges[i] {
				around += mix(e.label, colors[e.to])
			}
			next[i] = mix(c, around)
		}
		colors = next
		n := count(colors)
		if n == known {
			break
		}
		known = n
	}
	var sum uint64
	for _, c := range colors {
		sum += mix(c, 1)
	}
	return mix(sum, uint64(len(colors)))
}

// count returns the number of different colours.
func count(colors []uint64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(colors))))
}

// mix hashes two words into one (the finalizer of SplitMix64: Steele, Lea and
// Flood, OOPSLA 2014, over their combination).
func mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
