package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A Key is a column to group by; with a Width above 0 its numbers fall into
// bins [k·Width, (k+1)·Width).
type Key struct {
	Column string
	Width  float64
}

// ParseKey reads "column" or "column:width".
func ParseKey(s string) (Key, error) {
	name, width, binned := strings.Cut(s, ":")
	if name == "" {
		return Key{}, fmt.Errorf("group by %q: expected a column or column:width", s)
	}
	if !binned {
		return Key{Column: name}, nil
	}
	w, err := strconv.ParseFloat(width, 64)
	if err != nil || !(w > 0) || math.IsInf(w, 0) {
		return Key{}, fmt.Errorf("group by %q: width %q: expected a number above 0", s, width)
	}
	return Key{Column: name, Width: w}, nil
}

func (k Key) String() string {
	if k.Width == 0 {
		return k.Column
	}
	return k.Column + ":" + strconv.FormatFloat(k.Width, 'f', -1, 64)
}

// value is a row's value of the key: nil, a string or a float64.
func (k Key) value(r *record.Row) any {
	v, ok := r.Get(k.Column)
	if !ok {
		return nil
	}
	var x float64
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		x = float64(v)
	case float64:
		x = v
	default:
		return fmt.Sprint(v)
	}
	if k.Width > 0 {
		x = math.Floor(x/k.Width) * k.Width
	}
	return x
}

// A Summary is a set of groups under the same keys. It is not safe for use by
// several goroutines.
type Summary struct {
	keys    []Key
	batchBy string
	groups  map[string]*group
	all     *group
}

// A group is a tally, and one tally per batch.
type group struct {
	values  []any
	total   Tally
	batches map[string]*Tally
}

// New makes an empty summary that groups by keys, and takes batchBy's values
// as batches; "" is no batches.
func New(keys []Key, batchBy string) *Summary {
	return &Summary{keys: keys, batchBy: batchBy, groups: map[string]*group{}, all: newGroup(nil)}
}

func newGroup(values []any) *group {
	return &group{values: values, batches: map[string]*Tally{}}
}

// Add counts one row, which it does not keep.
func (s *Summary) Add(r *record.Row) {
	batch, hasBatch := "", false
	if s.batchBy != "" {
		var v any
		if v, hasBatch = r.Get(s.batchBy); hasBatch {
			batch = fmt.Sprint(v)
		}
	}
	count := func(g *group) {
		g.total.Add(r)
		if hasBatch {
			t := g.batches[batch]
			if t == nil {
				t = &Tally{}
				g.batches[strings.Clone(batch)] = t
			}
			t.Add(r)
		}
	}
	count(s.all)
	if len(s.keys) == 0 {
		return
	}
	values := make([]any, len(s.keys))
	var id strings.Builder
	for i, k := range s.keys {
		values[i] = k.value(r)
		fmt.Fprintf(&id, "%T %q,", values[i], fmt.Sprint(values[i]))
	}
	g := s.groups[id.String()]
	if g == nil {
		g = newGroup(values)
		s.groups[id.String()] = g
	}
	count(g)
}

// Total is the tally of all rows.
func (s *Summary) Total() Tally { return s.all.total }

// Missing lists the keys that no row had a value of.
func (s *Summary) Missing() []string {
	var names []string
	for i, k := range s.keys {
		found := false
		for _, g := range s.groups {
			found = found || g.values[i] != nil
		}
		if !found && s.all.total.Rows > 0 {
			names = append(names, k.Column)
		}
	}
	return names
}

