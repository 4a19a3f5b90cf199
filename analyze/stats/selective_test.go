package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func answersOf(t *rapid.T) []Answer {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Answer {
		return Answer{Score: float64(rapid.IntRange(0, 3).Draw(t, "score")) / 4, Right: rapid.Bool().Draw(t, "right"), Question: rapid.IntRange(0, 4).Draw(t, "question")}
	}), 1, 7).Draw(t, "answers")
}

// TestAUROCIsTheShareOfPairs: the reference compares all pairs.
func TestAUROCIsTheShareOfPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answers := answersOf(t)
		wins, pairs := 0.0, 0.0
		for _, a := range answers {
			for _, b := range answers {
				if a.Right && !b.Right {
					pairs++
					switch {
					case a.Score > b.Score:
						wins++
					case a.Score == b.Score:
						wins += 0.5
					}
				}
			}
		}
		got, low, high := AUROC(answers, 0.95)
		if want := wins / pairs; pairs > 0 && math.Abs(got-want) > 1e-12 || pairs == 0 && !math.IsNaN(got) {
			t.Fatalf("%v: found %v, expected %v", answers, got, want)
		}
		if low > got || high < got {
			t.Fatalf("%v: %v is not in [%v, %v]", answers, got, low, high)
		}
	})
}

// TestRiskCoverageIsTheMeanOverOrders: the reference averages over all orders of the
// answers that keep the scores descending.
func TestRiskCoverageIsTheMeanOverOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answers := answersOf(t)
		n := len(answers)
		sum, orders := 0.0, 0.0
		accuracies := make([]float64, n+1)
		var walk func(order []Answer, rest []Answer)
		walk = func(order, rest []Answer) {
			if len(rest) == 0 {
				wrong, area := 0.0, 0.0
				for k, a := range order {
					if !a.Right {
						wrong++
					}
					area += wrong / float64(k+1) / float64(n)
					accuracies[k+1] += 1 - wrong/float64(k+1)
				}
				sum, orders = sum+area, orders+1
				return
			}
			for i, a := range rest {
				if len(order) == 0 || order[len(order)-1].Score >= a.Score {
					var others []Answer
					others = append(append(others, rest[:i]...), rest[i+1:]...)
					if highest(rest) == a.Score {
						walk(append(order[:len(order):len(order)], a), others)
					}
				}
			}
		}
		walk(nil, answers)
		curve, aurc, excess := RiskCoverage(answers)
		if math.Abs(aurc-sum/orders) > 1e-12 {
			t.Fatalf("%v: found an area of %v, expected %v", answers, aurc, sum/orders)
		}
		for k := 1; k <= n; k++ {
			if got, want := AccuracyAt(curve, float64(k)/float64(n)), accuracies[k]/orders; math.Abs(got-want) > 1e-9 {
				t.Fatalf("%v: at %d of %d the accuracy is %v, expected %v", answers, k, n, got, want)
			}
		}
		best := answers[:0:0]
		for _, a := range answers {
			a.Score = 0
			if a.Right {
				a.Score = 1
			}
			best = append(best, a)
		}
		_, least, none := RiskCoverage(best)
		if math.Abs(excess-(aurc-least)) > 1e-12 || math.Abs(none) > 1e-12 || excess < -1e-12 {
			t.Fatalf("%v: found an excess of %v, expected %v", answers, excess, aurc-least)
		}
	})
}

func highest(answers []Answer) float64 {
	most := math.Inf(-1)
	for _, a := range answers {
		most = max(most, a.Score)
	}
	return most
}

// TestThresholdHolds: of 1,000 thresholds for an accuracy of at least 0.9 at the level
// 0.95, at most 64 are wrong (three standard errors above 50). The score has ties, and the
// accuracy above the score 0.4 is just below the target.
func TestThresholdHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	accuracy := func(score float64) float64 { return 0.72 + 0.22*score } // above s: 0.72 + 0.11·(1 + s)
	wrong, found := 0, 0
	for range 1000 {
		var answers []Answer
		for i := range 1500 {
			score := float64(rng.IntN(20)+1) / 20
			answers = append(answers, Answer{score, rng.Float64() < accuracy(score), i})
		}
		s, ok := Threshold(answers, 0.9, 0.95)
		if !ok {
			continue
		}
		found++
		sum, n := 0.0, 0.0
		for k := 1; k <= 20; k++ {
			if score := float64(k) / 20; score >= s {
				sum, n = sum+accuracy(score), n+1
			}
		}
		if sum/n < 0.9 {
			wrong++
		}
	}
	if wrong > 64 || found < 20 {
		t.Errorf("%d of %d thresholds are wrong, of 1,000 samples", wrong, found)
	}
	t.Logf("%d of %d thresholds are wrong", wrong, found)
}

// TestAUROCIntervalHolds: of 1,000 intervals at the level 0.95, with three dependent answers
// to each question, at least 930 contain the true value.
func TestAUROCIntervalHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sample := func(n int) (answers []Answer) {
		for q := range n {
			shared := rng.NormFloat64()
			for range 3 {
				right := rng.Float64() < 0.5
				score := shared + rng.NormFloat64()
				if right {
					score++
				}
				answers = append(answers, Answer{score, right, q})
			}
		}
		return answers
	}
	truth := 0.5 * (1 + math.Erf(1/(2*math.Sqrt2))) // Φ(1/2): a difference of 1 with a variance of 4, across questions
	within := 0
	for range 1000 {
		if _, low, high := AUROC(sample(150), 0.95); low <= truth && truth <= high {
			within++
		}
	}
	t.Logf("%d of 1,000 intervals contain %.3f", within, truth)
	if within < 930 {
		t.Errorf("%d of 1,000 intervals contain %v", within, truth)
	}
}
