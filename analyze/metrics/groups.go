package metrics

import (
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Groups divides rows into groups, one for each combination of the keys' values,
// and holds a T for each group. If there are no keys, or total is set, it also
// holds a T for all rows. All tables over groups of rows use it. It is not safe
// for use by several goroutines. Tables embed it, for Missing and Len.
type Groups[T any] struct {
	keys   []Key
	groups map[string]*group[T]
	all    *T // nil without a total

	Most int // largest number of counted groups; 0 for no limit

	id     []byte // encodes values
	values []any  // of the current row
}

type group[T any] struct {
	values []any
	of     *T
}

// NewGroups makes groups without rows. A new group has the zero T.
func NewGroups[T any](keys []Key, total bool) *Groups[T] {
	g := &Groups[T]{keys: keys, groups: map[string]*group[T]{}}
	if total || len(keys) == 0 {
		g.all = new(T)
	}
	return g
}

// Add calls count with the T of r's group and with the T of all rows. If the last keys
// are not columns of rows, more contains their values.
func (g *Groups[T]) Add(r *record.Row, count func(*T), more ...string) {
	if g.all != nil {
		count(g.all)
	}
	if len(g.keys) == 0 {
		return
	}
	g.values = g.values[:0]
	for _, k := range g.keys[:len(g.keys)-len(more)] {
		g.values = append(g.values, k.value(r))
	}
	for _, v := range more {
		g.values = append(g.values, v)
	}
	g.id = g.id[:0]
	for _, v := range g.values {
		g.id = appendID(g.id, v)
	}
	found := g.groups[string(g.id)]
	if found == nil && g.Most > 0 && len(g.groups) == g.Most {
		return
	}
	if found == nil {
		found = &group[T]{slices.Clone(g.values), new(T)}
		for i, v := range found.values {
			found.values[i] = owned(v)
		}
		g.groups[string(g.id)] = found
	}
	count(found.of)
}

// owned returns a value that does not share the memory of a whole row.
func owned(v any) any {
	if text, ok := v.(string); ok {
		return strings.Clone(text)
	}
	return v
}

// Len returns the number of groups.
func (g *Groups[T]) Len() int { return len(g.groups) }

// Missing lists the keys for which no row has a value.
func (g *Groups[T]) Missing() []string {
	var names []string
	for i, k := range g.keys {
		found := len(g.groups) == 0
		for _, one := range g.groups {
			found = found || one.values[i] != nil
		}
		if !found {
			names = append(names, k.Column)
		}
	}
	return names
}

// Sorted visits the groups in the order of their values.
func (g *Groups[T]) Sorted() iter.Seq2[[]any, *T] {
	sorted := make([]*group[T], 0, len(g.groups))
	for _, one := range g.groups {
		sorted = append(sorted, one)
	}
	slices.SortFunc(sorted, func(a, b *group[T]) int { return compareValues(a.values, b.values) })
	return func(yield func([]any, *T) bool) {
		for _, one := range sorted {
			if !yield(one.values, one.of) {
				return
			}
		}
	}
}

// Table makes a table with the keys and the given columns. Each group has the lines that
// the function lines returns for its T. The lines for all rows are last. A key whose
// values are all whole numbers is a column of integers.
func (g *Groups[T]) Table(columns []table.Column, lines func(*T) [][]any) *table.Table {
	t := &table.Table{}
	labels := make([]func(any) string, len(g.keys))
	for i, k := range g.keys {
		values := make([]any, 0, len(g.groups))
		for _, one := range g.groups {
			values = append(values, one.values[i])
		}
		t.Columns = append(t.Columns, table.Column{Name: k.Column, Kind: k.kind(values)})
		labels[i] = k.labels(values)
	}
	t.Columns = append(t.Columns, columns...)
	for values, of := range g.Sorted() {
		head := slices.Clone(values)
		for i, v := range values {
			if v != nil && t.Columns[i].Kind == table.String {
				head[i] = labels[i](v)
			}
		}
		for _, line := range lines(of) {
			t.Rows = append(t.Rows, slices.Concat(head, line))
		}
	}
	if g.all == nil {
		return t
	}
	t.Total = len(g.keys) > 0
	for _, line := range lines(g.all) {
		t.Rows = append(t.Rows, append(make([]any, len(g.keys)), line...))
	}
	return t
}
