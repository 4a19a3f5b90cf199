package metrics

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A Crossing finds out which stage loses the truth. In its rows, informalizers are
// crossed with autoformalizers: each description is formalized by several models.
// stats.Crossed describes the model of the rates. A Crossing keeps the descriptions, and
// is not safe for use by several goroutines.
type Crossing struct {
	*Groups[crossed]
	level float64
	unfit error   // error of a group without a fit
	trend float64 // least p-value of the groups' trends; 1 without any
}

// crossed has the outcomes of a group, by reader, for each description. Equal texts of
// several runs are one description.
type crossed struct {
	outcomes   map[description]map[string]*stats.Outcomes
	complexity map[string]float64 // of formulas
}

// A description is what one informalizer wrote about one formula.
type description struct{ formula, writer, nl string }

// NewCrossing makes an empty Crossing that groups by keys. level is the level of the
// intervals.
func NewCrossing(keys []Key, level float64) *Crossing {
	return &Crossing{Groups: NewGroups[crossed](keys, false), level: level}
}

// Columns lists the columns that Add reads.
func (c *Crossing) Columns() []string {
	return read(slices.Concat(c.keys, By(complexityKey)), append([]string{"id", "fs", "fs_in", "nl", "model"}, tallied...)...)
}

// Add adds a row, and reports whether it counts. Rows without a description, a model or an
// outcome do not, nor do rows of later rounds that describe another formula than fs. A
// failed call has no outcome. A formula that does not parse is an outcome, and not
// equivalent.
func (c *Crossing) Add(r *record.Row) bool {
	var one Tally
	one.Add(r)
	known := one[Equivalent]+one[NotEquivalent]+one[Noncompliant]+one[Unknown] > 0
	if !known || r.NL == "" || r.Model == "" || r.FSIn != "" && r.FSIn != r.FS {
		return false
	}
	writer, reader := record.StageModels(r.Model)
	d := description{cmp.Or(r.ID, r.FS), writer, r.NL}
	c.Groups.Add(r, func(all *crossed) {
		if all.outcomes == nil {
			all.outcomes, all.complexity = map[description]map[string]*stats.Outcomes{}, map[string]float64{}
		}
		if all.outcomes[d] == nil {
			d = description{strings.Clone(d.formula), strings.Clone(d.writer), strings.Clone(d.nl)} // they may share the memory of a whole row
			all.outcomes[d] = map[string]*stats.Outcomes{}
			if x, ok := (Key{Column: complexityKey}).number(r); ok {
				all.complexity[d.formula] = x
			}
		}
		outcomes := all.outcomes[d]
		o := of(&outcomes, reader)
		switch one.verdict() {
		case right:
			o.Right++
		case open:
			o.Unknown++
		case wrong:
			o.Wrong++
		}
	})
	return true
}

// Unfit returns the error of a group that has no lines, or nil if each group has lines.
func (c *Crossing) Unfit() error { return c.unfit }

// Trend returns the least p-value of the groups' correlations between the complexity of
// a formula and the share of its outcomes that are right. A low one means that complex
// formulas are harder for all autoformalizers, so that their errors are not independent.
func (c *Crossing) Trend() float64 { return c.trend }

func (all *crossed) trend() float64 {
	shares := map[string]*mean{} // of right outcomes, by formula
	for d, outcomes := range all.outcomes {
		for _, o := range outcomes {
			m := of(&shares, d.formula)
			m.sum, m.n = m.sum+float64(o.Right), m.n+float64(o.Right+o.Wrong)
		}
	}
	var xs, ys []float64
	for _, formula := range slices.Sorted(maps.Keys(all.complexity)) {
		if m := shares[formula]; m.n > 0 {
			xs, ys = append(xs, all.complexity[formula]), append(ys, m.value())
		}
	}
	_, p := stats.Spearman(xs, ys)
	return p
}

