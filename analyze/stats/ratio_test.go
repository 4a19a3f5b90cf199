package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The short way for ratios resamples as the general one does.
func TestResampleRatioIsResample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		trials := rapid.SliceOfN(rapid.IntRange(1, 5), n, n).Draw(t, "trials")
		top, bottom := make([]float64, n), make([]float64, n)
		for i, k := range trials {
			top[i], bottom[i] = float64(rapid.IntRange(0, k).Draw(t, "right")), float64(k)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		fast := ResampleRatio(top, bottom, 50, seed)
		slow := resample(n, 50, seed, func(things []int) float64 {
			a, b := 0.0, 0.0
			for _, i := range things {
				a, b = a+top[i], b+bottom[i]
			}
			return a / b
		})
		if fast.Estimate != slow.Estimate || !slices.Equal(fast.Resamples, slow.Resamples) {
			t.Fatalf("%+v against %+v", fast, slow)
		}
		for i := range n {
			if math.Abs(fast.Jackknife[i]-slow.Jackknife[i]) > 1e-12 {
				t.Fatalf("without %d: %v against %v", i, fast.Jackknife[i], slow.Jackknife[i])
			}
		}
	})
}

// resample is the bootstrap of any statistic, whose argument lists the things by
// number.
func resample(n, rounds int, seed uint64, statistic func(things []int) float64) *Bootstrap {
	things := make([]int, n)
	for i := range things {
		things[i] = i
	}
	b := &Bootstrap{Estimate: statistic(things), Resamples: make([]float64, rounds), Jackknife: make([]float64, n)}
	for i := range n {
		b.Jackknife[i] = statistic(append(slices.Clone(things[:i]), things[i+1:]...))
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for k := range b.Resamples {
		for i := range things {
			things[i] = r.IntN(n)
		}
		b.Resamples[k] = statistic(things)
	}
	slices.Sort(b.Resamples)
	return b
}
