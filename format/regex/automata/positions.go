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
	contexts int // 2 if an expression has anchors, otherwise 1

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
	g.contexts = 1
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
	case regex.OpBegin, regex.OpEnd:
		g.contexts = 2
		return 0
	case regex.OpRepeat:
		copies := max(e.Max, e.Min, 1)
		return min(copies*g.scan(e.Args[0]), maxPositions+1)
	}
	for _, a := range e.Args {
		n = min(n+g.scan(a), maxPositions+1)
	}
	return n
}

// A nullable is the set of contexts in which a node matches the empty string. A context
// is bit 2*begin+end: begin is 1 at the start of the text, and end is 1 at its end.
type nullable uint8

const (
	never   nullable = 0b0000
	always  nullable = 0b1111
	atBegin nullable = 0b1100
	atEnd   nullable = 0b1010
)

// before reports whether a node may be empty before a symbol, at the start of the text
// (1) or within it (0).
func (n nullable) before(begin int) bool { return n>>(2*begin)&1 != 0 }

// behind reports whether a node may be empty behind a symbol, at the end of
// the text (1) or within it (0).
func (n nullable) behind(end int) bool { return n>>end&1 != 0 }

// first and last return the first and the last positions of the unfinished node at level.
// Context 0 is within the text; context 1 is at its start for first, and at its end for
// last. The contexts differ only in expressions with anchors.
func (g *positions) first(level, context int) []uint64 {
	k := (4*level + context) * g.words
	return g.frames[k : k+g.words]
}

func (g *positions) last(level, context int) []uint64 {
	k := (4*level + 2 + context) * g.words
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
	outer := g.contexts - 1
	copy(set, g.first(0, outer))
	if null&0b1000 != 0 {
		set[0] |= 1 << end
	}
	for w, word := range g.last(0, outer) {
		for ; word != 0; word &= word - 1 {
			g.row(w*64 + bits.TrailingZeros64(word))[0] |= 1 << end
		}
	}
	return nil
}

// build computes the sets of e at level.
func (g *positions) build(e *regex.Expr, level int) nullable {
	if g.meter.steps -= buildSteps * g.words; g.meter.steps < 0 {
		return never
	}
	switch e.Op {
	case regex.OpClass:
		g.symbol(e.Class, level)
		return never
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
			null |= g.build(a, level+1)
			for c := range g.contexts {
				unite(g.first(level, c), g.first(level+1, c))
				unite(g.last(level, c), g.last(level+1, c))
			}
		}
		return null
	case regex.OpStar, regex.OpPlus, regex.OpOptional:
		return g.repetition(e, level)
	case regex.OpRepeat:
		return g.counted(e, level)
	}
	g.clear(level)
	switch e.Op {
	case regex.OpEpsilon:
		return always
	case regex.OpBegin:
		return atBegin
	case regex.OpEnd:
		return atEnd
	}
	return never // ∅
}

func (g *positions) clear(level int) {
	k := 4 * level * g.words
	if need := k + 4*g.words; need > len(g.frames) {
		g.frames = append(g.frames, make([]uint64, need-len(g.frames))...)
	}
	clear(g.frames[k : k+4*g.words])
}

func (g *positions) symbol(class []regex.Range, level int) {
	g.clear(level)
	p := g.n
	g.n++
	w, bit := p>>6, uint64(1)<<(p&63)
	for c := range g.contexts {
		g.first(level, c)[w] = bit
		g.last(level, c)[w] = bit
	}
	for _, r := range class {
		i, j := g.alphabet.index(r.Lo), g.alphabet.index(regex.Next(r.Hi))
		g.meter.steps -= j - i
		for ; i < j; i++ {
			g.readers[i*g.words+w] |= bit
		}
	}
}

// prepend concatenates e and the node at level, whose nullability is null.
func (g *positions) prepend(e *regex.Expr, null nullable, level int) nullable {
	head := g.build(e, level+1)
	g.link(g.last(level+1, 0), g.first(level, 0))
	for c := range g.contexts {
		if first := g.first(level, c); head.before(c) {
			unite(first, g.first(level+1, c))
		} else {
			copy(first, g.first(level+1, c))
		}
		if null.behind(c) {
			unite(g.last(level, c), g.last(level+1, c))
		}
	}
	return head & null
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
func (g *positions) repetition(e *regex.Expr, level int) nullable {
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
				g.link(g.last(level, 0), g.first(level, 0))
			}
			if skip {
				null = always
			}
			return null
		}
		e = e.Args[0]
	}
}

// counted writes e{min,max} out as e…e(e(e…)?)?, so that only the next copy follows
// a copy, and e{min,} as e…ee+.
func (g *positions) counted(e *regex.Expr, level int) nullable {
	arg := e.Args[0]
	g.clear(level)
	null := always
	required := e.Min
	if e.Max < 0 {
		null = g.build(arg, level)
		g.link(g.last(level, 0), g.first(level, 0))
		if required == 0 {
			null = always
		} else {
			required--
		}
	}
	for range max(e.Max-e.Min, 0) {
		g.prepend(arg, null, level)
		null = always
		if g.meter.steps < 0 {
			return never
		}
	}
	for range required {
		null = g.prepend(arg, null, level)
		if g.meter.steps < 0 {
			return never
		}
	}
	return null
}
