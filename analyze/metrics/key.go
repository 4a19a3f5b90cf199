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
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return k.binned(float64(v))
	case float64:
		return k.binned(v)
	}
	text, _ := r.Text(k.Column) // of a list or a struct, its JSON
	return text
}

// binned is the beginning of x's bin, x itself where there are none.
func (k Key) binned(x float64) float64 {
	if k.Width > 0 {
		x = math.Floor(x/k.Width) * k.Width
	}
	return x + 0 // which makes a zero of a negative one
}

// appendID appends what tells a row's value of the key from others. Most rows
// are of a group that is there already; those of the row's own columns are
// looked at without making values of them.
func (k Key) appendID(b []byte, r *record.Row, field func(*record.Row) any) []byte {
	if field != nil {
		switch f := field(r).(type) {
		case *string:
			if *f != "" {
				return appendStringID(b, *f)
			}
			return append(b, 'n')
		case **int64:
			if *f != nil {
				return appendNumberID(b, k.binned(float64(**f)))
			}
			return append(b, 'n')
		}
	}
	switch v := k.value(r).(type) {
	case float64:
		return appendNumberID(b, v)
	case string:
		return appendStringID(b, v)
	}
	return append(b, 'n')
}

func appendNumberID(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(x))
}

func appendStringID(b []byte, s string) []byte {
	b = binary.AppendUvarint(append(b, 's'), uint64(len(s)))
	return append(b, s...)
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

// label is the cell of the key's value v.
func (k Key) label(v any, numeric bool) any {
	x, number := v.(float64)
	switch {
	case v == nil || !number:
		return v
	case numeric:
		return int64(x)
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if w := k.Width; w > 0 {
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
