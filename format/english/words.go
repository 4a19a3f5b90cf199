package english

import (
	"strconv"
	"strings"
)

// inDigits writes an English ordinal, such as 13th.
func inDigits(n int) string {
	suffix := "th"
	if d := n % 10; n/10%10 != 1 && d >= 1 && d <= 3 {
		suffix = []string{"st", "nd", "rd"}[d-1]
	}
	return strconv.Itoa(n) + suffix
}

// isOrdinal reports whether w is an English ordinal in digits.
func isOrdinal(w string) bool {
	n, err := strconv.Atoi(strings.TrimRight(w, "sthndr"))
	return err == nil && n >= 1 && (w == inDigits(n) || w == strconv.Itoa(n)+"th")
}

// label names the i-th definition of a text: A to Z, then AA, AB and so on.
func label(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return label(i/26-1) + string(rune('A'+i%26))
}

// Pick returns a if yes is true, and b otherwise.
func Pick[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}
