package table

import (
	"cmp"
	"math"
	"math/big"
	"regexp"
	"strconv"
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
	case literal:
		return want.order(got)
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

// A literal is a number in a condition. whole is nil if it is not an integer.
type literal struct {
	x     float64
	whole *big.Int
}

func newLiteral(text string) (literal, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return literal{}, err
	}
	whole, ok := new(big.Int).SetString(text, 10)
	if !ok && x == math.Trunc(x) && !math.IsInf(x, 0) {
		whole, _ = big.NewFloat(x).Int(nil)
	}
	return literal{x, whole}, nil
}

// order compares a value with the literal: integers exactly, other numbers as float64.
func (l literal) order(got any) (int, bool) {
	whole, x := new(big.Int), 0.0
	switch v := got.(type) {
	case int64:
		whole.SetInt64(v)
		x = float64(v)
	case float64:
		if c := cmp.Compare(v, l.x); c != 0 || v != math.Trunc(v) || math.IsInf(v, 0) {
			return c, v == v // NaN compares with nothing
		}
		big.NewFloat(v).Int(whole)
		x = v
	case jsontext.Value: // an integer of many digits
		if _, ok := whole.SetString(string(v), 10); !ok {
			return 0, false
		}
		x, _ = new(big.Float).SetInt(whole).Float64()
	default:
		return 0, false
	}
	if l.whole == nil {
		return cmp.Compare(x, l.x), true
	}
	return whole.Cmp(l.whole), true
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
