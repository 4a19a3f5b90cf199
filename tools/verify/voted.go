package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// A voted question.
type voted struct {
	answers []answer
	classes []verify.Class // the largest first; those of the same weight in the order of their first answers
	weights []float64      // of the classes
	total   float64
	winner  int // -1: no answer parses
	high    float64
}

// result weighs the classes.
func result(answers []answer, classes []verify.Class) *voted {
	r := &voted{answers: answers, winner: -1}
	weight := func(c verify.Class) (w float64) {
		for _, i := range c.Members {
			w += answers[i].weight
		}
		return w
	}
	open := 0.0 // weight of the answers that may mean any other
	for _, c := range classes {
		w := weight(c)
		r.total += w
		if first := answers[c.Members[0]]; first.open {
			open += w
		} else if first.text != "" {
			for _, k := range c.Open {
				w += weight(classes[k])
			}
			r.high = max(r.high, w)
		}
	}
	r.high = max(r.high, open)
	r.classes = slices.Clone(classes)
	slices.SortStableFunc(r.classes, func(a, b verify.Class) int { return cmp.Compare(weight(b), weight(a)) })
	for k, c := range r.classes {
		r.weights = append(r.weights, weight(c))
		if r.winner < 0 && r.parses(k) && r.weights[k] > 0 {
			r.winner = k
		}
	}
	return r
}

// tied lists the classes with the weight of the winner.
func (r *voted) tied() (out []int) {
	for k := range r.classes {
		if r.winner >= 0 && r.parses(k) && r.weights[k] == r.weights[r.winner] {
			out = append(out, k)
		}
	}
	return out
}

// share returns the share of a weight in all.
func (r *voted) share(w float64) float64 {
	if r.total == 0 {
		return 0
	}
	return w / r.total
}

// describe sets the columns of a question.
func (r *voted) describe(row *record.Row) {
	agreement, margin, entropy, open := 0.0, 0.0, 0.0, false
	if r.winner >= 0 {
		agreement = r.share(r.weights[r.winner])
		margin = agreement
		for k := r.winner + 1; k < len(r.classes); k++ {
			if r.parses(k) {
				margin = agreement - r.share(r.weights[k])
				break
			}
		}
	}
	row.Classes = nil
	for k, c := range r.classes {
		if p := r.share(r.weights[k]); p > 0 {
			entropy -= p * math.Log(p)
		}
		open = open || len(c.Open) > 0
		class := record.AnswerClass{Size: int64(len(c.Members)), FSOut: r.answers[c.Members[0]].text}
		models := map[string]bool{}
		for _, i := range c.Members {
			if model := r.answers[i].row.Model; model != "" {
				models[model] = true
			}
		}
		class.Models = slices.Sorted(maps.Keys(models))
		row.Classes = append(row.Classes, class)
	}
	row.Answers = record.Int(len(r.answers))
	row.Agreement, row.Margin, row.SemanticEntropy = record.Float(agreement), record.Float(margin), record.Float(entropy+0)
	row.AgreementLow, row.AgreementHigh = nil, nil
	if open {
		row.AgreementLow, row.AgreementHigh = record.Float(agreement), record.Float(r.share(r.high))
	}
}

// shortest returns the length of the shortest answer of a class.
func (r *voted) shortest(k int) int {
	n := math.MaxInt
	for _, i := range r.classes[k].Members {
		n = min(n, len([]rune(r.answers[i].text)))
	}
	return n
}
