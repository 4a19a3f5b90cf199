package text

import "strings"

// ChrF returns the F-measure of n-grams of up to six characters, in [0, 100], in which
// recall weighs twice as much as precision (M. Popović, WMT 2015). As in sacrebleu,
// white space is removed, and precision and recall are averaged over the values of n
// for which both texts have n-grams.
func ChrF(sentence, reference string) float64 {
	const orders, beta = 6, 2
	characters := func(s string) []string { return strings.Split(strings.Join(strings.Fields(s), ""), "") }
	s, r := characters(sentence), characters(reference)
	precision, recall, n := 0.0, 0.0, 0.0
	for k := 1; k <= orders && k <= len(s) && k <= len(r); k++ {
		shared := float64(overlap(grams(s, k), grams(r, k)))
		precision += shared / float64(len(s)-k+1)
		recall += shared / float64(len(r)-k+1)
		n++
	}
	if precision == 0 {
		return 0
	}
	precision, recall = precision/n, recall/n
	return 100 * (1 + beta*beta) * precision * recall / (beta*beta*precision + recall)
}
