package automata

import (
	"fmt"
	"math/bits"

	"github.com/truthloop/truthloop/format/regex"
)

// end is the position behind the last symbol: a set of positions that contains it
// accepts the empty string.
const end = 0

// buildSteps is the number of steps that a node costs per word of a set. Without it,
// nodes without symbols, such as ε{1000000}, would be free.
const buildSteps = 8

// positions is the position automaton of one or two expressions (Glushkov 1961). The
// followers of a position are the positions that may read the rune after it. A state is
// the set of the positions that may read the next rune. The empty set is the sink.
// Rejected: states that are sets of the positions that have read the last rune. There are
// more of them, since different sets often have the same followers.
type positions struct {
	meter    *meter
	alphabet alphabet
	n        int // positions numbered so far, end included
	words    int // the number of words of a set of positions

	follow  []uint64 // row p: the positions that may come after p
	readers []uint64 // row i: the positions whose class contains interval i
	frames  []uint64 // the sets of the nodes that build has not finished
}

// glushkov builds the automaton of es, and returns their initial sets.
func (g *positions) glushkov(m *meter, es ...*regex.Expr) ([][]uint64, error) {
	if err := g.reset(m, es...); err != nil {
		return nil, err
	}
	sets := make([][]uint64, len(es))
	for i, e := range es {
		sets[i] = make([]uint64, g.words)
		if err := g.expression(e, sets[i]); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

func (g *positions) reset(m *meter, es ...*regex.Expr) error {
	g.meter = m
	total := 1
	for _, e := range es {
		total += g.scan(e)
	}
	if total > maxPositions {
		return fmt.Errorf("%w of %d symbols once counted repetitions are written out", ErrLimit, maxPositions)
	}
	g.alphabet.seal()
	g.n, g.words = 1, (total+63)/64
	g.follow = make([]uint64, total*g.words)
	g.readers = make([]uint64, len(g.alphabet)*g.words)
	return nil
}

// scan collects the alphabet of e and counts its positions, up to maxPositions+1. A
// repetition multiplies the positions of its operand.
func (g *positions) scan(e *regex.Expr) int {
	n := 0
	switch e.Op {
	case regex.OpClass:
		g.alphabet.add(e.Class)
		return 1
	case regex.OpRepeat:
		copies := max(e.Max, e.Min, 1)
		return min(copies*g.scan(e.Args[0]), maxPositions+1)
	}
	for _, a := range e.Args {
		n = min(n+g.scan(a), maxPositions+1)
	}
	return n
}

// first and last return the first and the last positions of the unfinished node at level.
func (g *positions) first(level int) []uint64 {
	k := 2 * level * g.words
	return g.frames[k : k+g.words]
}

func (g *positions) last(level int) []uint64 {
	k := (2*level + 1) * g.words
	return g.frames[k : k+g.words]
}

func (g *positions) row(p int) []uint64 {
	k := p * g.words
	return g.follow[k : k+g.words]
}

// expression adds e and stores its first positions in set.
func (g *positions) expression(e *regex.Expr, set []uint64) error {
	null := g.build(e, 0)
	if err := g.meter.err(); err != nil {
		return err
	}
	copy(set, g.first(0))
	if null {
		set[0] |= 1 << end
	}
	for w, word := range g.last(0) {
		for ; word != 0; word &= word - 1 {
			g.row(w*64 + bits.TrailingZeros64(word))[0] |= 1 << end
		}
	}
	return nil
}

// build computes the sets of e at level. It reports whether e matches the empty string.
func (g *positions) build(e *regex.Expr, level int) bool {
	if g.meter.steps -= buildSteps * g.words; g.meter.steps < 0 {
		return false
	}
	switch e.Op {
	case regex.OpClass:
		g.symbol(e.Class, level)
		return false
	case regex.OpConcat:
		n := len(e.Args) - 1
		null := g.build(e.Args[n], level)
		for i := n - 1; i >= 0; i-- {
			null = g.prepend(e.Args[i], null, level)
		}
		return null
	case regex.OpAlternate:
		null := g.build(e.Args[0], level)
		for _, a := range e.Args[1:] {
			null = g.build(a, level+1) || null
			unite(g.first(level), g.first(level+1))
			unite(g.last(level), g.last(level+1))
		}
		return null
	case regex.OpStar, regex.OpPlus, regex.OpOptional:
		return g.repetition(e, level)
	case regex.OpRepeat:
		return g.counted(e, level)
	}
	g.clear(level)
	return e.Op == regex.OpEpsilon // or ∅
}

func (g *positions) clear(level int) {
	k := 2 * level * g.words
	if need := k + 2*g.words; need > len(g.frames) {
		g.frames = append(g.frames, make([]uint64, need-len(g.frames))...)
	}
	clear(g.frames[k : k+2*g.words])
}

func (g *positions) symbol(class []regex.Range, level int) {
	g.clear(level)
	p := g.n
	g.n++
	w, bit := p>>6, uint64(1)<<(p&63)
	g.first(level)[w] = bit
	g.last(level)[w] = bit
	for _, r := range class {
		i, j := g.alphabet.index(r.Lo), g.alphabet.index(regex.Next(r.Hi))
		g.meter.steps -= j - i
		for ; i < j; i++ {
			g.readers[i*g.words+w] |= bit
		}
	}
}

// prepend concatenates e and the node at level, which matches the empty string if null.
func (g *positions) prepend(e *regex.Expr, null bool, level int) bool {
	head := g.build(e, level+1)
	g.link(g.last(level+1), g.first(level))
	if head {
		unite(g.first(level), g.first(level+1))
	} else {
		copy(g.first(level), g.first(level+1))
	}
	if null {
		unite(g.last(level), g.last(level+1))
	}
	return head && null
}

// link makes each position of first a follower of each position of last.
func (g *positions) link(last, first []uint64) {
	for w, word := range last {
		g.meter.steps -= bits.OnesCount64(word) * len(first)
		if g.meter.steps < 0 {
			return
		}
		for ; word != 0; word &= word - 1 {
			unite(g.row(w*64+bits.TrailingZeros64(word)), first)
		}
	}
}

// repetition builds e*, e+ or e?. Nested ones, such as (e+)?, are also one of these.
func (g *positions) repetition(e *regex.Expr, level int) bool {
	again, skip := false, false
	for {
		switch e.Op {
		case regex.OpStar:
			again, skip = true, true
		case regex.OpPlus:
			again = true
		case regex.OpOptional:
			skip = true
		default:
			null := g.build(e, level)
			if again {
				g.link(g.last(level), g.first(level))
			}
			return null || skip
		}
		e = e.Args[0]
	}
}

// counted writes e{min,max} out as e…e(e(e…)?)?, so that only the next copy follows
// a copy, and e{min,} as e…ee+.
func (g *positions) counted(e *regex.Expr, level int) bool {
	arg := e.Args[0]
	g.clear(level)
	null := true
	required := e.Min
	if e.Max < 0 {
		null = g.build(arg, level)
		g.link(g.last(level), g.first(level))
		if required == 0 {
			null = true
		} else {
			required--
		}
	}
	for range max(e.Max-e.Min, 0) {
		g.prepend(arg, null, level)
		null = true
		if g.meter.steps < 0 {
			return false
		}
	}
	for range required {
		null = g.prepend(arg, null, level)
		if g.meter.steps < 0 {
			return false
		}
	}
	return null
}
