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
	ranked  []int // classes that can win: with a weight, and with answers that parse and have a verdict
	high    float64
}

// result weighs the classes.
func result(answers []answer, classes []verify.Class) *voted {
	r := &voted{answers: answers}
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
		if first := answers[c.Members[0]]; first.text != "" && !first.open && r.weights[k] > 0 {
			r.ranked = append(r.ranked, k)
		}
	}
	return r
}

// tied lists the classes with the largest weight.
func (r *voted) tied() []int {
	return slices.DeleteFunc(slices.Clone(r.ranked), func(k int) bool { return r.weights[k] < r.weights[r.ranked[0]] })
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
	var best [2]float64 // the shares of the first two classes
	for i, k := range r.ranked[:min(len(r.ranked), 2)] {
		best[i] = r.share(r.weights[k])
	}
	agreement, margin, entropy, open := best[0], best[0]-best[1], 0.0, false
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