// Table is a line per group in the order of their keys, and one for all rows.
// Level is that of the intervals, such as 0.95.
func (s *Summary) Table(level float64) *table.Table {
	t := &table.Table{}
	groups := make([]*group, 0, len(s.groups))
	for _, g := range s.groups {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *group) int { return compareValues(a.values, b.values) })
	numeric := make([]bool, len(s.keys))
	for i, k := range s.keys {
		numeric[i] = k.Width == 0 && !slices.ContainsFunc(groups, func(g *group) bool { return !whole(g.values[i]) })
		kind := table.String
		if numeric[i] {
			kind = table.Int
		}
		t.Columns = append(t.Columns, table.Column{Name: k.Column, Kind: kind})
	}
	t.Columns = append(t.Columns, rates...)
	for _, g := range groups {
		row := make([]any, 0, len(t.Columns))
		for i, v := range g.values {
			row = append(row, s.label(i, v, numeric[i]))
		}
		t.Rows = append(t.Rows, append(row, g.cells(level)...))
	}
	t.Total = len(s.keys) > 0
	t.Rows = append(t.Rows, append(make([]any, len(s.keys)), s.all.cells(level)...))
	return t
}

// whole says whether v can stand in a column of integers: a group without a
// value can.
func whole(v any) bool {
	if v == nil {
		return true
	}
	x, ok := v.(float64)
	return ok && x == math.Trunc(x) && math.Abs(x) < 1<<53
}

// label is the cell of the i-th key's value v.
func (s *Summary) label(i int, v any, numeric bool) any {
	x, number := v.(float64)
	switch {
	case v == nil || !number:
		return v
	case numeric:
		return int64(x)
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if w := s.keys[i].Width; w > 0 {
		text = fmt.Sprintf("[%s,%s)", text, strconv.FormatFloat(x+w, 'f', -1, 64))
	}
	return text
}

// compareValues orders groups: no value first, then numbers, then strings.
func compareValues(a, b []any) int {
	rank := func(v any) int {
		switch v.(type) {
		case nil:
			return 0
		case float64:
			return 1
		}
		return 2
	}
	return slices.CompareFunc(a, b, func(a, b any) int {
		if c := cmp.Compare(rank(a), rank(b)); c != 0 {
			return c
		}
		switch a := a.(type) {
		case float64:
			return cmp.Compare(a, b.(float64))
		case string:
			return cmp.Compare(a, b.(string))
		}
		return 0
	})
}

var rates = []table.Column{
	{Name: "rows", Kind: table.Int},
	{Name: "compliance", Kind: table.Float},
	{Name: "accuracy_low", Kind: table.Float},
	{Name: "accuracy_high", Kind: table.Float},
	{Name: "interval_low", Kind: table.Float},
	{Name: "interval_high", Kind: table.Float},
	{Name: "unknown", Kind: table.Int},
	{Name: "noncompliant", Kind: table.Int},
	{Name: "error", Kind: table.Int},
	{Name: "leak", Kind: table.Int},
	{Name: "batches", Kind: table.Int},
	{Name: "compliance_mean", Kind: table.Float},
	{Name: "compliance_sd", Kind: table.Float},
	{Name: "accuracy_mean", Kind: table.Float},
	{Name: "accuracy_sd", Kind: table.Float},
}

// cells are the group's values under rates.
func (g *group) cells(level float64) []any {
	t := &g.total
	low, high := math.NaN(), math.NaN()
	if n := t.Attempts(); n > 0 {
		low, _ = Wilson(t.Equivalent, n, level)
		_, high = Wilson(t.Equivalent+t.Unknown, n, level)
	}
	cells := []any{
		t.Rows, t.Compliance(), t.AccuracyLow(), t.AccuracyHigh(), low, high,
		t.Unknown, t.Noncompliant, t.Errors, t.Leaks,
	}
	if len(g.batches) < 2 { // nothing to spread over
		return append(cells, nil, nil, nil, nil, nil)
	}
	complianceMean, complianceSD := g.spread((*Tally).Compliance)
	accuracyMean, accuracySD := g.spread((*Tally).AccuracyLow)
	return append(cells, int64(len(g.batches)), complianceMean, complianceSD, accuracyMean, accuracySD)
}

// spread is the mean and the standard deviation of a rate over the batches
// that have it; NaN where there are too few.
func (g *group) spread(rate func(*Tally) float64) (mean, sd float64) {
	xs := make([]float64, 0, len(g.batches))
	for _, t := range g.batches {
		if x := rate(t); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	if len(xs) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(xs) // sums of floats depend on their order, maps have none
	return stat.MeanStdDev(xs, nil)
}
