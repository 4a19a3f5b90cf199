package metrics

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// A Key is a column to group by. With a Width above 0, numbers fall into bins
// [k·Width, (k+1)·Width).
type Key struct {
	Column string
	Width  float64

	seedless bool // the value is the JSON of params, without seeds
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
	return Key{Column: name, Width: w}, nil
}

// By makes keys of columns, without bins.
func By(columns ...string) []Key {
	keys := make([]Key, len(columns))
	for i, c := range columns {
		keys[i].Column = c
	}
	return keys
}

// value returns a row's value of the key: nil, a string or a float64.
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
		return strconv.FormatBool(v)
	case int64:
		return k.binned(float64(v))
	case float64:
		return k.binned(v)
	}
	text, _ := r.Text(k.Column) // a list or a struct as JSON
	return text
}

// binned returns the start of x's bin, or x itself without bins.
func (k Key) binned(x float64) float64 {
	if k.Width > 0 {
		x = math.Floor(x/k.Width) * k.Width
	}
	return x + 0 // −0 becomes 0
}

// appendValue appends an encoding that differs for different values.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case float64:
		return binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
	case string:
		b = binary.AppendUvarint(append(b, 's'), uint64(len(v)))
		return append(b, v...)
	}
	return append(b, 'n')
}

// whole reports whether v fits a column of integers; a missing value fits.
func whole(v any) bool {
	if v == nil {
		return true
	}
	x, ok := v.(float64)
	return ok && x == math.Trunc(x) && math.Abs(x) < 1<<53
}

// label returns the cell of the key's value v.
func (k Key) label(v any, numeric bool) any {
	x, number := v.(float64)
	switch {
	case !number:
		return v
	case numeric:
		return int64(x)
	}
	return k.Label(x)
}

// Label returns the text of a number, or of its bin.
func (k Key) Label(x float64) string {
	x = k.binned(x)
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if w := k.Width; w > 0 {
		text = fmt.Sprintf("[%s,%s)", text, strconv.FormatFloat(x+w, 'f', -1, 64))
	}
	return text
}

// compareValues orders groups: missing values first, then numbers, then strings.
func compareValues(a, b []any) int {
	return slices.CompareFunc(a, b, func(a, b any) int {
		x, isX := a.(float64)
		y, isY := b.(float64)
		s, isS := a.(string)
		t, isT := b.(string)
		return cmp.Or(truth(a != nil)-truth(b != nil), truth(isS)-truth(isT), truth(isX)-truth(isY), cmp.Compare(x, y), cmp.Compare(s, t))
	})
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
