package metrics

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A partition holds a T of each group, and one of all rows.
type partition[T any] struct {
	keys   []Key
	fresh  func() *T
	groups map[string]*part[T]
	all    *T

	fields []func(*record.Row) any // of the keys; nil for unknown fields
	id     []byte                  // what tells the group of the row at hand from others
}

type part[T any] struct {
	values []any
	of     *T
}

func newPartition[T any](keys []Key, fresh func() *T) *partition[T] {
	p := &partition[T]{keys: keys, fresh: fresh, groups: map[string]*part[T]{}, all: fresh()}
	for _, k := range keys {
		p.fields = append(p.fields, record.FieldOf(k.Column))
	}
	return p
}

// add calls count with the T of all rows and, where there are keys, with that
// of r's group.
func (p *partition[T]) add(r *record.Row, count func(*T)) {
	count(p.all)
	if len(p.keys) == 0 {
		return
	}
	p.id = p.id[:0]
	for i, k := range p.keys {
		p.id = k.appendID(p.id, r, p.fields[i])
	}
	g := p.groups[string(p.id)]
	if g == nil {
		g = &part[T]{values: make([]any, len(p.keys)), of: p.fresh()}
		for i, k := range p.keys {
			g.values[i] = k.value(r)
			if text, ok := g.values[i].(string); ok {
				g.values[i] = strings.Clone(text) // it may be a part of something large
			}
		}
		p.groups[string(p.id)] = g
	}
	count(g.of)
}

// missing lists the keys that no row had a value of.
func (p *partition[T]) missing() []string {
	var names []string
	for i, k := range p.keys {
		found := len(p.groups) == 0
		for _, g := range p.groups {
			found = found || g.values[i] != nil
		}
		if !found {
			names = append(names, k.Column)
		}
	}
	return names
}

// sorted lists the groups in the order of their keys.
func (p *partition[T]) sorted() []*part[T] {
	groups := make([]*part[T], 0, len(p.groups))
	for _, g := range p.groups {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *part[T]) int { return compareValues(a.values, b.values) })
	return groups
}

// table has the lines of each group behind the values of its keys, and at the
// end, where total says so or there are no keys, those of all rows.
func (p *partition[T]) table(columns []table.Column, total bool, lines func(*T) [][]any) *table.Table {
	t := &table.Table{}
	groups := p.sorted()
	numeric := make([]bool, len(p.keys))
	for i, k := range p.keys {
		numeric[i] = k.Width == 0 && !slices.ContainsFunc(groups, func(g *part[T]) bool { return !whole(g.values[i]) })
		kind := table.String
		if numeric[i] {
			kind = table.Int
		}
		t.Columns = append(t.Columns, table.Column{Name: k.Column, Kind: kind})
	}
	t.Columns = append(t.Columns, columns...)
	for _, g := range groups {
		head := make([]any, len(p.keys))
		for i, k := range p.keys {
			head[i] = k.label(g.values[i], numeric[i])
		}
		for _, line := range lines(g.of) {
			t.Rows = append(t.Rows, append(slices.Clone(head), line...))
		}
	}
	if !total && len(p.keys) > 0 {
		return t
	}
	t.Total = len(p.keys) > 0
	for _, line := range lines(p.all) {
		t.Rows = append(t.Rows, append(make([]any, len(p.keys)), line...))
	}
	return t
}
