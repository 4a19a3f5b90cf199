package temporal

import (
	"math/rand/v2"
	"slices"

	ltl "github.com/truthloop/truthloop/format/temporal"
)

// A sweeper simplifies formulas whose automata are too large. It goes from the innermost
// parts to the outermost ones. Where two parts have the same values on sample words, it
// tries to prove them equivalent, and replaces one by the other (as Kuehlmann and Krohm do
// with circuits, DAC 1997). A proof is by rules (Somenzi and Bloem, CAV 2000, section 3), or
// by a small automaton. Two similar formulas mostly become equal, or differ in few parts.
//
// A formula implies another one if it does so at each step of each word.
type sweeper struct {
	*pair
	samples []sample
	length  int // of the values of a node
	values  map[ref][]uint64
	proved  map[[2]ref]bool
	swept   map[ref]ref
	by      map[uint64][]ref // swept nodes, by a hash of their values
	steps   int              // that remain
	proof   int              // steps of one automaton
}

// A sample is 64 words of one shape. Its values begin at the index at of a node's values.
type sample struct {
	props       [][]uint64
	at, n, back int
}

const (
	sweepSamples = 12
	sweepSteps   = 60_000_000 // for all small automata
	sweepProof   = 500_000    // for one
	lastProof    = 10_000_000 // for one between whole formulas and their parts
	sweepRules   = 500        // the steps of one use of rules
)

func newSweeper(p *pair) *sweeper {
	s := &sweeper{pair: p, values: map[ref][]uint64{}, proved: map[[2]ref]bool{}, swept: map[ref]ref{}, by: map[uint64][]ref{}, steps: sweepSteps, proof: sweepProof}
	rng := rand.New(rand.NewPCG(2, 0))
	for k := range sweepSamples {
		n := 1 + k%6
		b := sample{at: s.length, n: n, back: -1}
		loop := 0
		if !p.o.Finite {
			loop = 1 + rng.IntN(n)
			b.n += p.past * loop
			b.back = b.n - loop
		}
		for range p.atoms.Names {
			v := make([]uint64, b.n)
			for i := range v {
				if v[i] = rng.Uint64(); i >= n {
					v[i] = v[i-loop]
				}
			}
			b.props = append(b.props, v)
		}
		s.length += b.n
		s.samples = append(s.samples, b)
	}
	s.keep(refFalse)
	s.keep(refTrue)
	return s
}

// of returns the values of a node at the steps of the samples.
func (s *sweeper) of(r ref) []uint64 {
	if v, ok := s.values[r]; ok {
		return v
	}
	n := s.store.nodes[r]
	out, args := make([]uint64, s.length), make([][]uint64, len(n.args))
	for _, b := range s.samples {
		v := out[b.at : b.at+b.n]
		if n.op == ltl.OpAtom {
			for i := range v {
				v[i] = s.store.along(n.label, func(atom int) uint64 { return b.props[atom][i] })
			}
			continue
		}
		for i, a := range n.args {
			args[i] = s.of(a)[b.at : b.at+b.n]
		}
		n.op.Evaluate(v, b.back, args)
	}
	s.values[r] = out
	return out
}

// keep records a swept node. If an earlier one is equivalent, it returns that one.
func (s *sweeper) keep(r ref) ref {
	hash := uint64(14695981039346656037)
	for _, v := range s.of(r) {
		hash = (hash ^ v) * 1099511628211
	}
	for _, q := range s.by[hash] {
		if s.implies(r, q) && s.implies(q, r) {
			return q
		}
	}
	s.by[hash] = append(s.by[hash], r)
	return r
}

