package metrics

import (
	"fmt"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// Rows without a batch were counted once for each run: 42 formulas in 10 runs were 420
// items with 378 duplicates.
//
// By hand: the dataset has 42 lines, of which the last repeats the first formula, so
// it has 42 items and 41 different formulas. Each of 2 models has rows of 5 runs with
// 2 samples and 2 steps, which are the same items.
func TestRunsWereCountedAsFormulas(t *testing.T) {
	for name, change := range map[string]func(r *record.Row, i int){
		"no batch": func(r *record.Row, i int) { r.Index = record.Int(i) },
		"both":     func(r *record.Row, i int) { r.Batch, r.Index = record.Int(0), record.Int(i) },
	} {
		t.Run(name, func(t *testing.T) {
			d := NewDataset(nil)
			for attempt := range 2 * 5 * 2 * 2 {
				for i := range 42 {
					r := &record.Row{
						Dataset: "d", FS: fmt.Sprint("p", i%41), Depth: record.Int(i % 41), Model: fmt.Sprint(attempt % 2),
						Run: record.Int(attempt / 2 % 5), Sample: record.Int(attempt / 10 % 2), Step: record.Int(1 + attempt/20),
					}
					change(r, i)
					d.Add(r)
				}
			}
			d.Add(&record.Row{Dataset: "d", Depth: record.Int(7)}) // has no formula
			hold(t, cells(t, d.Summary()), map[string]float64{"items": 42, "duplicates": 1, "categories": 41, "smallest": 1, "largest": 2})
		})
	}
}
