package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/template"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

//go:embed assets/report.html assets/report.css assets/report.js assets/uPlot.iife.min.js assets/uPlot.min.css assets/uPlot.LICENSE
var assets embed.FS

// Options select what a report shows.
type Options struct {
	Title         string
	Version       string  // of the program
	Level         float64 // of the intervals, such as 0.95
	Rows          int     // most rows for the browser; of more, a random sample
	Seed          uint64  // of the sample
	Conversations bool    // with their conversations

	Trivial func(*logic.Formula) bool   // see metrics.NewDataset
	Witness func(witness string) string // describes a witness, or returns ""; may be nil
}

// A Report collects rows for a page. It is not safe for use by several goroutines.
type Report struct {
	o         Options
	summary   *metrics.Summary
	judges    *metrics.Judges
	rankings  *metrics.Rankings
	reasoning *metrics.Reasonings
	tasks     map[metrics.Task]int64
	dataset   *metrics.Dataset
	curves    curves
	costs     *metrics.Groups[spent]
	diagnoses *metrics.Groups[int64] // by model and diagnosis
	quality   []int64                // rows with each of the defects
	store     rowStore
	sources   []Source
}

// defects lists what the report counts about the quality of rows, of any task or of
// the loop.
var defects = []struct {
	name    string
	anyTask bool
	has     func(*record.Row) bool
}{
	{"rows that could not be read", true, (*record.Row).IsMalformed},
	{"rows without a verdict", false, func(r *record.Row) bool { return r.Verdict == "" }},
	{"rows with nothing to verify", false, func(r *record.Row) bool { return r.Verdict == record.Unverifiable }},
	{"rows without an id", true, func(r *record.Row) bool { return r.ID == "" }},
	{"rows with candidates that rank has not asked about", true, func(r *record.Row) bool { return metrics.TaskOf(r) == metrics.Unranked }},
	{"rows with premises and a conclusion, which have no rates", true, func(r *record.Row) bool { return metrics.TaskOf(r) == metrics.Entailed }},
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
		summary:   metrics.New(metrics.Options{Keys: settings(), BatchBy: "batch", Level: o.Level, Show: []metrics.Set{metrics.Intervals}}),
		judges:    metrics.NewJudges(metrics.By("model", "dataset")),
		rankings:  metrics.NewRankings(metrics.Settings()),
		reasoning: metrics.NewReasonings(metrics.Settings()),
		tasks:     map[metrics.Task]int64{},
		dataset:   metrics.NewDataset(o.Trivial),
		curves:    newCurves(),
		costs:     newCosts(),
		diagnoses: metrics.NewGroups(metrics.By("model", "diagnosis"), false, func() *int64 { return new(int64) }),
		quality:   make([]int64, len(defects)),
		store:     newRowStore(o),
	}
}

// settings are the columns by which the summary has lines.
func settings() []metrics.Key {
	keys := metrics.By("model", "dataset", "prompt")
	for _, k := range metrics.Settings() {
		if k.Column == "params" {
			keys = append(keys, k)
		}
	}
	return keys
}

