package check

import (
	"iter"

	"github.com/truthloop/truthloop/format/logic"
)

// Structures yields all structures of a size for the symbols of formulas, or none if there
// are more than limit. Tests compare engines on them.
func Structures(size, limit int, fs ...*logic.Formula) iter.Seq[*Structure] {
	symbols := Symbols(logic.And(fs...).Signature(false), logic.Fold)
	numbered := func(n int) (m *Structure, rest int) {
		m = NewStructure(size, symbols, limit, func(k, _ int) int {
			v := n % symbols[k].Values(size)
			n /= symbols[k].Values(size)
			return v
		})
		return m, n
	}
	return func(yield func(*Structure) bool) {
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
