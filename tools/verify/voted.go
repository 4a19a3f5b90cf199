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
	classes []verify.Class // the largest first; those of the same size in the order of their first answers
	winner  int            // -1: no answer parses
	high    int
}

// result orders the classes by size.
func result(answers []answer, classes []verify.Class) *voted {
	r := &voted{answers: answers, winner: -1}
	open := 0 // answers that may mean any other
	for _, c := range classes {
		n := len(c.Members)
		if first := answers[c.Members[0]]; first.open {
			open += n
		} else if first.text != "" {
			for _, k := range c.Open {
				n += len(classes[k].Members)
			}
			r.high = max(r.high, n)
		}
	}
	r.high = max(r.high, open)
	r.classes = slices.Clone(classes)
	slices.SortStableFunc(r.classes, func(a, b verify.Class) int { return cmp.Compare(len(b.Members), len(a.Members)) })
	r.winner = slices.IndexFunc(r.classes, r.parses)
	return r
}

// tied lists the classes of the size of the winner.
func (r *voted) tied() (out []verify.Class) {
	for _, c := range r.classes {
		if r.parses(c) && len(c.Members) == len(r.classes[r.winner].Members) {
			out = append(out, c)
		}
	}
	return out
}

// share returns the share of n answers in all.
func (r *voted) share(n int) float64 { return float64(n) / float64(len(r.answers)) }

// describe sets the columns of a question.
func (r *voted) describe(row *record.Row) {
	agreement, margin, entropy, open := 0.0, 0.0, 0.0, false
	if r.winner >= 0 {
		agreement = r.share(len(r.classes[r.winner].Members))
		margin = agreement
		later := r.classes[r.winner+1:]
		if k := slices.IndexFunc(later, r.parses); k >= 0 {
			margin -= r.share(len(later[k].Members))
		}
	}
	row.Classes = nil
	for _, c := range r.classes {
		p := r.share(len(c.Members))
		entropy -= p * math.Log(p)
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
