package fol

import (
	"iter"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// Structures yields all structures of a size for the symbols of formulas, or none if there
// are more than limit.
func Structures(size, limit int, fs ...*logic.Formula) iter.Seq[*check.Structure] {
	symbols := check.Symbols(logic.And(fs...).Signature(false), logic.Fold)
	numbered := func(n int) (m *check.Structure, rest int) {
		m = check.NewStructure(size, symbols, limit, func(k, _ int) int {
			v := n % symbols[k].Values(size)
			n /= symbols[k].Values(size)
			return v
		})
		return m, n
	}
	return func(yield func(*check.Structure) bool) {
		if m, rest := numbered(limit); m == nil || rest == 0 {
			return
		}
		for n := range limit {
			if m, rest := numbered(n); rest > 0 || !yield(m) {
				return
			}
		}
	}
}
