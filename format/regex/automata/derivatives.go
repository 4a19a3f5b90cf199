package automata

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

var wordRunes = regex.WordCharacters()

// A deriver builds positions from expressions with intersections, complements, anchors or
// word boundaries. It uses partial derivatives (Antimirov 1996; for complement and
// intersection Caron, Champarnaud and Mignot 2011). Each derivative of an intersection is
// the intersection of one derivative of each part. So an intersection of two expressions
// has polynomially many states. A complement has one derivative by each letter: the
// complement of the union of its operand's derivatives.
//
// Rejected: derivatives for all expressions (Brzozowski 1964), which take several times as
// long as Glushkov's construction; and derivatives that are computed during the comparison:
// a state is then no set of positions, but congruence needs unions of states.
type deriver struct {
	terms
	g         *positions
	intervals []int32 // the letter of each interval of the alphabet; -1 for an empty one
	runes     []rune  // the first rune of each letter

	states   []derivative
	numbered map[derivative]int32
	moves    []move
	known    map[string]int32 // the number of each move, by its encoding
	rows     [][]int32        // the moves of each state
}

// A derivative is a state: a term, and the kind of rune to its left, which decides whether
// anchors and boundaries match (Moseley et al., PLDI 2023).
type derivative struct {
	term int32
	left int
}

// A move is a set of letters and the states to which they lead. It becomes a position.
// The moves from these states become its followers.
type move struct {
	letters []uint64
	to      []int32
}

// extended reports whether e has an operator that Glushkov's construction does not
// support.
func extended(e *regex.Expr) bool {
	switch e.Op {
	case regex.OpIntersect, regex.OpComplement, regex.OpBoundary, regex.OpBegin, regex.OpEnd:
		return true
	}
	return slices.ContainsFunc(e.Args, extended)
}

// derive fills g from the derivatives of es, and returns their initial sets.
func (g *positions) derive(m *meter, es ...*regex.Expr) ([][]uint64, error) {
	*g = positions{meter: m, n: 1}
	size := 0
	for _, e := range es {
		if size += syntax.CountTo(e.Subexpressions(), maxPositions); size > maxPositions {
			return nil, fmt.Errorf("%w of %d subexpressions", ErrLimit, maxPositions)
		}
	}
	d := &deriver{g: g, numbered: map[derivative]int32{}, known: map[string]int32{}}
	d.letters(es)
	initial := make([][]int32, len(es))
	for i, e := range es {
		initial[i] = d.targets(parts{d.compile(e)}, edge)
	}
	for s := 0; s < len(d.states); s++ {
		d.follow(d.states[s])
		if len(d.moves) >= maxPositions {
			return nil, fmt.Errorf("%w of %d transitions between derivatives", ErrLimit, maxPositions)
		}
		if err := m.err(); err != nil {
			return nil, err
		}
	}
	if err := m.err(); err != nil {
		return nil, err
	}
	d.fill()
	sets := make([][]uint64, len(es))
	for i, states := range initial {
		sets[i] = make([]uint64, g.words)
		d.enter(states, sets[i])
	}
	return sets, nil
}

// letters divides the alphabet by the classes of es, and by word characters if a \b
// occurs.
func (d *deriver) letters(es []*regex.Expr) {
	var classes [][]regex.Range
	for _, e := range es {
		for x := range e.Subexpressions() {
			switch x.Op {
			case regex.OpClass:
				classes = append(classes, x.Class)
			case regex.OpBoundary:
				classes = append(classes, wordRunes)
			}
		}
	}
	d.g.alphabet = append(d.g.alphabet, 0)
	for _, class := range classes {
		d.g.alphabet.add(class)
	}
	d.g.alphabet.seal()
	words := (len(classes) + 63) / 64
	rows := make([]uint64, len(d.g.alphabet)*words) // of each interval: the classes that contain it
	for c, class := range classes {
		for _, r := range class {
			i, j := d.g.alphabet.index(r.Lo), d.g.alphabet.index(regex.Next(r.Hi))
			d.g.meter.steps -= j - i
			for ; i < j; i++ {
				rows[i*words+c/64] |= 1 << (c % 64)
			}
		}
	}
	letters := newSetTable(words)
	d.g.alphabet.intervals(func(i int, r regex.Range) {
		if r.Lo > r.Hi {
			d.intervals = append(d.intervals, -1)
			return
		}
		l, isNew := letters.intern(rows[i*words : (i+1)*words])
		d.intervals = append(d.intervals, l)
		if isNew {
			d.runes = append(d.runes, r.Lo)
		}
	})
	d.terms.reset(d.g.meter, len(d.runes))
}

func contains(class []regex.Range, r rune) bool {
	return slices.ContainsFunc(class, func(c regex.Range) bool { return c.Lo <= r && r <= c.Hi })
}

// compile makes a term of e.
func (d *deriver) compile(e *regex.Expr) int32 {
	args := make([]int32, len(e.Args))
	for i, a := range e.Args {
		args[i] = d.compile(a)
	}
	switch e.Op {
	case regex.OpEpsilon:
		return blank
	case regex.OpClass:
		set := make([]uint64, len(d.all))
		for l, r := range d.runes {
			if contains(e.Class, r) {
				set[l/64] |= 1 << (l % 64)
			}
		}
		return d.class(set)
	case regex.OpBegin:
		return d.assertion(e.Op, atStart)
	case regex.OpEnd:
		return d.assertion(e.Op, atStop)
	case regex.OpBoundary:
		return d.assertion(e.Op, atBoundary)
	case regex.OpConcat:
		out := blank
		for _, a := range slices.Backward(args) {
			out = d.concat(a, out)
		}
		return out
	case regex.OpAlternate:
		return d.union(args)
	case regex.OpIntersect:
		return d.intersection(args)
	case regex.OpComplement:
		return d.not(args[0])
	case regex.OpStar:
		return d.repeat(args[0], 0, -1)
	case regex.OpPlus:
		return d.repeat(args[0], 1, -1)
	case regex.OpOptional:
		return d.repeat(args[0], 0, 1)
	case regex.OpRepeat:
		return d.repeat(args[0], e.Min, e.Max)
	}
	return nothing
}

