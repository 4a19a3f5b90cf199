package text

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
)

// MaxLiterals is the most literals of a formula that LE takes: the truth table
// has a row for each of their assignments.
const MaxLiterals = 16

// maxBindings is how many bindings LE tries, as published.
const maxBindings = 1000

// LE is the score of logical equivalence in [0, 1] by which MALLS compares a
// formula with the right one (Y. Yang, S. Xiong, A. Payani, E. Shareghi and F.
// Fekri, Harnessing the Power of Large Language Models for Natural Language to
// First-Order Logic Translation, arXiv:2305.15541, 2023); false where a formula
// has more than MaxLiterals literals, or more than MaxNodes connectives,
// quantifiers and atoms.
//
// Quantifiers are passed over. What remains is read as a formula over its
// literals, that is its different atoms with their terms. The literals of the
// answer are bound to those of the truth, one to one; the side with fewer gets
// dummies, which nothing in its formula depends on. The score of a binding is
// the share of the rows of the common truth table in which both formulas have
// the same value, and LE is the highest score. Bindings are tried depth first:
// each literal of the truth in turn takes the free literal of the answer at the
// least edit distance, then the next, with dummies last; the search ends after
// 1,000 bindings. Up to six literals that is all of them, so that names count
// for nothing: p → q and q → p have the score 1, as have ∀x. P(x) and ∃x. P(x).
//
// Where the description is silent: propositions and equalities are literals;
// names are folded, and written without spaces; literals stand in the order in
// which they first occur, which also decides among equal distances; the
// distance is Levenshtein's, by characters. Precedence is that of this
// project's parser, where the authors' grammar has several readings.
func LE(truth, answer *logic.Formula) (float64, bool) {
	if !small(truth) || !small(answer) {
		return 0, false
	}
	var a, b []string
	x, y := skeletonOf(truth, &a), skeletonOf(answer, &b)
	n := max(len(a), len(b))
	if n > MaxLiterals {
		return 0, false
	}
	columns, words := truthTable(n)
	s := &binder{
		columns: columns, turned: make([][]uint64, n), want: x.values(columns, words), answer: y,
		far: distances(a, b, n), bound: make([]int, 0, n), taken: make([]bool, n),
	}
	s.bind()
	return s.best, true
}

// small says whether a formula has at most MaxNodes nodes, without terms.
func small(f *logic.Formula) bool {
	nodes := 0
	f.Walk(func(*logic.Formula) bool {
		nodes++
		return nodes <= MaxNodes
	})
	return nodes <= MaxNodes
}

// A skeleton is a formula over numbered literals, without its quantifiers.
type skeleton struct {
	op      logic.Op // OpAtom for a literal
	literal int
	args    []*skeleton
	column  []uint64 // of its values
}

// skeletonOf adds the literals of f that it has not yet to those of literals.
func skeletonOf(f *logic.Formula, literals *[]string) *skeleton {
	switch f.Op {
	case logic.OpForall, logic.OpExists:
		return skeletonOf(f.Args[0], literals)
	case logic.OpAtom, logic.OpEqual:
		name := strings.ReplaceAll(logic.Fold(f.String()), " ", "")
		i := slices.Index(*literals, name)
		if i < 0 {
			i = len(*literals)
			*literals = append(*literals, name)
		}
		return &skeleton{op: logic.OpAtom, literal: i}
	}
	s := &skeleton{op: f.Op}
	for _, a := range f.Args {
		s.args = append(s.args, skeletonOf(a, literals))
	}
	return s
}

// values is the column of the formula in a truth table, given those of its
// literals, until it is asked for again.
func (s *skeleton) values(columns [][]uint64, words int) []uint64 {
	if s.op == logic.OpAtom {
		return columns[s.literal]
	}
	if s.column == nil {
		s.column = make([]uint64, words)
	}
	out := s.column
	switch s.op {
	case logic.OpFalse:
		clear(out)
		return out
	case logic.OpTrue:
		for w := range out {
			out[w] = ^uint64(0)
		}
		return out
	}
	copy(out, s.args[0].values(columns, words))
	if s.op == logic.OpNot || s.op == logic.OpImplies || s.op == logic.OpIff {
		for w := range out {
			out[w] = ^out[w]
		}
	}
	for _, arg := range s.args[1:] {
		x := arg.values(columns, words)
		switch s.op {
		case logic.OpAnd:
			for w := range out {
				out[w] &= x[w]
			}
		case logic.OpXor, logic.OpIff:
			for w := range out {
				out[w] ^= x[w]
			}
		default: // ∨, and the right side of →
			for w := range out {
				out[w] |= x[w]
			}
		}
	}
	return out
}

// truthTable has the columns of n literals, 64 rows a word. With fewer than six
// literals the rows are repeated to fill the word.
func truthTable(n int) (columns [][]uint64, words int) {
	columns, words = make([][]uint64, n), max(1, 1<<n/64)
	for i := range columns {
		columns[i] = make([]uint64, words)
		for w := range columns[i] {
			for bit := range 64 {
				if (w*64+bit)>>i&1 == 1 {
					columns[i][w] |= 1 << bit
				}
			}
		}
	}
	return columns, words
}

// distances has for each literal of the truth that to each one of the answer;
// from and to dummies, which fill both up to n, it is more than any other.
func distances(a, b []string, n int) [][]int {
	const dummy = 1 << 30
	far := make([][]int, n)
	for i := range far {
		far[i] = slices.Repeat([]int{dummy}, n)
		for j := range b {
			if i < len(a) {
				far[i][j] = levenshtein([]rune(a[i]), []rune(b[j]))
			}
		}
	}
	return far
}

// levenshtein is the least number of characters to insert, remove and replace.
func levenshtein(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		above := row[0] // and to the left
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			above, row[j+1] = row[j+1], min(above+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// A binder tries bindings of an answer's literals to those of the truth.
type binder struct {
	columns [][]uint64
	turned  [][]uint64 // for the literals of the answer
	want    []uint64   // the truth's values
	answer  *skeleton

	far   [][]int
	bound []int // of the answer, by the literal of the truth that they are bound to
	taken []bool
	tried int
	best  float64
}

// bind binds the literals of the truth from the first free one on.
func (s *binder) bind() {
	if len(s.bound) == len(s.far) {
		s.tried++
		s.best = max(s.best, s.score())
		return
	}
	far := s.far[len(s.bound)]
	var free []int
	for j := range far {
		if !s.taken[j] {
			free = append(free, j)
		}
	}
	slices.SortStableFunc(free, func(i, j int) int { return far[i] - far[j] })
	for _, j := range free {
		s.taken[j], s.bound = true, append(s.bound, j)
		s.bind()
		s.taken[j], s.bound = false, s.bound[:len(s.bound)-1]
		if s.tried == maxBindings || s.best == 1 {
			return
		}
	}
}

// score is the share of the rows in which the formulas agree under the binding.
func (s *binder) score() float64 {
	for i, j := range s.bound {
		s.turned[j] = s.columns[i]
	}
	same := 0
	for w, x := range s.answer.values(s.turned, len(s.want)) {
		same += bits.OnesCount64(^(x ^ s.want[w]))
	}
	return float64(same) / float64(64*len(s.want))
}
