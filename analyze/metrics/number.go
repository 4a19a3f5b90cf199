package metrics

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Numbers are grouped by their decimal value: 0.6 is the number with these digits, and not
// the nearest sum of powers of two. So 0.6 is in the bin [0.6,0.7), and integers that the
// same float64 is nearest to are different numbers.

// wide is the text of an integer that is no int64.
type wide string

// A bin is the decimal text of the least number of a bin.
type bin string

// numberOf returns a number as an int64, a float64 or a wide, so that equal numbers are
// equal values; nil for other values.
func numberOf(v any) any {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		if v == math.Trunc(v) && -1<<63 <= v && v < 1<<63 {
			return int64(v) // also of −0
		}
		return v
	case jsontext.Value:
		if v.Kind() == '0' {
			return parseNumber(string(v))
		}
	}
	return nil
}

// parseNumber returns the number of a text; nil if it is not a finite number.
func parseNumber(text string) any {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	n, isInteger := new(big.Int).SetString(text, 10)
	switch {
	case !isInteger:
	case n.IsInt64():
		return n.Int64()
	default:
		return wide(n.String())
	}
	return numberOf(x)
}

// floatOf returns a number, or the least number of a bin, as a float64.
func floatOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case wide:
		x, err := strconv.ParseFloat(string(v), 64)
		return x, err == nil
	case bin:
		x, err := strconv.ParseFloat(string(v), 64)
		return x, err == nil
	}
	return 0, false
}

// decimal returns the value of a number or a bin; nil if it is not finite.
func decimal(v any) *big.Rat {
	switch v := v.(type) {
	case int64:
		return new(big.Rat).SetInt64(v)
	case float64:
		x, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
		if !ok {
			return nil
		}
		return x
	case wide:
		x, _ := new(big.Rat).SetString(string(v))
		return x
	case bin:
		x, _ := new(big.Rat).SetString(string(v))
		return x
	}
	return nil
}

// compareNumbers compares two numbers or two bins. Those that are not finite come last.
func compareNumbers(a, b any) int {
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y)
		}
	}
	x, y := decimal(a), decimal(b)
	if x == nil || y == nil {
		f, _ := floatOf(a)
		g, _ := floatOf(b)
		return cmp.Or(truth(x == nil)-truth(y == nil), cmp.Compare(f, g))
	}
	return x.Cmp(y)
}

// bins are the bins of a width.
type bins struct {
	width    *big.Rat
	decimals int
	step     int64 // the width, if it is a small integer; else 0
}

func newBins(width float64) *bins {
	b := &bins{width: decimal(width)}
	b.decimals, _ = b.width.FloatPrec()
	if b.width.IsInt() && width < 1<<62 {
		b.step = b.width.Num().Int64()
	}
	return b
}

// of returns the bin of a number. A number that is not finite is in no bin.
func (b *bins) of(v any) any {
	if n, ok := v.(int64); ok && b.step > 0 && n > -1<<62 {
		rest := n % b.step
		if rest < 0 {
			rest += b.step
		}
		return bin(strconv.FormatInt(n-rest, 10))
	}
	x := decimal(v)
	if x == nil {
		return v
	}
	x.Quo(x, b.width)
	index := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	return bin(b.text(x.Mul(x.SetInt(index), b.width)))
}

// label returns the ends of a bin, such as [0.6,0.7).
func (b *bins) label(of bin) string {
	end := decimal(of)
	return "[" + string(of) + "," + b.text(end.Add(end, b.width)) + ")"
}

// text returns a multiple of the width as a decimal number.
func (b *bins) text(x *big.Rat) string {
	s := x.FloatString(b.decimals)
	if b.decimals > 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}
