// Package ranking scores the answers to the NL-FOL tasks: which candidate is
// most similar to a sentence, and in which order candidates are. Roles and
// answers flow in; scores, chance levels and tables of them flow out.
//
// The scores follow "Do LLMs Really Struggle at NL-FOL Translation?" (AAAI
// 2026). A most-similar answer is right where it names the original or an
// equivalent. Of a ranking, Eq says that the original and its equivalents have
// the first places, Neg that the negations have the last ones, Both that both
// do. Where a set has no negation Neg holds of every order, and its chance
// level is 1, as that of most-similar is where there is one candidate; so
// means are also given over the sets with more than one candidate.
package ranking

import "math"

// Score is one of the scores.
type Score uint8

// The scores; the first is of the task most-similar, the others of ranking.
const (
	MostSimilar Score = iota
	Eq
	Neg
	Both
	scores // their number
)

var names = [scores]string{"most_similar", "eq", "neg", "both"}

// String is the score's name in columns.
func (s Score) String() string { return names[s] }

// A Set counts the candidates of an instance by their roles.
type Set struct{ Same, Other, Denied int }

// Kind is what counts of a candidate's role.
type Kind uint8

// The kinds.
const (
	Same   Kind = iota // the original and its equivalents
	Other              // perturbations
	Denied             // negations
)

// KindOf is the kind of a role.
func KindOf(role string) Kind {
	switch role {
	case "original", "equivalent":
		return Same
	case "negation", "negation_nnf":
		return Denied
	}
	return Other
}

// Kinds are those of roles, with their counts.
func Kinds(roles []string) ([]Kind, Set) {
	kinds := make([]Kind, len(roles))
	var s Set
	for i, r := range roles {
		kinds[i] = KindOf(r)
		switch kinds[i] {
		case Same:
			s.Same++
		case Denied:
			s.Denied++
		default:
			s.Other++
		}
	}
	return kinds, s
}

// Choose scores the choice of one candidate.
func Choose(kinds []Kind, answer int) bool { return kinds[answer] == Same }

// Rank scores an order of all candidates, the most similar first, for Eq, Neg
// and Both.
func Rank(kinds []Kind, order []int) (eq, neg, both bool) {
	var s Set
	for _, k := range kinds {
		switch k {
		case Same:
			s.Same++
		case Denied:
			s.Denied++
		}
	}
	eq, neg = true, true
	for place, i := range order {
		eq = eq && (place < s.Same) == (kinds[i] == Same)
		neg = neg && (place >= len(order)-s.Denied) == (kinds[i] == Denied)
	}
	return eq, neg, eq && neg
}

// Chance is the probability that a random answer, all being equally likely,
// has the score.
func (s Set) Chance(score Score) float64 {
	n := s.Same + s.Other + s.Denied
	if n == 0 {
		return 0
	}
	switch score {
	case MostSimilar:
		return float64(s.Same) / float64(n)
	case Eq:
		return 1 / choose(n, s.Same)
	case Neg:
		return 1 / choose(n, s.Denied)
	}
	return 1 / choose(n, s.Same) / choose(n-s.Same, s.Denied)
}

// choose is the number of ways to take k of n.
func choose(n, k int) float64 {
	ways := 1.0
	for i := 1; i <= k; i++ {
		ways *= float64(n-k+i) / float64(i)
	}
	return math.Round(ways)
}
