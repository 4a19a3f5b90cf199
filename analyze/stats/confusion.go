package stats

import "math"

// A Confusion counts a judge's yes and no against the truth.
type Confusion struct {
	TruePositive, FalsePositive, FalseNegative, TrueNegative int64
}

// Add counts one answer.
func (c *Confusion) Add(truth, answer bool) {
	switch {
	case truth && answer:
		c.TruePositive++
	case truth:
		c.FalseNegative++
	case answer:
		c.FalsePositive++
	default:
		c.TrueNegative++
	}
}

// N is the number of answers.
func (c Confusion) N() int64 {
	return c.TruePositive + c.FalsePositive + c.FalseNegative + c.TrueNegative
}

func ratio(a, b int64) float64 { return float64(a) / float64(b) }

// Accuracy is the share of right answers. Like the other figures, it is NaN if
// its denominator is 0.
func (c Confusion) Accuracy() float64 { return ratio(c.TruePositive+c.TrueNegative, c.N()) }

// Precision is the share of yes answers that are right.
func (c Confusion) Precision() float64 {
	return ratio(c.TruePositive, c.TruePositive+c.FalsePositive)
}

// Recall is the share of true cases answered yes (sensitivity).
func (c Confusion) Recall() float64 { return ratio(c.TruePositive, c.TruePositive+c.FalseNegative) }

// Specificity is the share of false cases answered no.
func (c Confusion) Specificity() float64 {
	return ratio(c.TrueNegative, c.TrueNegative+c.FalsePositive)
}

// F1 is the harmonic mean of precision and recall.
func (c Confusion) F1() float64 {
	return ratio(2*c.TruePositive, 2*c.TruePositive+c.FalsePositive+c.FalseNegative)
}

// BalancedAccuracy is the mean of recall and specificity.
func (c Confusion) BalancedAccuracy() float64 { return (c.Recall() + c.Specificity()) / 2 }

// Matthews is the correlation of truth and answers (B. W. Matthews, Biochim.
// Biophys. Acta 405, 1975, p. 442), in [−1, 1].
func (c Confusion) Matthews() float64 {
	tp, fp := float64(c.TruePositive), float64(c.FalsePositive)
	fn, tn := float64(c.FalseNegative), float64(c.TrueNegative)
	// The product of the factors would lose digits beyond 2⁵³.
	return (tp*tn - fp*fn) / (math.Sqrt(tp+fp) * math.Sqrt(tp+fn) * math.Sqrt(tn+fp) * math.Sqrt(tn+fn))
}
