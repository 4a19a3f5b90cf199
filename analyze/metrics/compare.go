package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A Comparison compares the values of one column, such as two models or two
// prompts, on the formulas that both have. It keeps a count for each formula,
// value and group, and is not safe for use by several goroutines.
type Comparison struct {
	*Groups[sides]
	column, baseline string
	values           map[string]any // of the column, by their ids
}

// sides holds the attempts by the id of the compared value, and in tables by its name.
type sides map[string]*side

type side struct {
	formulas map[string]*attempts
	verdicts trials[verdict]
}

// NewComparison makes an empty comparison of the values of column in each group: of
// baseline with each other value or, if baseline is "", of each two values.
func NewComparison(keys []Key, column, baseline string) *Comparison {
	return &Comparison{NewGroups[sides](keys, false), column, baseline, map[string]any{}}
}

// Columns lists the columns that Add reads, each once.
func (c *Comparison) Columns() []string {
	return read(c.keys, append([]string{"id", c.column, "run", "params", "sample", "step"}, tallied...)...)
}

// Add counts one row, and reports whether it has an id and the column. Other rows are ignored.
func (c *Comparison) Add(r *record.Row) bool {
	v := Key{Column: c.column}.value(r)
	if v == nil || r.ID == "" {
		return false
	}
	value := string(appendID(nil, v))
	if _, found := c.values[value]; !found {
		c.values[value] = owned(v)
	}
	var one Tally
	one.Add(r)
	c.Groups.Add(r, func(s *sides) {
		side := of(s, value)
		of(&side.formulas, r.ID).add(&one)
		if one.Attempts() == 0 {
			return
		}
		sample, _ := r.Text("sample")
		step, _ := r.Text("step")
		side.verdicts.add(strings.Join([]string{r.ID, sample, step}, "\x00"), r, one.verdict())
	})
	return true
}

// Check reports what is missing for a comparison.
func (c *Comparison) Check() error {
	names := slices.Sorted(maps.Values(c.names()))
	found := strings.Join(names, ", ")
	if len(c.values) < 2 {
		return fmt.Errorf("found %d values of %s (%s), expected two or more", len(c.values), c.column, found)
	}
	if c.baseline != "" && !slices.Contains(names, c.baseline) {
		return fmt.Errorf("no row has %s %q: found %s", c.column, c.baseline, found)
	}
	return nil
}

// names returns the names of the values, by their ids.
func (c *Comparison) names() map[string]string {
	label := Key{Column: c.column}.labels(slices.Collect(maps.Values(c.values)))
	names := make(map[string]string, len(c.values))
	for id, v := range c.values {
		names[id] = label(v)
	}
	return names
}

// Table has a line for each group and pair of values a, b:
//
//	formulas                        with rows of both
//	accuracy_a, accuracy_b          mean share of a formula's rows proved equivalent
//	difference                      accuracy_b − accuracy_a
//	interval_low, interval_high     Student's interval of the difference, within [−1, 1]
//	difference_low, difference_high difference if the unknown rows favour a, or b
//	pairs                           rows of both about the same formula in the same run
//	both_right … both_wrong         numbers of these, by which side is right
//	pairs_unknown                   number of these with an unknown row
//	mcnemar_p                       of only_a, only_b; NaN if a formula has several rows
//	permutation_p                   by permutation of the differences' signs
//	compliance_a, compliance_b      mean share of a formula's rows whose fs_out parses
//	compliance_difference           compliance_b − compliance_a
//	compliance_interval_low, _high  its Student's interval, within [−1, 1]
//
// rounds and seed apply to the permutation test.
func (c *Comparison) Table(level float64, rounds int, seed uint64) *table.Table {
	columns := slices.Concat(table.Strings("a", "b"), table.Ints("formulas"),
		table.Floats("accuracy_a", "accuracy_b", "difference", "interval_low", "interval_high", "difference_low", "difference_high"),
		table.Ints("pairs", "both_right", "only_a", "only_b", "both_wrong", "pairs_unknown"), table.Floats("mcnemar_p", "permutation_p",
			"compliance_a", "compliance_b", "compliance_difference", "compliance_interval_low", "compliance_interval_high"))
	names := c.names()
	return c.Groups.Table(columns, func(byID *sides) [][]any {
		s := sides{}
		for id, side := range *byID {
			s[names[id]] = side
		}
		var lines [][]any
		for _, pair := range c.pairs(s) {
			line := paired(s[pair[0]], s[pair[1]], level, rounds, seed)
			lines = append(lines, append([]any{pair[0], pair[1]}, line...))
		}
		return lines
	})
}

