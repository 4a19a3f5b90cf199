package temporal

import (
	"math/bits"
	"slices"

	ltl "github.com/truthloop/truthloop/format/temporal"
)

// A term is one way in which a formula can hold (Gastin and Oddoux, CAV 2001): label holds
// at this step, and the obligations of set hold at the next step. A formula a U b is also
// a promise: b has to hold at some step. A term of b keeps the promise. A term of a, with
// a U b as a further obligation, postpones the promise. The second half of set has the
// promises that the term postpones.
type term struct {
	label label
	set   []uint64
}

// A tableau finds the terms of formulas and of states. A state is a set of obligations
// that all hold. An edge of a state combines one term of each of its obligations. Labels
// are Boolean functions, so one edge covers many assignments of the propositions.
//
// Of the past, a state has one bit for each node r of a past operator that occurs in its
// obligations (Lichtenstein, Pnueli and Zuck, 1985). For Y g and Z g, the bit is that r
// holds now, by what the last step was; for S and T, that r held at the last step. The set
// has the element of r if this is lost, that is, not known to be so. So a set with fewer
// elements requires less, as with obligations. An edge either has a term by which the bit
// is true at the next step, or it loses the bit.
type tableau struct {
	*store
	width    int               // words of a set of obligations
	number   map[ref]int       // by node that can be an obligation
	lost     map[ref]int       // by node of a past operator
	duties   []ref             // the obligations and the nodes of past operators, by number
	past     []int8            // by node: 2 if it has past operators, 1 if not
	needs    [][]uint64        // by obligation: the past operators in it
	last     bool              // terms are those at the last step of a finite word
	terms    [2]map[ref][]term // at a step that another follows, and at the last step
	now      [2]map[ref][]term // the same for formulas with past operators, in the state before
	before   []uint64          // the state whose terms are searched
	arena    []uint64
	steps    int // that remain
	memory   int // words that the arena may still take
	exceeded bool
}

// The limits of one comparison; see Options.
const (
	arenaChunk = 1 << 12
	maxWords   = 1 << 24 // of the arena: 128 MB
)

// newTableau returns a tableau for the formula with the node root.
func newTableau(s *store, steps int, root ref) *tableau {
	t := &tableau{store: s, number: map[ref]int{}, lost: map[ref]int{}, terms: [2]map[ref][]term{{}, {}}, steps: steps, memory: maxWords}
	t.past = make([]int8, len(s.nodes))
	var visit func(r ref) int8
	visit = func(r ref) int8 {
		if t.past[r] > 0 {
			return t.past[r]
		}
		n := s.nodes[r]
		t.past[r] = 1
		switch n.op {
		case ltl.OpNext, ltl.OpWeakNext:
			t.oblige(n.args[0])
		case ltl.OpUntil, ltl.OpRelease:
			t.oblige(r)
		case ltl.OpYesterday, ltl.OpWeakYesterday, ltl.OpSince, ltl.OpTriggered:
			t.lost[r] = len(t.duties)
			t.duties = append(t.duties, r)
			t.past[r] = 2
		}
		for _, a := range n.args {
			t.past[r] = max(t.past[r], visit(a))
		}
		return t.past[r]
	}
	t.oblige(root)
	visit(root)
	t.width = max(1, (len(t.duties)+63)/64)
	t.needs = make([][]uint64, len(t.duties))
	for r, i := range t.number {
		if t.past[r] > 1 {
			t.needs[i] = make([]uint64, t.width)
			t.collect(r, t.needs[i], map[ref]bool{})
		}
	}
	return t
}

// collect adds the past operators in r to a set.
func (t *tableau) collect(r ref, set []uint64, seen map[ref]bool) {
	if seen[r] {
		return
	}
	seen[r] = true
	if i, ok := t.lost[r]; ok {
		set[i/64] |= 1 << (i % 64)
	}
	for _, a := range t.nodes[r].args {
		t.collect(a, set, seen)
	}
}

// oblige makes obligations of the conjuncts of r and numbers them.
func (t *tableau) oblige(r ref) {
	n := t.nodes[r]
	if n.op == ltl.OpAnd {
		for _, a := range n.args {
			t.oblige(a)
		}
		return
	}
	if _, ok := t.number[r]; !ok && r != refTrue {
		t.number[r] = len(t.duties)
		t.duties = append(t.duties, r)
	}
}

