package temporal

import (
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	ltl "github.com/truthloop/truthloop/format/temporal"
)

// A word gives values to the propositions at each step.
type word struct {
	steps [][]bool
	back  int // the step after the last one; -1 for a finite word
}

// A program evaluates the two formulas of a pair on 64 words at once.
type program struct {
	ops         []operation
	left, right int // indexes of the formulas in ops
	atoms       int
	finite      bool
	values      [][]uint64 // by operation and step: one bit per word
	letters     [][]uint64 // by proposition and step
	args        [][]uint64 // of the current operation
	work        int        // operations times steps that remain to shorten words
	past        int        // nested operators about earlier steps
}

// An operation has the kind of a core operator. An atom, and the constant true with the atom
// -1, has the kind kindLabel.
type operation struct {
	kind nodeKind
	atom int
	args []int
}

// maxOperations bounds a program. Larger formulas are not evaluated on words.
const maxOperations = 1 << 12

// maxShrinking bounds the operations times steps that are evaluated to shorten words.
const maxShrinking = 1 << 26

// newProgram returns nil if the formulas are too large.
func newProgram(a, b *ltl.Formula, s *store, past int) *program {
	p := &program{atoms: s.atoms, finite: s.finite, past: past}
	known, done := map[string]int{}, map[*ltl.Formula]int{}
	p.left = p.compile(a, s, known, done)
	if p.left >= 0 {
		p.right = p.compile(b, s, known, done)
	}
	if p.left < 0 || p.right < 0 {
		return nil
	}
	p.work = maxShrinking
	p.values = make([][]uint64, len(p.ops))
	p.letters = make([][]uint64, p.atoms)
	return p
}

// compile returns the index of the operation for a core formula, or -1 if there are too many.
// known has the operations by their text, and done those of the parts so far.
func (p *program) compile(f *ltl.Formula, s *store, known map[string]int, done map[*ltl.Formula]int) int {
	if i, ok := done[f]; ok {
		return i
	}
	o := operation{kind: kinds[f.Op], args: make([]int, 0, len(f.Args))}
	switch f.Op {
	case ltl.OpTrue:
		o.kind, o.atom = kindLabel, -1
	case ltl.OpAtom:
		o.kind, o.atom = kindLabel, s.index[s.fold(f.Name)]
	}
	key := []byte{byte(o.kind), byte(o.atom), byte(o.atom >> 8), byte(o.atom >> 16)}
	for _, g := range f.Args {
		i := p.compile(g, s, known, done)
		if i < 0 {
			return -1
		}
		o.args = append(o.args, i)
		key = append(key, byte(i), byte(i>>8))
	}
	i, ok := known[string(key)]
	if !ok {
		if i = len(p.ops); i == maxOperations {
			return -1
		}
		known[string(key)] = i
		p.ops = append(p.ops, o)
	}
	done[f] = i
	return i
}

// run evaluates both formulas on the words of n steps in letters. It returns the words
// on which the left one is true, and those on which the right one is true.
func (p *program) run(n, back int) (left, right uint64) {
	loop := n - back
	if p.past > 0 && back >= 0 { // see check.Along
		n += p.past * loop
		back = n - loop
	}
	for k := range p.ops {
		o := &p.ops[k]
		if cap(p.values[k]) < n {
			p.values[k] = make([]uint64, max(n, 8))
		}
		v := p.values[k][:n]
		p.values[k] = v
		if o.kind != kindLabel {
			p.args = p.args[:0]
			for _, a := range o.args {
				p.args = append(p.args, p.values[a])
			}
			evaluate(o.kind, v, back, p.args)
			continue
		}
		from := 0
		if o.atom >= 0 {
			from = copy(v, p.letters[o.atom])
		}
		for i := from; i < n; i++ {
			if v[i] = ^uint64(0); o.atom >= 0 {
				v[i] = v[i-loop]
			}
		}
	}
	return p.values[p.left][0], p.values[p.right][0]
}

// fixpoint solves v[i] = step(i, v[i+1]) backwards. The step after the last one is that
// at back; if back is -1, init is the value after the last one. With init 0, the solution
// is the least one, with all ones the greatest. Two passes over the loop are enough.
func fixpoint(v []uint64, back int, init uint64, step func(i int, next uint64) uint64) {
	next := init
	if back >= 0 {
		for i := len(v) - 1; i >= back; i-- {
			next = step(i, next)
		}
	}
	for i := len(v) - 1; i >= 0; i-- {
		next = step(i, next)
		v[i] = next
	}
}

// evaluate sets v to the values of an operator at the steps of 64 words, given those of its
// operands. back is the step after the last one, or -1 in finite words.
func evaluate(kind nodeKind, v []uint64, back int, args [][]uint64) {
	x, y := args[0], args[len(args)-1]
	switch kind {
	case kindNext, kindWeakNext:
		last := copy(v, x[1:len(v)])
		switch v[last] = 0; {
		case back >= 0:
			v[last] = x[back]
		case kind == kindWeakNext:
			v[last] = ^uint64(0)
		}
	case kindPrevious, kindWeakPrevious:
		if v[0] = 0; kind == kindWeakPrevious {
			v[0] = ^uint64(0)
		}
		copy(v[1:], x)
	case kindUntil:
		fixpoint(v, back, 0, func(i int, next uint64) uint64 { return y[i] | x[i]&next })
	case kindRelease:
		fixpoint(v, back, ^uint64(0), func(i int, next uint64) uint64 { return y[i] & (x[i] | next) })
	case kindSince:
		before := uint64(0)
		for i := range v {
			before = y[i] | x[i]&before
			v[i] = before
		}
	case kindTriggered:
		before := ^uint64(0)
		for i := range v {
			before = y[i] & (x[i] | before)
			v[i] = before
		}
	case kindNot:
		for i := range v {
			v[i] = ^x[i]
		}
	default: // kindAnd, kindOr or kindXor
		copy(v, x)
		for _, a := range args[1:] {
			for i := range v {
				switch kind {
				case kindAnd:
					v[i] &= a[i]
				case kindOr:
					v[i] |= a[i]
				default:
					v[i] ^= a[i]
				}
			}
		}
	}
}

