package english

import (
	"slices"
	"strconv"
	"strings"
)

var (
	numerals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")
	ordinals = strings.Fields("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
)

// Numeral writes a count.
func Numeral(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// ordinal writes a place in a list, such as "first" for 1.
func ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	suffix := "th"
	if d := n % 10; n/10%10 != 1 && d >= 1 && d <= 3 {
		suffix = []string{"st", "nd", "rd"}[d-1]
	}
	return strconv.Itoa(n) + suffix
}

// parseOrdinal reads a place in a list, from 1. It returns 0 if w is not a place.
func parseOrdinal(w string) int {
	if i := slices.Index(ordinals, w); i > 0 {
		return i
	}
	n, err := strconv.Atoi(strings.TrimRight(w, "sthndr"))
	if err != nil || n < 1 || w != ordinal(n) && w != strconv.Itoa(n)+"th" {
		return 0
	}
	return n
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
