package text

import "strings"

// ROUGE holds F-measures in [0, 1] of what a text and its reference share (C.-Y.
// Lin, 2004): words (One), pairs of words (Two), and the longest common
// subsequence (L). As in rouge-score, texts are in lower case, words are runs of
// a to z and 0 to 9, and there is no stemming.
type ROUGE struct{ One, Two, L float64 }

// ROUGEOf compares a sentence with a reference.
func ROUGEOf(sentence, reference string) ROUGE {
	s, r := words(sentence), words(reference)
	measure := func(shared, inSentence, inReference int) float64 {
		precision, recall := float64(shared)/float64(max(1, inSentence)), float64(shared)/float64(max(1, inReference))
		if shared == 0 {
			return 0
		}
		return 2 * precision * recall / (precision + recall)
	}
	of := func(n int) float64 {
		return measure(overlap(grams(s, n), grams(r, n)), len(s)-n+1, len(r)-n+1)
	}
	return ROUGE{of(1), of(2), measure(longestCommon(s, r), len(s), len(r))}
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') })
}

// longestCommon returns the length of the longest common subsequence. Its memory grows
// with the shorter side only.
func longestCommon(a, b []string) int {
	if len(b) > len(a) {
		a, b = b, a
	}
	last, next := make([]int, len(b)+1), make([]int, len(b)+1)
	for _, x := range a {
		for j, y := range b {
			if x == y {
				next[j+1] = last[j] + 1
			} else {
				next[j+1] = max(next[j], last[j+1])
			}
		}
		last, next = next, last
	}
	return last[len(b)]
}