// sweep returns a formula that is equivalent to r.
func (s *sweeper) sweep(r ref) ref {
	if out, ok := s.swept[r]; ok {
		return out
	}
	st := s.store
	n := st.nodes[r]
	args := make([]ref, len(n.args))
	for i, a := range n.args {
		args[i] = s.sweep(a)
	}
	out := r
	switch n.op {
	case ltl.OpAtom:
	case ltl.OpAnd, ltl.OpOr:
		args = slices.Compact(slices.Sorted(slices.Values(args)))
		for i := 0; i < len(args); i++ { // drop what another operand implies, or what implies one
			if slices.ContainsFunc(args, func(b ref) bool {
				return b != args[i] && (n.op == ltl.OpAnd && s.implies(b, args[i]) || n.op == ltl.OpOr && s.implies(args[i], b))
			}) {
				args = slices.Delete(args, i, i+1)
				i--
			}
		}
		out = st.chain(n.op, args)
	case ltl.OpNext, ltl.OpWeakNext, ltl.OpYesterday, ltl.OpWeakYesterday:
		out = st.step(n.op, args[0])
	default:
		a, b := args[0], args[1]
		switch weak := n.op == ltl.OpRelease || n.op == ltl.OpTriggered; {
		case !weak && s.implies(a, b), weak && s.implies(b, a):
			out = b
		case !weak && s.implies(st.not(b), a):
			out = st.lasting(n.op, refTrue, b)
		case weak && s.implies(a, st.not(b)):
			out = st.lasting(n.op, refFalse, b)
		default:
			out = st.lasting(n.op, a, b)
		}
	}
	out = s.keep(out)
	s.swept[r] = out
	s.swept[st.not(r)] = st.not(out)
	return out
}

// proves reports whether it can be proved that a implies b, with more work than implies
// takes.
func (s *sweeper) proves(a, b ref) bool {
	if s.implies(a, b) {
		return true
	}
	steps := s.steps
	s.proof, s.steps = lastProof, s.o.Steps
	clear(s.proved)
	ok := s.implies(a, b)
	s.proof, s.steps = sweepProof, steps
	return ok
}

// implies reports whether it can be proved that a implies b.
func (s *sweeper) implies(a, b ref) bool {
	if a == b || a == refFalse || b == refTrue {
		return true
	}
	key := [2]ref{a, b}
	if known, ok := s.proved[key]; ok {
		return known
	}
	va, vb := s.of(a), s.of(b)
	for i := range va {
		if va[i]&^vb[i] != 0 {
			s.proved[key] = false
			return false
		}
	}
	s.proved[key] = false // while the rules go round in a circle
	s.steps -= sweepRules
	ok := s.steps > 0 && s.ctx.Err() == nil && (s.byRules(a, b) || s.byAutomaton(a, b))
	s.proved[key] = ok
	return ok
}

// byRules reports whether rules prove that a implies b.
func (s *sweeper) byRules(a, b ref) bool {
	x, y := s.store.nodes[a], s.store.nodes[b]
	left := func(c ref) bool { return s.implies(c, b) }
	right := func(c ref) bool { return s.implies(a, c) }
	switch {
	case x.op == ltl.OpAtom && y.op == ltl.OpAtom:
		return s.store.within(x.label, y.label)
	case x.op == ltl.OpOr:
		return !slices.ContainsFunc(x.args, func(c ref) bool { return !left(c) })
	case y.op == ltl.OpAnd:
		return !slices.ContainsFunc(y.args, func(c ref) bool { return !right(c) })
	case x.op == ltl.OpAnd && slices.ContainsFunc(x.args, left), y.op == ltl.OpOr && slices.ContainsFunc(y.args, right):
		return true
	case len(x.args) == 1 && x.op == y.op:
		return s.implies(x.args[0], y.args[0])
	case x.op >= ltl.OpUntil && x.op == y.op && len(x.args) == 2 && s.implies(x.args[0], y.args[0]) && s.implies(x.args[1], y.args[1]):
		return true
	}
	switch x.op {
	case ltl.OpUntil: // a U b implies a | b; and b now, if b stays true towards the past
		if left(x.args[1]) && (y.eventual || left(x.args[0])) {
			return true
		}
	case ltl.OpSince:
		if left(x.args[1]) && (y.universal || left(x.args[0])) {
			return true
		}
	case ltl.OpRelease, ltl.OpTriggered:
		if left(x.args[1]) {
			return true
		}
	}
	switch y.op {
	case ltl.OpUntil, ltl.OpSince:
		return right(y.args[1])
	case ltl.OpRelease: // what stays true for ever, or what implies both operands
		return right(y.args[1]) && (x.universal || right(y.args[0]))
	case ltl.OpTriggered:
		return right(y.args[1]) && (x.eventual || right(y.args[0]))
	}
	return false
}

