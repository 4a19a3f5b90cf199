package ranking

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
)

// A Group is what is summed up together.
type Group struct{ Model, Task, Form string }

// An Instance is the outcome of one answer about one set.
type Instance struct {
	Group  Group
	Run    int64
	ID     string            // of the set, for contingencies
	Size   int               // candidates
	Class  string            // of the answer; "error" where there is none
	Values map[Score]bool    // absent: not of the task
	Chance map[Score]float64 // of the scores in Values
	Tied   bool              // whether candidates of equal similarity decided it
}

// A Summary collects instances. The zero Summary is ready for use.
type Summary struct {
	groups map[Group]*group
	right  map[Group]map[string][2]int // by set: how often right, and how often asked, by the task's main score
}

type group struct {
	runs   map[int64]*run
	sets   map[string]bool
	chance [2][scores]mean // over all, and over more than one candidate
	other  int             // answers that are none of the candidates
	failed int
	tied   int
}

type run struct{ values [2][scores]mean }

// A mean adds up.
type mean struct{ sum, n float64 }

func (m *mean) add(x float64) { m.sum += x; m.n++ }

func (m mean) value() float64 {
	if m.n == 0 {
		return math.NaN()
	}
	return m.sum / m.n
}

// Add adds an instance.
func (s *Summary) Add(in Instance) {
	if s.groups == nil {
		s.groups, s.right = map[Group]*group{}, map[Group]map[string][2]int{}
	}
	g := s.groups[in.Group]
	if g == nil {
		g = &group{runs: map[int64]*run{}, sets: map[string]bool{}}
		s.groups[in.Group], s.right[in.Group] = g, map[string][2]int{}
	}
	r := g.runs[in.Run]
	if r == nil {
		r = &run{}
		g.runs[in.Run] = r
	}
	g.sets[in.ID] = true
	switch {
	case in.Class == "error":
		g.failed++
	case in.Class != "ok":
		g.other++
	}
	if in.Tied {
		g.tied++
	}
	for score, v := range in.Values {
		x := 0.0
		if v {
			x = 1
		}
		for over := range 2 {
			if over == 0 || in.Size > 1 {
				r.values[over][score].add(x)
				g.chance[over][score].add(in.Chance[score])
			}
		}
		if score == MostSimilar || score == Both {
			c := s.right[in.Group][in.ID]
			s.right[in.Group][in.ID] = [2]int{c[0] + int(x), c[1] + 1}
		}
	}
}

// Table has a row for each group, score, and choice of sets: all, or those of
// more than one candidate. Mean and standard deviation are over the runs'
// means; the latter is that of a sample, and no value for one run.
func (s *Summary) Table() *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Name: "model", Kind: table.String},
		{Name: "task", Kind: table.String},
		{Name: "form", Kind: table.String},
		{Name: "score", Kind: table.String},
		{Name: "sets", Kind: table.String},
		{Name: "n", Kind: table.Int},
		{Name: "runs", Kind: table.Int},
		{Name: "mean", Kind: table.Float},
		{Name: "sd", Kind: table.Float},
		{Name: "chance", Kind: table.Float},
		{Name: "malformed", Kind: table.Int},
		{Name: "errors", Kind: table.Int},
		{Name: "tied", Kind: table.Int},
	}}
	for _, key := range s.sorted() {
		g := s.groups[key]
		for score := range scores {
			for over, sets := range []string{"all", "several"} {
				if g.chance[over][score].n == 0 {
					continue
				}
				var means []float64
				for _, n := range slices.Sorted(maps.Keys(g.runs)) {
					if m := g.runs[n].values[over][score]; m.n > 0 {
						means = append(means, m.value())
					}
				}
				mean, sd := stat.MeanStdDev(means, nil)
				t.Rows = append(t.Rows, []any{
					key.Model, key.Task, key.Form, score.String(), sets, int64(g.chance[over][score].n), int64(len(means)),
					mean, sd, g.chance[over][score].value(), int64(g.other), int64(g.failed), int64(g.tied),
				})
			}
		}
	}
	return t
}

func (s *Summary) sorted() []Group {
	return slices.SortedFunc(maps.Keys(s.groups), func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Form, b.Form), cmp.Compare(a.Model, b.Model))
	})
}

// Contingency has a row for each two groups that answered about the same sets:
// two models at one task, or two tasks or forms of one model. A set counts as
// right where the group was right in more than half of its runs; of a ranking,
// by Both.
func (s *Summary) Contingency() *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Name: "first", Kind: table.String},
		{Name: "second", Kind: table.String},
		{Name: "n", Kind: table.Int},
		{Name: "both_right", Kind: table.Int},
		{Name: "first_only", Kind: table.Int},
		{Name: "second_only", Kind: table.Int},
		{Name: "both_wrong", Kind: table.Int},
	}}
	groups := s.sorted()
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			if a.Model != b.Model && (a.Task != b.Task || a.Form != b.Form) {
				continue
			}
			var n [2][2]int64
			for id, ra := range s.right[a] {
				rb, ok := s.right[b][id]
				if !ok {
					continue
				}
				n[wrong(ra)][wrong(rb)]++
			}
			if all := n[0][0] + n[0][1] + n[1][0] + n[1][1]; all > 0 {
				t.Rows = append(t.Rows, []any{a.name(), b.name(), all, n[0][0], n[0][1], n[1][0], n[1][1]})
			}
		}
	}
	return t
}

// wrong is 1 where not more than half of the answers are right.
func wrong(c [2]int) int {
	if 2*c[0] > c[1] {
		return 0
	}
	return 1
}

func (g Group) name() string { return g.Model + " " + g.Task + " " + g.Form }
