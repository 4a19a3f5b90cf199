package metrics

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// complexity lists the columns that measure a formula.
var complexity = []string{
	"depth", "num_operators", "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor", "num_quantifiers",
	"num_predicates", "num_propositions", "num_temporal", "temporal_depth", "dfa_states", "dfa_edges", "dfa_density",
}

// A Dataset describes the formulas of rows, independently of answers and verdicts. An
// item is the formula at an index of a dataset or of one of its batches. It counts once,
// even if several models, runs, samples or steps have rows of it. Without an index, a
// formula is one item. A formula is identified by its text or, without a text, by its id.
// Rows without both are ignored. Memory grows with the items. A Dataset is not safe for use
// by several goroutines.
type Dataset struct {
	groups  *Groups[formulas] // by dataset
	trivial func(*record.Row) bool
}

// formulas describes one dataset.
type formulas struct {
	items    int64
	distinct map[string]*formula
	placed   map[place]bool
	trivial  int64                        // items whose formula is trivial
	counts   map[string]map[float64]int64 // by column and value
}

type formula struct{ trivial bool }

// A place identifies an item. A batch or an index that is missing is −1.
type place struct {
	batch, index int64
	formula      *formula
}

// NewDataset makes an empty description. trivial reports whether the formula of a row is
// trivial, such as a tautology; nil means that this is not known.
func NewDataset(trivial func(*record.Row) bool) *Dataset {
	return &Dataset{NewGroups[formulas](By("dataset"), false), trivial}
}

// Columns lists the columns that Add reads, each once.
func (d *Dataset) Columns() []string {
	return read(d.groups.keys, append([]string{"id", "batch", "index", "formalism", "fs"}, complexity...)...)
}

// Add counts one row. It returns true.
func (d *Dataset) Add(r *record.Row) bool {
	d.groups.Add(r, func(f *formulas) { f.add(r, d.trivial) })
	return true
}

func (f *formulas) add(r *record.Row, isTrivial func(*record.Row) bool) {
	name := cmp.Or(r.FS, r.ID)
	if name == "" {
		return
	}
	of := f.distinct[name]
	if f.distinct == nil {
		f.distinct, f.placed, f.counts = map[string]*formula{}, map[place]bool{}, map[string]map[float64]int64{}
	}
	if of == nil {
		of = &formula{trivial: isTrivial != nil && isTrivial(r)}
		f.distinct[strings.Clone(name)] = of
	}
	at := place{-1, -1, of}
	if r.Batch != nil {
		at.batch = *r.Batch
	}
	if r.Index != nil {
		at.index = *r.Index
	}
	if f.placed[at] {
		return
	}
	f.placed[at] = true
	f.items++
	f.trivial += int64(truth(of.trivial))
	for _, name := range complexity {
		x, ok := Key{Column: name}.number(r)
		if !ok {
			continue
		}
		if f.counts[name] == nil {
			f.counts[name] = map[float64]int64{}
		}
		f.counts[name][x]++
	}
}

// Summary has a line for each dataset and measure of its formulas: the number of items,
// of items that repeat an earlier formula, and of trivial ones; mean, standard deviation
// and quartiles; the number of categories (values that occur); and the number of items
// in the smallest and in the largest category.
func (d *Dataset) Summary() *table.Table {
	columns := slices.Concat(table.Strings("measure"), table.Ints("items", "duplicates", "trivial"),
		table.Floats("mean", "sd", "min", "q25", "median", "q75", "max"), table.Ints("categories", "smallest", "largest"))
	return d.table(columns, func(f *formulas, measure string, values []float64) [][]any {
		var trivial any // not known
		if d.trivial != nil {
			trivial = f.trivial
		}
		weights := make([]float64, len(values))
		least, most := int64(math.MaxInt64), int64(0)
		var sorted []float64
		for i, x := range values {
			n := f.counts[measure][x]
			weights[i], least, most = float64(n), min(least, n), max(most, n)
			sorted = append(sorted, slices.Repeat([]float64{x}, int(n))...)
		}
		mean, sd := stat.MeanStdDev(values, weights)
		return [][]any{{
			measure, f.items, f.items - int64(len(f.distinct)), trivial, mean, sd,
			values[0], stats.Quantile(sorted, 0.25), stats.Quantile(sorted, 0.5), stats.Quantile(sorted, 0.75), values[len(values)-1],
			int64(len(values)), least, most,
		}}
	})
}

// Counts has a line for each dataset, measure and value, with the number and the share
// of the items that have it.
func (d *Dataset) Counts() *table.Table {
	columns := slices.Concat(table.Strings("measure"), table.Floats("value"), table.Ints("items"), table.Floats("share"))
	return d.table(columns, func(f *formulas, measure string, values []float64) [][]any {
		var lines [][]any
		for _, x := range values {
			n := f.counts[measure][x]
			lines = append(lines, []any{measure, x, n, share(n, f.items)})
		}
		return lines
	})
}

// table makes a table of each dataset's measures. lines is given the values that occur.
func (d *Dataset) table(columns []table.Column, lines func(f *formulas, measure string, values []float64) [][]any) *table.Table {
	return d.groups.Table(columns, func(f *formulas) [][]any {
		var all [][]any
		for _, measure := range complexity {
			if values := slices.Sorted(maps.Keys(f.counts[measure])); len(values) > 0 {
				all = append(all, lines(f, measure, values)...)
			}
		}
		return all
	})
}