// stepsPerUnit is the number of steps of a unit of work. A step takes about ten
// nanoseconds.
const stepsPerUnit = 4

// spend counts n units of work. It reports whether the work must end.
func (t *tableau) spend(n int) bool {
	n = n*stepsPerUnit + t.labels.work
	t.labels.work = 0
	t.steps -= n
	if t.steps < 0 || t.memory < 0 || t.failed || t.steps&0xfff < n && t.ctx.Err() != nil {
		t.exceeded = true
	}
	return t.exceeded
}

// newSet returns an empty set of obligations and promises.
func (t *tableau) newSet() []uint64 {
	n := 2 * t.width
	if len(t.arena) < n {
		t.arena = make([]uint64, max(n, arenaChunk))
	}
	set := t.arena[:n:n]
	t.arena = t.arena[n:]
	t.memory -= n
	return set
}

// require adds the conjuncts of r to the obligations of set.
func (t *tableau) require(set []uint64, r ref) {
	n := t.nodes[r]
	if n.op == ltl.OpAnd {
		for _, a := range n.args {
			t.require(set, a)
		}
	} else if r != refTrue {
		i := t.number[r]
		set[i/64] |= 1 << (i % 64)
	}
}

// of lists the terms of a formula. The formula holds exactly if one of its terms holds.
func (t *tableau) of(r ref) []term {
	n := t.nodes[r]
	memo := t.terms[0]
	switch {
	case t.last && (n.op == ltl.OpUntil || n.op == ltl.OpRelease): // both equal their second operand
		return t.of(n.args[1])
	case t.past[r] > 1 && t.last:
		memo = t.now[1]
	case t.past[r] > 1:
		memo = t.now[0]
	case t.last:
		memo = t.terms[1]
	}
	if out, ok := memo[r]; ok || t.exceeded {
		return out
	}
	var out []term
	switch n.op {
	case ltl.OpAtom:
		if n.label != 0 {
			out = []term{{n.label, t.newSet()}}
		}
	case ltl.OpAnd:
		out = t.product(n.args)
	case ltl.OpOr:
		for _, a := range n.args {
			out = append(out, t.of(a)...)
		}
		out = t.reduce(out)
	case ltl.OpNext, ltl.OpWeakNext:
		set := t.newSet()
		if !t.last {
			t.require(set, n.args[0])
		}
		if t.last && n.op == ltl.OpWeakNext || !t.last && n.args[0] != refFalse {
			out = []term{{t.full, set}}
		}
	case ltl.OpUntil: // b, or a and next a U b
		out = t.reduce(append(t.carry(r, n.args[0], n.args[1], true), t.of(n.args[1])...))
	case ltl.OpYesterday, ltl.OpWeakYesterday:
		if !t.isLost(r) {
			out = []term{{t.full, t.newSet()}}
		}
	case ltl.OpSince: // b, or a and the last step had a S b
		if out = t.of(n.args[1]); !t.isLost(r) {
			out = t.reduce(slices.Concat(out, t.of(n.args[0])))
		}
	case ltl.OpTriggered: // b and a, or b and the last step had a T b
		if out = t.of(n.args[1]); t.isLost(r) {
			out = t.product(n.args)
		}
	case ltl.OpRelease: // a and b, or b and next a R b
		out = t.reduce(append(t.carry(r, n.args[1], n.args[0], false), t.product(n.args)...))
	}
	memo[r] = out
	return out
}

// enter makes terms those of formulas in a state.
func (t *tableau) enter(state []uint64) {
	if t.before = state; len(t.lost) > 0 {
		t.now = [2]map[ref][]term{{}, {}}
	}
}

// isLost reports whether the bit of a past operator is false in the state.
func (t *tableau) isLost(r ref) bool {
	i := t.lost[r]
	return t.before[i/64]>>(i%64)&1 == 1
}

// remember adds to terms what past operators need in the next state.
func (t *tableau) remember(terms []term) []term {
	if len(t.lost) == 0 {
		return terms
	}
	options := map[ref][]term{}
	var out []term
	for _, a := range terms {
		need := make([]uint64, t.width)
		for i, more := range t.needs {
			if more != nil && a.set[i/64]>>(i%64)&1 == 1 {
				for w := range need {
					need[w] |= more[w]
				}
			}
		}
		list := []term{a}
		for i, r := range t.duties {
			if need[i/64]>>(i%64)&1 == 1 {
				if options[r] == nil {
					options[r] = t.option(r, i)
				}
				list = t.cross(list, options[r])
			}
		}
		out = append(out, list...)
	}
	return t.reduce(out)
}

