package report

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
)

//go:embed assets/*.html assets/*.css assets/*.js assets/uPlot.LICENSE
var assets embed.FS

// scripts lists the parts of the page's script, in order.
var scripts = []string{"base.js", "link.js", "sections.js", "compare.js", "curves.js", "difference.js", "row.js", "rows.js", "lost.js", "main.js"}

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

// Fault returns the Fault of metrics.Summary, or "" if the page has rows of other tasks.
func (p *Report) Fault() string {
	if total := p.summary.Total(); total[metrics.Rows] < int64(p.store.seen) {
		return ""
	}
	return p.summary.Fault()
}

// Write writes the page. No row may be added afterwards.
func (p *Report) Write(w io.Writer) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write the report: %w", err)
		}
	}()
	rows, err := p.store.pack()
	if err != nil {
		return err
	}
	// Marshal escapes <, > and &, so that the text cannot end its script element.
	text, err := json.Marshal(p.document())
	if err != nil {
		return err
	}
	return writePage(w, string(text), rows)
}

// target is the accuracy for which the report looks for a threshold of agreement.
const target = 0.95

// document returns the data that the page's script reads.
func (p *Report) document() map[string]any {
	d := map[string]any{
		"version": p.o.Version, "level": p.o.Level, "z": distuv.UnitNormal.Quantile((1 + p.o.Level) / 2), // of the Wilson intervals
		"title": p.o.Title, "rows": p.store.seen, "loop": p.tasks[metrics.Loop], "models": len(p.compared.models), // up to mostModels + 1
		"horizon": gridOf(p.horizon.Table(p.o.Level)), "summary": gridOf(p.summary.Table()), "diagnoses": gridOf(p.diagnosisTable()),
		"costs": gridOf(costTable(p.costs)), "datasets": gridOf(p.dataset.Summary()), "points": p.curves.points(), "parts": p.parts,
		"sources": p.sources, "pooled": p.compared.pooled.Varying(), // settings that vary within a model and dataset
		"shown": len(p.store.kept), "seed": fmt.Sprint(p.o.Seed), "talks": p.store.talks, "chunk_rows": chunkRows, "filters": filters,
	}
	var quality [][2]any
	for i, defect := range defects {
		quality = append(quality, [2]any{defect.name, p.quality[i]})
	}
	d["quality"] = quality
	if !p.judges.Empty() {
		d["judges"] = gridOf(p.judges.Table(p.o.Level))
	}
	if p.agreement.Answers() > 0 {
		d["selective"], d["coverage"] = gridOf(p.agreement.Table(target, p.o.Level)), gridOf(p.agreement.Curve())
	}
	if p.tasks[metrics.Ranked] > 0 {
		d["rankings"] = gridOf(p.rankings.Table())
	}
	if p.tasks[metrics.Reasoned] > 0 {
		d["reasoning"] = gridOf(p.reasoning.Table())
	}
	if t := p.compared.table(p.o.Level, p.o.Seed); t != nil {
		d["compared"] = gridOf(t)
	}
	return d
}

// writePage writes the page with its data, which is JSON, and the rows.
func writePage(w io.Writer, data string, rows packed) error {
	page, err := template.ParseFS(assets, "assets/report.html")
	if err != nil {
		return err
	}
	style, err := joined("report.css", "uPlot.min.css")
	if err != nil {
		return err
	}
	licence, err := joined("uPlot.LICENSE")
	if err != nil {
		return err
	}
	plot, err := joined("uPlot.iife.min.js")
	if err != nil {
		return err
	}
	script, err := joined(scripts...)
	if err != nil {
		return err
	}
	plot = "\n/*" + licence + "*/" + plot
	// Only these two scripts may run: https://www.w3.org/TR/CSP3/#match-element-to-source-list.
	var hashes []string
	for _, s := range []string{plot, script} {
		sum := sha256.Sum256([]byte(s))
		hashes = append(hashes, base64.StdEncoding.EncodeToString(sum[:]))
	}
	return page.Execute(w, map[string]any{"Data": data, "Rows": rows, "Style": style, "Plot": plot, "Script": script, "Hashes": hashes})
}

// joined joins assets, each on lines of its own.
func joined(names ...string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		content, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + strings.TrimSpace(string(content)) + "\n")
	}
	return b.String(), nil
}
