package align

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of work at effort 1, for fewer than manyPairs pairs. DefaultSteps and
// maxDecisions are added once more for each manyPairs pairs.
const (
	DefaultSteps = 5_000_000 // atoms and quantifiers that are evaluated
	maxDecisions = 200       // pairs of formulas that the verifier decides
	manyPairs    = 16
	maxOpen      = 3 // pairs that the verifier cannot decide
)

type search struct {
	ctx    context.Context
	o      Options
	pairs  []Pair
	sides  [2]*side
	ground bool

	like map[[2]int]float64

	steps, decisions, open int
	decided                map[string]check.Status
}

func newSearch(ctx context.Context, pairs []Pair, o Options) *search {
	s := &search{ctx: ctx, o: o, pairs: pairs, like: map[[2]int]float64{}, decided: map[string]check.Status{}}
	var fs [2][]*logic.Formula
	for _, p := range pairs {
		fs[0], fs[1] = append(fs[0], p.Left), append(fs[1], p.Right)
	}
	s.o.Fold = logic.Folding(o.Fold)
	for k, syms := range symbols(fs, o.Fold == nil) {
		s.sides[k] = newSide(fs[k], syms, s.o.Fold)
	}
	s.ground = logic.And(slices.Concat(fs[0], fs[1])...).IsPropositional()
	return s
}

// start returns the first state: a symbol may be mapped to any symbol of its sort.
func (s *search) start() *state {
	st := &state{}
	for k, side := range s.sides {
		for _, sym := range side.symbols {
			st[k] = append(st[k], syntax.Mix(uint64(sym.Kind()), uint64(sym.Arity)))
		}
	}
	return st
}

// over reports whether the limits of work are reached.
func (s *search) over() bool {
	n := 1 + len(s.pairs)/manyPairs
	return s.steps > s.o.Steps*n || s.decisions > maxDecisions*s.o.Effort*n || s.open > maxOpen*s.o.Effort || s.ctx.Err() != nil
}

// find searches the states below st for a mapping that makes all pairs equivalent. No means
// that there is none.
func (s *search) find(st *state) (check.Status, []int) {
	if s.steps += len(st[0]); s.over() {
		return check.Unknown, nil
	}
	if !s.refine(st) {
		return check.No, nil
	}
	target := s.target(st)
	if target < 0 {
		images := st.discrete()
		return s.decide(images), images
	}
	result := check.No
	for _, m := range s.candidates(st, target) {
		status, images := s.find(st.choose(target, m))
		if status == check.Yes {
			return check.Yes, images
		}
		if status == check.Unknown {
			result = check.Unknown
		}
		if s.over() {
			return check.Unknown, nil
		}
	}
	return result, nil
}

// discrete returns the mapping of a state in which all colours differ.
func (st *state) discrete() []int {
	right := map[uint64]int{}
	for i, c := range st[1] {
		right[c] = i
	}
	out := make([]int, len(st[0]))
	for i, c := range st[0] {
		out[i] = right[c]
	}
	return out
}

// decide asks the verifier whether a mapping makes all pairs equivalent.
func (s *search) decide(images []int) check.Status {
	result := check.Yes
	for i := range s.pairs {
		if s.over() {
			return check.Unknown
		}
		switch s.pair(i, images) {
		case check.No:
			return check.No
		case check.Unknown:
			result = check.Unknown
		}
	}
	return result
}

// pair decides one pair. It reuses the answer if the symbols of the pair had the same
// images before.
func (s *search) pair(i int, images []int) check.Status {
	key := binary.AppendUvarint(nil, uint64(i))
	for _, sym := range s.sides[0].used[i] {
		key = binary.AppendUvarint(key, uint64(images[sym]))
	}
	if known, ok := s.decided[string(key)]; ok {
		return known
	}
	s.decisions++
	p := s.pairs[i]
	status := s.o.Decide(s.ctx, s.rename(p.Left, images), p.Right)
	if status == check.Unknown {
		s.open++
	}
	s.decided[string(key)] = status
	return status
}
