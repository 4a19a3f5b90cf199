package metrics

import (
	"math"
	"strings"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/analyze/text"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// textScores and editScores name the scores of the sets Text and Edits.
var (
	textScores = []string{"bleu", "bleu_nltk", "rouge_1", "rouge_2", "rouge_l"}
	editScores = []string{"formula_bleu", "formula_bleu_written", "le"}
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

// A score holds sums of a score over all rows, over each run and, for its correlation
// with the verdict, over the rows that are proved or refuted.
type score struct {
	n, sum  float64
	runs    RunMeans
	decided moments
}

func (s *score) add(x float64, r *record.Row) {
	s.n++
	s.sum += x
	if r.Run != nil {
		s.runs.add(run{number: *r.Run}, x, false)
	}
	v := r.Verdict
	if v != record.Equivalent && v != record.NotEquivalent {
		return
	}
	s.decided.add(x, v == record.Equivalent)
}

func (s *score) mean() float64 { return s.sum / s.n }

// sd returns the standard deviation of the means of the runs; NaN for fewer than two.
func (s *score) sd() float64 {
	_, sd := s.runs.MeanStdDev()
	return sd
}

// score returns the named score, or an empty score if no row has it.
func (c *counted) score(name string) *score {
	if s := c.scores[name]; s != nil {
		return s
	}
	return &score{}
}

// numberScored returns a column with the number of rows that have a score.
func numberScored(column, score string) figures {
	return figures{table.Ints(column), func(c *counted) []any { return []any{int64(c.score(score).n)} }}
}

// scoreFigures returns the means of scores, their standard deviations over runs, and
// their correlations with the verdict, with p-values.
func scoreFigures(names []string) figures {
	var columns []table.Column
	for _, name := range names {
		columns = append(columns, table.Floats(name, name+"_sd", name+"_r", name+"_p")...)
	}
	return figures{columns, func(c *counted) []any {
		var cells []any
		for _, name := range names {
			s := c.score(name)
			r := s.decided.correlation()
			cells = append(cells, s.mean(), s.sd(), r, stats.PearsonP(r, int(s.decided.n)))
		}
		return cells
	}}
}

// scored holds what a row adds to the scores of its groups.
type scored struct {
	sentence, reference string             // for BLEU of the corpus
	values              map[string]float64 // by score
	all                 map[string]float64 // of EditsAll
}

func (s *scored) add(name string, x float64) {
	if s.values == nil {
		s.values = map[string]float64{}
	}
	s.values[name] = x
}

// addColumn adds the value of a column if it is a finite number.
func (s *scored) addColumn(r *record.Row, column string) {
	v, _ := r.Get(column)
	if x, ok := floatOf(v); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
		s.add(column, x)
	}
}

// scoresOf computes the scores that o asks for, if the row has the columns for them. t is
// the tally of the row.
func (o *Options) scoresOf(r *record.Row, t *Tally) scored {
	var s scored
	if o.shows(Text) {
		s.compareTexts(r, o.Against)
	}
	if o.shows(Edits, EditsAll) && formalism.Logical(formalism.OrLogic(r)) {
		pair := compareFormulas(r)
		if o.shows(Edits) {
			for name, x := range pair.values {
				s.add(name, x)
			}
		}
		if o.shows(EditsAll) {
			s.all = allOf(r, t, pair)
		}
	}
	for _, column := range o.ScoreColumns {
		s.addColumn(r, column)
	}
	return s
}

// compareTexts compares nl with the sentence in a column.
func (s *scored) compareTexts(r *record.Row, column string) {
	reference, ok := r.Text(column)
	if !ok || r.NL == "" {
		return
	}
	s.sentence, s.reference = r.NL, reference
	rouge := text.ROUGEOf(r.NL, reference)
	s.add("bleu", text.SentenceBLEU(r.NL, reference))
	s.add("bleu_nltk", text.TokenBLEU(strings.Fields(r.NL), strings.Fields(reference), 4))
	s.add("rouge_1", rouge.One)
	s.add("rouge_2", rouge.Two)
	s.add("rouge_l", rouge.L)
}

// compareFormulas compares the right formula with the left one.
func compareFormulas(r *record.Row) (s scored) {
	left, right := r.Formulas()
	o := logic.Options{Beside: []string{left, right}, Propositional: formalism.OrLogic(r) == record.Propositional}
	a, errA := logic.Parse(left, o)
	b, errB := logic.Parse(right, o)
	if errA == nil && errB != nil && right != "" {
		s.add("le", 0) // as published; the other scores compare formulas only
	}
	if errA != nil || errB != nil {
		return s
	}
	if le, ok := text.LE(a, b); ok {
		s.add("le", le)
	}
	symbols := text.Symbols(b)
	// A single proposition has no n-grams above n = 1.
	s.add("formula_bleu", text.TokenBLEU(symbols, text.Symbols(a), min(4, len(symbols))))
	written := text.WrittenSymbols(right)
	s.add("formula_bleu_written", text.TokenBLEU(written, text.WrittenSymbols(left), min(4, len(written))))
	return s
}
