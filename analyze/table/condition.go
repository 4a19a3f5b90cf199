package table

import (
	"cmp"
	"regexp"
	"strings"
)

// A Row gives the value of a column, such as a string, a bool, an int64 or a
// float64, and whether it has one.
type Row interface {
	Get(column string) (any, bool)
}

// A Condition selects rows; ParseCondition describes the language. The zero
// Condition selects every row. It may be used by several goroutines.
type Condition struct {
	holds   predicate
	columns []string
}

// Match reports whether the condition holds for r.
func (c Condition) Match(r Row) bool { return c.holds == nil || c.holds(r) }

// Failing lists the indexes of t's rows for which the condition does not hold.
func (c Condition) Failing(t *Table) (places []int) {
	for i, cells := range t.Rows {
		if !c.Match(line{t, cells}) {
			places = append(places, i)
		}
	}
	return places
}

// A line is a row of a table. A cell without a value is absent.
type line struct {
	t     *Table
	cells []any
}

// Get returns the cell of a column.
func (l line) Get(column string) (any, bool) {
	i := l.t.Place(column)
	if i < 0 {
		return nil, false
	}
	v := Value(l.cells[i])
	return v, v != nil
}

// Columns lists the columns that the condition reads, each once.
func (c Condition) Columns() []string { return c.columns }

type predicate func(Row) bool

// comparisons tests, for each operator, the order of a value and the wanted one.
var comparisons = map[string]func(order int) bool{
	"=":  func(order int) bool { return order == 0 },
	"==": func(order int) bool { return order == 0 },
	"!=": func(order int) bool { return order != 0 },
	"<>": func(order int) bool { return order != 0 },
	"<":  func(order int) bool { return order < 0 },
	"<=": func(order int) bool { return order <= 0 },
	">":  func(order int) bool { return order > 0 },
	">=": func(order int) bool { return order >= 0 },
}

// compare makes the predicate column op want.
func compare(column, op string, want any) predicate {
	holds := comparisons[op]
	return func(r Row) bool {
		got, found := r.Get(column)
		order, ok := order(got, want)
		return found && ok && holds(order)
	}
}

// order compares two values of one type. It returns false for other types and NaN.
func order(got, want any) (int, bool) {
	switch want := want.(type) {
	case string:
		s, ok := got.(string)
		return strings.Compare(s, want), ok
	case float64:
		switch x := got.(type) {
		case int64:
			return cmp.Compare(float64(x), want), true
		case float64:
			return cmp.Compare(x, want), x == x // NaN compares with nothing
		}
	case bool:
		b, ok := got.(bool)
		switch {
		case b == want:
			return 0, ok
		case want:
			return -1, ok
		}
		return 1, ok
	}
	return 0, false
}

func matches(column string, re *regexp.Regexp) predicate {
	return func(r Row) bool {
		got, _ := r.Get(column)
		s, ok := got.(string)
		return ok && re.MatchString(s)
	}
}

func has(column string) predicate { return func(r Row) bool { _, ok := r.Get(column); return ok } }
func not(c predicate) predicate   { return func(r Row) bool { return !c(r) } }
func and(a, b predicate) predicate {
	return func(r Row) bool { return a(r) && b(r) }
}

func or(a, b predicate) predicate {
	return func(r Row) bool { return a(r) || b(r) }
}
