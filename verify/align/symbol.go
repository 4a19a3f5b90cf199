package align

import (
	"cmp"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// sort returns a symbol without its name: its kind and its number of arguments. A symbol
// may only be mapped to a symbol of its sort.
func sort(s check.Symbol) check.Symbol {
	s.Name = ""
	return s
}

// symbols lists the symbols of each side, by kind and arity, and then by first occurrence.
// It adds symbols without a name, so that both sides have as many symbols of each sort. A
// symbol that is paired with one of these has no partner.
func symbols(fs [2][]*logic.Formula, caseSensitive bool) (out [2][]check.Symbol) {
	missing := map[check.Symbol]int{} // on the left, by sort
	for k := range out {
		out[k] = check.Symbols(logic.And(fs[k]...).Signature(caseSensitive), nil)
		for _, sym := range out[k] {
			missing[sort(sym)] += 2*k - 1
		}
	}
	for s, n := range missing {
		out[0] = append(out[0], slices.Repeat([]check.Symbol{s}, max(n, 0))...)
		out[1] = append(out[1], slices.Repeat([]check.Symbol{s}, max(-n, 0))...)
	}
	for k := range out {
		slices.SortStableFunc(out[k], func(a, b check.Symbol) int {
			return cmp.Or(cmp.Compare(a.Kind(), b.Kind()), cmp.Compare(a.Arity, b.Arity))
		})
	}
	return out
}
