package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A model whose operators go wrong independently at rate p has accuracy (1−p)^n at n
// operators, and so the horizon ln 2 / −ln(1−p).
type independent struct{ horizon float64 }

func (m independent) right(n float64, r *rand.Rand) bool {
	return r.Float64() < math.Exp2(-n/m.horizon)
}

func (m independent) ask(complexities []float64, r *rand.Rand) []Trial {
	var trials []Trial
	for _, n := range complexities {
		n = math.Round(n)
		t := Trial{Complexity: n, Wrong: 1}
		if m.right(n, r) {
			t.Right, t.Wrong = 1, 0
		}
		i := slices.IndexFunc(trials, func(u Trial) bool { return u.Complexity == n })
		if i < 0 {
			i, trials = len(trials), append(trials, Trial{Complexity: n})
		}
		trials[i].Right += t.Right
		trials[i].Wrong += t.Wrong
	}
	return trials
}

const largest = 1000 // operators

func (m independent) evenly(n int, r *rand.Rand) []Trial {
	complexities := make([]float64, n)
	for i := range complexities {
		complexities[i] = math.Expm1(math.Log1p(largest) * (float64(i) + 0.5) / float64(n))
	}
	return m.ask(complexities, r)
}

// simulate repeats an experiment with n formulas, and returns the mean error of the
// horizon as a share of the true one, and the answers of each.
func (m independent) simulate(sample func(int, *rand.Rand) []Trial, n, times int) (mean float64, experiments [][]Trial) {
	for i := range times {
		trials := sample(n, rand.New(rand.NewPCG(1, uint64(i))))
		mean += math.Abs(FitHorizon(trials, 0.5, 0.95).At/m.horizon-1) / float64(times)
		experiments = append(experiments, trials)
	}
	return mean, experiments
}

// covered counts the 95% intervals that contain the horizon.
func (m independent) covered(experiments [][]Trial) (n int) {
	for _, trials := range experiments {
		if h := FitHorizon(trials, 0.5, 0.95); !(h.Low > m.horizon) && !(h.High < m.horizon) {
			n++
		}
	}
	return n
}

// As many sizes as formulas, spread evenly over the logarithm, find the horizon within a
// fifth, and the intervals contain it.
func TestEvenSizesFindTheHorizon(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates 120 experiments")
	}
	for _, horizon := range []float64{15, 60, 300} {
		m := independent{horizon}
		mean, experiments := m.simulate(m.evenly, 300, 40)
		if mean > 0.2 {
			t.Errorf("horizon %v: mean error %.3f, want at most 0.2", horizon, mean)
		}
		if covered := m.covered(experiments); covered < 34 { // of an interval of 95%: 4 standard deviations below 38
			t.Errorf("horizon %v: %d of 40 intervals contain it", horizon, covered)
		}
	}
}

// 1000 answers at each of five complexities, of which exactly the share
// exp(−ln 2 · ((n+1)/16)^slope) is right, have the horizon 15 and that slope. The
// accuracy 0.8 is where ((n+1)/16)^slope = ln 0.8 / ln 0.5 = 0.32193: at n = 4.15 for
// slope 1, and at 16·√0.32193 − 1 = 8.08 for slope 2.
func TestHorizonOfExactShares(t *testing.T) {
	for slope, where := range map[float64]float64{1: 4.15, 2: 8.08} {
		var trials []Trial
		for _, n := range []float64{3, 7, 15, 23, 40} {
			share := math.Exp2(-math.Pow((n+1)/16, slope))
			trials = append(trials, Trial{n, 1000 * share, 1000 * (1 - share)})
		}
		for share, want := range map[float64]float64{0.5: 15, 0.8: where} {
			if h := FitHorizon(trials, share, 0.95); math.Abs(h.At-want) > 0.03 {
				t.Errorf("slope %v: found %v at %v, want %v", slope, share, h.At, want)
			}
		}
	}
}

// The interval is where twice the fall of the logarithm of the profile is below the
// quantile of χ² with one degree of freedom: 3.8415 at 95%. A grid of all horizons and
// slopes finds the same ends.
func TestHorizonIntervalIsThatOfAGrid(t *testing.T) {
	trials := []Trial{{0, 10, 0}, {5, 9, 1}, {10, 7, 3}, {20, 3, 7}, {40, 1, 9}}
	profile := func(h float64) float64 {
		best := math.Inf(-1)
		for slope := 0.3; slope < 6; slope *= 1.005 {
			sum := -math.Log(slope) * math.Log(slope) / 2
			for _, t := range trials {
				p := math.Pow(0.5, math.Pow((t.Complexity+1)/(h+1), slope))
				sum += t.Right*math.Log(p) + t.Wrong*math.Log(1-p)
			}
			best = max(best, sum)
		}
		return best
	}
	most, low, high := math.Inf(-1), 0.0, 0.0
	for h := 5.0; h < 40; h += 0.05 {
		most = max(most, profile(h))
	}
	for h := 5.0; h < 40; h += 0.05 {
		if 2*(most-profile(h)) <= 3.8415 {
			if low == 0 {
				low = h
			}
			high = h
		}
	}
	if h := FitHorizon(trials, 0.5, 0.95); math.Abs(h.Low-low) > 0.1 || math.Abs(h.High-high) > 0.1 {
		t.Errorf("found [%.2f, %.2f], want [%.2f, %.2f]", h.Low, h.High, low, high)
	}
}

// Answers that are all right bound the horizon from below only, and answers that are
// all wrong from above only.
func TestHorizonBeyondTheTrials(t *testing.T) {
	if h := FitHorizon([]Trial{{1, 30, 0}, {10, 30, 0}}, 0.5, 0.95); !(h.Low > 10) || !math.IsNaN(h.High) {
		t.Errorf("all right: %+v, want an end above 10 and none", h)
	}
	if h := FitHorizon([]Trial{{10, 0, 30}, {100, 0, 30}}, 0.5, 0.95); !math.IsNaN(h.Low) || !(h.High < 10) {
		t.Errorf("all wrong: %+v, want none and an end below 10", h)
	}
}
