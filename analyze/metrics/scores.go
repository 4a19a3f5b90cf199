package metrics

import (
	"math"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/edit"
	"github.com/truthloop/truthloop/analyze/text"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// textScores and editScores name the scores of the sets Text and Edits.
var (
	textScores = []string{"bleu", "bleu_nltk", "rouge_1", "rouge_2", "rouge_l", "chrf"}
	editScores = []string{"formula_bleu", "tree_distance", "tree_similarity", "le"}
)

// numeric is the value of a column as a finite number.
func numeric(r *record.Row, column string) (float64, bool) {
	v, _ := r.Get(column)
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}

// A score of rows: its mean, and the sums from which its correlation with the
// verdict follows, over the rows that are proved or refuted.
type score struct {
	n, sum             float64
	decided            float64
	x, xx, y, xy, most float64
}

func (s *score) add(x float64, v record.Verdict) {
	s.n++
	s.sum += x
	if v != record.Equivalent && v != record.NotEquivalent {
		return
	}
	right := 0.0
	if v == record.Equivalent {
		right = 1
	}
	s.decided++
	s.x += x
	s.xx += x * x
	s.y += right
	s.xy += x * right
	s.most = max(s.most, math.Abs(x))
}

// correlation is the point-biserial correlation of the score with whether the
// formula is right, which is Pearson's r; NaN where either is constant.
func (s *score) correlation() float64 {
	n := s.decided
	covariance := s.xy - s.x*s.y/n
	variance := s.xx - s.x*s.x/n
	// What is left of a constant by rounding is no variance.
	if variance <= 1e-12*n*s.most*s.most {
		return math.NaN()
	}
	r := covariance / math.Sqrt(variance) / math.Sqrt(s.y-s.y*s.y/n)
	return max(-1, min(1, r))
}

// scores are those of a group.
type scores struct {
	corpus text.BLEU
	of     map[string]*score
}

func (s *scores) add(name string, x float64, v record.Verdict) {
	if s.of == nil {
		s.of = map[string]*score{}
	}
	if s.of[name] == nil {
		s.of[name] = &score{}
	}
	s.of[name].add(x, v)
}

func (s *scores) named(name string) *score {
	if found := s.of[name]; found != nil {
		return found
	}
	return &score{}
}

// scored is what a row adds to the scores of its groups.
type scored struct {
	sentence, reference string
	values              map[string]float64
}

// scoresOf compares nl with the reference sentence, and fs_out with fs, as far
// as the sets ask for it and the row has both.
func (o *Options) scoresOf(r *record.Row) scored {
	s := scored{values: map[string]float64{}}
	if sentence, ok := r.Text(o.Against); ok && r.NL != "" && slices.Contains(o.Show, Text) {
		s.sentence, s.reference = r.NL, sentence
		rouge := text.ROUGEOf(r.NL, sentence)
		s.values["bleu"] = text.SentenceBLEU(r.NL, sentence)
		s.values["bleu_nltk"] = text.TokenBLEU(strings.Fields(r.NL), strings.Fields(sentence), 4)
		s.values["rouge_1"], s.values["rouge_2"], s.values["rouge_l"] = rouge.One, rouge.Two, rouge.L
		s.values["chrf"] = text.ChrF(r.NL, sentence)
	}
	for _, column := range o.ScoreColumns {
		if score, ok := numeric(r, column); ok {
			s.values[column] = score
		}
	}
	if r.Formalism == record.Regex || !slices.Contains(o.Show, Edits) {
		return s
	}
	a, errA := logic.Parse(r.FS, logic.Options{})
	b, errB := logic.Parse(r.FSOut, logic.Options{})
	if errA == nil && errB != nil && r.FSOut != "" {
		s.values["le"] = 0 // as published; the other scores compare formulas only
	}
	if errA != nil || errB != nil {
		return s
	}
	if le, ok := edit.LE(a, b); ok {
		s.values["le"] = le
	}
	symbols := edit.Symbols(b)
	// A proposition alone has no n-grams but itself.
	s.values["formula_bleu"] = text.TokenBLEU(symbols, edit.Symbols(a), min(4, len(symbols)))
	x, y := edit.Tree(a), edit.Tree(b)
	if d, ok := edit.Distance(x, y); ok {
		s.values["tree_distance"] = float64(d)
		s.values["tree_similarity"] = 1 - float64(d)/float64(edit.Size(x)+edit.Size(y))
	}
	return s
}

// scoreColumns lists the columns of scores: their means, and their correlations
// with the verdict.
func scoreColumns(names []string) []measure {
	ms := make([]measure, 0, 2*len(names))
	for _, name := range names {
		ms = append(ms,
			float(name, func(g *group, _ Options) float64 { s := g.scores.named(name); return s.sum / s.n }),
			float(name+"_r", func(g *group, _ Options) float64 { return g.scores.named(name).correlation() }))
	}
	return ms
}
