package metrics

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// The scores of the NL-FOL tasks follow "Do LLMs Really Struggle at NL-FOL
// Translation?" (AAAI 2026). A most-similar answer is right if it names the
// original or an equivalent. A ranking has Eq if the original and its equivalents
// have the first places, Neg if the negations have the last places, and Both if it
// has Eq and Neg. In a set without negations every order has Neg, so that its
// chance level is 1. With a single candidate all chance levels are 1.

// RankScore is a score of an answer of rank, by its name in columns.
type RankScore string

// The scores; the first is of the task most-similar, the others of ranking.
const (
	MostSimilar RankScore = "most_similar"
	Eq          RankScore = "eq"
	Neg         RankScore = "neg"
	Both        RankScore = "both"
)

// ParseRankScore reads the name of a score of rankings.
func ParseRankScore(name string) (RankScore, error) {
	if s := RankScore(name); s == Eq || s == Neg || s == Both {
		return s, nil
	}
	return "", fmt.Errorf("found %q, expected eq, neg or both", name)
}

// RoleKind is the kind of a candidate's role, as far as the scores distinguish
// roles.
type RoleKind uint8

// The kinds.
const (
	Same   RoleKind = iota // the original and its equivalents
	Other                  // perturbations
	Denied                 // negations
)

// Candidates counts the candidates of a set by the kind of their role.
type Candidates [3]int

// CountRoles returns the kind of each role, and the number of candidates of each
// kind.
func CountRoles(roles []string) ([]RoleKind, Candidates) {
	kinds := make([]RoleKind, len(roles))
	var c Candidates
	for i, r := range roles {
		kinds[i] = Other
		switch r {
		case "original", "equivalent":
			kinds[i] = Same
		case "negation", "negation_nnf":
			kinds[i] = Denied
		}
		c[kinds[i]]++
	}
	return kinds, c
}

// ScoreOrder scores an order of all candidates, the most similar first.
func ScoreOrder(kinds []RoleKind, order []int) map[RankScore]bool {
	var c Candidates
	for _, k := range kinds {
		c[k]++
	}
	eq, neg := true, true
	for place, i := range order {
		eq = eq && (place < c[Same]) == (kinds[i] == Same)
		neg = neg && (place >= len(order)-c[Denied]) == (kinds[i] == Denied)
	}
	return map[RankScore]bool{Eq: eq, Neg: neg, Both: eq && neg}
}

// Chance returns the probability that a random answer has the score, if all answers are
// equally likely.
func (c Candidates) Chance(score RankScore) float64 {
	n := c[Same] + c[Other] + c[Denied]
	if n == 0 {
		return 0
	}
	switch score {
	case MostSimilar:
		return float64(c[Same]) / float64(n)
	case Eq:
		return 1 / choose(n, c[Same])
	case Neg:
		return 1 / choose(n, c[Denied])
	}
	return 1 / choose(n, c[Same]) / choose(n-c[Same], c[Denied])
}

// choose returns the number of ways to take k of n.
func choose(n, k int) float64 {
	return math.Round(combin.GeneralizedBinomial(float64(n), float64(k)))
}
