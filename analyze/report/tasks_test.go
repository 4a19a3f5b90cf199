package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
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
// 0.143, as rank --scores has it. Of four questions it answered one rightly, one wrongly
// and one not at all, and one call failed: 25 percent, as reason --scores has it.
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
	p, d := read(t, lines...)
	if err := p.Check(); err != nil {
		t.Error(err)
	}
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

// Rows that have no figures gave a report with the accuracy 0.
func TestRowsWithoutFiguresAreRefused(t *testing.T) {
	const candidates = `{"id":"a","fs":"p","task":"ranking","candidates":["p"],"roles":["original"]}`
	const entailment = `{"id":"b","premises":["p"],"conclusion":"p","verdict":"true"}`
	for line, want := range map[string]string{candidates: "rank", entailment: "reason --audit"} {
		p, _ := read(t, line)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, expected an error that names %s", line, err, want)
		}
	}
	p, d := read(t, candidates, entailment, `{"id":"c","fs":"p","fs_out":"p","verdict":"equivalent"}`)
	if err := p.Check(); err != nil || d.Loop != 1 {
		t.Errorf("with a row of the loop: %v", err)
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
