package metrics

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// nested is the JSON of a list or an object.
type nested string

// value returns a row's value of the key: nil, a string, a bool, a nested or a number, see
// numberOf. With a width, the number is the least one of a bin.
func (k Key) value(r *record.Row) any {
	v, ok := r.Get(k.Column)
	if !ok && k.Column == complexityKey {
		for _, c := range complexityColumns {
			if v, ok = r.Get(c); ok {
				break
			}
		}
	}
	if !ok {
		return nil
	}
	switch v := v.(type) {
	case string:
		if k.seedless {
			return withoutSeed(v)
		}
		return v
	case bool:
		return v
	}
	if x := numberOf(v); x != nil {
		if k.width > 0 {
			x = k.bin(x)
		}
		return x
	}
	text, _ := r.Text(k.Column)
	return nested(text)
}

// number returns a row's value of the key as a float64, if it is a number.
func (k Key) number(r *record.Row) (float64, bool) { return floatOf(k.value(r)) }

// appendValue appends an encoding that differs for different values.
func appendValue(b []byte, v any) []byte {
	text := func(kind byte, s string) []byte {
		return append(binary.AppendUvarint(append(b, kind), uint64(len(s))), s...)
	}
	switch v := v.(type) {
	case int64:
		return binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(v))
	case bool:
		return append(b, 'b', byte(truth(v)))
	case string:
		return text('s', v)
	case nested:
		return text('j', string(v))
	case float64:
		return binary.LittleEndian.AppendUint64(append(b, 'd'), math.Float64bits(v))
	}
	return append(b, 'n')
}

// A labeller makes the cells of a key's values.
type labeller struct {
	key     Key
	numeric bool // all values are int64, or missing
	quoted  bool // a string is written like another value, so strings are in quotes
}

// labeller returns the labeller for all values of a key.
func (k Key) labeller(values []any) labeller {
	l := labeller{key: k, numeric: k.width == 0}
	others := map[string]bool{"": slices.Contains(values, nil)}
	for _, v := range values {
		if _, isString := v.(string); v != nil && !isString {
			others[k.label(v)] = true
		}
		_, isInteger := v.(int64)
		l.numeric = l.numeric && (isInteger || v == nil)
	}
	for _, v := range values {
		s, ok := v.(string)
		l.quoted = l.quoted || ok && others[s]
	}
	return l
}

// cell returns the cell of a value.
func (l labeller) cell(v any) any {
	s, isString := v.(string)
	switch {
	case v == nil || l.numeric:
		return v
	case isString && l.quoted:
		return strconv.Quote(s)
	}
	return l.key.label(v)
}

// label returns the text of a value.
func (k Key) label(v any) string {
	text := func(v any) string {
		if x, ok := v.(float64); ok {
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
		return fmt.Sprint(v)
	}
	if kindOf(v) == numbers && k.width > 0 {
		return "[" + text(v) + "," + text(k.end(v)) + ")"
	}
	return text(v)
}

// compareValues orders groups: missing values first, then numbers and bins, then truth
// values, then texts.
func compareValues(a, b []any) int {
	return slices.CompareFunc(a, b, func(a, b any) int {
		if c := cmp.Compare(kindOf(a), kindOf(b)); c != 0 {
			return c
		}
		switch a := a.(type) {
		case nil:
			return 0
		case bool:
			return truth(a) - truth(b.(bool))
		case string, nested:
			return cmp.Or(strings.Compare(fmt.Sprint(a), fmt.Sprint(b)), bytes.Compare(appendValue(nil, a), appendValue(nil, b)))
		}
		return compareNumbers(a, b)
	})
}

// The kinds of values, in the order of groups.
const (
	missing = iota
	numbers
	truths
	texts
)

func kindOf(v any) int {
	switch v.(type) {
	case nil:
		return missing
	case bool:
		return truths
	case string, nested:
		return texts
	}
	return numbers
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
