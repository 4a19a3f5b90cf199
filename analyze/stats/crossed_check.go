package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Check returns the p-value of Pearson's χ² test of the fit. The cells of the test are
// the patterns of outcomes of each writer's descriptions, if all readers have formalized
// them once. The rarest patterns share cells, so that each cell is expected five times
// or more. A low p-value means that the readers are not independent given the class: for
// example, the same descriptions are hard for all, or two models make the same errors.
// The rates are then misleading. The p-value is NaN if no degree of freedom is left, or
// if there are more than 12 readers.
func (f *CrossedFit) Check() float64 {
	const most, least = 12, 5
	d := f.data
	if d.Readers > most {
		return math.NaN()
	}
	observed := make([][]float64, d.Writers)
	for i := range observed {
		observed[i] = make([]float64, 1<<d.Readers)
	}
	for _, one := range d.rows {
		if pattern, complete := one.pattern(); complete {
			observed[one.Writer][pattern] += one.n
		}
	}
	statistic, free := 0.0, 0
	for i, counts := range observed {
		n := floats.Sum(counts)
		if n == 0 {
			continue
		}
		type cell struct{ observed, expected float64 }
		var cells []cell
		for pattern, count := range counts {
			_, logLik := f.posterior(patterned(i, pattern, d.Readers))
			cells = append(cells, cell{count, n * math.Exp(logLik)})
		}
		slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.expected, b.expected) })
		for len(cells) > 1 && cells[0].expected < least { // merge the first two
			cells[1].observed += cells[0].observed
			cells[1].expected += cells[0].expected
			cells = cells[1:]
		}
		for _, c := range cells {
			statistic += (c.observed - c.expected) * (c.observed - c.expected) / c.expected
		}
		free += len(cells) - 1
	}
	for _, v := range f.theta {
		if v > 0 && v < 1 {
			free--
		}
	}
	if free < 1 {
		return math.NaN()
	}
	return distuv.ChiSquared{K: float64(free)}.Survival(statistic)
}

// pattern returns a bit for each reader, which is set if the reader's outcome is right.
// complete reports whether each reader has one outcome.
func (d Description) pattern() (bits int, complete bool) {
	for j, o := range d.Outcomes {
		if o.Right+o.Wrong != 1 {
			return 0, false
		}
		bits |= o.Right << j
	}
	return bits, true
}

// patterned returns a description with the given pattern.
func patterned(writer, bits, readers int) Description {
	d := Description{Writer: writer, Outcomes: make([]Outcomes, readers)}
	for j := range d.Outcomes {
		right := bits >> j & 1
		d.Outcomes[j] = Outcomes{Right: right, Wrong: 1 - right}
	}
	return d
}
