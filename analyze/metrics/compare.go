package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A Comparison sets the values of one column, such as two models or two
// prompts, against each other on the formulas that both have. It keeps a count
// for each formula, value and group, and is not safe for use by several
// goroutines.
type Comparison struct {
	column, baseline string
	partition        *partition[contest]
}

// A contest is what became of each formula, by the value compared.
type contest struct {
	sides map[string]map[string]*attempts
}

// NewComparison compares the values of column in each group: all others with
// baseline or, where that is empty, each with each.
func NewComparison(keys []Key, column, baseline string) *Comparison {
	return &Comparison{column, baseline, newPartition(keys, func() *contest {
		return &contest{map[string]map[string]*attempts{}}
	})}
}

// Add counts one row. Rows without an id or without the column are passed over.
func (c *Comparison) Add(r *record.Row) {
	side, ok := valueOf(r, c.column)
	if !ok || r.ID == "" {
		return
	}
	var one Tally
	one.Add(r)
	c.partition.add(r, func(t *contest) {
		formulas := t.sides[side]
		if formulas == nil {
			formulas = map[string]*attempts{}
			t.sides[strings.Clone(side)] = formulas
		}
		a := formulas[r.ID]
		if a == nil {
			a = &attempts{}
			formulas[strings.Clone(r.ID)] = a
		}
		a.add(one)
	})
}

// Check says whether there is something to compare.
func (c *Comparison) Check() error {
	sides := slices.Sorted(maps.Keys(c.partition.all.sides))
	if len(sides) < 2 {
		return fmt.Errorf("found %d values of %s (%s), expected two or more", len(sides), c.column, strings.Join(sides, ", "))
	}
	if c.baseline != "" && !slices.Contains(sides, c.baseline) {
		return fmt.Errorf("no row has %s %q: found %s", c.column, c.baseline, strings.Join(sides, ", "))
	}
	if missing := c.partition.missing(); missing != nil {
		return fmt.Errorf("no row has a column %s", strings.Join(missing, ", "))
	}
	return nil
}

// Table is a line per group and pair of values a, b:
//
//	formulas                        that both have rows of
//	accuracy_a, accuracy_b          mean share of a formula's rows proved equivalent
//	difference                      of b over a
//	interval_low, interval_high     Student's, of the paired differences, within [−1, 1]
//	difference_low, difference_high the unknown rows against b, and for b
//	single                          formulas of which each has one row
//	only_a, only_b, mcnemar_p       of these, the ones that only one got right
//	permutation_p                   of the differences' signs
//
// rounds and seed are of the permutation test.
func (c *Comparison) Table(level float64, rounds int, seed uint64) *table.Table {
	columns := []table.Column{{Name: "a", Kind: table.String}, {Name: "b", Kind: table.String}, {Name: "formulas", Kind: table.Int}}
	for _, name := range []string{"accuracy_a", "accuracy_b", "difference", "interval_low", "interval_high", "difference_low", "difference_high"} {
		columns = append(columns, table.Column{Name: name, Kind: table.Float})
	}
	columns = append(columns,
		table.Column{Name: "single", Kind: table.Int}, table.Column{Name: "only_a", Kind: table.Int}, table.Column{Name: "only_b", Kind: table.Int},
		table.Column{Name: "mcnemar_p", Kind: table.Float}, table.Column{Name: "permutation_p", Kind: table.Float})
	return c.partition.table(columns, false, func(t *contest) [][]any {
		var lines [][]any
		for _, pair := range c.pairs(t) {
			d := newDuel(t.sides[pair[0]], t.sides[pair[1]])
			lines = append(lines, append([]any{pair[0], pair[1]}, d.cells(level, rounds, seed)...))
		}
		return lines
	})
}

func (c *Comparison) pairs(t *contest) [][2]string {
	var pairs [][2]string
	sides := slices.Sorted(maps.Keys(t.sides))
	for i, a := range sides {
		if c.baseline != "" {
			if a != c.baseline && t.sides[c.baseline] != nil {
				pairs = append(pairs, [2]string{c.baseline, a})
			}
			continue
		}
		for _, b := range sides[i+1:] {
			pairs = append(pairs, [2]string{a, b})
		}
	}
	return pairs
}

// A duel is two sides on the same formulas, formula by formula.
type duel struct {
	a, b         []float64 // shares of the rows that are right
	openA, openB []float64 // shares of the rows that are unknown
	single       []bool    // each side has one row of the formula
}

func newDuel(a, b map[string]*attempts) *duel {
	d := &duel{}
	for _, id := range slices.Sorted(maps.Keys(a)) {
		x, y := a[id], b[id]
		if y == nil || x.all == 0 || y.all == 0 {
			continue
		}
		d.a, d.openA = append(d.a, float64(x.right)/float64(x.all)), append(d.openA, float64(x.open)/float64(x.all))
		d.b, d.openB = append(d.b, float64(y.right)/float64(y.all)), append(d.openB, float64(y.open)/float64(y.all))
		d.single = append(d.single, x.all == 1 && y.all == 1)
	}
	return d
}

func (d *duel) cells(level float64, rounds int, seed uint64) []any {
	n := len(d.a)
	if n == 0 {
		return append([]any{int64(0)}, make([]any, 12)...)
	}
	differences := make([]float64, n)
	single, onlyA, onlyB := int64(0), int64(0), int64(0)
	for i := range d.a {
		differences[i] = d.b[i] - d.a[i]
		if !d.single[i] {
			continue
		}
		single++
		switch {
		case differences[i] < 0:
			onlyA++
		case differences[i] > 0:
			onlyB++
		}
	}
	mean, sd := stat.MeanStdDev(differences, nil)
	low, high := math.NaN(), math.NaN()
	if n > 1 {
		half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1+level)/2) * sd / math.Sqrt(float64(n))
		low, high = max(-1, mean-half), min(1, mean+half)
	}
	cells := []any{
		int64(n), stat.Mean(d.a, nil), stat.Mean(d.b, nil), mean, low, high,
		mean - stat.Mean(d.openA, nil), mean + stat.Mean(d.openB, nil),
	}
	if single > 0 {
		cells = append(cells, single, onlyA, onlyB, stats.McNemar(onlyA, onlyB))
	} else {
		cells = append(cells, nil, nil, nil, nil)
	}
	return append(cells, stats.PairedPermutation(differences, rounds, seed))
}
