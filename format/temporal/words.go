package temporal

import (
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/logic"
)

// A Numbering numbers the different propositions of formulas, in the order and spelling of
// their first occurrence. Names that are equal after fold are one proposition.
type Numbering struct {
	Names []string
	index map[string]int
	fold  func(string) string
}

// Number numbers the propositions of fs.
func Number(fold func(string) string, fs ...*Formula) *Numbering {
	n := &Numbering{index: map[string]int{}, fold: fold}
	for _, f := range fs {
		for g := range f.Subformulas() {
			if g.Op != OpAtom {
				continue
			}
			if _, ok := n.index[fold(g.Name)]; !ok {
				n.index[fold(g.Name)] = len(n.Names)
				n.Names = append(n.Names, g.Name)
			}
		}
	}
	return n
}

// Of returns the number of a name.
func (n *Numbering) Of(name string) int { return n.index[n.fold(name)] }

// Propositions lists the different propositions of f, in the order and spelling of
// their first occurrence. Names that are equal after logic.Fold are one proposition
// unless caseSensitive is set.
func (f *Formula) Propositions(caseSensitive bool) []string {
	fold := logic.Fold
	if caseSensitive {
		fold = func(name string) string { return name }
	}
	return Number(fold, f).Names
}

// A Program evaluates two formulas on 64 words at once. A word gives values to the
// propositions at each step. Either it is finite, or its last step leads back to an earlier one.
type Program struct {
	Size     int // the number of operations
	ops      []operation
	formulas [2]int // indexes of the formulas in ops
	atoms    int
	finite   bool
	past     int        // nested operators about earlier steps
	values   [][]uint64 // by operation and step: one bit per word
	letters  [][]uint64 // by proposition and step
	args     [][]uint64 // of the current operation
}

type operation struct {
	op   Op
	atom int
	args []int
}

// maxOperations bounds a program. Larger formulas are not evaluated on words.
const maxOperations = 1 << 12

// NewProgram returns a program for two formulas over the propositions of a numbering. It
// returns nil if the formulas are too large.
func NewProgram(atoms *Numbering, finite bool, left, right *Formula) *Program {
	p := &Program{atoms: len(atoms.Names), finite: finite}
	known, done := map[string]int{}, map[*Formula]int{}
	for i, f := range [2]*Formula{left, right} {
		p.past = max(p.past, f.PastDepth())
		if p.formulas[i] = p.compile(f, atoms, known, done); p.formulas[i] < 0 {
			return nil
		}
	}
	p.Size = len(p.ops)
	p.values = make([][]uint64, len(p.ops))
	p.letters = make([][]uint64, p.atoms)
	return p
}

