package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/format/record"
)

const scipy = "from scipy import stats\nfrom sklearn import metrics"

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
		r, p := stats.Pearson(xs, ys)
		rho, rhoP := stats.Spearman(xs, ys)
		args := "(" + list(xs) + ", " + list(ys) + ")"
		claims = append(claims,
			claim{"r", "stats.pearsonr" + args + ".statistic if len(set(" + list(xs) + ")) > 1 and len(set(" + list(ys) + ")) > 1 else float('nan')", r},
			claim{"rho", "stats.spearmanr" + args + ".statistic", rho},
		)
		if math.IsNaN(r) {
			continue
		}
		claims = append(claims, claim{"p of r", "stats.pearsonr" + args + ".pvalue", p})
		if n > 3 && math.Abs(r) < 1 {
			low, high := stats.FisherInterval(r, n, 0.9)
			claims = append(claims,
				claim{"low end of r", "stats.pearsonr" + args + ".confidence_interval(0.9).low", low},
				claim{"high end of r", "stats.pearsonr" + args + ".confidence_interval(0.9).high", high})
		}
		switch {
		case n > 9:
			claims = append(claims,
				claim{"p of rho", "stats.spearmanr" + args + ".pvalue", rhoP})
		case n <= 5: // scipy counts orders more slowly
			test := "stats.permutation_test((%s,), lambda x: abs(stats.%s(x, %s).statistic), permutation_type='pairings', alternative='greater').pvalue"
			claims = append(claims,
				claim{"exact p of rho", fmt.Sprintf(test, list(xs), "spearmanr", list(ys)), rhoP})
		}
	}
	agree(t, scipy, claims)
}

func TestMcNemarAgreesWithScipy(t *testing.T) {
	var claims []claim
	for _, c := range [][2]int64{{0, 1}, {1, 1}, {0, 10}, {3, 12}, {12, 3}, {100, 140}, {5000, 5200}} {
		claims = append(claims, claim{fmt.Sprint(c), fmt.Sprintf("stats.binomtest(%d, %d).pvalue", c[0], c[0]+c[1]), stats.McNemar(c[0], c[1])})
	}
	agree(t, scipy, claims)
	if stats.McNemar(0, 0) != 1 {
		t.Error("raters that never differ differ")
	}
}

func TestConfusionAgreesWithScikitLearn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var claims []claim
	for n := 1; n < 60; n += 4 {
		j := NewJudges(nil)
		truths, answers := make([]int, n), make([]int, n)
		verdicts := []record.Verdict{record.NotEquivalent, record.Equivalent}
		for i := range n {
			truths[i], answers[i] = r.IntN(2), min(1, r.IntN(3))
			j.Add(&record.Row{Verdict: verdicts[truths[i]], Judgements: []record.Judgement{{Judge: "j", Verdict: verdicts[answers[i]]}}})
		}
		figure := func(name string) float64 { return column(t, j.Table(0.95), name).(float64) }
		args := "(" + list(truths) + ", " + list(answers)
		nan := ", zero_division=np.nan)"
		claims = append(claims,
			claim{"accuracy", "metrics.accuracy_score" + args + ")", figure("accuracy")},
			claim{"precision", "metrics.precision_score" + args + nan, figure("precision")},
			claim{"recall", "metrics.recall_score" + args + nan, figure("recall")},
			claim{"specificity", "metrics.recall_score" + args + ", pos_label=0" + nan, figure("specificity")},
			claim{"F1", "metrics.f1_score" + args + nan, figure("f1")})
	}
	agree(t, scipy, claims)
}

// scipy's sums are of whole numbers.
func TestPairedPermutationAgreesWithScipy(t *testing.T) {
	var claims []claim
	for _, s := range samples(2, 11) {
		ds, counts := make([]float64, len(s[0])), make([]int64, len(s[0]))
		for i := range ds {
			counts[i] = int64(6*s[0][i]) - int64(6*s[1][i])
			ds[i] = float64(counts[i]) / 6
		}
		claims = append(claims, claim{
			fmt.Sprint(counts),
			"stats.permutation_test((np.array(" + list(counts) + "),), lambda d: abs(d.sum()), permutation_type='samples', alternative='greater').pvalue",
			stats.PairedPermutation(ds, 1000, 1),
		})
	}
	agree(t, scipy, claims)
}
