package language

import (
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

const (
	maxValues   = 14  // all lassos of a shape are tried if they have at most so many truth values
	maxPosition = 6   // positions of a lasso
	lassoRounds = 384 // of 64 random lassos each
)

// Trivial reports whether a formula is, or may be, valid or contradictory. It returns no
// error.
func (*Language) Trivial(t syntax.Tree) (bool, error) { return trivial(formula(t)), nil }

// trivial reports whether the formula is, or may be, valid or contradictory. It
// is evaluated on lassos: words u·v^ω of a finite word u, and a finite word v that is
// repeated forever. The formula counts as not trivial only if it is true on one lasso and
// false on another. All lassos with few positions are tried, and then random ones.
func trivial(f *temporal.Formula) bool {
	l := &lassos{names: f.Propositions(false), rng: rand.New(rand.NewPCG(1, 2))}
	var sometimes, always uint64 = 0, ^uint64(0)
	rounds := f.PastDepth()
	settled := func() bool {
		// Operators about the past need more rounds of the loop; see package check.
		period := l.size - l.loop
		wide := &lassos{names: l.names, size: l.size + rounds*period, loop: l.loop + rounds*period}
		wide.value = func(position, atom int) uint64 {
			if position >= l.size {
				position = l.loop + (position-l.loop)%period
			}
			return l.value(position, atom)
		}
		word := wide.eval(f)[0]
		sometimes |= word
		always &= word
		return sometimes != 0 && always != ^uint64(0)
	}
	for l.size = 1; l.size <= maxPosition && l.size*len(l.names) <= maxValues; l.size++ {
		for l.loop = range l.size {
			for block := range max(1, 1<<(l.size*len(l.names))>>6) {
				l.value = func(position, atom int) uint64 { return logic.Column(position*len(l.names)+atom, block) }
				if settled() {
					return false
				}
			}
		}
	}
	for round := range lassoRounds {
		l.size = 1 + round%maxPosition
		l.loop = l.rng.IntN(l.size)
		l.draw(round / maxPosition % 3)
		if settled() {
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

// draw gives the atoms random values of a density.
func (l *lassos) draw(density int) {
	words := make([]uint64, l.size*len(l.names))
	for i := range words {
		words[i] = syntax.RandomWord(l.rng, density)
	}
	l.value = func(position, atom int) uint64 { return words[position*len(l.names)+atom] }
}

// eval returns the values of f at all positions.
func (l *lassos) eval(f *temporal.Formula) []uint64 {
	out := make([]uint64, l.size)
	args := make([][]uint64, len(f.Args))
	for i, a := range f.Args {
		args[i] = l.eval(a)
	}
	if f.Op.IsTemporal() && f.Op != temporal.OpNext && f.Op != temporal.OpWeakNext {
		l.fixedPoint(f.Op, args, out)
		return out
	}
	atom := slices.IndexFunc(l.names, func(n string) bool { return f.Op == temporal.OpAtom && logic.Fold(n) == logic.Fold(f.Name) })
	for i := range out {
		switch f.Op {
		case temporal.OpTrue:
			out[i] = ^uint64(0)
		case temporal.OpAtom:
			out[i] = l.value(i, atom)
		case temporal.OpNot:
			out[i] = ^args[0][i]
		case temporal.OpNext, temporal.OpWeakNext:
			out[i] = args[0][l.after(i)]
		case temporal.OpImplies:
			out[i] = ^args[0][i] | args[1][i]
		case temporal.OpIff:
			out[i] = ^(args[0][i] ^ args[1][i])
		case temporal.OpAnd:
			out[i] = ^uint64(0)
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

// fixedPoint computes a fixed point of the expansion laws, such as A U B = B | A & X (A U
// B): the least one for F, U and M, the greatest for G, R and W. Two passes from the last
// position to the first suffice, since a value in the loop depends on itself only once.
// Operators about the past have one fixed point, from the first position to the last.
func (l *lassos) fixedPoint(op temporal.Op, args [][]uint64, out []uint64) {
	if op.IsPast() {
		before := ^uint64(0)
		if op == temporal.OpYesterday || op == temporal.OpOnce || op == temporal.OpSince {
			before = 0
		}
		for i := range out {
			a, b := args[0][i], args[len(args)-1][i]
			switch out[i] = before; op {
			case temporal.OpYesterday, temporal.OpWeakYesterday:
				before = a
				continue
			case temporal.OpOnce:
				out[i] |= a
			case temporal.OpHistorically:
				out[i] &= a
			case temporal.OpSince:
				out[i] = b | a&before
			case temporal.OpTriggered:
				out[i] = b & (a | before)
			}
			before = out[i]
		}
		return
	}
	greatest := op == temporal.OpGlobally || op == temporal.OpRelease || op == temporal.OpWeakUntil
	for i := range out {
		if greatest {
			out[i] = ^uint64(0)
		}
	}
	for range 2 {
		for i := l.size - 1; i >= 0; i-- {
			a, b, later := args[0][i], args[len(args)-1][i], out[l.after(i)]
			switch op {
			case temporal.OpFinally:
				out[i] = a | later
			case temporal.OpGlobally:
				out[i] = a & later
			case temporal.OpUntil, temporal.OpWeakUntil:
				out[i] = b | a&later
			case temporal.OpRelease, temporal.OpStrongRelease:
				out[i] = b & (a | later)
			}
		}
	}
}
