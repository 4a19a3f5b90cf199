package metrics

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Numbers are grouped by their decimal value: 0.6 is the number with these digits, and not
// the nearest sum of powers of two. So 0.6 is in the bin [0.6,0.7), and integers that the
// same float64 is nearest to are different numbers.

// A decimal has the digits of a number that is no int64. Equal numbers have equal digits.
type decimal string

// numberOf returns a number as an int64 or a decimal, so that equal numbers are equal
// values; nil for other values.
func numberOf(v any) any {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		if v == math.Trunc(v) && -1<<63 <= v && v < 1<<63 {
			return int64(v) // also of −0
		}
		return decimal(strconv.FormatFloat(v, 'f', -1, 64))
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
	if n, isInteger := new(big.Int).SetString(text, 10); isInteger {
		return integer(n)
	}
	return numberOf(x)
}

func integer(n *big.Int) any {
	if n.IsInt64() {
		return n.Int64()
	}
	return decimal(n.String())
}

// floatOf returns a number, or the least number of a bin, as a float64.
func floatOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case decimal:
		x, err := strconv.ParseFloat(string(v), 64)
		return x, err == nil
	case jsontext.Value:
		return floatOf(numberOf(v))
	}
	return 0, false
}

// exact returns the value of a number; nil if it is not finite.
func exact(v any) *big.Rat {
	x, _ := new(big.Rat).SetString(fmt.Sprint(v))
	return x
}

// compareNumbers compares two numbers. Those that are not finite come last.
func compareNumbers(a, b any) int {
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y)
		}
	}
	x, y := exact(a), exact(b)
	if x == nil || y == nil {
		return cmp.Or(truth(x == nil)-truth(y == nil), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
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
	b := &bins{width: exact(numberOf(width))}
	b.decimals, _ = b.width.FloatPrec()
	if b.width.IsInt() && width < 1<<62 {
		b.step = b.width.Num().Int64()
	}
	return b
}

// of returns the least number of the bin of a number. A number that is not finite is in no
// bin.
func (b *bins) of(v any) any {
	if n, ok := v.(int64); ok && b.step > 0 && n > -1<<62 {
		rest := n % b.step
		if rest < 0 {
			rest += b.step
		}
		return n - rest
	}
	x := exact(v)
	if x == nil {
		return v
	}
	x.Quo(x, b.width)
	index := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	if x.Mul(x.SetInt(index), b.width); x.IsInt() {
		return integer(x.Num())
	}
	return decimal(b.text(x))
}

// label returns the ends of the bin with a least number, such as [0.6,0.7).
func (b *bins) label(least any) string {
	end := exact(least)
	if end == nil {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("[%v,%s)", least, b.text(end.Add(end, b.width)))
}

// text returns a multiple of the width as a decimal number.
func (b *bins) text(x *big.Rat) string {
	s := x.FloatString(b.decimals)
	if b.decimals > 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}
