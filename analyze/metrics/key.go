package metrics

import (
	"cmp"
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

// value returns a row's value of the key: nil, a number (see numberOf) or a text. A text is
// also that of a truth value, and the JSON of a list or an object. With a width, a number is
// the least one of a bin.
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
	case !isText:
		text, _ = r.Text(k.Column)
	case k.seedless:
		return withoutSeed(text)
	}
	if text == "" {
		return nil
	}
	return text
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
func (k Key) bin(v any) float64 {
	x, _ := floatOf(v)
	i := math.Floor(x / k.width)
	if next := k.multiple(i + 1); next <= x { // 0.6 is in the bin [0.6,0.7), but 0.6/0.1 < 6 as a float64
		return next
	}
	return k.multiple(i)
}

// multiple returns a multiple of the width as a decimal number: 0.6, and not
// 0.6000000000000001, for 6 times 0.1.
func (k Key) multiple(i float64) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(i*k.width, 'g', 15, 64), 64)
	return x + 0 // never −0
}

// appendText appends the text of a value.
func appendText(b []byte, v any) []byte {
	switch v := v.(type) {
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case string:
		return append(b, v...)
	}
	return b
}

// label returns the text of a value, or of its bin.
func (k Key) label(v any) string {
	text := string(appendText(nil, v))
	if x, isNumber := floatOf(v); isNumber && k.width > 0 {
		return "[" + text + "," + string(appendText(nil, k.multiple(math.Round(x/k.width)+1))) + ")"
	}
	return text
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

// compareValues orders groups: missing values first, then numbers and bins, then texts.
// Integers are compared exactly.
func compareValues(a, b []any) int {
	return slices.CompareFunc(a, b, func(a, b any) int {
		m, isM := a.(int64)
		n, isN := b.(int64)
		if isM && isN {
			return cmp.Compare(m, n)
		}
		x, isX := floatOf(a)
		y, isY := floatOf(b)
		s, isS := a.(string)
		t, isT := b.(string)
		return cmp.Or(truth(isS)-truth(isT), truth(isX)-truth(isY), cmp.Compare(x, y), strings.Compare(s, t))
	})
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
