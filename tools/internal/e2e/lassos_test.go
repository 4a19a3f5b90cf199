//go:build unix

package e2e

import (
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/temporal"
)

const (
	maxValues   = 14  // all lassos of a shape are tried if they have at most so many truth values
	maxPosition = 6   // positions of a lasso
	lassoRounds = 384 // of 64 random lassos each
)

// same reports whether two formulas have the same value on all lassos that are tried: words
// u·v^ω of a finite word u, and a finite word v that is repeated forever. All lassos with few
// positions are tried, and then random ones.
func same(a, b *temporal.Formula) bool {
	f := temporal.Connect(temporal.OpXor, a, b)
	l := &lassos{names: f.Propositions(false), rng: rand.New(rand.NewPCG(1, 2))}
	rounds := f.PastDepth()
	differ := func() bool {
		// Operators about the past need more rounds of the loop; see package check.
		period := l.size - l.loop
		wide := &lassos{names: l.names, size: l.size + rounds*period, loop: l.loop + rounds*period}
		wide.value = func(position, atom int) uint64 {
			if position >= l.size {
				position = l.loop + (position-l.loop)%period
			}
			return l.value(position, atom)
		}
		return wide.eval(f)[0] != 0
	}
	for l.size = 1; l.size <= maxPosition && l.size*len(l.names) <= maxValues; l.size++ {
		for l.loop = range l.size {
			for block := range max(1, 1<<(l.size*len(l.names))>>6) {
				l.value = func(position, atom int) uint64 { return logic.Column(position*len(l.names)+atom, block) }
				if differ() {
					return false
				}
			}
		}
	}
	for round := range lassoRounds {
		l.size = 1 + round%maxPosition
		l.loop = l.rng.IntN(l.size)
		l.draw(round / maxPosition % 3)
		if differ() {
			return false
		}
	}
	return true
}

// lassos holds 64 lassos of one shape. Each has size positions, and the position loop
// follows the last one. Bit i of a word belongs to lasso i.
type lassos struct {
	names      []string
	size, loop int
	value      func(position, atom int) uint64
	rng        *rand.Rand
}

// draw gives the atoms random values of a density: 0 (even), 1 (sparse) or 2 (dense).
func (l *lassos) draw(density int) {
	words := make([]uint64, l.size*len(l.names))
	for i := range words {
		switch words[i] = l.rng.Uint64(); density {
		case 1:
			words[i] &= l.rng.Uint64()
		case 2:
			words[i] |= l.rng.Uint64()
		}
	}
	l.value = func(position, atom int) uint64 { return words[position*len(l.names)+atom] }
}

// eval returns the values of f at all positions.
func (l *lassos) eval(f *temporal.Formula) []uint64 {
	args := make([][]uint64, len(f.Args))
	for i, a := range f.Args {
		args[i] = l.eval(a)
	}
	out := make([]uint64, l.size)
	if f.Op.IsTemporal() {
		l.temporal(f.Op, args, out)
		return out
	}
	atom := slices.IndexFunc(l.names, func(n string) bool { return f.Op == temporal.OpAtom && logic.Fold(n) == logic.Fold(f.Name) })
	for i := range out {
		switch f.Op {
		case temporal.OpTrue, temporal.OpAnd:
			out[i] = ^uint64(0)
		case temporal.OpAtom:
			out[i] = l.value(i, atom)
		case temporal.OpNot:
			out[i] = ^args[0][i]
		case temporal.OpImplies:
			out[i] = ^args[0][i] | args[1][i]
		case temporal.OpIff:
			out[i] = ^(args[0][i] ^ args[1][i])
		}
		for _, a := range args {
			switch f.Op {
			case temporal.OpAnd:
				out[i] &= a[i]
			case temporal.OpOr:
				out[i] |= a[i]
			case temporal.OpXor:
				out[i] ^= a[i]
			}
		}
	}
	return out
}

// after returns the position after i.
func (l *lassos) after(i int) int {
	if i == l.size-1 {
		return l.loop
	}
	return i + 1
}

// The operators whose value at a step without a previous one, or in a loop that never
// decides, is true; and those of the form b & (a | next) instead of b | a & next, where a
// formula of one operand has no a.
var (
	trueByDefault = []temporal.Op{
		temporal.OpGlobally, temporal.OpRelease, temporal.OpWeakUntil,
		temporal.OpWeakYesterday, temporal.OpHistorically, temporal.OpTriggered,
	}
	conjunctive = []temporal.Op{
		temporal.OpGlobally, temporal.OpRelease, temporal.OpStrongRelease, temporal.OpHistorically, temporal.OpTriggered,
	}
)

// temporal computes an operator by its expansion law, such as A U B = B | A & X (A U B):
// the least fixed point or, if it is true by default, the greatest. Two passes from the
// last position to the first suffice, since a value in the loop depends on itself only
// once. Operators about the past have one fixed point, from the first position to the last.
func (l *lassos) temporal(op temporal.Op, args [][]uint64, out []uint64) {
	start := uint64(0)
	if slices.Contains(trueByDefault, op) {
		start = ^start
	}
	expand := func(i int, next uint64) uint64 {
		b := args[len(args)-1][i]
		switch {
		case slices.Contains(conjunctive, op) && len(args) == 1:
			return b & next
		case slices.Contains(conjunctive, op):
			return b & (args[0][i] | next)
		case len(args) == 1:
			return b | next
		}
		return b | args[0][i]&next
	}
	switch {
	case op == temporal.OpNext || op == temporal.OpWeakNext:
		for i := range out {
			out[i] = args[0][l.after(i)]
		}
	case op == temporal.OpYesterday || op == temporal.OpWeakYesterday:
		copy(out[1:], args[0])
		out[0] = start
	case op.IsPast():
		for i := range out {
			out[i] = expand(i, start)
			start = out[i]
		}
	default:
		for i := range out {
			out[i] = start
		}
		for i := 2*l.size - 1; i >= 0; i-- {
			out[i%l.size] = expand(i%l.size, out[l.after(i%l.size)])
		}
	}
}
