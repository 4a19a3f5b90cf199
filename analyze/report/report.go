package report

import (
	"encoding/json"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

// Options select what a report shows.
type Options struct {
	Version       string  // of the program
	Level         float64 // of the intervals, such as 0.95
	Rows          int     // most rows in the browser; of more, it has a random sample
	Seed          uint64  // of the sample
	Conversations bool    // whether the browser has their conversations
	Title         string  // "": the models and datasets

	Trivial func(*record.Row) bool      // see metrics.NewDataset
	Witness func(witness string) string // describes a witness, or returns ""; may be nil
}

// A Report collects rows for a page. It is not safe for use by several goroutines.
type Report struct {
	o         Options
	summary   *metrics.Summary
	judges    *metrics.Judges
	agreement *metrics.Selective // of vote
	rankings  *metrics.Rankings
	reasoning *metrics.Reasonings
	compared  comparisons
	tasks     map[metrics.Task]int64
	dataset   *metrics.Dataset
	curves    curves
	horizon   *metrics.Horizons
	costs     *metrics.Groups[spent]
	diagnoses *metrics.Groups[int64] // by model and diagnosis
	quality   []int64                // rows with each of the defects
	store     rowStore
	sources   []Source
	parts     []*Part
}

// defects lists the defects of rows that the report counts: in all rows if anyTask is
// true, else in the rows of the loop.
var defects = []struct {
	name    string
	anyTask bool
	has     func(*record.Row) bool
}{
	{"rows that could not be read", true, (*record.Row).IsMalformed},
	{"rows without a verdict", false, func(r *record.Row) bool { return r.Verdict == "" }},
	{"rows whose given formula does not parse, outside all rates", false, metrics.IsGoldError},
	{"rows with nothing to verify", false, func(r *record.Row) bool {
		return r.Verdict == record.Unverifiable && r.Outcome != record.Abstained && !metrics.IsGoldError(r)
	}},
	{"questions on which vote abstained, outside all rates", false, func(r *record.Row) bool { return r.Outcome == record.Abstained }},
	{"rows without an id", true, func(r *record.Row) bool { return r.ID == "" }},
	{"descriptions that contain formal syntax", true, func(r *record.Row) bool { return r.NLLeak != nil && *r.NLLeak }},
	{"verdicts that depend on the scope of a quantifier", true, func(r *record.Row) bool { return r.ScopeSensitive != nil && *r.ScopeSensitive }},
	{"verdicts that depend on the reading of free variables", true, func(r *record.Row) bool { return r.FreeVariableSensitive != nil && *r.FreeVariableSensitive }},
}

// A Source is an input, or a file that an input was made from.
type Source struct {
	Name     string          `json:"name"`
	Before   bool            `json:"before,omitempty"`   // whether an input was made from it
	Manifest json.RawMessage `json:"manifest,omitempty"` // beside the file
}

// New makes an empty report.
func New(o Options) *Report {
	return &Report{
		o:         o,
		summary:   metrics.New(metrics.Options{Keys: settings(), Level: o.Level, Show: []metrics.Set{metrics.Intervals}}),
		judges:    metrics.NewJudges(metrics.By("model", "dataset")),
		agreement: metrics.NewSelective(metrics.By("model", "dataset"), "agreement"),
		rankings:  metrics.NewRankings(metrics.Settings()),
		reasoning: metrics.NewReasonings(metrics.Settings()),
		compared:  newComparisons(),
		tasks:     map[metrics.Task]int64{},
		dataset:   metrics.NewDataset(o.Trivial),
		curves:    newCurves(),
		horizon:   metrics.NewHorizons(nil, "complexity", []float64{0.5}),
		costs:     metrics.NewGroups[spent](metrics.By("model", "stage"), false),
		diagnoses: metrics.NewGroups[int64](metrics.By("model", "diagnosis"), false),
		quality:   make([]int64, len(defects)),
		store:     newRowStore(o),
	}
}

// settings returns the columns by which the summary is grouped: model, dataset, prompt and
// params.
func settings() []metrics.Key {
	keys := metrics.Settings()[:4]
	keys[0], keys[1] = keys[1], keys[0]
	return keys
}

// Add adds a row. where is its file and line.
func (p *Report) Add(r *record.Row, where string) error {
	if r.LeftColumn+r.RightColumn != "" {
		own := *r
		own.FS, own.FSOut = r.Formulas()
		r = &own
	}
	task := metrics.TaskOf(r)
	p.tasks[task]++
	switch task {
	case metrics.Loop:
		p.summary.Add(r)
		p.judges.Add(r)
		p.curves.add(r)
		p.horizon.Add(r)
		p.compared.add(r)
	case metrics.Ranked:
		p.rankings.Add(r)
	case metrics.Reasoned:
		p.reasoning.Add(r)
	}
	if r.Agreement != nil || r.Outcome == record.Abstained {
		p.agreement.Add(r)
	}
	p.dataset.Add(r)
	for i := range r.Usage {
		p.costs.Add(r, func(s *spent) { s.add(&r.Usage[i]) }, r.Usage[i].Stage)
	}
	diagnosis := diagnose(r, task)
	p.diagnoses.Add(r, func(n *int64) { *n++ }, diagnosis)
	for i, d := range defects {
		if (task == metrics.Loop || d.anyTask) && d.has(r) {
			p.quality[i]++
		}
	}
	return p.store.add(r, where, task, diagnosis)
}

// A Part is a set of the rows that has a page of its own, below the directory of the page.
type Part struct {
	Path   []string `json:"path"` // relative to the page
	Counts [4]int64 `json:"n"`    // as in a point of a curve

	tally metrics.Tally
}

// AddPart adds a part without rows.
func (p *Report) AddPart(path []string) *Part {
	p.parts = append(p.parts, &Part{Path: path})
	return p.parts[len(p.parts)-1]
}

// Add counts a row.
func (p *Part) Add(r *record.Row) {
	p.tally.Add(r)
	p.Counts = countsOf(&p.tally)
}

// AddSource adds a source of rows. A manifest that is not JSON is left out.
func (p *Report) AddSource(s Source) {
	if !json.Valid(s.Manifest) {
		s.Manifest = nil
	}
	p.sources = append(p.sources, s)
}
