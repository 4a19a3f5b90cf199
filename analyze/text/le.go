package text

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"github.com/truthloop/truthloop/format/logic"
)

// MaxLiterals bounds the literals of a formula for LE: the truth table has a row
// for each of their assignments.
const MaxLiterals = 16

// MaxNodes bounds the nodes of a formula for LE.
const MaxNodes = 500

// maxBindings bounds the bindings that LE tries, as published.
const maxBindings = 1000

// LE returns the score of logical equivalence in [0, 1] by which MALLS compares a
// formula with the right one (Y. Yang, S. Xiong, A. Payani, E. Shareghi and F. Fekri,
// Harnessing the Power of Large Language Models for Natural Language to First-Order
// Logic Translation, arXiv:2305.15541, 2023). It returns false if a formula has more
// than MaxLiterals literals, or more than MaxNodes connectives, quantifiers and atoms.
//
// Quantifiers are ignored. The rest is a formula over its literals, which are its
// different atoms with their terms. The literals of the answer are bound to the
// literals of the truth, one to one. The side with fewer literals gets dummies, on
// which its formula does not depend. The score of a binding is the share of the rows of
// the common truth table in which both formulas have the same value. LE is the highest
// score. Bindings are tried depth first: each literal of the truth in turn takes the
// free literal of the answer at the least edit distance, then the next nearest one, and
// dummies last. The search ends after 1,000 bindings. With up to six literals, these
// are all bindings, so names do not matter: p → q and q → p have the score 1, and ∀x.
// P(x) and ∃x. P(x) have it, too.
//
// The paper leaves some details open. Here, propositions and equalities are literals;
// names are folded and written without spaces; literals are ordered by their first
// occurrence, which also decides between equal distances; the distance is
// Levenshtein's, by bytes; precedence follows this project's parser.
func LE(truth, answer *logic.Formula) (float64, bool) {
	if !small(truth) || !small(answer) {
		return 0, false
	}
	var a, b []string
	x, y := abstract(truth, &a), abstract(answer, &b)
	n := max(len(a), len(b))
	if n > MaxLiterals {
		return 0, false
	}
	s := &binder{answer: y, far: distances(a, b, n), of: make([]int, n)}
	for i := range n {
		s.of[i] = i
	}
	s.want = make([]uint64, max(1, 1<<n/64))
	for w := range s.want {
		s.want[w] = s.values(x, w)
	}
	clear(s.of)
	s.taken = make([]bool, n)
	s.bind(0)
	return s.best, true
}

// small reports whether a formula has at most MaxNodes nodes, without terms.
func small(f *logic.Formula) bool {
	nodes := 0
	for range f.Subformulas() {
		if nodes++; nodes > MaxNodes {
			return false
		}
	}
	return true
}

// abstract returns f without its quantifiers. The name of an atom is the number of its
// literal, as a byte. New literals are added to the given ones.
func abstract(f *logic.Formula, literals *[]string) *logic.Formula {
	switch f.Op {
	case logic.OpForall, logic.OpExists:
		return abstract(f.Args[0], literals)
	case logic.OpAtom, logic.OpEqual:
		name := strings.ReplaceAll(logic.Fold(f.String()), " ", "")
		i := slices.Index(*literals, name)
		if i < 0 {
			i = len(*literals)
			*literals = append(*literals, name)
		}
		return &logic.Formula{Op: logic.OpAtom, Name: string([]byte{byte(i)})}
	}
	g := &logic.Formula{Op: f.Op}
	for _, a := range f.Args {
		g.Args = append(g.Args, abstract(a, literals))
	}
	return g
}

// distances returns the distance from each literal of the truth to each literal of the
// answer. Dummies fill both sides up to n, and are farther than any literal.
func distances(a, b []string, n int) [][]int {
	const dummy = 1 << 30
	far := make([][]int, n)
	for i := range far {
		far[i] = slices.Repeat([]int{dummy}, n)
		for j := range b {
			if i < len(a) {
				far[i][j] = smetrics.WagnerFischer(a[i], b[j], 1, 1, 1)
			}
		}
	}
	return far
}

// A binder tries bindings of an answer's literals to those of the truth.
type binder struct {
	want   []uint64 // the truth's values
	answer *logic.Formula
	far    [][]int
	of     []int // the literal of the truth, by literal of the answer
	taken  []bool
	tried  int
	best   float64
}

// bind binds the literals of the truth from the i-th on.
func (s *binder) bind(i int) {
	if i == len(s.far) {
		s.tried++
		s.best = max(s.best, s.score())
		return
	}
	var free []int
	for j, taken := range s.taken {
		if !taken {
			free = append(free, j)
		}
	}
	slices.SortStableFunc(free, func(j, k int) int { return s.far[i][j] - s.far[i][k] })
	for _, j := range free {
		s.taken[j], s.of[j] = true, i
		s.bind(i + 1)
		s.taken[j] = false
		if s.tried == maxBindings || s.best == 1 {
			return
		}
	}
}

// score returns the share of the rows of the truth table in which the formulas agree
// under the binding. Below six literals the rows repeat to fill a word.
func (s *binder) score() float64 {
	same := 0
	for w, x := range s.want {
		same += bits.OnesCount64(^(x ^ s.values(s.answer, w)))
	}
	return float64(same) / float64(64*len(s.want))
}

// values returns the values of an abstract formula in a word of the truth table, under
// the binding.
func (s *binder) values(f *logic.Formula, word int) uint64 {
	return f.Evaluate(func(literal *logic.Formula) uint64 { return logic.Column(s.of[literal.Name[0]], word) })
}
