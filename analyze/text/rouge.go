package text

import "strings"

// ROUGEL returns ROUGE-L (C.-Y. Lin, 2004): the F-measure, in [0, 1], of the longest common
// subsequence of the words of a sentence and its reference. As in rouge-score, texts are in
// lower case, words are runs of a to z and 0 to 9, and there is no stemming.
func ROUGEL(sentence, reference string) float64 {
	s, r := words(sentence), words(reference)
	shared := float64(longestCommon(s, r))
	if shared == 0 {
		return 0
	}
	precision, recall := shared/float64(len(s)), shared/float64(len(r))
	return 2 * precision * recall / (precision + recall)
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