// after returns the partial derivatives of term n by letter: the terms that may follow
// the letter in a match of n that starts behind the context left.
func (d *deriver) after(n int32, left, letter int) parts {
	if !d.list[n].looks {
		left = edge
	}
	if d.list[n].next[left] == nil {
		d.list[n].next[left] = make([]parts, len(d.runes))
		d.meter.steps -= len(d.runes)
	}
	if out := d.list[n].next[left][letter]; out != nil {
		return out
	}
	if d.meter.steps -= 16; d.meter.steps < 0 || d.meter.full {
		return parts{}
	}
	out := d.normal(d.partial(n, left, letter))
	if out == nil {
		out = parts{}
	}
	d.meter.steps -= len(out)
	d.list[n].next[left][letter] = out
	return out
}

// right returns the context on the right of a place before letter.
func (d *deriver) right(letter int) int {
	if contains(wordRunes, d.runes[letter]) {
		return word
	}
	return other
}

func (d *deriver) partial(n int32, left, letter int) (out parts) {
	x := d.list[n]
	switch x.op {
	case regex.OpClass:
		if x.class[letter/64]>>(letter%64)&1 != 0 {
			out = parts{blank}
		}
	case regex.OpConcat:
		for _, p := range d.after(x.args[0], left, letter) {
			out = append(out, d.concat(p, x.args[1]))
		}
		if d.list[x.args[0]].null.at(left, d.right(letter)) {
			out = append(out, d.after(x.args[1], left, letter)...)
		}
	case regex.OpAlternate:
		for _, a := range x.args {
			out = append(out, d.after(a, left, letter)...)
		}
	case regex.OpRepeat:
		// If the operand matches the empty string here, so may all required copies
		// except the last.
		low, high := max(x.min-1, 0), x.max
		if d.list[x.args[0]].null.at(left, d.right(letter)) {
			low = 0
		}
		if high > 0 {
			high--
		}
		rest := d.repeat(x.args[0], low, high)
		for _, p := range d.after(x.args[0], left, letter) {
			out = append(out, d.concat(p, rest))
		}
	case regex.OpComplement:
		out = parts{d.not(d.union(slices.Clone(d.after(x.args[0], left, letter))))}
	case regex.OpIntersect:
		out = parts{anyText}
		for _, a := range x.args {
			var product parts
			for _, q := range d.after(a, left, letter) {
				for _, p := range out {
					product = append(product, d.intersection([]int32{p, q}))
				}
				if d.meter.steps < 0 {
					return nil
				}
			}
			out = d.normal(product)
		}
	}
	return out
}

// targets returns the numbers of the states of ps behind the context left.
func (d *deriver) targets(ps parts, left int) []int32 {
	var out []int32
	for _, p := range d.normal(slices.Clone(ps)) {
		q := derivative{p, left}
		if !d.list[p].looks {
			q.left = edge
		}
		s, ok := d.numbered[q]
		if !ok {
			s = int32(len(d.states))
			d.states, d.numbered[q] = append(d.states, q), s
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// follow adds the moves of q: one for all letters that lead to the same states.
func (d *deriver) follow(q derivative) {
	var found []move
	for l := range d.runes {
		to := d.targets(d.after(q.term, q.left, l), d.right(l))
		if len(to) == 0 {
			continue
		}
		i := slices.IndexFunc(found, func(m move) bool { return slices.Equal(m.to, to) })
		if i < 0 {
			i, found = len(found), append(found, move{make([]uint64, len(d.all)), to})
		}
		found[i].letters[l/64] |= 1 << (l % 64)
	}
	var row []int32
	for _, m := range found {
		k := d.key[:0]
		for _, w := range m.letters {
			k = binary.LittleEndian.AppendUint64(k, w)
		}
		for _, s := range m.to {
			k = binary.LittleEndian.AppendUint32(k, uint32(s))
		}
		d.key = k
		n, ok := d.known[string(k)]
		if !ok {
			n = int32(len(d.moves))
			d.known[string(k)], d.moves = n, append(d.moves, m)
		}
		row = append(row, n)
	}
	d.rows = append(d.rows, row)
}

// fill turns move i into position i+1.
func (d *deriver) fill() {
	g := d.g
	g.n = 1 + len(d.moves)
	g.words = (g.n + 63) / 64
	g.follow = make([]uint64, g.n*g.words)
	g.readers = make([]uint64, len(g.alphabet)*g.words)
	for i, m := range d.moves {
		p := i + 1
		d.enter(m.to, g.row(p))
		for k, l := range d.intervals {
			if l >= 0 && m.letters[l/64]>>(l%64)&1 != 0 {
				g.readers[k*g.words+p/64] |= 1 << (p % 64)
			}
		}
	}
}

// enter adds the positions of states to set.
func (d *deriver) enter(states []int32, set []uint64) {
	for _, s := range states {
		q := d.states[s]
		if d.list[q.term].null.at(q.left, edge) {
			set[0] |= 1 << end
		}
		for _, n := range d.rows[s] {
			set[(n+1)/64] |= 1 << ((n + 1) % 64)
		}
		d.g.meter.steps -= 1 + len(d.rows[s])
	}
}
