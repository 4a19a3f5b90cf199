package metrics

import (
	"cmp"
	"math"
	"strconv"
)

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

// compareNumbers compares two numbers, integers exactly.
func compareNumbers(a, b any) int {
	m, isM := a.(int64)
	n, isN := b.(int64)
	if isM && isN {
		return cmp.Compare(m, n)
	}
	x, _ := floatOf(a)
	y, _ := floatOf(b)
	return cmp.Compare(x, y)
}

// bin returns the least number of the bin of a number.
func (k Key) bin(v any) any {
	if n, ok := v.(int64); ok && k.width == math.Trunc(k.width) && k.width < 1<<53 && n > -1<<62 {
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

// multiple returns a multiple of the width as a decimal number: 0.6, and not
// 0.6000000000000001, for 6 times 0.1.
func (k Key) multiple(i float64) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(i*k.width, 'g', 15, 64), 64)
	return x
}

// end returns the end of the bin with a least number.
func (k Key) end(least any) any {
	if n, ok := least.(int64); ok && k.width == math.Trunc(k.width) && k.width < 1<<53 {
		return n + int64(k.width)
	}
	x, _ := floatOf(least)
	return k.multiple(math.Round(x/k.width) + 1)
}
