package metrics

import (
	"cmp"
	"errors"
	"maps"
	"math"
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
	level   float64
	skipped int     // see Skipped
	unfit   error   // error of a group without a fit
	trend   float64 // least p-value of the groups' trends; 1 without any
}

// crossed has the descriptions of a group.
type crossed map[described]*description

// described identifies what one informalizer wrote about one formula.
type described struct{ writer, formula, nl string }

// A description is what one informalizer wrote about one formula. Equal texts of
// several runs are one description.
type description struct {
	described
	complexity float64              // NaN if unknown
	outcomes   map[string]*outcomes // by reader
}

// outcomes counts the outcomes of one reader.
type outcomes struct{ right, wrong, unknown int }

// NewCrossing makes an empty Crossing that groups by keys. level is the level of the
// intervals.
func NewCrossing(keys []Key, level float64) *Crossing {
	return &Crossing{Groups: NewGroups(keys, false, func() *crossed { return &crossed{} }), level: level}
}

// Columns lists the columns that Add reads.
func (c *Crossing) Columns() []string {
	return read(slices.Concat(c.keys, By(complexityKey)), append([]string{"id", "fs", "fs_in", "nl", "model"}, tallied...)...)
}

// Skipped returns the number of rows without a description, a model or an outcome, and
// of rows of later rounds that describe another formula than fs. A failed call has no
// outcome. A formula that does not parse is an outcome, and not equivalent.
func (c *Crossing) Skipped() int { return c.skipped }

// Add adds a row.
func (c *Crossing) Add(r *record.Row) {
	var one Tally
	one.Add(r)
	known := one[Equivalent]+one[NotEquivalent]+one[Noncompliant]+one[Unknown] > 0
	if !known || r.NL == "" || r.Model == "" || r.FSIn != "" && r.FSIn != r.FS {
		c.skipped++
		return
	}
	writer, reader := record.StageModels(r.Model)
	key := described{writer, cmp.Or(r.ID, r.FS), r.NL}
	c.Groups.Add(r, func(all *crossed) {
		d := (*all)[key]
		if d == nil {
			own := described{strings.Clone(key.writer), strings.Clone(key.formula), strings.Clone(key.nl)}
			d = &description{own, math.NaN(), map[string]*outcomes{}}
			if x, ok := (Key{Column: complexityKey}).number(r); ok {
				d.complexity = x
			}
			(*all)[own] = d
		}
		o := of(d.outcomes, strings.Clone(reader))
		switch one.verdict() {
		case right:
			o.right++
		case open:
			o.unknown++
		case wrong:
			o.wrong++
		}
	})
}

// A solved is a crossed with its fit, and with its parts in order.
type solved struct {
	writers, readers []string
	descriptions     []*description
	fit              *stats.CrossedFit
}

// solve fits the model to the known outcomes.
func (all crossed) solve() (*solved, error) {
	s := &solved{descriptions: slices.SortedFunc(maps.Values(all), func(a, b *description) int {
		return cmp.Or(cmp.Compare(a.formula, b.formula), cmp.Compare(a.writer, b.writer), cmp.Compare(a.nl, b.nl))
	})}
	writers, readers := map[string]bool{}, map[string]bool{}
	for _, d := range s.descriptions {
		writers[d.writer] = true
		for reader := range d.outcomes {
			readers[reader] = true
		}
	}
	s.writers, s.readers = slices.Sorted(maps.Keys(writers)), slices.Sorted(maps.Keys(readers))
	var err error
	s.fit, err = stats.FitCrossed(s.crossed(0, 0))
	return s, err
}

