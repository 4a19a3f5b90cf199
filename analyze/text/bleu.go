package text

import (
	"math"
	"regexp"
	"strings"
)

// SentenceBLEU returns sacrebleu's BLEU of one sentence, in [0, 100]: tokens of
// mteval-v13a, exponential smoothing, one reference, and no n-grams that are longer than
// the sentence (K. Papineni et al., ACL 2002; M. Post, WMT 2018).
func SentenceBLEU(sentence, reference string) float64 {
	s, r := tokens13a(sentence), tokens13a(reference)
	orders, sum, smooth := min(4, len(s)), 0.0, 1.0
	matched := false
	for n := 1; n <= orders; n++ {
		matches, total := overlap(grams(s, n), grams(r, n)), len(s)-n+1
		precision := float64(matches) / float64(total)
		if matches == 0 {
			smooth *= 2
			precision = 1 / (smooth * float64(total))
		}
		matched = matched || matches > 0
		sum += math.Log(precision)
	}
	if !matched {
		return 0
	}
	return 100 * brevity(len(s), len(r)) * math.Exp(sum/float64(orders))
}

// brevity returns the penalty of a text shorter than its reference.
func brevity(length, reference int) float64 {
	switch {
	case length == 0:
		return 0
	case length < reference:
		return math.Exp(1 - float64(reference)/float64(length))
	}
	return 1
}

// TokenBLEU returns NLTK's sentence_bleu of tokens, in [0, 1], with n-grams of up to
// order tokens, usually 4, equal weights and no smoothing. As in NLTK, a precision of 0
// is replaced by the smallest normal float. So the score is close to 0, but not 0, if
// only single tokens match.
func TokenBLEU(sentence, reference []string, order int) float64 {
	sum := 0.0
	for n := 1; n <= order; n++ {
		matches, total := overlap(grams(sentence, n), grams(reference, n)), max(1, len(sentence)-n+1)
		if matches == 0 && n == 1 {
			return 0
		}
		const smallest = 0x1p-1022
		precision := smallest
		if matches > 0 {
			precision = float64(matches) / float64(total)
		}
		sum += math.Log(precision) / float64(order)
	}
	return brevity(len(sentence), len(reference)) * math.Exp(sum)
}

// grams counts the n-grams of tokens.
func grams(tokens []string, n int) map[string]int {
	counts := map[string]int{}
	for i := 0; i+n <= len(tokens); i++ {
		counts[strings.Join(tokens[i:i+n], "\x00")]++
	}
	return counts
}

// overlap returns the number of n-grams that two texts share, counted with repetition.
func overlap(a, b map[string]int) int {
	shared := 0
	for gram, n := range a {
		shared += min(n, b[gram])
	}
	return shared
}

// The rules of mteval-v13a: punctuation is separate, except full stops and commas
// within numbers and most dashes.
var (
	symbols13a   = regexp.MustCompile("([\\{-\\~\\[-\\` -\\&\\(-\\+\\:-\\@\\/])")
	afterNumber  = regexp.MustCompile(`([^0-9])([\.,])`)
	beforeNumber = regexp.MustCompile(`([\.,])([^0-9])`)
	dash         = regexp.MustCompile(`([0-9])(-)`)
)

func tokens13a(s string) []string {
	s = strings.ReplaceAll(s, "<skipped>", "")
	s = strings.ReplaceAll(s, "-\n", "")
	s = strings.ReplaceAll(s, "\n", " ")
	if strings.Contains(s, "&") {
		for _, pair := range [][2]string{{"&quot;", `"`}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}} {
			s = strings.ReplaceAll(s, pair[0], pair[1])
		}
	}
	s = symbols13a.ReplaceAllString(" "+s+" ", " $1 ")
	s = afterNumber.ReplaceAllString(s, "$1 $2 ")
	s = beforeNumber.ReplaceAllString(s, " $1 $2")
	s = dash.ReplaceAllString(s, "$1 $2 ")
	return strings.Fields(s)
}
