package table

import (
	"fmt"
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
				return (a + b) / 2, nil
			}
		}
	}
	return 0, fmt.Errorf("found %q, expected a number or a bin", fmt.Sprint(cell))
}
