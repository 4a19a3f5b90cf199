package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// read makes a report of rows in JSON.
func read(t *testing.T, lines ...string) (*Report, document) {
	t.Helper()
	p := New(Options{Level: 0.95, Rows: 100})
	for i, line := range lines {
		r := &record.Row{}
		if err := json.Unmarshal([]byte(line), r); err != nil {
			t.Fatal(err)
		}
		if err := p.Add(r, fmt.Sprint("rows.jsonl:", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return p, data(t, b.String())
}

// The report of ranked or reasoned rows had the accuracy 0 and counted each row as an
// error.
//
// By hand: of seven sets a model chose the right candidate in one, so the mean is 1/7 =
// 0.143, as rank scores has it. Of four questions it answered one rightly, one wrongly
// and one not at all, and one call failed: 25 percent, as reason scores has it.
func TestRankedRowsHadAccuracyZero(t *testing.T) {
	var lines []string
	for i := range 7 {
		points := 0
		if i == 3 {
			points = 1
		}
		lines = append(lines, fmt.Sprintf(`{"id":"%d","fs":"p","nl":"P.","model":"m","task":"most-similar","form":"nl","candidates":["p","q"],"roles":["original","perturbation"],"answer_class":"ok","answer":%d,"score_most_similar":%d}`, i, 1-points, points))
	}
	lines = append(lines,
		`{"id":"a","premises":["p"],"conclusion":"p","model":"m","benchmark":"FOLIO(R; NL)","answer_class":"ok","score_answer":1,"verdict":"true"}`,
		`{"id":"b","premises":["p"],"conclusion":"q","model":"m","benchmark":"FOLIO(R; NL)","answer_class":"ok","score_answer":0,"verdict":"uncertain"}`,
		`{"id":"c","premises":["p"],"conclusion":"r","model":"m","benchmark":"FOLIO(R; NL)","answer_class":"unparsed","score_answer":0}`,
		`{"id":"d","premises":["p"],"conclusion":"s","model":"m","benchmark":"FOLIO(R; NL)","error":{"stage":"reason","kind":"http_5xx"}}`)
	_, d := read(t, lines...)
	at := func(g *grid, column string) any { return g.Rows[0][slices.Index(g.Columns, column)] }
	if got := at(d.Rankings, "mean").(float64); math.Abs(got-1.0/7) > 1e-12 || at(d.Rankings, "n") != 7.0 {
		t.Errorf("rankings: %v of %v", got, at(d.Rankings, "n"))
	}
	if got := at(d.Reasoning, "score"); got != 25.0 || at(d.Reasoning, "errors") != 1.0 || at(d.Reasoning, "unparsed") != 1.0 {
		t.Errorf("reasoning: %v", d.Reasoning.Rows)
	}
	if d.Rows != 11 || d.Loop != 0 || at(d.Summary, "rows") != nil && len(d.Summary.Rows) > 1 {
		t.Errorf("%d rows, %d of the loop, summary %v", d.Rows, d.Loop, d.Summary.Rows)
	}
	counts := map[string]float64{}
	for _, r := range d.Diagnoses.Rows {
		counts[r[1].(string)] = r[2].(float64)
	}
	if want := map[string]float64{"right answer": 2, "wrong answer": 7, "answer unparsed": 1, "error in reason": 1}; fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("diagnoses %v, want %v", counts, want)
	}
	for _, q := range d.Quality {
		if q[0] == "rows without a verdict" && q[1] != 0.0 {
			t.Errorf("%v %v: these rows need none", q[0], q[1])
		}
	}
}

// wantLine compares cells of a line of a grid.
func wantLine(t *testing.T, g *grid, line int, want map[string]any) {
	t.Helper()
	if g == nil || len(g.Rows) <= line {
		t.Fatalf("found no line %d, expected %v", line, want)
	}
	for column, w := range want {
		got := g.Rows[line][slices.Index(g.Columns, column)]
		x, isX := got.(float64)
		y, isY := w.(float64)
		if isX && isY && math.Abs(x-y) < 1e-9 {
			continue
		}
		if got != w {
			t.Errorf("line %d, %s: got %v, expected %v", line, column, got, w)
		}
	}
}

// The report did not compare models.
//
// By hand: b is right on one formula and a on three. The differences of b over a are −1,
// −1 and 0: the mean is −2/3, and the standard error 1/3. Student's t with two degrees of
// freedom has the quantile 4.302653 at 0.975, so the interval is from −1, the least
// difference, to −2/3 + 1.434218. McNemar's test of 2 against 0 gives 2/4. In the dataset
// d2, there is one formula, and no interval.
func TestReportDidNotCompareModels(t *testing.T) {
	row := func(id, dataset, model, verdict string) string {
		return fmt.Sprintf(`{"id":%q,"dataset":%q,"model":%q,"fs":"p","fs_out":"p","verdict":%q}`, id, dataset, model, verdict)
	}
	_, d := read(t, row("1", "d1", "a", "equivalent"), row("2", "d1", "a", "equivalent"), row("3", "d2", "a", "equivalent"),
		row("1", "d1", "b", "not_equivalent"), row("2", "d1", "b", "equivalent"), row("3", "d2", "b", "not_equivalent"))
	wantLine(t, d.Compared, 0, map[string]any{
		"dataset": nil, "a": "a", "b": "b", "formulas": 3.0, "difference": -2.0 / 3, "interval_low": -1.0, "interval_high": -2.0/3 + 4.302652729911275/3,
		"both_right": 1.0, "only_a": 2.0, "only_b": 0.0, "mcnemar_p": 0.5,
	})
	wantLine(t, d.Compared, 1, map[string]any{"dataset": "d1", "formulas": 2.0, "difference": -0.5})
	wantLine(t, d.Compared, 2, map[string]any{"dataset": "d2", "formulas": 1.0, "difference": -1.0, "interval_low": nil})
	if len(d.Compared.Rows) != 3 || len(d.Pooled) != 0 {
		t.Errorf("%d lines, pooled %v", len(d.Compared.Rows), d.Pooled)
	}
}

// A name of a model for each row made as many pairs as there are rows, squared.
func TestManyModelsAreNotCompared(t *testing.T) {
	var lines []string
	for i := range 2 * mostModels {
		lines = append(lines, fmt.Sprintf(`{"id":"a","model":"m%d","fs":"p","fs_out":"p","verdict":"equivalent"}`, i))
	}
	if _, d := read(t, lines...); d.Compared != nil || d.Models != mostModels+1 {
		t.Errorf("compares %d models", d.Models)
	}
}

// Answers that were cut off raised the compliance of the report, too: three rows of
// which one parses have 1/3.
func TestReportHadComplianceOfAnswersOnly(t *testing.T) {
	_, d := read(t, `{"id":"a","model":"m","depth":1,"verdict":"equivalent"}`, `{"id":"b","model":"m","depth":2,"verdict":"error","outcome":"truncated"}`,
		`{"id":"c","model":"m","depth":2,"verdict":"error","outcome":"refused"}`)
	g := d.Summary
	if got := g.Rows[len(g.Rows)-1][slices.Index(g.Columns, "compliance")].(float64); math.Abs(got-1.0/3) > 1e-12 {
		t.Errorf("compliance %v", got)
	}
	var asked, parsed int64
	for _, p := range d.Points {
		if p.Axis == "depth" {
			asked, parsed = asked+p.Counts[0], parsed+p.Counts[3]
		}
	}
	if asked != 3 || parsed != 1 {
		t.Errorf("the curve of compliance has %d of %d rows", parsed, asked)
	}
}

// The summary averaged over different temperatures in silence. Seeds are runs of one
// setting. By hand: one of two rows is right at temperature 0, and none of one at 1.
func TestSummaryPooledParams(t *testing.T) {
	_, d := read(t,
		`{"id":"a","fs":"p","fs_out":"p","model":"m","params":"{\"temperature\":0,\"seed\":3}","verdict":"equivalent"}`,
		`{"id":"a","fs":"p","fs_out":"q","model":"m","params":"{\"temperature\":0,\"seed\":12}","verdict":"not_equivalent"}`,
		`{"id":"a","fs":"p","fs_out":"q","model":"m","params":"{\"temperature\":1,\"seed\":3}","verdict":"not_equivalent"}`)
	var got []any
	for _, r := range d.Summary.Rows {
		got = append(got, r[slices.Index(d.Summary.Columns, "params")], r[slices.Index(d.Summary.Columns, "rows")], r[slices.Index(d.Summary.Columns, "accuracy_low")])
	}
	want := []any{`{"temperature":0}`, 2.0, 0.5, `{"temperature":1}`, 1.0, 0.0, nil, 3.0, 1.0 / 3}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}
