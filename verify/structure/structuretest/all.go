// Package structuretest enumerates small structures: the oracle of tests that
// hold first-order engines against the definitions.
package structuretest

import (
	"iter"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/structure"
)

// cell is one entry of a structure that can have several values.
type cell struct {
	values int
	set    func(v int)
}

// All goes through all structures of size elements for the symbols of sig, whose
// names are put into them after fold. One structure is changed in place, so that
// what is yielded is good until the next. There are none where there would be
// more than limit.
func All(sig logic.Signature, fold func(string) string, size, limit int) iter.Seq[*structure.Structure] {
	return func(yield func(*structure.Structure) bool) {
		m, cells := layout(sig, fold, size)
		total := 1
		for _, c := range cells {
			if total *= c.values; total > limit {
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
				at[k] = (at[k] + 1) % cells[k].values
				cells[k].set(at[k])
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

// layout is a structure of zeros and its entries.
func layout(sig logic.Signature, fold func(string) string, size int) (*structure.Structure, []cell) {
	m := structure.New(size)
	var cells []cell
	for _, p := range sig.Propositions {
		m.Propositions[fold(p)] = false
		cells = append(cells, cell{2, func(v int) { m.Propositions[fold(p)] = v == 1 }})
	}
	for _, c := range sig.Constants {
		m.Constants[fold(c)] = 0
		cells = append(cells, cell{size, func(v int) { m.Constants[fold(c)] = v }})
	}
	for _, f := range sig.Functions {
		n, _ := structure.Cells(size, f.Arity)
		table := make(structure.Table, n)
		m.Functions[structure.Symbol{Name: fold(f.Name), Arity: f.Arity}] = table
		for i := range table {
			cells = append(cells, cell{size, func(v int) { table[i] = v }})
		}
	}
	for _, p := range sig.Predicates {
		n, _ := structure.Cells(size, p.Arity)
		rel := make(structure.Relation, n)
		m.Predicates[structure.Symbol{Name: fold(p.Name), Arity: p.Arity}] = rel
		for i := range rel {
			cells = append(cells, cell{2, func(v int) { rel[i] = v == 1 }})
		}
	}
	return m, cells
}
