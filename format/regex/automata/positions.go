package automata

import (
	"fmt"
	"math/bits"
	"slices"

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
}

// glushkov builds the automaton of es, and returns their initial sets.
func (g *positions) glushkov(m *meter, es ...*regex.Expr) ([][]uint64, error) {
	g.meter = m
	total := 1
	for _, e := range es {
		total += g.scan(e)
	}
	if total > maxPositions {
		return nil, fmt.Errorf("%w of %d symbols once counted repetitions are written out", ErrLimit, maxPositions)
	}
	g.alphabet.seal()
	g.n, g.words = 1, (total+63)/64
	g.follow = make([]uint64, total*g.words)
	g.readers = make([]uint64, len(g.alphabet)*g.words)
	stop := make([]uint64, g.words)
	stop[0] = 1 << end
	sets := make([][]uint64, len(es))
	for i, e := range es {
		x := g.build(e)
		g.link(x.last, stop)
		if err := m.err(); err != nil {
			return nil, err
		}
		if x.null {
			unite(x.first, stop)
		}
		sets[i] = x.first
	}
	return sets, nil
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

func (g *positions) row(p int) []uint64 {
	k := p * g.words
	return g.follow[k : k+g.words]
}

// A piece is a part of an expression: its first and its last positions, and whether it
// matches the empty string.
type piece struct {
	first, last []uint64
	null        bool
}

func (g *positions) piece(null bool) piece {
	sets := make([]uint64, 2*g.words)
	return piece{sets[:g.words], sets[g.words:], null}
}

// build adds the positions of e.
func (g *positions) build(e *regex.Expr) piece {
	if g.meter.steps -= buildSteps * g.words; g.meter.steps < 0 {
		return g.piece(false)
	}
	switch e.Op {
	case regex.OpClass:
		return g.symbol(e.Class)
	case regex.OpConcat:
		n := len(e.Args) - 1
		x := g.build(e.Args[n])
		for _, a := range slices.Backward(e.Args[:n]) {
			x = g.prepend(a, x)
		}
		return x
	case regex.OpAlternate:
		x := g.build(e.Args[0])
		for _, a := range e.Args[1:] {
			y := g.build(a)
			unite(x.first, y.first)
			unite(x.last, y.last)
			x.null = x.null || y.null
		}
		return x
	case regex.OpStar, regex.OpPlus, regex.OpOptional:
		return g.repetition(e)
	case regex.OpRepeat:
		return g.counted(e)
	}
	return g.piece(e.Op == regex.OpEpsilon) // or ∅
}

func (g *positions) symbol(class []regex.Range) piece {
	x := g.piece(false)
	p := g.n
	g.n++
	w, bit := p>>6, uint64(1)<<(p&63)
	x.first[w], x.last[w] = bit, bit
	for _, r := range class {
		i, j := g.alphabet.index(r.Lo), g.alphabet.index(regex.Next(r.Hi))
		g.meter.steps -= j - i
		for ; i < j; i++ {
			g.readers[i*g.words+w] |= bit
		}
	}
	return x
}

// prepend concatenates e and x.
func (g *positions) prepend(e *regex.Expr, x piece) piece {
	head := g.build(e)
	g.link(head.last, x.first)
	if head.null {
		unite(head.first, x.first)
	}
	if x.null {
		unite(x.last, head.last)
	}
	return piece{head.first, x.last, head.null && x.null}
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
func (g *positions) repetition(e *regex.Expr) piece {
	again, skip := false, false
	for ; e.Op == regex.OpStar || e.Op == regex.OpPlus || e.Op == regex.OpOptional; e = e.Args[0] {
		again = again || e.Op != regex.OpOptional
		skip = skip || e.Op != regex.OpPlus
	}
	x := g.build(e)
	if again {
		g.link(x.last, x.first)
	}
	x.null = x.null || skip
	return x
}

// counted writes e{min,max} out as e…e(e(e…)?)?, so that only the next copy follows
// a copy, and e{min,} as e…ee+.
func (g *positions) counted(e *regex.Expr) piece {
	arg, required := e.Args[0], e.Min
	x := g.piece(true)
	if e.Max < 0 {
		x = g.build(arg)
		g.link(x.last, x.first)
		x.null = x.null || required == 0
		required = max(required-1, 0)
	}
	optional := max(e.Max-e.Min, 0)
	for i := 0; i < optional+required && g.meter.steps >= 0; i++ {
		x = g.prepend(arg, x)
		x.null = x.null || i < optional
	}
	return x
}
