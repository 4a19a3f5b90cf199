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
	s, smooth := tokens13a(sentence), 1.0
	return 100 * bleu(s, tokens13a(reference), min(4, len(s)), func(total int) float64 {
		smooth *= 2
		return 1 / (smooth * float64(total))
	})
}

// TokenBLEU returns NLTK's sentence_bleu of tokens, in [0, 1], with n-grams of up to
// order tokens, usually 4, equal weights and no smoothing. As in NLTK, a precision of 0
// is replaced by the smallest normal float. So the score is close to 0, but not 0, if
// only single tokens match.
func TokenBLEU(sentence, reference []string, order int) float64 {
	return bleu(sentence, reference, order, func(int) float64 { return 0x1p-1022 })
}

// bleu returns the geometric mean of the precisions of n-grams of up to order tokens, times
// the penalty of a text shorter than its reference; 0 if no token matches. smoothed replaces
// a precision of 0 of a number of n-grams.
func bleu(s, r []string, order int, smoothed func(total int) float64) float64 {
	if order == 0 {
		return 0
	}
	sum := 0.0
	for n := 1; n <= order; n++ {
		matches, total := overlap(grams(s, n), grams(r, n)), max(1, len(s)-n+1)
		precision := float64(matches) / float64(total)
		switch {
		case matches == 0 && n == 1:
			return 0
		case matches == 0:
			precision = smoothed(total)
		}
		sum += math.Log(precision) / float64(order)
	}
	return math.Exp(sum + min(0, 1-float64(len(r))/float64(len(s))))
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
