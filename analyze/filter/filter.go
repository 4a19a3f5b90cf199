// Package filter selects rows by a condition over their columns, such as
//
//	num_operators < 7 and (dataset = 'fol' or verdict is null)
//
// The language, tightest first:
//
//	column = v   == != <> < <= > >=      against a number, a 'string', true or false
//	column ~ 'expression'                a match of the RE2 expression anywhere
//	column in (v, v, ...)
//	column is null, column is not null   whether the row has the column
//	column                               of a boolean: that it is true
//	not c, ! c
//	c and c, c && c
//	c or c, c || c
//
// with parentheses. Keywords are case-insensitive. A quote in a string is doubled.
// Column names that are not plain words are in backquotes. The row resolves names
// such as error.kind or judgements.0.verdict.
//
// A comparison is false if the row lacks the column or has a value of another type.
// There is no third truth value: not makes it true. Numbers compare as float64.
package filter

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

// A Filter is a condition on rows. The zero Filter takes every row. It may be
// used by several goroutines.
type Filter struct {
	holds   condition
	columns []string
}

// Match reports whether the condition holds for r.
func (f Filter) Match(r Row) bool { return f.holds == nil || f.holds(r) }

// Columns lists the columns that the condition looks at, each once.
func (f Filter) Columns() []string { return f.columns }

type condition func(Row) bool

// compare makes the condition column op want, of which op is = or another
// comparison of the package comment.
func compare(column, op string, want any) condition {
	return func(r Row) bool {
		got, found := r.Get(column)
		order, ok := ordered(got, want)
		if !found || !ok {
			return false
		}
		switch op {
		case "=", "==":
			return order == 0
		case "!=", "<>":
			return order != 0
		case "<":
			return order < 0
		case "<=":
			return order <= 0
		case ">":
			return order > 0
		}
		return order >= 0
	}
}

// ordered compares two values of one type; false where their types differ.
func ordered(got, want any) (int, bool) {
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

func matches(column string, re *regexp.Regexp) condition {
	return func(r Row) bool {
		got, _ := r.Get(column)
		s, ok := got.(string)
		return ok && re.MatchString(s)
	}
}

func has(column string) condition { return func(r Row) bool { _, ok := r.Get(column); return ok } }
func not(c condition) condition   { return func(r Row) bool { return !c(r) } }
func and(a, b condition) condition {
	return func(r Row) bool { return a(r) && b(r) }
}

func or(a, b condition) condition {
	return func(r Row) bool { return a(r) || b(r) }
}
