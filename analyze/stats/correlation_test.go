package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// close compares to 1e-9, relative above 1; NaN is close to NaN.
func close(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) || math.IsNaN(a) && math.IsNaN(b)
}

// The expected r and p were computed with scipy.pearsonr 1.16.2; the
// pairs are counted by hand.
func TestCorrelate(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		xs, ys []float64
		want   Correlation
	}{
		{"line", []float64{1, 2, 3}, []float64{10, 20, 30}, Correlation{Points: 3, Pearson: 1, Pairs: Pairs{Concordant: 3}}},
		{"falling", []float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, Correlation{Points: 4, Pearson: -1, Pairs: Pairs{Discordant: 6}}},
		{"two points", []float64{1, 2}, []float64{5, 9}, Correlation{Points: 2, Pearson: 1, PearsonP: nan, Pairs: Pairs{Concordant: 1}}},
		{"constant x", []float64{1, 1, 1}, []float64{1, 2, 3}, Correlation{Points: 3, Pearson: nan, PearsonP: nan, Pairs: Pairs{TiesPredictor: 3}}},
		{"constant y", []float64{1, 2, 3}, []float64{7, 7, 7}, Correlation{Points: 3, Pearson: nan, PearsonP: nan, Pairs: Pairs{TiesPredicted: 3}}},
		{"both constant", []float64{1, 1}, []float64{7, 7}, Correlation{Points: 2, Pearson: nan, PearsonP: nan, Pairs: Pairs{TiesBoth: 1}}},
		{
			"scatter",
			[]float64{0.1, 0.4, 0.35, 0.8, 0.4},
			[]float64{20, 60, 30, 50, 60},
			Correlation{Points: 5, Pearson: 0.564741871507135, PearsonP: 0.32124643300943645, Pairs: Pairs{Concordant: 7, Discordant: 2, TiesBoth: 1}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Correlate(c.xs, c.ys)
			if err != nil {
				t.Fatal(err)
			}
			if !close(got.Pearson, c.want.Pearson) || !close(got.PearsonP, c.want.PearsonP) || got.Pairs != c.want.Pairs {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// TestPowerConditionsOnThePredictor works out an example by hand. Models a, b and c
// have the predictor's scores .5, .5 and .9, and the predicted scores 10, 20 and 30.
// The predictor orders two pairs, (a, c) and (b, c), both like the predicted score:
// its power is 2/2. The predicted score orders three pairs, and the predictor orders
// two of them: the reverse power is 2/3. The power was 2/3 once, since it was
// conditioned on the predicted score.
func TestPowerConditionsOnThePredictor(t *testing.T) {
	p := CountPairs([]float64{0.5, 0.5, 0.9}, []float64{10, 20, 30})
	if want := (Pairs{Concordant: 2, TiesPredictor: 1}); p != want {
		t.Errorf("found %+v, expected %+v", p, want)
	}
	if p.Power() != 1 || !close(p.ReversePower(), 2.0/3) {
		t.Errorf("found the power %v and the reverse %v, expected 1 and 2/3", p.Power(), p.ReversePower())
	}
	if p := (Pairs{TiesPredictor: 3}); !math.IsNaN(p.Power()) || p.ReversePower() != 0 {
		t.Errorf("of a constant predictor: found %v and %v, expected NaN and 0", p.Power(), p.ReversePower())
	}
}

func TestCorrelateRefuses(t *testing.T) {
	for _, c := range [][2][]float64{
		{{1}, {2}},
		{{1, 2}, {1}},
		{{1, math.NaN()}, {1, 2}},
		{{1, 2}, {1, math.Inf(1)}},
	} {
		if r, err := Correlate(c[0], c[1]); err == nil {
			t.Errorf("Correlate(%v, %v) = %+v, want an error", c[0], c[1], r)
		}
	}
}

func TestCorrelateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "n")
		score := rapid.Float64Range(0, 1)
		xs, ys := rapid.SliceOfN(score, n, n).Draw(t, "xs"), rapid.SliceOfN(score, n, n).Draw(t, "ys")
		r, err := Correlate(xs, ys)
		if err != nil {
			t.Fatal(err)
		}
		if p := r.Pairs; p.Concordant+p.Discordant+p.TiesPredictor+p.TiesPredicted+p.TiesBoth != n*(n-1)/2 {
			t.Errorf("%+v of %d models", p, n)
		}
		if r.Pearson < -1 || r.Pearson > 1 || r.PearsonP < 0 || r.PearsonP > 1 {
			t.Errorf("out of range: %+v", r)
		}
		// Turning x round swaps concordant and discordant pairs.
		turned := make([]float64, n)
		for i, x := range xs {
			turned[i] = -x
		}
		if s, _ := Correlate(turned, ys); s.Concordant != r.Discordant || !close(s.Pearson, -r.Pearson) {
			t.Errorf("turned round: %+v against %+v", s, r)
		}
		if s, _ := Correlate(ys, xs); !close(s.Power(), r.ReversePower()) || !close(s.ReversePower(), r.Power()) {
			t.Errorf("with the roles exchanged: %+v against %+v", s, r)
		}
	})
}

func TestCorrelationIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 12).Draw(t, "n")
		score := rapid.Float64Range(0, 1)
		xs, ys := rapid.SliceOfN(score, n, n).Draw(t, "xs"), rapid.SliceOfN(score, n, n).Draw(t, "ys")
		seed := rapid.Uint64().Draw(t, "seed")
		in := CorrelationIntervalsOf(xs, ys, 0.9, 60, seed)
		for name, i := range map[string]Interval{"r": in.Pearson, "rho": in.Spearman, "power": in.Power, "reverse": in.ReversePower} {
			least := -1.0
			if name == "power" || name == "reverse" {
				least = 0
			}
			if !math.IsNaN(i.Low) && !(least <= i.Low && i.Low <= i.High && i.High <= 1) {
				t.Errorf("%s: [%v, %v]", name, i.Low, i.High)
			}
		}
		if again := CorrelationIntervalsOf(xs, ys, 0.9, 60, seed); fmt.Sprint(again) != fmt.Sprint(in) {
			t.Errorf("the same seed gave %v and %v", in, again)
		}
	})
	// Resamples of a line are lines.
	in := CorrelationIntervalsOf([]float64{1, 2, 3, 4}, []float64{2, 4, 6, 8}, 0.95, 100, 1)
	for _, i := range []Interval{in.Spearman, in.Power, in.ReversePower} {
		if !close(i.Low, 1) || !close(i.High, 1) {
			t.Errorf("of a line: %+v", in)
		}
	}
}

// About 95 in 100 intervals hold the predictive power of the population: here
// of normal pairs, of which it is 1/2 + asin(r)/π (W. F. Sheppard, 1899).
func TestPowerIntervalCovers(t *testing.T) {
	const r, models, trials = 0.7, 30, 150
	truth := 0.5 + math.Asin(r)/math.Pi
	random := rand.New(rand.NewPCG(1, 2))
	held := 0
	for k := range trials {
		xs, ys := make([]float64, models), make([]float64, models)
		for i := range xs {
			xs[i] = random.NormFloat64()
			ys[i] = r*xs[i] + math.Sqrt(1-r*r)*random.NormFloat64()
		}
		if in := CorrelationIntervalsOf(xs, ys, 0.95, 200, uint64(k)).Power; in.Low <= truth && truth <= in.High {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.88 || share > 0.99 {
		t.Errorf("%v of the intervals hold %v", share, truth)
	}
}

// Sums of squares of scores near 1e200 overflowed, so that r had no value. The scores
// are those of a small case times a power of two, and so is r.
func TestCorrelationOfHugeScores(t *testing.T) {
	xs, ys := []float64{1, 2, 4, 3}, []float64{1, 2, 3, 5}
	want, err := Correlate(xs, ys)
	if err != nil || math.IsNaN(want.Pearson) {
		t.Fatal(want, err)
	}
	for _, exponents := range [][2]int{{664, 0}, {664, 664}, {1020, 1021}, {-900, 0}} {
		x, y := make([]float64, 4), make([]float64, 4)
		for i := range xs {
			x[i], y[i] = math.Ldexp(xs[i], exponents[0]), math.Ldexp(ys[i], exponents[1])
		}
		if got, err := Correlate(x, y); err != nil || got != want {
			t.Errorf("scaled by 2^%v: found %+v, %v, expected %+v", exponents, got, err, want)
		}
	}
}
