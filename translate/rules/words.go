package rules

import "strconv"

// numerals are the counts that are spelled out; larger ones are in digits.
var numerals = [...]string{
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
}

var ordinals = [...]string{
	"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
}

// numeral writes a count.
func numeral(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// parseNumeral reads a count up to a million.
func parseNumeral(w string) (int, bool) {
	for i, s := range numerals {
		if s == w {
			return i, true
		}
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 0 && n <= 1_000_000
}

// ordinal writes a place in a list, from first.
func ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// parseOrdinal reads a place in a list; 0 where w is none.
func parseOrdinal(w string) int {
	if w == "" {
		return 0
	}
	if w[0] < '0' || w[0] > '9' {
		for i, s := range ordinals {
			if s == w {
				return i
			}
		}
		return 0
	}
	if len(w) < 3 {
		return 0
	}
	n, err := strconv.Atoi(w[:len(w)-2])
	if err != nil || n < 1 || ordinal(n) != w && strconv.Itoa(n)+"th" != w {
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
