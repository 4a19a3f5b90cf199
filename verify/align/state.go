package align

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
)

// A side is the left or the right formulas of all pairs.
type side struct {
	symbols  []check.Symbol
	formulas []*logic.Formula // the name of a symbol is its number; see number
	used     [][]int          // by formula: its symbols, in order
	depth    int              // largest number of nested quantifiers
	nodes    int              // number of nodes of the formulas
	*evaluator
}

func newSide(fs []*logic.Formula, syms []check.Symbol, fold func(string) string) *side {
	s := &side{symbols: syms, evaluator: &evaluator{tables: make([]table, len(syms))}}
	r := renamer{fold: fold, to: map[check.Symbol]string{}}
	for i, sym := range syms {
		sym.Name = fold(sym.Name)
		r.to[sym] = string(binary.AppendUvarint(nil, uint64(i)))
	}
	for _, g := range fs {
		g = r.formula(g)
		s.formulas = append(s.formulas, g)
		s.depth = max(s.depth, g.Counts().OwnDepth)
		s.nodes += syntax.Count(g.Subformulas())
		var used []int
		for name := range g.Names() {
			used = append(used, number(name))
		}
		slices.Sort(used)
		s.used = append(s.used, slices.Compact(used))
	}
	return s
}

// A state is a node of the search. A symbol may only be mapped to a symbol of the same
// colour.
type state [2][]uint64 // colours, by side and symbol

// choose returns the state in which symbol s is mapped to the symbol to.
func (st *state) choose(s, to int) *state {
	out := &state{slices.Clone(st[0]), slices.Clone(st[1])}
	color := syntax.Mix(out[0][s], uint64(s)+1)
	out[0][s], out[1][to] = color, color
	return out
}

// classes lists the symbols of each colour of a side.
func (st *state) classes(side int) map[uint64][]int {
	out := map[uint64][]int{}
	for i, c := range st[side] {
		out[c] = append(out[c], i)
	}
	return out
}

// balanced reports whether both sides have every colour equally often.
func (st *state) balanced() bool {
	a, b := slices.Sorted(slices.Values(st[0])), slices.Sorted(slices.Values(st[1]))
	return slices.Equal(a, b)
}

// target returns the left symbol whose image is chosen next, or -1 if there is none. Of
// the symbols that share a class, it takes one with the smallest class.
func (s *search) target(st *state) int {
	best, least := -1, 0
	classes := st.classes(0)
	for i, c := range st[0] {
		n := len(classes[c])
		if n > 1 && (best < 0 || n < least) {
			best, least = i, n
		}
	}
	return best
}

// candidates returns the images that the colours allow for a left symbol, those with
// similar names first.
func (s *search) candidates(st *state, sym int) []int {
	var to []int
	for i, c := range st[1] {
		if c == st[0][sym] {
			to = append(to, i)
		}
	}
	s.steps += 8 * len(to)
	slices.SortStableFunc(to, func(a, b int) int { return cmp.Compare(s.likeness(sym, b), s.likeness(sym, a)) })
	return to
}
