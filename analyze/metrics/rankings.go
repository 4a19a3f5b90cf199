package metrics

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// RunMeans holds the points of rows by run. The zero RunMeans has no rows.
type RunMeans struct{ runs map[run]*moments }

// A run is a repetition: its number, and the seed if the params have one, so that
// files of different seeds are different runs.
type run struct {
	number int64
	seed   string
}

// runOf returns the run of a row. A row without a number belongs to run 0.
func runOf(r *record.Row) (of run) {
	if r.Run != nil {
		of.number = *r.Run
	}
	if seed := seedMember.FindStringSubmatch(r.Params); seed != nil {
		of.seed = strings.Clone(seed[1])
	}
	return of
}

func compareRuns(a, b run) int {
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.seed, b.seed))
}

// A mean sums numbers and counts them.
type mean struct{ sum, n float64 }

func (m *mean) add(x float64)  { m.sum += x; m.n++ }
func (m *mean) value() float64 { return m.sum / m.n }

// Add adds the points of a row.
func (s *RunMeans) Add(r *record.Row, points float64) { s.add(runOf(r), points, false) }

func (s *RunMeans) add(at run, points float64, right bool) {
	if s.runs == nil {
		s.runs = map[run]*moments{}
	}
	if s.runs[at] == nil {
		s.runs[at] = &moments{}
	}
	s.runs[at].add(points, right)
}

// Rows returns the number of rows.
func (s *RunMeans) Rows() (n int64) {
	for _, m := range s.runs {
		n += int64(m.n)
	}
	return n
}

// Len returns the number of runs.
func (s *RunMeans) Len() int64 { return int64(len(s.runs)) }

// MeanStdDev returns the mean of the runs' means, and their standard deviation as a
// sample, which is NaN for one run.
func (s *RunMeans) MeanStdDev() (mean, sd float64) {
	var means []float64
	for _, m := range s.sorted() {
		means = append(means, m.sum/m.n)
	}
	return stat.MeanStdDev(means, nil)
}

// sorted lists the moments in the order of their runs.
func (s *RunMeans) sorted() (all []*moments) {
	for _, at := range slices.SortedFunc(maps.Keys(s.runs), compareRuns) {
		all = append(all, s.runs[at])
	}
	return all
}

// answerCounts holds the counts of a score of answers.
type answerCounts struct {
	runs              RunMeans
	malformed, failed int64
}

// add counts an answer of a class with its points.
func (g *answerCounts) add(r *record.Row, class string, points float64) {
	g.runs.Add(r, points)
	switch class {
	case "ok":
	case "error":
		g.failed++
	default:
		g.malformed++
	}
}

// Rankings counts answers of rank by group and score. It is not safe for use by several
// goroutines.
type Rankings struct {
	*Groups[ranked] // by score
	answers         *Groups[answered]
}

// ranked holds the counts of one score.
type ranked struct {
	answerCounts
	chance mean
	tied   int64
}

// NewRankings makes an empty count that groups by the keys, the task and the form.
func NewRankings(keys []Key) *Rankings {
	of := By("task", "form")
	return &Rankings{
		NewGroups[ranked](slices.Concat(keys, of, By("score")), false), NewGroups[answered](slices.Concat(keys, of), false),
	}
}

// Add counts the answer of a row, and reports whether its task is Ranked. A call without an
// answer is wrong by every score.
func (s *Rankings) Add(r *record.Row) bool {
	if TaskOf(r) != Ranked {
		return false
	}
	var roles []string
	if v, ok := r.ExtraField("roles"); !ok || json.Unmarshal(v, &roles) != nil {
		roles = nil
	}
	_, sizes := CountRoles(roles)
	ties, tied := r.Get("ties") // of embeddings
	scores := map[RankScore]bool{}
	for _, score := range rankScoresOf(r) {
		scores[score] = hasPoint(r, string(score))
	}
	s.answers.Add(r, func(all *answered) {
		all.add(r.ID+"\x00"+r.FS+"\x00"+r.NL, r, scores)
		all.n++
	})
	for score, right := range scores {
		s.Groups.Add(r, func(g *ranked) {
			g.add(r, answerClass(r), float64(truth(right)))
			g.chance.add(sizes.Chance(score))
			g.tied += int64(truth(tied && ties != int64(0)))
		}, string(score))
	}
	return true
}

// Table has a line for each group and score. The columns mean and sd are computed from the
// means of the runs.
func (s *Rankings) Table() *table.Table {
	columns := slices.Concat(table.Ints("n", "runs"), table.Floats("mean", "sd", "chance"), table.Ints("malformed", "errors", "tied"))
	return s.Groups.Table(columns, func(g *ranked) [][]any {
		mean, sd := g.runs.MeanStdDev()
		return [][]any{{g.runs.Rows(), g.runs.Len(), mean, sd, g.chance.value(), g.malformed, g.failed, g.tied}}
	})
}

// Reasonings counts the answers of reason by benchmark. It is not safe for use by several
// goroutines.
type Reasonings struct{ *Groups[answerCounts] }

// NewReasonings makes an empty count that groups by the keys and the benchmark.
func NewReasonings(keys []Key) *Reasonings {
	return &Reasonings{NewGroups[answerCounts](slices.Concat(keys, By("benchmark")), false)}
}

// Add counts a row, and reports whether its task is Reasoned. A row without an answer
// counts as wrong.
func (s *Reasonings) Add(r *record.Row) bool {
	if TaskOf(r) != Reasoned {
		return false
	}
	percent := 0.0
	if hasPoint(r, "answer") && answerClass(r) != "error" {
		percent = 100
	}
	s.Groups.Add(r, func(g *answerCounts) { g.add(r, answerClass(r), percent) })
	return true
}

// Table has a line for each group. The score is the percentage of the rows with the
// right answer: the mean of the runs' percentages, with their standard deviation.
func (s *Reasonings) Table() *table.Table {
	columns := slices.Concat(table.Floats("score", "sd"), table.Ints("n", "runs", "unparsed", "errors"))
	return s.Groups.Table(columns, func(g *answerCounts) [][]any {
		mean, sd := g.runs.MeanStdDev()
		return [][]any{{mean, sd, g.runs.Rows(), g.runs.Len(), g.malformed, g.failed}}
	})
}
