package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// METEOR is the score of A. Lavie and A. Agarwal (WMT 2007) in [0, 1] with exact
// and stem matches, at the weights of NLTK: α = 0.9, β = 3, γ = 0.5. Words are
// parted by white space and compared in lower case. As in NLTK each word, from
// the last, is aligned with the last free one of the reference that is the
// same, and then the rest by their stems; that is greedy, and may find more
// chunks than there need be.
func METEOR(sentence, reference string) float64 {
	s, r := strings.Fields(strings.ToLower(sentence)), strings.Fields(strings.ToLower(reference))
	if len(s) == 0 || len(r) == 0 {
		return 0
	}
	a := alignment{of: make([]int, len(s)), taken: make([]bool, len(r))}
	for i := range a.of {
		a.of[i] = -1
	}
	a.match(s, r)
	a.match(stems(s), stems(r))
	type pair struct{ i, j int }
	var pairs []pair
	for i, j := range a.of {
		if j >= 0 {
			pairs = append(pairs, pair{i, j})
		}
	}
	if len(pairs) == 0 {
		return 0
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.i, b.i) })
	chunks := 1
	for k := 1; k < len(pairs); k++ {
		if pairs[k].i != pairs[k-1].i+1 || pairs[k].j != pairs[k-1].j+1 {
			chunks++
		}
	}
	const alpha, beta, gamma = 0.9, 3, 0.5
	n := float64(len(pairs))
	precision, recall := n/float64(len(s)), n/float64(len(r))
	mean := precision * recall / (alpha*precision + (1-alpha)*recall)
	return (1 - gamma*math.Pow(float64(chunks)/n, beta)) * mean
}

// An alignment says for each word of a sentence with which of the reference it
// goes, or −1.
type alignment struct {
	of    []int
	taken []bool
}

// match aligns the free words that are the same.
func (a alignment) match(s, r []string) {
	free := map[string][]int{}
	for j, w := range r {
		if !a.taken[j] {
			free[w] = append(free[w], j)
		}
	}
	for i, w := range slices.Backward(s) {
		if places := free[w]; a.of[i] < 0 && len(places) > 0 {
			j := places[len(places)-1]
			a.of[i], a.taken[j], free[w] = j, true, places[:len(places)-1]
		}
	}
}

func stems(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = Stem(w)
	}
	return all
}
