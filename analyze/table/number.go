package table

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Number converts a cell to a number. A cell is a number, the text of one, or a
// bin such as [5,10), which becomes its middle.
func Number(cell any) (float64, error) {
	switch v := cell.(type) {
	case int64:
		return float64(v), nil
	case float64:
		return v, nil
	case string:
		if x, err := strconv.ParseFloat(v, 64); err == nil {
			return x, nil
		}
		if low, high, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(v, "["), ")"), ","); ok {
			a, errA := strconv.ParseFloat(low, 64)
			b, errB := strconv.ParseFloat(high, 64)
			if errA == nil && errB == nil {
				return middle(a, b), nil
			}
		}
	}
	return 0, fmt.Errorf("found %q, expected a number or a bin", fmt.Sprint(cell))
}

// middle returns the middle of two numbers, computed as decimals: 0.15 for 0.1 and 0.2.
func middle(a, b float64) float64 {
	x, okX := new(big.Rat).SetString(strconv.FormatFloat(a, 'g', -1, 64))
	y, okY := new(big.Rat).SetString(strconv.FormatFloat(b, 'g', -1, 64))
	if !okX || !okY {
		return (a + b) / 2 // infinite
	}
	m, _ := x.Quo(x.Add(x, y), big.NewRat(2, 1)).Float64()
	return m
}
