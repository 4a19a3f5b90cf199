package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Answer is an answer with a score, such as the agreement of a vote: the higher the
// score, the more likely the answer should be right. Answers to one question are dependent.
type Answer struct {
	Score    float64
	Right    bool
	Question int
}

// A level set of answers: those of one score.
type tied struct {
	score    float64
	n, right int
}

// descending groups answers by score, the highest first.
func descending(answers []Answer) (levels []tied) {
	sorted := slices.SortedFunc(slices.Values(answers), func(a, b Answer) int { return cmp.Compare(b.Score, a.Score) })
	for _, a := range sorted {
		if len(levels) == 0 || levels[len(levels)-1].score != a.Score {
			levels = append(levels, tied{score: a.Score})
		}
		l := &levels[len(levels)-1]
		l.n++
		if a.Right {
			l.right++
		}
	}
	return levels
}

// AUROC returns the probability that a right answer has a higher score than a wrong one; a
// tie counts as one half. The interval is that of the logit, with the variance for
// clustered data of N. A. Obuchowski (Biometrics 53, 1997, p. 567), where a cluster is a
// question. With one answer a question, the variance is that of DeLong et al. (1988).
// auroc is NaN if no answer is right, or none is wrong. low and high are NaN if the
// variance is zero or unknown.
func AUROC(answers []Answer, level float64) (auroc, low, high float64) {
	below, above := map[float64][2]float64{}, 0.0 // wrong and right answers with a lower score, ties counting half
	var right, wrong float64
	for _, l := range slices.Backward(descending(answers)) {
		r, w := float64(l.right), float64(l.n-l.right)
		below[l.score] = [2]float64{wrong + w/2, right + r/2}
		above += r * (wrong + w/2)
		right, wrong = right+r, wrong+w
	}
	if right == 0 || wrong == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	auroc = above / (right * wrong)
	type cluster struct{ right, wrong, rights, wrongs float64 } // sums of placements, and numbers of answers
	clusters := map[int]*cluster{}
	var order []int
	for _, a := range answers {
		c := clusters[a.Question]
		if c == nil {
			c = &cluster{}
			clusters[a.Question] = c
			order = append(order, a.Question)
		}
		if b := below[a.Score]; a.Right {
			c.right, c.rights = c.right+b[0]/wrong, c.rights+1
		} else {
			c.wrong, c.wrongs = c.wrong+1-b[1]/right, c.wrongs+1
		}
	}
	var ofRight, ofWrong, ofBoth, withRight, withWrong float64
	for _, q := range order {
		c := clusters[q]
		x, y := c.right-c.rights*auroc, c.wrong-c.wrongs*auroc
		ofRight, ofWrong, ofBoth = ofRight+x*x, ofWrong+y*y, ofBoth+x*y
		withRight, withWrong = withRight+min(c.rights, 1), withWrong+min(c.wrongs, 1)
	}
	n := float64(len(order))
	variance := ofRight*withRight/(withRight-1)/(right*right) + ofWrong*withWrong/(withWrong-1)/(wrong*wrong) + 2*ofBoth*n/(n-1)/(right*wrong)
	if !(variance > 0) || auroc == 0 || auroc == 1 {
		return auroc, math.NaN(), math.NaN()
	}
	logit := math.Log(auroc / (1 - auroc))
	half := distuv.UnitNormal.Quantile(1-(1-level)/2) * math.Sqrt(variance) / (auroc * (1 - auroc))
	ends := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	return auroc, ends(logit - half), ends(logit + half)
}

// A CoveragePoint of a curve: the answers with a score of at least Score.
type CoveragePoint struct{ Score, Coverage, Accuracy float64 }

// RiskCoverage returns the curve of selective prediction (R. El-Yaniv and Y. Wiener, J.
// Mach. Learn. Res. 11, 2010, p. 1605), a point for each score, the highest first. aurc is
// the area under the curve of the risk, 1 − accuracy: the mean over all numbers of answers
// that are kept. excess is aurc minus that of the best order (Y. Geifman et al., ICLR
// 2019). Both are expected values, if the order of answers with the same score is random.
func RiskCoverage(answers []Answer) (curve []CoveragePoint, aurc, excess float64) {
	n := float64(len(answers))
	var kept, errors, best float64
	for _, l := range descending(answers) {
		wrong := float64(l.n - l.right)
		for k := 1.0; k <= float64(l.n); k++ {
			aurc += (errors + wrong*k/float64(l.n)) / (kept + k) / n
		}
		kept, errors = kept+float64(l.n), errors+wrong
		curve = append(curve, CoveragePoint{l.score, kept / n, 1 - errors/kept})
	}
	for k := 1.0; k <= errors; k++ {
		best += k / (n - errors + k) / n
	}
	return curve, aurc, aurc - best
}

// AccuracyAt returns the expected accuracy at a coverage above 0, if the order of answers
// with the same score is random.
func AccuracyAt(curve []CoveragePoint, coverage float64) float64 {
	var before CoveragePoint
	for _, p := range curve {
		if p.Coverage >= coverage {
			wrong := before.Coverage * (1 - before.Accuracy)
			all := p.Coverage * (1 - p.Accuracy)
			share := (coverage - before.Coverage) / (p.Coverage - before.Coverage)
			return 1 - (wrong+share*(all-wrong))/coverage
		}
		before = p
	}
	return before.Accuracy
}

// ClopperPearson returns the lower end of the one-sided interval of a rate of right among n
// trials (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934, p. 404).
func ClopperPearson(right, n int, level float64) float64 {
	if right == 0 {
		return 0
	}
	return distuv.Beta{Alpha: float64(right), Beta: float64(n - right + 1)}.Quantile(1 - level)
}

// Threshold returns the lowest score above which the accuracy is at least target, with the
// confidence level; false if there is none. The scores are tested from the highest to the
// lowest, until one fails: in this fixed sequence, each test may have the whole level (A.
// N. Angelopoulos et al., Ann. Appl. Stat. 19, 2025, p. 1641). A score is not tested if
// too few answers reach it to prove the target even if all were right. There must be one
// answer a question.
func Threshold(answers []Answer, target, level float64) (threshold float64, ok bool) {
	n, right := 0, 0
	for _, l := range descending(answers) {
		n, right = n+l.n, right+l.right
		if ClopperPearson(n, n, level) < target {
			continue
		}
		if ClopperPearson(right, n, level) < target {
			break
		}
		threshold, ok = l.score, true
	}
	return threshold, ok
}
