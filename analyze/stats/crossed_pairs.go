package stats

import (
	"cmp"
	"math"
	"slices"
)

// A PairTest is the test of one pair for a private code.
type PairTest struct {
	Pair
	Rows     int     // number of formulas of the pair
	Observed float64 // share that is equivalent
	Share    float64 // κ
	P        float64 // one-sided, of κ = 0
	Adjusted float64 // for the number of pairs, by Holm's method
	Flagged  bool
}

// TestPairs tests each pair for a private code and returns the tests, in the order
// of writers and readers, and the fit in which the flagged pairs have a code.
//
// The statistic is the likelihood ratio of κ free and κ = 0. Since κ cannot be negative,
// its distribution under κ = 0 is half 0 and half χ² with one degree of freedom (S. G.
// Self and K.-Y. Liang, JASA 82, 1987, p. 605, case 5). A code of one pair changes the
// estimates of all. So the pair with the least p-value is flagged first, and the others
// are tested again in a model with its code, as long as Holm's method (Scand. J.
// Statist. 6, 1979, p. 65) rejects κ = 0 at the level alpha. The test needs three
// readers: with two, a code looks like an error of the other reader. With fewer than
// three, the p-values are NaN.
func TestPairs(c Crossed, alpha float64) ([]PairTest, *CrossedFit, error) {
	fit, err := FitCrossed(c)
	if err != nil {
		return nil, nil, err
	}
	tests := fit.data.pairs()
	if c.Readers < 3 {
		return tests, fit, nil
	}
	remaining := len(tests)
	for remaining > 0 {
		order := make([]int, 0, remaining)
		for i := range tests {
			if !tests[i].Flagged {
				fit.test(&tests[i])
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tests[a].P, tests[b].P) })
		least := 0.0
		for rank, i := range order {
			least = max(least, min(1, tests[i].P*float64(remaining-rank)))
			tests[i].Adjusted = least
		}
		first := &tests[order[0]]
		if !(first.Adjusted <= alpha) {
			break
		}
		with, err := fit.data.fit(append(slices.Clone(fit.private), first.Pair), nil)
		if err != nil {
			break
		}
		first.Flagged, fit = true, with
		remaining--
	}
	for i := range tests {
		if tests[i].Flagged {
			tests[i].Share = fit.Private[tests[i].Pair]
		}
	}
	return tests, fit, nil
}

// pairs lists the pairs with outcomes.
func (d *crossedData) pairs() (tests []PairTest) {
	right, all := make([][]int, d.Writers), make([][]int, d.Writers)
	for i := range right {
		right[i], all[i] = make([]int, d.Readers), make([]int, d.Readers)
	}
	for _, one := range d.Descriptions {
		for j, o := range one.Outcomes {
			right[one.Writer][j] += o.Right
			all[one.Writer][j] += o.Right + o.Wrong
		}
	}
	for i := range all {
		for j, n := range all[i] {
			if n > 0 {
				tests = append(tests, PairTest{Pair: Pair{i, j}, Rows: n, Observed: float64(right[i][j]) / float64(n), P: math.NaN(), Adjusted: math.NaN()})
			}
		}
	}
	return tests
}

// test computes the p-value of a pair that has no code in the fit.
func (f *CrossedFit) test(t *PairTest) {
	t.Share, t.P = 0, 1
	with, err := f.data.fit(append(slices.Clone(f.private), t.Pair), append(slices.Clone(f.theta), 0.05))
	if err != nil {
		return
	}
	if ratio := 2 * (with.LogLik - f.LogLik); ratio > 1e-6 {
		t.Share, t.P = with.Private[t.Pair], chiSquareTail(ratio)/2
	}
}