// option lists the terms that keep the bit i of a past operator true, and one that loses it.
func (t *tableau) option(r ref, i int) []term {
	now := r
	if n := t.nodes[r]; len(n.args) == 1 {
		now = n.args[0]
	}
	out := slices.Clone(t.of(now))
	free := t.full // where it costs nothing to keep the bit, it is not lost
	for _, k := range out {
		if size(k.set) == 0 {
			free = t.labels.and(free, t.labels.not(k.label))
		}
	}
	if free != 0 {
		set := t.newSet()
		set[i/64] |= 1 << (i % 64)
		out = append(out, term{free, set})
	}
	return out
}

// carry lists the terms of hold with the obligation r added. If exit is a label, it is
// false in all of them: where it is true, another term does without r. If promise is
// set, the terms postpone r.
func (t *tableau) carry(r, hold, exit ref, promise bool) []term {
	i := t.number[r]
	var out []term
	for _, h := range t.of(hold) {
		if t.spend(1 + t.width) {
			return nil
		}
		l := h.label
		if n := t.nodes[exit]; n.op == ltl.OpAtom {
			if l = t.labels.and(l, t.labels.not(n.label)); l == 0 {
				continue
			}
		}
		set := t.newSet()
		copy(set, h.set)
		set[i/64] |= 1 << (i % 64)
		if promise {
			set[t.width+i/64] |= 1 << (i % 64)
		}
		out = append(out, term{l, set})
	}
	return out
}

// product lists the terms of a conjunction. Factors with few terms come first.
func (t *tableau) product(rs []ref) []term {
	factors := make([][]term, len(rs))
	for i, r := range rs {
		factors[i] = t.of(r)
	}
	slices.SortStableFunc(factors, func(a, b []term) int { return len(a) - len(b) })
	out := []term{{t.full, t.newSet()}}
	for _, f := range factors {
		if len(f) == 1 && len(out) == 1 && out[0].label == t.full && !slices.ContainsFunc(out[0].set, func(w uint64) bool { return w != 0 }) {
			out = f
			continue
		}
		out = t.reduce(t.cross(out, f))
	}
	return out
}

// cross lists the combinations of a term of each list.
func (t *tableau) cross(as, bs []term) []term {
	var out []term
	for _, a := range as {
		for _, b := range bs {
			if t.spend(1 + t.width) {
				return nil
			}
			l := t.labels.and(a.label, b.label)
			if l == 0 {
				continue
			}
			set := t.newSet()
			for w := range set {
				set[w] = a.set[w] | b.set[w]
			}
			out = append(out, term{l, set})
		}
	}
	return out
}

// reduce joins terms with the same set. It drops a term a if another term b requires
// less: the label of a implies that of b, and a has all obligations and promises of b
// (Duret-Lutz and others, CAV 2022, section 3). It sorts terms by the size of their
// sets.
func (t *tableau) reduce(terms []term) []term {
	if len(terms) < 2 {
		return terms
	}
	if t.spend(len(terms) * (1 + t.width)) { // to sort them
		return nil
	}
	slices.SortStableFunc(terms, func(a, b term) int {
		if d := size(a.set) - size(b.set); d != 0 {
			return d
		}
		return slices.Compare(a.set, b.set)
	})
	out := terms[:0]
next:
	for _, a := range terms {
		if t.spend(1 + len(out)*(1+t.width/8)) {
			return nil
		}
		if n := len(out); n > 0 && slices.Equal(out[n-1].set, a.set) {
			out[n-1].label = t.labels.or(out[n-1].label, a.label)
			continue
		}
		for _, b := range out {
			if subset(b.set, a.set) && t.within(a.label, b.label) {
				continue next
			}
		}
		out = append(out, a)
	}
	return slices.Clip(out)
}

func size(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

func subset(a, b []uint64) bool {
	for w := range a {
		if a[w]&^b[w] != 0 {
			return false
		}
	}
	return true
}