func (c *Comparison) pairs(s sides) [][2]string {
	var pairs [][2]string
	values := slices.Sorted(maps.Keys(s))
	for i, a := range values {
		if c.baseline != "" {
			if a != c.baseline && s[c.baseline] != nil {
				pairs = append(pairs, [2]string{c.baseline, a})
			}
			continue
		}
		for _, b := range values[i+1:] {
			pairs = append(pairs, [2]string{a, b})
		}
	}
	return pairs
}

// shares are shares of a side's rows, one for each formula.
type shares struct{ right, open, parsed []float64 }

func (s *shares) add(a *attempts) {
	n := float64(a.all)
	s.right = append(s.right, float64(a.right)/n)
	s.open = append(s.open, float64(a.open)/n)
	s.parsed = append(s.parsed, float64(a.parsed)/n)
}

// paired compares two sides on the formulas that both have.
func paired(a, b *side, level float64, rounds int, seed uint64) []any {
	var of, against shares // a and b
	repeated := false
	for _, id := range slices.Sorted(maps.Keys(a.formulas)) {
		x, y := a.formulas[id], b.formulas[id]
		if y == nil || x.all == 0 || y.all == 0 {
			continue
		}
		of.add(x)
		against.add(y)
		repeated = repeated || x.all > 1 || y.all > 1
	}
	if len(of.right) == 0 {
		return append([]any{int64(0)}, make([]any, 20)...)
	}
	differences, accuracy := differ(of.right, against.right, level)
	_, compliance := differ(of.parsed, against.parsed, level)
	cells, mcnemar := countPairs(a, b), math.NaN()
	if !repeated {
		mcnemar = stats.McNemar(cells[2].(int64), cells[3].(int64))
	}
	mean := accuracy[2].(float64)
	return slices.Concat(
		[]any{int64(len(differences))}, accuracy, []any{mean - stat.Mean(of.open, nil), mean + stat.Mean(against.open, nil)},
		cells, []any{mcnemar, stats.PairedPermutation(differences, rounds, seed)}, compliance)
}

// differ returns the paired differences y − x, and five cells: the means of x and of y,
// the mean difference, and the ends of its interval, which are NaN for one pair.
func differ(x, y []float64, level float64) (differences []float64, cells []any) {
	differences = make([]float64, len(x))
	floats.SubTo(differences, y, x)
	mean, sd := stat.MeanStdDev(differences, nil)
	if math.Abs(mean) < 1e-15 {
		mean = 0 // differences of shares such as 1/3 that cancel out
	}
	low, high := math.NaN(), math.NaN()
	if n := float64(len(x)); n > 1 {
		half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1+level)/2) * sd / math.Sqrt(n)
		low, high = max(-1, mean-half), min(1, mean+half)
	}
	return differences, []any{stat.Mean(x, nil), stat.Mean(y, nil), mean, low, high}
}

// countPairs counts the pairs of attempts: all, both right, only a, only b, both
// wrong, and those with an unknown verdict, which are in none of the four cells.
func countPairs(a, b *side) []any {
	var n [3][3]int64
	all := int64(0)
	for v, w := range inPairs(a.verdicts, b.verdicts) {
		n[v][w]++
		all++
	}
	known := n[right][right] + n[right][wrong] + n[wrong][right] + n[wrong][wrong]
	return []any{all, n[right][right], n[right][wrong], n[wrong][right], n[wrong][wrong], all - known}
}
