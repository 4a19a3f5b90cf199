package table

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Row gives the value of a column, such as a string, a bool, an int64, a float64 or, for
// an integer that is no int64, a jsontext.Value, and whether it has one.
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
	case *big.Float:
		if x := exact(got); x != nil {
			return x.Cmp(want), true
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

// exact returns a number with all its digits, or nil if the value is none.
func exact(v any) *big.Float {
	switch v := v.(type) {
	case int64:
		return new(big.Float).SetInt64(v)
	case float64:
		if v == v { // not NaN
			return big.NewFloat(v)
		}
	case jsontext.Value: // an integer of many digits
		if whole, ok := new(big.Int).SetString(string(v), 10); ok {
			return new(big.Float).SetInt(whole)
		}
	}
	return nil
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
