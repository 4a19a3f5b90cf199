package fol

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// sampler evaluates literals in 64 random structures at once. The structures share
// their domain, constants and functions. Each predicate has one word per tuple, with
// one bit per structure.
type sampler struct {
	work
	t      *theory
	rng    *rand.Rand
	size   int
	funcs  [][]int    // by function: values in row-major order
	preds  [][]uint64 // by predicate, row-major
	env    [placeholder]int
	closed []uint64 // values of nodes without free variables
	known  []bool
}

// sampleSizes are the sizes of the domains, by batch. Every inequivalent pair of the
// shared hard sets has a countermodel of one to three elements, and nearly all have a
// countermodel of one or two.
var sampleSizes = [...]int{1, 2, 2, 3, 2, 1, 2, 3, 2, 4, 2, 3, 2, 3, 4, 3, 2, 3, 4, 3, 3, 4, 2, 3}

// stageSample tries the batches from, ..., to-1.
func (p *pair) stageSample(from, to int) func(context.Context) {
	return func(ctx context.Context) {
		if p.working == nil || p.o.NoSample {
			return
		}
		s := &sampler{
			work: work{ctx: ctx, left: sampleSteps * p.o.Effort}, // nodes, terms and table entries visited
			t:    p.t, rng: rand.New(rand.NewPCG(2, uint64(from))),
		}
		for _, size := range sampleSizes[from:to] {
			if !s.draw(size) {
				continue
			}
			a, b := s.eval(p.working[0]), s.eval(p.working[1])
			if s.ended {
				return
			}
			var only [2]*check.Structure
			for way, word := range [2]uint64{a &^ b, b &^ a} {
				if word != 0 && p.c.Only[way] == nil {
					only[way] = s.structure(bits.TrailingZeros64(word))
				}
			}
			if p.refute(only, "sample"); p.done() {
				return
			}
		}
	}
}

// draw makes the structures of a batch. It returns false if a limit was reached.
func (s *sampler) draw(size int) bool {
	s.size = size
	s.funcs = s.funcs[:0]
	for _, f := range s.t.functions[:s.t.written] {
		n, ok := check.Cells(size, f.Arity)
		if !ok || n > maxSampleCells || !s.spend(n) {
			return false
		}
		table := make([]int, n)
		for i := range table {
			table[i] = s.rng.IntN(size)
		}
		s.funcs = append(s.funcs, table)
	}
	s.preds = s.preds[:0]
	for _, p := range s.t.predicates {
		n, ok := check.Cells(size, p.Arity)
		if !ok || n > maxSampleCells || !s.spend(n) {
			return false
		}
		s.preds = append(s.preds, s.relation(n))
	}
	n := s.t.graph.Size()
	s.closed, s.known = make([]uint64, n), make([]bool, n)
	return true
}

// maxSampleCells bounds a table of a random structure.
const maxSampleCells = 1 << 14

// relation draws the words of a predicate. They are biased in two thirds of the cases.
func (s *sampler) relation(n int) []uint64 {
	rel := make([]uint64, n)
	kind := s.rng.IntN(6)
	for i := range rel {
		w := s.rng.Uint64()
		switch kind {
		case 0:
			w &= s.rng.Uint64()
		case 1:
			w |= s.rng.Uint64()
		case 2:
			w &= s.rng.Uint64() & s.rng.Uint64()
		case 3:
			w |= s.rng.Uint64() | s.rng.Uint64()
		}
		rel[i] = w
	}
	return rel
}

// eval returns the structures of the batch in which l is true, one bit per structure.
func (s *sampler) eval(l prop.Lit) uint64 {
	sign := -uint64(l & 1)
	i := l.Index()
	if s.known[i] {
		return s.closed[i] ^ sign
	}
	if !s.spend(1) {
		return 0
	}
	var v uint64
	kind, args := s.t.graph.Node(l)
	switch kind {
	case prop.LeafNode:
		v = s.leaf(s.t.leafOf(l))
	case prop.AndNode:
		v = ^uint64(0)
		for _, a := range args {
			if v &= s.eval(a); v == 0 {
				break
			}
		}
	case prop.XorNode:
		for _, a := range args {
			v ^= s.eval(a)
		}
	}
	if s.t.info(l).free.empty() {
		s.closed[i], s.known[i] = v, true
	}
	return v ^ sign
}

func (s *sampler) leaf(f *leaf) uint64 {
	switch f.pred {
	case predEqual:
		if s.term(f.args[0]) == s.term(f.args[1]) {
			return ^uint64(0)
		}
		return 0
	case predQuant:
		var v uint64
		slot := &s.env[f.v-placeholder]
		outer := *slot // a formula without the outer variable may reuse its number
		for *slot = 0; *slot < s.size && v != ^uint64(0) && !s.ended; *slot++ {
			v |= s.eval(f.body)
		}
		*slot = outer
		return v
	}
	return s.preds[f.pred][s.index(f.args)]
}

func (s *sampler) index(args []termID) int {
	i := 0
	for _, a := range args {
		i = i*s.size + s.term(a)
	}
	return i
}

func (s *sampler) term(id termID) int {
	x := &s.t.terms[id]
	if x.fn < 0 {
		return s.env[x.v-placeholder]
	}
	s.left-- // s.spend observes the context at the node with this term
	return s.funcs[x.fn][s.index(x.args)]
}

// structure returns one structure of the batch.
func (s *sampler) structure(bit int) *check.Structure {
	return s.t.structure(s.size,
		func(p, i int) bool { return s.preds[p][i]>>bit&1 != 0 },
		func(f, i int) int { return s.funcs[f][i] })
}
