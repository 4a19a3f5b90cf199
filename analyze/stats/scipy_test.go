package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/analyze/internal/reference"
)

func check(t *testing.T, claims []reference.Claim) {
	t.Helper()
	reference.Check(t, "from scipy import stats\nfrom sklearn import metrics", claims)
}

// samples are pairs of samples of many sizes, some with ties.
func samples(least, most int) [][2][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	var all [][2][]float64
	for n := least; n <= most; n++ {
		for _, grain := range []float64{1e6, 3} {
			xs, ys := make([]float64, n), make([]float64, n)
			for i := range n {
				xs[i] = math.Floor(r.Float64()*grain) / grain
				ys[i] = math.Floor((xs[i]+r.Float64())*grain) / grain
			}
			all = append(all, [2][]float64{xs, ys})
		}
	}
	return all
}

func TestCorrelationsAgreeWithScipy(t *testing.T) {
	var claims []reference.Claim
	for _, s := range samples(3, 30) {
		xs, ys, n := s[0], s[1], len(s[0])
		r, p := Pearson(xs, ys)
		rho, rhoP := Spearman(xs, ys)
		tau, tauP := KendallTauB(xs, ys)
		args := "(" + reference.List(xs) + ", " + reference.List(ys) + ")"
		claims = append(claims,
			reference.Of("r", "stats.pearsonr"+args+".statistic if len(set("+reference.List(xs)+")) > 1 and len(set("+reference.List(ys)+")) > 1 else float('nan')", r),
			reference.Of("rho", "stats.spearmanr"+args+".statistic", rho),
			reference.Of("tau", "stats.kendalltau"+args+".statistic", tau),
		)
		if math.IsNaN(r) {
			continue
		}
		claims = append(claims, reference.Of("p of r", "stats.pearsonr"+args+".pvalue", p))
		if n > 3 && math.Abs(r) < 1 {
			low, high := FisherInterval(r, n, 0.9)
			claims = append(claims,
				reference.Of("low end of r", "stats.pearsonr"+args+".confidence_interval(0.9).low", low),
				reference.Of("high end of r", "stats.pearsonr"+args+".confidence_interval(0.9).high", high))
		}
		switch {
		case n > maxExact:
			claims = append(claims,
				reference.Of("p of rho", "stats.spearmanr"+args+".pvalue", rhoP),
				reference.Of("p of tau", "stats.kendalltau"+args[:len(args)-1]+", method='asymptotic').pvalue", tauP))
		case n <= 5: // scipy counts orders more slowly
			test := "stats.permutation_test((%s,), lambda x: abs(stats.%s(x, %s).statistic), permutation_type='pairings', alternative='greater').pvalue"
			claims = append(claims,
				reference.Of("exact p of r", fmt.Sprintf(test, reference.List(xs), "pearsonr", reference.List(ys)), PearsonPermutation(xs, ys, 1, 1)),
				reference.Of("exact p of rho", fmt.Sprintf(test, reference.List(xs), "spearmanr", reference.List(ys)), rhoP),
				reference.Of("exact p of tau", fmt.Sprintf(test, reference.List(xs), "kendalltau", reference.List(ys)), tauP))
		}
	}
	check(t, claims)
}

func TestMcNemarAgreesWithScipy(t *testing.T) {
	var claims []reference.Claim
	for _, c := range [][2]int64{{0, 1}, {1, 1}, {0, 10}, {3, 12}, {12, 3}, {100, 140}, {5000, 5200}} {
		claims = append(claims, reference.Of(fmt.Sprint(c), fmt.Sprintf("stats.binomtest(%d, %d).pvalue", c[0], c[0]+c[1]), McNemar(c[0], c[1])))
	}
	check(t, claims)
	if McNemar(0, 0) != 1 {
		t.Error("raters that never differ differ")
	}
}

func TestConfusionAgreesWithScikitLearn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var claims []reference.Claim
	for n := 1; n < 60; n += 4 {
		var c Confusion
		truth, answers := make([]int, n), make([]int, n)
		for i := range n {
			truth[i], answers[i] = r.IntN(2), min(1, r.IntN(3))
			c.Add(truth[i] == 1, answers[i] == 1)
		}
		args := "(" + reference.List(truth) + ", " + reference.List(answers)
		nan := ", zero_division=np.nan)"
		claims = append(claims,
			reference.Of("accuracy", "metrics.accuracy_score"+args+")", c.Accuracy()),
			reference.Of("precision", "metrics.precision_score"+args+nan, c.Precision()),
			reference.Of("recall", "metrics.recall_score"+args+nan, c.Recall()),
			reference.Of("specificity", "metrics.recall_score"+args+", pos_label=0"+nan, c.Specificity()),
			reference.Of("F1", "metrics.f1_score"+args+nan, c.F1()))
		if mcc := c.Matthews(); !math.IsNaN(mcc) { // scikit-learn says 0 there
			claims = append(claims,
				reference.Of("Matthews", "metrics.matthews_corrcoef"+args+")", mcc),
				reference.Of("balanced accuracy", "metrics.balanced_accuracy_score"+args+")", c.BalancedAccuracy()))
		}
	}
	check(t, claims)
}

func TestPairedPermutationAgreesWithScipy(t *testing.T) {
	var claims []reference.Claim
	for _, s := range samples(2, 11) {
		ds := make([]float64, len(s[0]))
		for i := range ds {
			ds[i] = s[0][i] - s[1][i]
		}
		claims = append(claims, reference.Of(
			fmt.Sprint(ds),
			"stats.permutation_test((np.array("+reference.List(ds)+"),), lambda d: abs(d.sum()), permutation_type='samples', alternative='greater').pvalue",
			PairedPermutation(ds, 1000, 1)))
	}
	check(t, claims)
}

// Of the same resamples, both intervals are numpy's and scipy's.
func TestBootstrapAgreesWithScipy(t *testing.T) {
	var claims []reference.Claim
	for _, s := range samples(5, 25) {
		xs := s[0]
		mean := func(things []int) float64 {
			sum := 0.0
			for _, i := range things {
				sum += xs[i] * xs[i] // skewed
			}
			return sum / float64(len(things))
		}
		b := resample(len(xs), 500, 7, mean)
		low, high := b.Percentile(0.9)
		claims = append(claims,
			reference.Of("percentile low", "np.quantile("+reference.List(b.sorted)+", 0.05)", low),
			reference.Of("percentile high", "np.quantile("+reference.List(b.sorted)+", 0.95)", high))
		low, high = b.BCa(0.9)
		// Efron and Tibshirani's formulas once more, in numpy.
		bca := "(lambda b, e, j: (lambda z0, a: np.quantile(b, stats.norm.cdf(z0 + (z0 + stats.norm.ppf(%v)) / (1 - a * (z0 + stats.norm.ppf(%v))))))" +
			"(stats.norm.ppf(stats.percentileofscore(b, e, 'mean') / 100), stats.skew(j.mean() - j) / 6 / len(j) ** 0.5 if np.ptp(j) > 0 else 0.0))" +
			"(np.array(%s), %v, np.array(%s))"
		claims = append(claims,
			reference.Of("BCa low", fmt.Sprintf(bca, 0.05, 0.05, reference.List(b.sorted), b.Estimate, reference.List(b.jack)), low),
			reference.Of("BCa high", fmt.Sprintf(bca, 0.95, 0.95, reference.List(b.sorted), b.Estimate, reference.List(b.jack)), high))
	}
	check(t, claims)
}