// compile returns the index of the operation for a formula, or -1 if there are too many.
// known has the operations by their text, and done those of the parts so far.
func (p *Program) compile(f *Formula, atoms *Numbering, known map[string]int, done map[*Formula]int) int {
	if i, ok := done[f]; ok {
		return i
	}
	o := operation{op: f.Op, args: make([]int, 0, len(f.Args))}
	if f.Op == OpAtom {
		o.atom = atoms.Of(f.Name)
	}
	key := []byte{byte(o.op), byte(o.atom), byte(o.atom >> 8), byte(o.atom >> 16)}
	for _, g := range f.Args {
		i := p.compile(g, atoms, known, done)
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
// on which each is true.
func (p *Program) run(n, back int) [2]uint64 {
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
		if o.op == OpAtom {
			for i := copy(v, p.letters[o.atom]); i < n; i++ {
				v[i] = v[i-loop]
			}
			continue
		}
		p.args = p.args[:0]
		for _, a := range o.args {
			p.args = append(p.args, p.values[a])
		}
		o.op.Evaluate(v, back, p.args)
	}
	return [2]uint64{p.values[p.formulas[0]][0], p.values[p.formulas[1]][0]}
}

// Evaluate sets v to the values of an operator at the steps of 64 words, given those of its
// operands. back is the step after the last one, or -1 in finite words.
func (op Op) Evaluate(v []uint64, back int, args [][]uint64) {
	const all = ^uint64(0)
	outside := uint64(0) // the value of steps that the words lack
	if op.IsWeak() || op == OpTrue {
		outside = all
	}
	if len(args) == 0 {
		for i := range v {
			v[i] = outside
		}
		return
	}
	x, y := args[0], args[len(args)-1]
	switch op {
	case OpNext, OpWeakNext:
		last := copy(v, x[1:len(v)])
		if v[last] = outside; back >= 0 {
			v[last] = x[back]
		}
	case OpYesterday, OpWeakYesterday:
		v[0] = outside
		copy(v[1:], x)
	case OpNot:
		for i := range v {
			v[i] = ^x[i]
		}
	case OpImplies:
		for i := range v {
			v[i] = ^x[i] | y[i]
		}
	case OpIff:
		for i := range v {
			v[i] = ^(x[i] ^ y[i])
		}
	case OpAnd, OpOr, OpXor:
		copy(v, x)
		for _, a := range args[1:] {
			for i := range v {
				switch op {
				case OpAnd:
					v[i] &= a[i]
				case OpOr:
					v[i] |= a[i]
				default:
					v[i] ^= a[i]
				}
			}
		}
	default:
		op.lasting(v, back, x, y, len(args) == 1, outside)
	}
}

// lasting sets v to the solution of the expansion law of an operator, such as that of
// A U B = B | A & X (A U B): the greatest one if the operator is weak, otherwise the least
// one. Two passes over the loop are enough. F B is true U B, and G B is false R B.
func (op Op) lasting(v []uint64, back int, x, y []uint64, alone bool, next uint64) {
	mask := uint64(0)
	if alone {
		mask = ^mask
	}
	step := func(i int) { next = y[i] | (x[i]|mask)&next }
	if op.Join() == OpAnd {
		step = func(i int) { next = y[i] & (x[i]&^mask | next) }
	}
	if op.IsPast() {
		for i := range v {
			step(i)
			v[i] = next
		}
		return
	}
	if back >= 0 {
		for i := len(v) - 1; i >= back; i-- {
			step(i)
		}
	}
	for i := len(v) - 1; i >= 0; i-- {
		step(i)
		v[i] = next
	}
}

// set makes room for n steps of each proposition.
func (p *Program) set(n int) {
	for a := range p.letters {
		if cap(p.letters[a]) < n {
			p.letters[a] = make([]uint64, max(n, 8))
		}
		p.letters[a] = p.letters[a][:n]
	}
}

// A Found is called with words of n steps on which the formulas differ. back is the step
// after the last one; -1: the words are finite. only has the words on which only the left
// formula is true, and those of the right one. Found reports whether no more words are needed.
type Found = func(n, back int, only [2]uint64) bool

// All tries all words of n steps, as far as blocks of 64 words suffice. It calls found with
// each block on which the formulas differ, until found returns true. It returns the number
// of blocks that remain; a negative number means that some words were not tried.
func (p *Program) All(n, blocks int, found Found) int {
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
	for back := n - 1; back >= -1; back-- { // words with a short loop first
		if p.finite != (back < 0) {
			continue
		}
		if blocks -= need; blocks < 0 {
			return -1
		}
		for k := range need {
			for a, letters := range p.letters {
				for i := range letters {
					letters[i] = logic.Column(i*p.atoms+a, k)
				}
			}
			if v := p.run(n, back); (v[0]^v[1])&valid != 0 && found(n, back, [2]uint64{v[0] &^ v[1] & valid, v[1] &^ v[0] & valid}) {
				return blocks
			}
		}
	}
	return blocks
}

// Random tries blocks of 64 random words of 2 to most steps. In every second block, half of
// the steps and propositions are biased.
func (p *Program) Random(blocks, most int, found Found) {
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
		if v := p.run(n, back); v[0] != v[1] && found(n, back, [2]uint64{v[0] &^ v[1], v[1] &^ v[0]}) {
			return
		}
	}
}

// Extract returns the k-th word of the last block of n steps: the values of the
// propositions at each step.
func (p *Program) Extract(k, n int) [][]bool {
	steps := make([][]bool, n)
	for i := range steps {
		steps[i] = make([]bool, p.atoms)
		for a := range steps[i] {
			steps[i][a] = p.letters[a][i]>>k&1 == 1
		}
	}
	return steps
}

// On returns the values of the formulas on one word.
func (p *Program) On(steps [][]bool, back int) [2]bool {
	p.set(len(steps))
	for a, letters := range p.letters {
		for i := range letters {
			letters[i] = 0
			if steps[i][a] {
				letters[i] = 1
			}
		}
	}
	v := p.run(len(steps), back)
	return [2]bool{v[0]&1 == 1, v[1]&1 == 1}
}
