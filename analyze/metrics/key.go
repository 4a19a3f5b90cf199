package metrics

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A Key is a column to group by. If it has a width w, numbers fall into bins
// [k·w, (k+1)·w).
type Key struct {
	Column string

	width    float64 // 0 without bins
	seedless bool    // the value is the JSON of params, without seeds
}

// complexityKey is the column name of AutoEval's descriptional complexity (Karia
// et al., ICLR 2025, Sec. 4): the first of complexityColumns that a row has.
const complexityKey = "complexity"

var complexityColumns = []string{"num_operators", "depth"}

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
	return Key{Column: name, width: w}, nil
}

// By makes keys of columns, without bins.
func By(columns ...string) []Key {
	keys := make([]Key, len(columns))
	for i, c := range columns {
		keys[i].Column = c
	}
	return keys
}

// Binned reports whether the key has bins.
func (k Key) Binned() bool { return k.width > 0 }

// A literal is the JSON of a truth value, a list or an object. It is another value than the
// text with these characters.
type literal string

// value returns a row's value of the key: nil, a number (see numberOf), a text or a literal.
// With a width, a number is the least one of a bin.
func (k Key) value(r *record.Row) any {
	v, ok := r.Get(k.Column)
	if !ok && k.Column == complexityKey {
		for _, c := range complexityColumns {
			if v, ok = r.Get(c); ok {
				break
			}
		}
	}
	text, isText := v.(string)
	switch x := numberOf(v); {
	case !ok:
		return nil
	case x != nil && k.width > 0:
		return k.bin(x)
	case x != nil:
		return x
	case isText && k.seedless:
		return withoutSeed(text)
	case isText:
		return text
	}
	text, _ = r.Text(k.Column)
	return literal(text)
}

// number returns a row's value of the key as a float64, if it is a number.
func (k Key) number(r *record.Row) (float64, bool) { return floatOf(k.value(r)) }

// numberOf returns a number as an int64 if it is one, so that 5 and 5.0 are equal values,
// and else as a float64; nil for other values.
func numberOf(v any) any {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		if v == math.Trunc(v) && -1<<63 <= v && v < 1<<63 {
			return int64(v) // also of −0
		}
		return v
	}
	return nil
}

// floatOf returns a number as a float64.
func floatOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// bin returns the least number of the bin of a number.
func (k Key) bin(v any) any {
	if n, isInteger := v.(int64); isInteger && k.exact() && n > -1<<62 {
		step := int64(k.width)
		return n - (n%step+step)%step
	}
	x, _ := floatOf(v)
	i := math.Floor(x / k.width)
	if next := k.multiple(i + 1); next <= x { // 0.6 is in the bin [0.6,0.7), but 0.6/0.1 < 6 as a float64
		return numberOf(next)
	}
	return numberOf(k.multiple(i))
}

// exact reports whether bins of integers are computed with integers.
func (k Key) exact() bool { return k.width == math.Trunc(k.width) && k.width < 1<<53 }

// end returns the end of the bin with a least number.
func (k Key) end(least any) any {
	if n, isInteger := least.(int64); isInteger && k.exact() {
		return n + int64(k.width)
	}
	x, _ := floatOf(least)
	return k.multiple(math.Round(x/k.width) + 1)
}

// multiple returns a multiple of the width as a decimal number: 0.6, and not
// 0.6000000000000001, for 6 times 0.1.
func (k Key) multiple(i float64) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(i*k.width, 'g', 15, 64), 64)
	return x
}

// appendID appends bytes that differ for different values.
func appendID(b []byte, v any) []byte {
	text := textOf(v)
	return append(binary.AppendUvarint(append(b, byte(rankOf(v))), uint64(len(text))), text...)
}

// textOf returns the text of a value.
func textOf(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		return v
	case literal:
		return string(v)
	}
	return ""
}

// label returns the text of a value, or of its bin.
func (k Key) label(v any) string {
	if rankOf(v) == rankNumber && k.width > 0 {
		return "[" + textOf(v) + "," + textOf(k.end(v)) + ")"
	}
	return textOf(v)
}

// labels returns a function that writes each of these values in its own way: if a text is
// written like another value, the texts are in quotes.
func (k Key) labels(values []any) func(any) string {
	others := map[string]bool{}
	for _, v := range values {
		if rankOf(v) != rankText {
			others[k.label(v)] = true
		}
	}
	quoted := slices.ContainsFunc(values, func(v any) bool { return rankOf(v) == rankText && others[k.label(v)] })
	return func(v any) string {
		if quoted && rankOf(v) == rankText {
			return strconv.Quote(textOf(v))
		}
		return k.label(v)
	}
}

// kind returns the kind of the column of a key's values.
func (k Key) kind(values []any) table.Kind {
	for _, v := range values {
		if _, isInteger := v.(int64); !isInteger && v != nil {
			return table.String
		}
	}
	if k.width > 0 {
		return table.String
	}
	return table.Int
}

// The ranks of the kinds of values, in the order of groups.
const (
	rankMissing = iota
	rankNumber
	rankLiteral
	rankText
)

func rankOf(v any) int {
	switch v.(type) {
	case int64, float64:
		return rankNumber
	case literal:
		return rankLiteral
	case string:
		return rankText
	}
	return rankMissing
}

// compareValues orders groups. Integers are compared exactly.
func compareValues(a, b []any) int {
	return slices.CompareFunc(a, b, func(a, b any) int {
		if m, isM := a.(int64); isM {
			if n, isN := b.(int64); isN {
				return cmp.Compare(m, n)
			}
		}
		x, _ := floatOf(a)
		y, _ := floatOf(b)
		if rankOf(a) == rankNumber && rankOf(b) == rankNumber {
			return cmp.Compare(x, y)
		}
		return cmp.Or(rankOf(a)-rankOf(b), strings.Compare(textOf(a), textOf(b)))
	})
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
