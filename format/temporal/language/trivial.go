package language

import (
	"math"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

const (
	maxValues    = 14  // all words of a length are tried if they have at most so many truth values
	maxLength    = 6   // steps of a word
	randomBlocks = 384 // of 64 random words each
)

// Trivial reports whether a formula is, or may be, valid or contradictory. It counts as not
// trivial only if it is true on one word and false on another. All short words are tried, and
// then random ones. It returns no error.
func (*Language) Trivial(t syntax.Tree) (bool, error) {
	f := formula(t)
	atoms := temporal.Number(logic.Fold, f)
	p := temporal.NewProgram(atoms, false, f, temporal.Not(f))
	if p == nil {
		return false, nil
	}
	var seen [2]bool // whether f is true on a word, and false on one
	found := func(_, _ int, only [2]uint64) bool {
		for i, words := range only {
			seen[i] = seen[i] || words != 0
		}
		return seen[0] && seen[1]
	}
	for n := 1; n <= maxLength && n*len(atoms.Names) <= maxValues; n++ {
		if p.All(n, math.MaxInt, found); seen[0] && seen[1] {
			return false, nil
		}
	}
	p.Random(randomBlocks, maxLength, found)
	return !seen[0] || !seen[1], nil
}
