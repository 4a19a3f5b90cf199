package text

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Synonyms finds the words that mean the same as a word; a *wordnet.Net does.
type Synonyms interface{ Synonyms(word string) []string }

// METEOR is the score of A. Lavie and A. Agarwal (WMT 2007) in [0, 1] with exact
// and stem matches and, unless net is nil, synonyms, at the weights of NLTK:
// α = 0.9, β = 3, γ = 0.5. Words are parted by white space and compared in lower
// case. As in NLTK each word, from the last, is aligned with the last free one
// of the reference that is the same, then the rest by their stems, and then the
// rest where the reference has a synonym; that is greedy, and may find more
// chunks than there need be. Synonyms are those of the stem, and are compared
// with stems, as NLTK has it: it finds fewer than WordNet knows.
func METEOR(sentence, reference string, net Synonyms) float64 {
	s, r := strings.Fields(strings.ToLower(sentence)), strings.Fields(strings.ToLower(reference))
	if len(s) == 0 || len(r) == 0 {
		return 0
	}
	a := alignment{of: make([]int, len(s)), taken: make([]bool, len(r))}
	for i := range a.of {
		a.of[i] = -1
	}
	same := func(w string) []string { return []string{w} }
	a.match(s, r, same)
	s, r = stems(s), stems(r)
	a.match(s, r, same)
	if net != nil {
		a.match(s, r, net.Synonyms)
	}
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

// match aligns each free word with the last free one of those that it may go
// with.
func (a alignment) match(s, r []string, with func(word string) []string) {
	free := map[string][]int{}
	for j, w := range r {
		if !a.taken[j] {
			free[w] = append(free[w], j)
		}
	}
	for i, w := range slices.Backward(s) {
		if a.of[i] >= 0 {
			continue
		}
		j := -1
		for _, other := range with(w) {
			if places := free[other]; len(places) > 0 {
				j = max(j, places[len(places)-1])
			}
		}
		if j >= 0 {
			a.of[i], a.taken[j] = j, true
			free[r[j]] = free[r[j]][:len(free[r[j]])-1]
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
