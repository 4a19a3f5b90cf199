package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// allScores lists the scores of the set EditsAll.
var allScores = []string{"formula_bleu", "formula_bleu_written", "le"}

// allOf returns the scores of EditsAll of a row, as in table 5 of NL-FOL-LT (Brunello et
// al., AAAI 2026): all are 0 if fs_out does not parse or if there is none. pair has the
// scores of the formulas. A row in which fs does not parse has no score, nor has one
// that verify has not seen or with a formula that is too large for LE: so all scores are
// means over the same rows.
func allOf(r *record.Row, t *Tally, pair scored) map[string]float64 {
	if t.Attempts() == 0 || r.Verdict == "" {
		return nil
	}
	all := map[string]float64{}
	for _, name := range allScores {
		x, ok := pair.values[name]
		switch {
		case t.Parsed() == 0:
			x = 0
		case !ok:
			return nil
		}
		all[name] = x
	}
	return all
}

// allFigures returns the number of rows and runs with the scores of EditsAll. For each
// score, it returns the mean and the standard deviation of the means of the runs, the
// mean of their correlations with the verdict, in which every verdict other than
// equivalent counts as wrong, and the number of runs that have a correlation.
func allFigures() figures {
	columns := table.Ints("all_rows", "all_runs")
	for _, name := range allScores {
		columns = append(columns, table.Floats(name+"_all", name+"_all_sd", name+"_all_r")...)
		columns = append(columns, table.Ints(name+"_all_r_runs")...)
	}
	return figures{columns, func(c *counted) []any {
		if len(c.all) == 0 {
			return make([]any, len(columns))
		}
		rows, cells := int64(0), []any(nil)
		for _, name := range allScores {
			scores := c.all[name]
			rows = scores.Rows()
			mean, sd := scores.MeanStdDev()
			var rs []float64
			for _, m := range scores.sorted() {
				if r := m.correlation(); !math.IsNaN(r) {
					rs = append(rs, r)
				}
			}
			cells = append(cells, mean, sd, stat.Mean(rs, nil), int64(len(rs)))
		}
		return append([]any{rows, c.all[allScores[0]].Len()}, cells...)
	}}
}