// Rates has a line for each model of each group. It returns an error if no group has a fit:
//
//	descriptions             that the model wrote
//	p_i, p_i_low, p_i_high   probability that one is right, with its interval
//	formulas                 that the model made of descriptions
//	p_a, p_a_low, p_a_high   probability that one is equivalent if the description is right
//	cancel, …_low, …_high    probability that one is equivalent if the description is
//	                         wrong; the same for all models
//	unknown                  formulas with an unknown verdict, which the rates omit
//	p_i_least … p_a_most     the rates if all unknown formulas are wrong, or all right
func (c *Crossing) Rates() (*table.Table, error) {
	columns := slices.Concat(
		table.Strings("model"), table.Ints("descriptions"), table.Floats("p_i", "p_i_low", "p_i_high"),
		table.Ints("formulas"), table.Floats("p_a", "p_a_low", "p_a_high", "cancel", "cancel_low", "cancel_high"),
		table.Ints("unknown"), table.Floats("p_i_least", "p_i_most", "p_a_least", "p_a_most"))
	c.unfit, c.trend = nil, 1
	fits := 0
	t := c.Groups.Table(columns, func(all *crossed) [][]any {
		lines, err := all.rates(c.level)
		if err != nil {
			c.unfit = err
			return nil
		}
		fits++
		if p := all.trend(); p < c.trend {
			c.trend = p
		}
		return lines
	})
	if fits == 0 {
		return nil, cmp.Or(c.unfit, errors.New("found no row with a description and an outcome"))
	}
	return t, nil
}

func (all *crossed) rates(level float64) (lines [][]any, err error) {
	descriptions, formulas, unknown := map[string]int64{}, map[string]int64{}, map[string]int64{} // by model
	anyUnknown := false
	for d, outcomes := range all.outcomes {
		descriptions[d.writer]++
		for reader, o := range outcomes {
			formulas[reader] += int64(o.Right + o.Wrong + o.Unknown)
			unknown[reader] += int64(o.Unknown)
			anyUnknown = anyUnknown || o.Unknown > 0
		}
	}
	writers, readers := slices.Sorted(maps.Keys(descriptions)), slices.Sorted(maps.Keys(formulas))
	c := all.crossed(writers, readers)
	fit, err := stats.FitCrossed(c, stats.Outcomes{})
	if err != nil {
		return nil, err
	}
	in, fits := fit.Intervals(level), []*stats.CrossedFit{fit}
	if anyUnknown {
		for _, as := range []stats.Outcomes{{Wrong: 1}, {Right: 1}} {
			if f, err := stats.FitCrossed(c, as); err == nil {
				fits = append(fits, f)
			}
		}
	}
	// cells are the k-th rate, its interval, and its least and highest value in all fits.
	cells := func(k int) []any {
		if k < 0 {
			return make([]any, 5)
		}
		least, most := fit.Rates[k], fit.Rates[k]
		for _, f := range fits {
			least, most = min(least, f.Rates[k]), max(most, f.Rates[k])
		}
		return []any{fit.Rates[k], in[k].Low, in[k].High, least, most}
	}
	cancel := cells(len(writers) + len(readers))
	for _, m := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(writers, readers)))) {
		j := slices.Index(readers, m)
		if j >= 0 {
			j += len(writers)
		}
		writer, reader := cells(slices.Index(writers, m)), cells(j)
		lines = append(lines, slices.Concat([]any{m, descriptions[m]}, writer[:3], []any{formulas[m]}, reader[:3],
			cancel[:3], []any{unknown[m]}, writer[3:], reader[3:]))
	}
	return lines, nil
}

// crossed returns the input of the fit, in an order that does not depend on that of rows.
func (all *crossed) crossed(writers, readers []string) stats.Crossed {
	c := stats.Crossed{Writers: len(writers), Readers: len(readers)}
	numbers := map[string]int{} // of formulas
	for _, d := range slices.SortedFunc(maps.Keys(all.outcomes), func(a, b description) int {
		return cmp.Or(cmp.Compare(a.formula, b.formula), cmp.Compare(a.writer, b.writer), cmp.Compare(a.nl, b.nl))
	}) {
		if _, found := numbers[d.formula]; !found {
			numbers[d.formula] = len(numbers)
		}
		one := stats.Description{Writer: slices.Index(writers, d.writer), Formula: numbers[d.formula], Outcomes: make([]stats.Outcomes, c.Readers)}
		for reader, o := range all.outcomes[d] {
			one.Outcomes[slices.Index(readers, reader)] = *o
		}
		c.Descriptions = append(c.Descriptions, one)
	}
	return c
}
