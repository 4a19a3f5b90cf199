package align

import (
	"strings"
	"unicode"
)

// likeness returns how similar a left and a right symbol are by their names: from 0
// to 1, or 2 for the same name.
func (s *search) likeness(left, right int) float64 {
	key := [2]int{left, right}
	if v, ok := s.like[key]; ok {
		return v
	}
	a, b := s.sides[0].symbols[left], s.sides[1].symbols[right]
	v := 0.0
	switch {
	case a.Name == "" || b.Name == "":
	case s.o.Fold(a.Name) == s.o.Fold(b.Name):
		v = 2
	default:
		v = dice(a.Name, b.Name)
	}
	s.like[key] = v
	return v
}

// dice returns the share of pairs of neighbouring letters that two texts have in
// common (Dice, Measures of the amount of ecologic association between species,
// Ecology 26, 1945).
func dice(a, b string) float64 {
	x, y := bigrams(a), bigrams(b)
	common, total := 0, 0
	for g, n := range x {
		common += min(n, y[g])
		total += n
	}
	for _, n := range y {
		total += n
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(common) / float64(total)
}

func bigrams(s string) map[[2]rune]int {
	out := map[[2]rune]int{}
	last := rune(0)
	for _, r := range strings.ToLower(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		out[[2]rune{last, r}]++
		last = r
	}
	return out
}