// crossed returns the input of the fit. Each unknown outcome counts right times as right
// and wrong times as wrong.
func (s *solved) crossed(right, wrong int) stats.Crossed {
	c := stats.Crossed{Writers: len(s.writers), Readers: len(s.readers)}
	formulas := map[string]int{}
	for _, d := range s.descriptions {
		if _, found := formulas[d.formula]; !found {
			formulas[d.formula] = len(formulas)
		}
		one := stats.Description{Writer: slices.Index(s.writers, d.writer), Formula: formulas[d.formula], Outcomes: make([]stats.Outcomes, c.Readers)}
		for reader, o := range d.outcomes {
			one.Outcomes[slices.Index(s.readers, reader)] = stats.Outcomes{Right: o.right + right*o.unknown, Wrong: o.wrong + wrong*o.unknown}
		}
		c.Descriptions = append(c.Descriptions, one)
	}
	return c
}

// Unfit returns the error of a group that has no lines, or nil if each group has lines.
func (c *Crossing) Unfit() error { return c.unfit }

// Trend returns the least p-value of the groups' correlations between the complexity of
// a formula and the share of its outcomes that are right. A low one means that complex
// formulas are harder for all autoformalizers, so that their errors are not independent.
func (c *Crossing) Trend() float64 { return c.trend }

func (s *solved) trend() float64 {
	type share struct{ complexity, right, all float64 }
	formulas := map[string]*share{}
	for _, d := range s.descriptions {
		if math.IsNaN(d.complexity) {
			continue
		}
		f := of(formulas, d.formula)
		f.complexity = d.complexity
		for _, o := range d.outcomes {
			f.right += float64(o.right)
			f.all += float64(o.right + o.wrong)
		}
	}
	var xs, ys []float64
	for _, name := range slices.Sorted(maps.Keys(formulas)) {
		if f := formulas[name]; f.all > 0 {
			xs, ys = append(xs, f.complexity), append(ys, f.right/f.all)
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
		s, err := all.solve()
		if err != nil {
			c.unfit = err
			return nil
		}
		fits++
		if p := s.trend(); p < c.trend {
			c.trend = p
		}
		return s.rates(c.level)
	})
	if fits == 0 {
		return nil, cmp.Or(c.unfit, errors.New("found no row with a description and an outcome"))
	}
	return t, nil
}

func (s *solved) rates(level float64) (lines [][]any) {
	in := s.fit.Intervals(level)
	fits := []*stats.CrossedFit{s.fit}
	descriptions, formulas, unknown := map[string]int64{}, map[string]int64{}, map[string]int64{}
	open := false
	for _, d := range s.descriptions {
		descriptions[d.writer]++
		for reader, o := range d.outcomes {
			formulas[reader] += int64(o.right + o.wrong + o.unknown)
			unknown[reader] += int64(o.unknown)
			open = open || o.unknown > 0
		}
	}
	if open {
		for _, c := range []stats.Crossed{s.crossed(0, 1), s.crossed(1, 0)} {
			if f, err := stats.FitCrossed(c); err == nil {
				fits = append(fits, f)
			}
		}
	}
	models := slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.writers, s.readers))))
	for _, m := range models {
		line := []any{m, descriptions[m]}
		writer, reader := make([]any, 5), make([]any, 5)
		if i := slices.Index(s.writers, m); i >= 0 {
			writer = cellsOf(fits, in.Writers[i], func(f *stats.CrossedFit) float64 { return f.WriterRates[i] })
		}
		if j := slices.Index(s.readers, m); j >= 0 {
			reader = cellsOf(fits, in.Readers[j], func(f *stats.CrossedFit) float64 { return f.ReaderRates[j] })
		}
		lines = append(lines, slices.Concat(line, writer[:3], []any{formulas[m]}, reader[:3],
			[]any{s.fit.Cancel, in.Cancel.Low, in.Cancel.High, unknown[m]}, writer[3:], reader[3:]))
	}
	return lines
}

// cellsOf returns a rate, its interval, and its least and highest value in all fits.
func cellsOf(fits []*stats.CrossedFit, in stats.Interval, rate func(*stats.CrossedFit) float64) []any {
	least, most := math.Inf(1), math.Inf(-1)
	for _, f := range fits {
		least, most = min(least, rate(f)), max(most, rate(f))
	}
	return []any{rate(fits[0]), in.Low, in.High, least, most}
}
