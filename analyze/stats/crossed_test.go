package stats

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// A world has the rates of simulated writers and readers.
type world struct {
	writers, readers []float64
	cancel           float64
	formulas         int
	hard             float64 // share of formulas for which all writers have one draw, and each reader has one for all writers
}

// simulate draws the outcomes. It shares no code with the fit.
func (w world) simulate(seed uint64) Crossed {
	r := rand.New(rand.NewPCG(seed, 7))
	c := Crossed{Writers: len(w.writers), Readers: len(w.readers)}
	for f := range w.formulas {
		hard := r.Float64() < w.hard
		write, read := r.Float64(), make([]float64, len(w.readers))
		for j := range read {
			read[j] = r.Float64()
		}
		for i, p := range w.writers {
			if !hard {
				write = r.Float64()
			}
			d := Description{Writer: i, Formula: f, Outcomes: make([]Outcomes, len(w.readers))}
			for j, q := range w.readers {
				if write >= p {
					q = w.cancel
				}
				if !hard {
					read[j] = r.Float64()
				}
				if read[j] < q {
					d.Outcomes[j].Right++
				} else {
					d.Outcomes[j].Wrong++
				}
			}
			c.Descriptions = append(c.Descriptions, d)
		}
	}
	return c
}

// TestCrossedFitOfExactFrequencies: the descriptions have the frequencies that the
// model gives for p_I = 0.6, p_A = 0.9, 0.8, 0.5 and c = 0.1, so the fit has these
// rates. For example, of 10,000 descriptions (1, 1, 1) has
// 10,000 (0.6·0.9·0.8·0.5 + 0.4·0.1·0.1·0.1) = 2164. A description with the outcomes
// (1, 0, 0) is wrong with the probability
// 0.4·0.1·0.9·0.9 / (0.4·0.1·0.9·0.9 + 0.6·0.9·0.2·0.5) = 0.0324 / 0.0864 = 0.375.
func TestCrossedFitOfExactFrequencies(t *testing.T) {
	counts := map[[3]int]int{
		{1, 1, 1}: 2164, {1, 1, 0}: 2196, {1, 0, 1}: 576, {0, 1, 1}: 276,
		{1, 0, 0}: 864, {0, 1, 0}: 564, {0, 0, 1}: 384, {0, 0, 0}: 2976,
	}
	c := Crossed{Writers: 1, Readers: 3}
	for y, n := range counts {
		d := Description{Outcomes: make([]Outcomes, 3)}
		for j := range y {
			d.Outcomes[j] = Outcomes{Right: y[j], Wrong: 1 - y[j]}
		}
		for range n {
			d.Formula++
			c.Descriptions = append(c.Descriptions, d)
		}
	}
	f, err := FitCrossed(c, Outcomes{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.6, 0.9, 0.8, 0.5, 0.1} {
		if math.Abs(f.Rates[i]-want) > 1e-3 {
			t.Errorf("found %v, expected p_I = 0.6, p_A = 0.9, 0.8, 0.5 and c = 0.1", f.Rates)
			break
		}
	}
}

// Without errors, all rates are at their ends, and an interval includes its end.
func TestCrossedWithoutErrors(t *testing.T) {
	c := Crossed{Writers: 2, Readers: 2}
	for f := range 50 {
		for i := range 2 {
			c.Descriptions = append(c.Descriptions, Description{i, f, []Outcomes{{Right: 1}, {Right: 1}}})
		}
	}
	f, err := FitCrossed(c, Outcomes{})
	if err != nil {
		t.Fatal(err)
	}
	in := f.Intervals(0.95)
	for k, i := range in[:4] {
		if i.High != 1 || !(i.Low > 0.9) || f.Rates[k] < 1-1e-6 {
			t.Errorf("rate %d: found %v in %+v, expected 1 in an interval that ends at 1", k, f.Rates[k], i)
		}
	}
	if in[4].Low > 1e-6 || in[4].High != 0.5 {
		t.Errorf("c: found %+v, expected that nothing is known of it", in[4])
	}
}

func TestCrossedWithoutIdentification(t *testing.T) {
	one := []Description{{Outcomes: []Outcomes{{Right: 1}, {}}}, {Outcomes: []Outcomes{{Wrong: 1}, {}}}}
	two := []Description{{Outcomes: []Outcomes{{Right: 1}, {Wrong: 1}}}, {Outcomes: []Outcomes{{Wrong: 1}, {Right: 1}}}}
	for _, d := range [][]Description{nil, one, two} {
		if f, err := FitCrossed(Crossed{Writers: 2, Readers: 2, Descriptions: d}, Outcomes{}); err == nil {
			t.Errorf("%v: found %+v, expected an error", d, f)
		}
	}
}

var worlds = map[string]world{
	"three models":       {[]float64{0.9, 0.75, 0.6}, []float64{0.85, 0.95, 0.7}, 0.04, 200, 0},
	"hard formulas":      {[]float64{0.9, 0.75, 0.6}, []float64{0.85, 0.95, 0.7}, 0.04, 200, 0.6},
	"four, few formulas": {[]float64{0.9, 0.8, 0.7, 0.5}, []float64{0.9, 0.8, 0.7, 0.6}, 0.05, 80, 0},
	"near the ends":      {[]float64{0.99, 0.97, 0.9}, []float64{0.99, 0.98, 0.95}, 0.02, 150, 0},
	"two readers":        {[]float64{0.9, 0.6}, []float64{0.9, 0.8}, 0.05, 400, 0},
}

// simulations is the number of simulations of a test: 200 in make soak, else few.
func simulations(few int) int {
	if os.Getenv("TRUTHLOOP_SOAK") != "" {
		return 200
	}
	return few
}

// TestCoverageOfCrossedIntervals: the intervals at 95% have the true rate in 93 to 97%
// of 200 simulations. With few simulations, it must be 85% or more.
func TestCoverageOfCrossedIntervals(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	n := simulations(12)
	for name, w := range worlds {
		covered, all := 0, 0
		for seed := range n {
			c := w.simulate(uint64(seed))
			f, err := FitCrossed(c, Outcomes{})
			if err != nil {
				t.Fatal(name, err)
			}
			in := f.Intervals(0.95)
			for k, truth := range slices.Concat(w.writers, w.readers, []float64{w.cancel}) {
				all++
				if in[k].Low <= truth && truth <= in[k].High {
					covered++
				}
			}
		}
		share := float64(covered) / float64(all)
		t.Logf("%s: %d simulations, coverage %.3f", name, n, share)
		if low, high := 0.93, 0.97; n == 200 && !(share >= low && share <= high) || share < 0.85 {
			t.Errorf("%s: the intervals have the true rate in %.3f, expected %v to %v", name, share, low, high)
		}
	}
}
