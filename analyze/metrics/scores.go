package metrics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/analyze/text"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// textScores and editScores name the scores of the sets Text and Edits.
var (
	textScores = []string{"bleu", "rouge_l"}
	editScores = []string{"formula_bleu", "le"}
)

// moments holds the sum of scores x, the means of x and of y, which is 1 for a right formula and else 0,
// and the sums of squares and products of the deviations from these means. Sums of squares
// of the scores themselves would lose the digits in which large scores differ (B. P.
// Welford, Technometrics 4, 1962, p. 419).
type moments struct{ n, sum, x, y, xx, yy, xy float64 }

func (m *moments) add(x float64, right bool) {
	y := float64(truth(right))
	m.n++
	m.sum += x
	dx, dy := x-m.x, y-m.y
	m.x += dx / m.n
	m.y += dy / m.n
	m.xx += dx * (x - m.x)
	m.yy += dy * (y - m.y)
	m.xy += dx * (y - m.y)
}

// correlation returns the point-biserial correlation of the score with whether the
// formula is right, which is Pearson's r; NaN if either is constant, because the sum of
// squares of a constant is exactly 0.
func (m *moments) correlation() float64 {
	return max(-1, min(1, m.xy/math.Sqrt(m.xx)/math.Sqrt(m.yy)))
}

// judges reports whether a row counts in the correlation of a score with the verdict. An
// undecided row is neither right nor wrong. In the scores of Edits, every verdict other
// than equivalent counts as wrong (table 5 of NL-FOL-LT, Brunello et al., AAAI 2026).
func (o *Options) judges(r *record.Row, score string) bool {
	decided := []record.Verdict{record.Equivalent, record.NotEquivalent, record.Noncompliant}
	return slices.Contains(decided, r.Verdict) || o.shows(Edits) && slices.Contains(editScores, score)
}

// score returns the named score, or an empty score if no row has it.
func (c *counted) score(name string) *RunMeans {
	if s := c.scores[name]; s != nil {
		return s
	}
	return &RunMeans{}
}

// numberScored returns a column with the number of rows that have a score.
func numberScored(column, score string) figures {
	return figures{table.Ints(column), func(c *counted) []any { return []any{c.score(score).Rows()} }}
}

// scoreFigures returns, for each score, the mean and the standard deviation of the means of
// the runs, and the mean of their correlations with the verdict; see judges.
func scoreFigures(names []string) figures {
	var columns []table.Column
	for _, name := range names {
		columns = append(columns, table.Floats(name, name+"_sd", name+"_r")...)
	}
	return figures{columns, func(c *counted) []any {
		var cells []any
		for _, name := range names {
			mean, sd := c.score(name).MeanStdDev()
			var rs []float64
			for _, m := range cmp.Or(c.judged[name], &RunMeans{}).sorted() {
				if r := m.correlation(); !math.IsNaN(r) {
					rs = append(rs, r)
				}
			}
			cells = append(cells, mean, sd, stat.Mean(rs, nil))
		}
		return cells
	}}
}

// scoresOf computes the scores that o asks for, if the row has the columns for them. t is
// the tally of the row.
func (o *Options) scoresOf(r *record.Row, t *Tally) map[string]float64 {
	if len(o.ScoreColumns) == 0 && !o.shows(Text, Edits) {
		return nil
	}
	scores := map[string]float64{}
	if reference, ok := r.Text(o.Against); ok && r.NL != "" && o.shows(Text) {
		scores["bleu"], scores["rouge_l"] = text.SentenceBLEU(r.NL, reference), text.ROUGEL(r.NL, reference)
	}
	if o.shows(Edits) {
		if bleu, le, ok := compareFormulas(r, t); ok {
			scores["formula_bleu"], scores["le"] = bleu, le
		}
	}
	for _, column := range o.ScoreColumns {
		v, _ := r.Get(column)
		if x, ok := floatOf(v); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
			scores[column] = x
		}
	}
	return scores
}

// compareFormulas compares the right formula with the left one, as in table 5 of NL-FOL-LT:
// both scores are 0 if the right one does not parse or if there is none. A row in which the
// left one does not parse has no score, nor has one that verify has not seen or with a
// formula that is too large for LE: so both scores are means over the same rows.
func compareFormulas(r *record.Row, t *Tally) (bleu, le float64, ok bool) {
	if t.Attempts() == 0 || r.Verdict == "" || !formalism.Logical(formalism.OrLogic(r)) {
		return 0, 0, false
	}
	if t.Parsed() == 0 {
		return 0, 0, true
	}
	left, right := r.Formulas()
	o := logic.Options{Beside: []string{left, right}, Propositional: formalism.OrLogic(r) == record.Propositional}
	a, errA := logic.Parse(left, o)
	b, errB := logic.Parse(right, o)
	if errA != nil || errB != nil {
		return 0, 0, false
	}
	le, ok = text.LE(a, b)
	symbols := text.Symbols(right)
	// A single proposition has no n-grams above n = 1.
	return text.TokenBLEU(symbols, text.Symbols(left), min(4, len(symbols))), le, ok
}
