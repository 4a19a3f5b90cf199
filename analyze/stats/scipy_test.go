package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
)

// python evaluates expressions in which stats, sklearn's metrics and numpy are
// at hand, in one process. NaN and infinities come as null, which is NaN here.
func python(t *testing.T, expressions []string) []float64 {
	t.Helper()
	path := os.Getenv("TRUTHLOOP_PYTHON")
	if path == "" {
		t.Skip("no Python with scipy and scikit-learn: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	const program = `
import json, math, sys, warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy import stats
from sklearn import metrics
clean = lambda x: None if not math.isfinite(x) else float(x)
print(json.dumps([clean(eval(e)) for e in json.load(sys.stdin)]))`
	in, err := json.Marshal(expressions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", program)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var values []*float64
	if err := json.Unmarshal(out, &values); err != nil {
		t.Fatal(err)
	}
	floats := make([]float64, len(values))
	for i, v := range values {
		floats[i] = math.NaN()
		if v != nil {
			floats[i] = *v
		}
	}
	return floats
}

// list is xs as Python writes it.
func list[T any](xs []T) string {
	data, err := json.Marshal(xs)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// A claim is a figure of ours and the expression for the reference's.
type claim struct {
	name, expression string
	ours             float64
}

func check(t *testing.T, claims []claim) {
	t.Helper()
	expressions := make([]string, len(claims))
	for i, c := range claims {
		expressions[i] = c.expression
	}
	for i, want := range python(t, expressions) {
		c := claims[i]
		if math.IsNaN(want) && math.IsNaN(c.ours) {
			continue
		}
		if !(math.Abs(c.ours-want) <= 1e-9*max(1, math.Abs(want))) {
			t.Errorf("%s: %v, reference %v\n%s", c.name, c.ours, want, c.expression)
		}
	}
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
	var claims []claim
	for _, s := range samples(3, 30) {
		xs, ys, n := s[0], s[1], len(s[0])
		r, p := Pearson(xs, ys)
		rho, rhoP := Spearman(xs, ys)
		tau, tauP := KendallTauB(xs, ys)
		args := "(" + list(xs) + ", " + list(ys) + ")"
		claims = append(claims,
			claim{"r", "stats.pearsonr" + args + ".statistic if len(set(" + list(xs) + ")) > 1 and len(set(" + list(ys) + ")) > 1 else float('nan')", r},
			claim{"rho", "stats.spearmanr" + args + ".statistic", rho},
			claim{"tau", "stats.kendalltau" + args + ".statistic", tau},
		)
		if math.IsNaN(r) {
			continue
		}
		claims = append(claims, claim{"p of r", "stats.pearsonr" + args + ".pvalue", p})
		switch {
		case n > maxExact:
			claims = append(claims,
				claim{"p of rho", "stats.spearmanr" + args + ".pvalue", rhoP},
				claim{"p of tau", "stats.kendalltau" + args[:len(args)-1] + ", method='asymptotic').pvalue", tauP})
		case n <= 5: // scipy counts orders more slowly
			test := "stats.permutation_test((%s,), lambda x: abs(stats.%s(x, %s).statistic), permutation_type='pairings', alternative='greater').pvalue"
			claims = append(claims,
				claim{"exact p of rho", fmt.Sprintf(test, list(xs), "spearmanr", list(ys)), rhoP},
				claim{"exact p of tau", fmt.Sprintf(test, list(xs), "kendalltau", list(ys)), tauP})
		}
	}
	check(t, claims)
}

func TestMcNemarAgreesWithScipy(t *testing.T) {
	var claims []claim
	for _, c := range [][2]int64{{0, 1}, {1, 1}, {0, 10}, {3, 12}, {12, 3}, {100, 140}, {5000, 5200}} {
		claims = append(claims, claim{fmt.Sprint(c), fmt.Sprintf("stats.binomtest(%d, %d).pvalue", c[0], c[0]+c[1]), McNemar(c[0], c[1])})
	}
	check(t, claims)
	if McNemar(0, 0) != 1 {
		t.Error("raters that never differ differ")
	}
}

func TestConfusionAgreesWithScikitLearn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var claims []claim
	for n := 1; n < 60; n += 4 {
		var c Confusion
		truth, answers := make([]int, n), make([]int, n)
		for i := range n {
			truth[i], answers[i] = r.IntN(2), min(1, r.IntN(3))
			c.Add(truth[i] == 1, answers[i] == 1)
		}
		args := "(" + list(truth) + ", " + list(answers)
		nan := ", zero_division=np.nan)"
		claims = append(claims,
			claim{"accuracy", "metrics.accuracy_score" + args + ")", c.Accuracy()},
			claim{"precision", "metrics.precision_score" + args + nan, c.Precision()},
			claim{"recall", "metrics.recall_score" + args + nan, c.Recall()},
			claim{"specificity", "metrics.recall_score" + args + ", pos_label=0" + nan, c.Specificity()},
			claim{"F1", "metrics.f1_score" + args + nan, c.F1()})
		if mcc := c.Matthews(); !math.IsNaN(mcc) { // scikit-learn says 0 there
			claims = append(claims,
				claim{"Matthews", "metrics.matthews_corrcoef" + args + ")", mcc},
				claim{"balanced accuracy", "metrics.balanced_accuracy_score" + args + ")", c.BalancedAccuracy()})
		}
	}
	check(t, claims)
}

func TestPairedPermutationAgreesWithScipy(t *testing.T) {
	var claims []claim
	for _, s := range samples(2, 11) {
		ds := make([]float64, len(s[0]))
		for i := range ds {
			ds[i] = s[0][i] - s[1][i]
		}
		claims = append(claims, claim{
			fmt.Sprint(ds),
			"stats.permutation_test((np.array(" + list(ds) + "),), lambda d: abs(d.sum()), permutation_type='samples', alternative='greater').pvalue",
			PairedPermutation(ds, 1000, 1),
		})
	}
	check(t, claims)
}

// Of the same resamples, both intervals are numpy's and scipy's.
func TestBootstrapAgreesWithScipy(t *testing.T) {
	var claims []claim
	for _, s := range samples(5, 25) {
		xs := s[0]
		mean := func(things []int) float64 {
			sum := 0.0
			for _, i := range things {
				sum += xs[i] * xs[i] // skewed
			}
			return sum / float64(len(things))
		}
		b := Resample(len(xs), 500, 7, mean)
		low, high := b.Percentile(0.9)
		claims = append(claims,
			claim{"percentile low", "np.quantile(" + list(b.sorted) + ", 0.05)", low},
			claim{"percentile high", "np.quantile(" + list(b.sorted) + ", 0.95)", high})
		low, high = b.BCa(0.9)
		// Efron and Tibshirani's formulas once more, in numpy.
		bca := "(lambda b, e, j: (lambda z0, a: np.quantile(b, stats.norm.cdf(z0 + (z0 + stats.norm.ppf(%v)) / (1 - a * (z0 + stats.norm.ppf(%v))))))" +
			"(stats.norm.ppf(stats.percentileofscore(b, e, 'mean') / 100), stats.skew(j.mean() - j) / 6 / len(j) ** 0.5 if np.ptp(j) > 0 else 0.0))" +
			"(np.array(%s), %v, np.array(%s))"
		claims = append(claims,
			claim{"BCa low", fmt.Sprintf(bca, 0.05, 0.05, list(b.sorted), b.Estimate, list(b.jack)), low},
			claim{"BCa high", fmt.Sprintf(bca, 0.95, 0.95, list(b.sorted), b.Estimate, list(b.jack)), high})
	}
	check(t, claims)
}