// set makes room for n steps of each proposition.
func (p *program) set(n int) {
	for a := range p.letters {
		if cap(p.letters[a]) < n {
			p.letters[a] = make([]uint64, max(n, 8))
		}
		p.letters[a] = p.letters[a][:n]
	}
}

// extract returns the k-th word in letters.
func (p *program) extract(k, n, back int) *word {
	w := &word{back: back}
	for i := range n {
		step := make([]bool, p.atoms)
		for a := range step {
			step[a] = p.letters[a][i]>>k&1 == 1
		}
		w.steps = append(w.steps, step)
	}
	return w
}

// The limits of the searches for words, in blocks of 64 words. With four propositions,
// firstBlocks are enough for all infinite words u·v^ω of up to two steps, and finalBlocks
// for all of up to three steps. With two propositions, finalBlocks reach six steps.
const (
	firstBlocks  = 64   // before the tableau: all words by length
	randomBlocks = 32   // before the tableau: random words
	moreBlocks   = 2048 // random words, if the automaton is too large
	finalBlocks  = 1024 // for a shorter witness
	randomLength = 8
	moreLength   = 12
)

// backs returns the steps to which loops of words of n steps can return, or -1 for finite
// words.
func (p *program) backs(n int) []int {
	if p.finite {
		return []int{-1}
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	slices.Reverse(out) // words with a short loop first
	return out
}

// all tries all words of n steps, as far as blocks suffice. It calls found with each
// block on which the formulas differ, until found returns true. It returns the number of
// blocks that remain; a negative number means that some words were not tried.
func (p *program) all(n, blocks int, found func(n, back int, left, right uint64) bool) int {
	bits := n * p.atoms
	if bits > 30 {
		return -1
	}
	need := max(1, 1<<bits/64)
	valid := ^uint64(0)
	if bits < 6 {
		valid = 1<<(1<<bits) - 1
	}
	p.set(n)
	for _, back := range p.backs(n) {
		if blocks -= need; blocks < 0 {
			return -1
		}
		for k := range need {
			for a, letters := range p.letters {
				for i := range letters {
					letters[i] = logic.Column(i*p.atoms+a, k)
				}
			}
			left, right := p.run(n, back)
			if (left^right)&valid != 0 && found(n, back, left&^right&valid, right&^left&valid) {
				return blocks
			}
		}
	}
	return blocks
}

// random tries random words of 2 to most steps. In every second block, half of the steps
// and propositions are biased.
func (p *program) random(blocks, most int, found func(n, back int, left, right uint64) bool) {
	rng := rand.New(rand.NewPCG(uint64(most), uint64(p.atoms)))
	for k := range blocks {
		n := 2 + k%(most-1)
		back := -1
		if !p.finite {
			back = rng.IntN(n)
		}
		p.set(n)
		for _, letters := range p.letters {
			for i := range letters {
				letters[i] = rng.Uint64()
				switch bias := rng.IntN(4); {
				case k%2 == 0:
				case bias == 0:
					letters[i] &= rng.Uint64() & rng.Uint64()
				case bias == 1:
					letters[i] |= rng.Uint64() | rng.Uint64()
				}
			}
		}
		if left, right := p.run(n, back); left != right && found(n, back, left&^right, right&^left) {
			return
		}
	}
}

// differs reports whether a word is on the given side: with left, only the left formula
// is true on it; otherwise, only the right one.
func (p *program) differs(w *word, left bool) bool {
	p.set(len(w.steps))
	for a, letters := range p.letters {
		for i := range letters {
			letters[i] = 0
			if w.steps[i][a] {
				letters[i] = 1
			}
		}
	}
	p.work -= len(p.ops) * len(w.steps)
	l, r := p.run(len(w.steps), w.back)
	return l&1 != r&1 && (l&1 == 1) == left
}

// shrink removes steps of w until no single step can be removed, and then makes
// propositions false. Each change must keep w on its side. maxShrinking bounds the work.
func (p *program) shrink(w *word, left bool) *word {
	try := func(c *word) bool {
		ok := p.work > 0 && len(c.steps) > 0 && c.back < len(c.steps) && p.differs(c, left)
		if ok {
			w = c
		}
		return ok
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(w.steps); i++ {
			c := &word{steps: slices.Delete(slices.Clone(w.steps), i, i+1), back: w.back}
			if i < w.back {
				c.back--
			}
			again = try(c) || again
		}
		if w.back > 0 { // u x (v x)^ω is u (x v)^ω
			again = try(&word{steps: w.steps[:len(w.steps)-1], back: w.back - 1}) || again
		}
	}
	for i := range w.steps {
		for a, v := range w.steps[i] {
			if v && p.work > 0 {
				w.steps[i][a] = false
				w.steps[i][a] = !p.differs(w, left)
			}
		}
	}
	return w
}