// Add takes a row; where is its file and line.
func (p *Report) Add(r *record.Row, where string) error {
	task := metrics.TaskOf(r)
	p.tasks[task]++
	switch task {
	case metrics.Loop:
		p.summary.Add(r)
		p.judges.Add(r)
		p.curves.add(r)
	case metrics.Ranked:
		answer, _ := metrics.RankAnswerOf(r)
		p.rankings.Add(r, answer)
	case metrics.Reasoned:
		p.reasoning.Add(r)
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
	return p.store.add(r, where, diagnosis)
}

// Check reports that no row has figures to show, and which program takes the rows.
func (p *Report) Check() error {
	n := p.tasks
	switch {
	case n[metrics.Loop]+n[metrics.Ranked]+n[metrics.Reasoned] > 0:
	case n[metrics.Unranked] > 0:
		return errors.New("found candidates without answers, expected rows that rank has asked a model about")
	case n[metrics.Entailed] > 0:
		return errors.New("found premises and conclusions, which have no rates: reason asks a model about them, and reason --audit compares their labels with their verdicts")
	}
	return nil
}

// AddSource adds a source of rows. A manifest that is not JSON is left out.
func (p *Report) AddSource(s Source) {
	if !json.Valid(s.Manifest) {
		s.Manifest = nil
	}
	p.sources = append(p.sources, s)
}

// document is what the page's script reads.
type document struct {
	Title     string   `json:"title"`
	Version   string   `json:"version"`
	Level     float64  `json:"level"`
	Z         float64  `json:"z"` // of the Wilson intervals
	Rows      int64    `json:"rows"`
	Loop      int64    `json:"loop"` // rows of informalize, autoformalize and verify
	Summary   *grid    `json:"summary"`
	Rankings  *grid    `json:"rankings,omitempty"`
	Reasoning *grid    `json:"reasoning,omitempty"`
	Judges    *grid    `json:"judges,omitempty"`
	Diagnoses *grid    `json:"diagnoses"`
	Costs     *grid    `json:"costs"`
	Datasets  *grid    `json:"datasets"`
	Quality   [][2]any `json:"quality"`
	Points    []point  `json:"points"`
	Sources   []Source `json:"sources"`
	Index     *index   `json:"index"`
	Shown     int      `json:"shown"`
	Seed      uint64   `json:"seed,string"`
	ChunkRows int      `json:"chunk_rows"`
	Filters   []string `json:"filters"`
}

// grid is a table as JSON; cells without a value are null.
type grid struct {
	Columns []string `json:"columns"`
	Numeric []bool   `json:"numeric"`
	Rows    [][]any  `json:"rows"`
	Total   bool     `json:"total"`
}

func gridOf(t *table.Table) *grid {
	g := &grid{Rows: [][]any{}, Total: t.Total}
	for _, c := range t.Columns {
		g.Columns = append(g.Columns, c.Name)
		g.Numeric = append(g.Numeric, c.Kind != table.String)
	}
	for _, row := range t.Rows {
		line := make([]any, len(row))
		for i, v := range row {
			line[i] = table.Value(v)
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// diagnosisTable has a line per model and diagnosis, the most frequent first.
func (p *Report) diagnosisTable() *table.Table {
	t := p.diagnoses.Table(table.Ints("rows"), func(n *int64) [][]any { return [][]any{{*n}} })
	slices.SortStableFunc(t.Rows, func(a, b []any) int {
		x, _ := a[0].(string) // nil without a model
		y, _ := b[0].(string)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(b[2].(int64), a[2].(int64)))
	})
	return t
}

// Write writes the page. No row may be added afterwards.
func (p *Report) Write(w io.Writer) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write the report: %w", err)
		}
	}()
	chunks, rows, err := p.store.chunks()
	if err != nil {
		return err
	}
	d := document{
		Title: p.o.Title, Version: p.o.Version, Level: p.o.Level, Z: distuv.UnitNormal.Quantile((1 + p.o.Level) / 2),
		Rows: int64(p.store.seen), Loop: p.tasks[metrics.Loop], Summary: gridOf(p.summary.Table()), Diagnoses: gridOf(p.diagnosisTable()),
		Costs: gridOf(costTable(p.costs)), Datasets: gridOf(p.dataset.Summary()),
		Points: p.curves.points(), Sources: p.sources, Index: rows, Shown: len(p.store.kept), Seed: p.o.Seed, ChunkRows: chunkRows, Filters: filters,
	}
	for i, defect := range defects {
		d.Quality = append(d.Quality, [2]any{defect.name, p.quality[i]})
	}
	if !p.judges.Empty() {
		d.Judges = gridOf(p.judges.Table(p.o.Level))
	}
	if p.tasks[metrics.Ranked] > 0 {
		d.Rankings = gridOf(p.rankings.Table())
	}
	if p.tasks[metrics.Reasoned] > 0 {
		d.Reasoning = gridOf(p.reasoning.Table())
	}
	// Marshal escapes <, > and &, so that the text cannot end its script element.
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	page, err := template.ParseFS(assets, "assets/report.html")
	if err != nil {
		return err
	}
	parts := map[string]any{"Data": string(text), "Chunks": chunks}
	for name, file := range map[string]string{
		"Style": "report.css", "Script": "report.js", "PlotStyle": "uPlot.min.css", "Plot": "uPlot.iife.min.js", "PlotLicence": "uPlot.LICENSE",
	} {
		content, err := assets.ReadFile("assets/" + file)
		if err != nil {
			return err
		}
		parts[name] = string(bytes.TrimSpace(content))
	}
	plot := fmt.Sprintf("\n/*\n%s\n*/\n%s\n", parts["PlotLicence"], parts["Plot"])
	script := fmt.Sprintf("\n%s\n", parts["Script"])
	parts["Plot"], parts["Script"] = plot, script
	// Only these two scripts may run: https://www.w3.org/TR/CSP3/#match-element-to-source-list.
	var hashes []string
	for _, s := range []string{plot, script} {
		sum := sha256.Sum256([]byte(s))
		hashes = append(hashes, base64.StdEncoding.EncodeToString(sum[:]))
	}
	parts["Hashes"] = hashes
	return page.Execute(w, parts)
}