// byAutomaton reports whether a small automaton proves that a implies b at each step. It
// first replaces the parts that a and b share by propositions: what holds for all values of
// these parts holds for the values that they have.
func (s *sweeper) byAutomaton(a, b ref) bool {
	c := cut{from: s.store, names: len(s.pair.atoms.Names), atoms: map[ref]int{}, memo: map[ref]ref{}}
	inA, inB := map[ref]bool{}, map[ref]bool{}
	c.cone(a, inA)
	c.cone(b, inB)
	c.collect(a, inB, map[ref]bool{})
	c.collect(b, inA, map[ref]bool{})
	if len(c.atoms) > 0 {
		c.to = newStore(s.ctx, newLabels(c.names+len(c.atoms)), s.o.Finite, nil)
		if s.excludes(&pair{ctx: s.ctx, o: s.o, store: c.to}, c.copy(a), c.copy(b)) {
			return true
		}
	}
	return s.excludes(s.pair, a, b)
}

// excludes reports whether a small automaton proves that at no step of a word a holds and
// b does not, where a and b are nodes of the store of p.
func (s *sweeper) excludes(p *pair, a, b ref) bool {
	r := p.store.and(a, p.store.not(b))
	if s.past > 0 { // a part is then true or false by what was before
		r = p.store.lasting(ltl.OpUntil, refTrue, r)
	}
	w, ok := p.search(r, min(s.proof, s.steps))
	s.steps -= p.used
	return ok && w == nil
}

// A cut copies nodes of a store to another one, in which some parts are propositions.
type cut struct {
	from, to *store
	names    int         // propositions of from
	atoms    map[ref]int // the further propositions, by node of from
	memo     map[ref]ref
}

// cone adds the parts of r and their negations to a set.
func (c *cut) cone(r ref, set map[ref]bool) {
	if !set[r] {
		set[r], set[c.from.not(r)] = true, true
		for _, a := range c.from.nodes[r].args {
			c.cone(a, set)
		}
	}
}

// collect makes propositions of the outermost temporal parts of r that are in a set.
func (c *cut) collect(r ref, set, seen map[ref]bool) {
	n := c.from.nodes[r]
	if seen[r] || n.op == ltl.OpAtom {
		return
	}
	seen[r] = true
	if !set[r] {
		for _, a := range n.args {
			c.collect(a, set, seen)
		}
	} else if _, ok := c.atoms[c.from.not(r)]; !ok {
		if _, ok = c.atoms[r]; !ok {
			c.atoms[r] = c.names + len(c.atoms)
		}
	}
}

// copy returns the copy of a node.
func (c *cut) copy(r ref) ref {
	if out, ok := c.memo[r]; ok {
		return out
	}
	n := c.from.nodes[r]
	var out ref
	if i, ok := c.atoms[r]; ok {
		out = c.to.ofLabel(c.to.atom(i))
	} else if i, ok := c.atoms[c.from.not(r)]; ok {
		out = c.to.ofLabel(c.to.labels.not(c.to.atom(i)))
	} else {
		args := make([]ref, len(n.args))
		for i, a := range n.args {
			args[i] = c.copy(a)
		}
		switch n.op {
		case ltl.OpAtom:
			out = c.to.ofLabel(c.from.labels.convert(n.label, c.to.labels))
		default:
			out = c.to.of(n.op, args)
		}
	}
	c.memo[r] = out
	return out
}
