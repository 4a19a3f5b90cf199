package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// complexity lists the columns that measure a formula.
var complexity = []string{
	"depth", "num_operators", "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_quantifiers",
	"num_predicates", "num_propositions", "dfa_states", "dfa_edges", "dfa_density",
}

// A Dataset describes the formulas of rows, whatever became of them: each item,
// a place in a batch of a dataset, is counted once, however many models,
// runs and samples it has rows of. A row without a place is an item of its own.
// What is kept grows with the items. It is not safe for use by several
// goroutines.
type Dataset struct {
	names   map[string]*formulas
	trivial func(*logic.Formula) bool
}

// formulas describes one dataset.
type formulas struct {
	items    map[[2]int64]bool
	unplaced int64
	distinct map[string]bool              // of formulas, whether they are trivial
	trivial  int64                        // items whose formula is
	counts   map[string]map[float64]int64 // by column and value
}

// NewDataset makes an empty description. trivial says whether a formula says
// nothing, as a tautology does not; nil leaves that open. A regular expression is
// trivial by its columns: without a string, or with every string of its letters.
func NewDataset(trivial func(*logic.Formula) bool) *Dataset {
	return &Dataset{map[string]*formulas{}, trivial}
}

// Add counts one row.
func (d *Dataset) Add(r *record.Row) {
	f := d.names[r.Dataset]
	if f == nil {
		f = &formulas{items: map[[2]int64]bool{}, distinct: map[string]bool{}, counts: map[string]map[float64]int64{}}
		d.names[strings.Clone(r.Dataset)] = f
	}
	if r.Batch == nil || r.Index == nil {
		f.unplaced++
	} else {
		place := [2]int64{*r.Batch, *r.Index}
		if f.items[place] {
			return
		}
		f.items[place] = true
	}
	trivial, seen := f.distinct[r.FS]
	if !seen {
		trivial = d.isTrivial(r)
		f.distinct[strings.Clone(r.FS)] = trivial
	}
	if trivial {
		f.trivial++
	}
	for _, name := range complexity {
		x, ok := Key{Column: name}.value(r).(float64)
		if !ok {
			continue
		}
		if f.counts[name] == nil {
			f.counts[name] = map[float64]int64{}
		}
		f.counts[name][x]++
	}
}

// isTrivial says whether the formula of a row says nothing.
func (d *Dataset) isTrivial(r *record.Row) bool {
	switch {
	case d.trivial == nil:
		return false
	case r.Formalism == record.Regex:
		states, edges := r.DFAStates, r.DFAEdges
		return states != nil && edges != nil && (*states == 0 || *states == 1 && *edges > 0)
	}
	f, err := logic.Parse(r.FS, logic.Options{})
	return err == nil && d.trivial(f)
}

// Summary is a line per dataset and measure of its formulas: how many items,
// how many of them repeat an earlier formula, how many are trivial, moments and quartiles, the number
// of categories (values that occur), and the items of the smallest and of the
// largest category.
func (d *Dataset) Summary() *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Name: "dataset", Kind: table.String},
		{Name: "measure", Kind: table.String},
		{Name: "items", Kind: table.Int},
		{Name: "duplicates", Kind: table.Int},
		{Name: "trivial", Kind: table.Int},
		{Name: "mean", Kind: table.Float},
		{Name: "sd", Kind: table.Float},
		{Name: "min", Kind: table.Float},
		{Name: "q25", Kind: table.Float},
		{Name: "median", Kind: table.Float},
		{Name: "q75", Kind: table.Float},
		{Name: "max", Kind: table.Float},
		{Name: "categories", Kind: table.Int},
		{Name: "smallest", Kind: table.Int},
		{Name: "largest", Kind: table.Int},
	}}
	d.each(func(dataset, measure string, f *formulas, values []float64) {
		var trivial any // not known
		if d.trivial != nil {
			trivial = f.trivial
		}
		weights := make([]float64, len(values))
		least, most := int64(math.MaxInt64), int64(0)
		for i, x := range values {
			n := f.counts[measure][x]
			weights[i], least, most = float64(n), min(least, n), max(most, n)
		}
		mean, sd := stat.MeanStdDev(values, weights)
		t.Rows = append(t.Rows, []any{
			dataset, measure, f.n(), f.n() - int64(len(f.distinct)), trivial, mean, sd,
			values[0], quantile(values, weights, 0.25), quantile(values, weights, 0.5), quantile(values, weights, 0.75), values[len(values)-1],
			int64(len(values)), least, most,
		})
	})
	return t
}

// Counts is a line per dataset, measure and value with the number and the
// share of the items that have it.
func (d *Dataset) Counts() *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Name: "dataset", Kind: table.String},
		{Name: "measure", Kind: table.String},
		{Name: "value", Kind: table.Float},
		{Name: "items", Kind: table.Int},
		{Name: "share", Kind: table.Float},
	}}
	d.each(func(dataset, measure string, f *formulas, values []float64) {
		for _, x := range values {
			n := f.counts[measure][x]
			t.Rows = append(t.Rows, []any{dataset, measure, x, n, share(n, f.n())})
		}
	})
	return t
}

func (f *formulas) n() int64 { return int64(len(f.items)) + f.unplaced }

// each visits the measures of all datasets in order, with the values that
// occur.
func (d *Dataset) each(visit func(dataset, measure string, f *formulas, values []float64)) {
	for _, dataset := range slices.Sorted(maps.Keys(d.names)) {
		f := d.names[dataset]
		for _, measure := range complexity {
			if values := slices.Sorted(maps.Keys(f.counts[measure])); len(values) > 0 {
				visit(dataset, measure, f, values)
			}
		}
	}
}

// quantile interpolates between the order statistics, as numpy does, of values
// that each stand weights times.
func quantile(values, weights []float64, p float64) float64 {
	upTo := make([]float64, len(weights))
	sum := 0.0
	for i, w := range weights {
		sum += w
		upTo[i] = sum
	}
	at := p * (sum - 1)
	nth := func(k float64) float64 { return values[sort.SearchFloat64s(upTo, k+1)] }
	floor := math.Floor(at)
	return nth(floor) + (at-floor)*(nth(math.Ceil(at))-nth(floor))
}

// DatasetTable is what to tell of datasets.
type DatasetTable string

// The tables of a Dataset.
const (
	DatasetSummary DatasetTable = "summary"
	DatasetCounts  DatasetTable = "counts"
)

// ParseDatasetTable reads summary or counts.
func ParseDatasetTable(s string) (DatasetTable, error) {
	switch t := DatasetTable(s); t {
	case DatasetSummary, DatasetCounts:
		return t, nil
	}
	return "", fmt.Errorf("dataset table %q: expected %s or %s", s, DatasetSummary, DatasetCounts)
}

// Table is the given table.
func (d *Dataset) Table(which DatasetTable) *table.Table {
	if which == DatasetCounts {
		return d.Counts()
	}
	return d.Summary()
}
