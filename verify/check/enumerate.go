package check

import (
	"iter"

	"github.com/truthloop/truthloop/format/logic"
)

// A Cell is one entry of a structure. Set changes its value to one of 0 to
// Values-1. For predicates and propositions, 1 is true and 0 is false.
type Cell struct {
	Values int
	Set    func(v int)
}

// Layout returns a structure of size elements for the symbols of sig, in which
// every entry is 0 or false, and its cells. Names are folded. It returns nil
// if a table would have more than limit entries.
func Layout(sig logic.Signature, fold func(string) string, size, limit int) (*Structure, []Cell) {
	if fold == nil {
		fold = func(name string) string { return name }
	}
	m := NewStructure(size)
	var cells []Cell
	for _, p := range sig.Propositions {
		m.Propositions[fold(p)] = false
		cells = append(cells, Cell{2, func(v int) { m.Propositions[fold(p)] = v == 1 }})
	}
	for _, c := range sig.Constants {
		m.Constants[fold(c)] = 0
		cells = append(cells, Cell{size, func(v int) { m.Constants[fold(c)] = v }})
	}
	for _, f := range sig.Functions {
		n, ok := Cells(size, f.Arity)
		if !ok || n > limit {
			return nil, nil
		}
		table := make(Table, n)
		m.Functions[Symbol{Name: fold(f.Name), Arity: f.Arity}] = table
		for i := range table {
			cells = append(cells, Cell{size, func(v int) { table[i] = v }})
		}
	}
	for _, p := range sig.Predicates {
		n, ok := Cells(size, p.Arity)
		if !ok || n > limit {
			return nil, nil
		}
		rel := make(Relation, n)
		m.Predicates[Symbol{Name: fold(p.Name), Arity: p.Arity}] = rel
		for i := range rel {
			cells = append(cells, Cell{2, func(v int) { rel[i] = v == 1 }})
		}
	}
	return m, cells
}

// Enumerate yields all structures of size elements for the symbols of sig, or
// none if there are more than limit. It changes one structure in place, so a
// yielded structure is valid until the next one.
func Enumerate(sig logic.Signature, fold func(string) string, size, limit int) iter.Seq[*Structure] {
	return func(yield func(*Structure) bool) {
		m, cells := Layout(sig, fold, size, limit)
		if m == nil {
			return
		}
		total := 1
		for _, c := range cells {
			if total *= c.Values; total > limit {
				return
			}
		}
		at := make([]int, len(cells))
		for {
			if !yield(m) {
				return
			}
			k := 0
			for ; k < len(cells); k++ {
				at[k] = (at[k] + 1) % cells[k].Values
				cells[k].Set(at[k])
				if at[k] != 0 {
					break
				}
			}
			if k == len(cells) {
				return
			}
		}
	}
}
