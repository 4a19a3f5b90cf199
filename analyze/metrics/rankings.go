package metrics

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// A RankAnswer is one answer about one set of candidates, with its scores.
type RankAnswer struct {
	Set    string                // identifies the set
	Size   int                   // candidates
	Class  string                // of the answer; "error" where there is none
	Values map[RankScore]bool    // the scores of the task
	Chance map[RankScore]float64 // of the scores in Values
	Tied   bool                  // candidates of equal similarity decided it
}

// Rankings counts answers by the columns task, form and model. It is not safe
// for use by several goroutines.
type Rankings struct{ groups *Groups[ranked] }

// ranked is what Rankings keeps of a group.
type ranked struct {
	runs                    map[int64]*[2][rankScores]mean // over all sets, and over those of several candidates
	chance                  [2][rankScores]mean
	right                   map[string]*mean // by set: of the task's main score
	malformed, failed, tied int64
}

// A mean adds up.
type mean struct{ sum, n float64 }

func (m *mean) add(x float64)  { m.sum += x; m.n++ }
func (m *mean) value() float64 { return m.sum / m.n }

// NewRankings makes an empty count.
func NewRankings() *Rankings {
	return &Rankings{NewGroups(By("task", "form", "model"), false, func() *ranked {
		return &ranked{runs: map[int64]*[2][rankScores]mean{}, right: map[string]*mean{}}
	})}
}

// Add counts the answer of a row.
func (s *Rankings) Add(r *record.Row, a RankAnswer) {
	run := int64(0)
	if r.Run != nil {
		run = *r.Run
	}
	s.groups.Add(r, func(g *ranked) { g.add(run, a) })
}

func (g *ranked) add(run int64, a RankAnswer) {
	values := g.runs[run]
	if values == nil {
		values = &[2][rankScores]mean{}
		g.runs[run] = values
	}
	switch {
	case a.Class == "error":
		g.failed++
	case a.Class != "ok":
		g.malformed++
	}
	g.tied += int64(truth(a.Tied))
	for score, v := range a.Values {
		x := float64(truth(v))
		for over := range 2 {
			if over == 0 || a.Size > 1 {
				values[over][score].add(x)
				g.chance[over][score].add(a.Chance[score])
			}
		}
		if score == MostSimilar || score == Both {
			of(g.right, a.Set).add(x)
		}
	}
}

// Table has a row for each group, score, and choice of sets: all sets, or those
// with several candidates. Mean and standard deviation are those of the means of
// the runs. The standard deviation is that of a sample, and has no value for one
// run.
func (s *Rankings) Table() *table.Table {
	t := &table.Table{Columns: slices.Concat(table.Strings("model", "task", "form", "score", "sets"), table.Ints("n", "runs"),
		table.Floats("mean", "sd", "chance"), table.Ints("malformed", "errors", "tied"))}
	for key, g := range s.groups.Sorted() {
		for score := range rankScores {
			for over, sets := range []string{"all", "several"} {
				chance := g.chance[over][score]
				if chance.n == 0 {
					continue
				}
				var means []float64
				for _, run := range slices.Sorted(maps.Keys(g.runs)) {
					if m := g.runs[run][over][score]; m.n > 0 {
						means = append(means, m.value())
					}
				}
				mean, sd := stat.MeanStdDev(means, nil)
				t.Rows = append(t.Rows, []any{
					key[2], key[0], key[1], score.String(), sets, int64(chance.n), int64(len(means)),
					mean, sd, chance.value(), g.malformed, g.failed, g.tied,
				})
			}
		}
	}
	return t
}

// Contingency has a row for each pair of groups that answered about the same
// sets: two models at one task, or two tasks or forms of one model. A group is
// right about a set if it was right in more than half of its runs; for a ranking,
// the score Both decides.
func (s *Rankings) Contingency() *table.Table {
	t := &table.Table{Columns: slices.Concat(table.Strings("first", "second"), table.Ints("n", "both_right", "first_only", "second_only", "both_wrong"))}
	for a, first := range s.groups.Sorted() {
		for b, second := range s.groups.Sorted() {
			if compareValues(a, b) >= 0 || a[2] != b[2] && (a[0] != b[0] || a[1] != b[1]) {
				continue
			}
			var n [2][2]int64 // by whether the first and the second are right
			for set, x := range first.right {
				if y := second.right[set]; y != nil {
					n[truth(x.value() > 0.5)][truth(y.value() > 0.5)]++
				}
			}
			if all := n[0][0] + n[0][1] + n[1][0] + n[1][1]; all > 0 {
				t.Rows = append(t.Rows, []any{rankName(a), rankName(b), all, n[1][1], n[1][0], n[0][1], n[0][0]})
			}
		}
	}
	return t
}

// rankName names a group: model, task and form.
func rankName(key []any) string { return fmt.Sprintf("%v %v %v", key[2], key[0], key[1]) }
