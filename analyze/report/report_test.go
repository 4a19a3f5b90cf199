package report

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

func TestDiagnose(t *testing.T) {
	own := record.Row{Verdict: record.NotEquivalent, Diagnosis: record.ScopeWrong}
	for _, c := range []struct {
		row  record.Row
		want string
	}{
		{record.Row{Verdict: record.Equivalent}, "equivalent"},
		{record.Row{Verdict: record.Entailed}, "true"},
		{record.Row{Verdict: record.Noncompliant}, "does not parse"},
		{record.Row{Verdict: record.Unknown, VerdictReason: "timeout"}, "unknown timeout"},
		{record.Row{Verdict: record.Unknown}, "unknown"},
		{record.Row{Verdict: record.Unverifiable, Outcome: record.Refused}, "call refused"},
		{record.Row{Verdict: record.Unverifiable, Error: &record.Error{Stage: "informalize"}}, "error in informalize"},
		{record.Row{Verdict: record.Unverifiable}, "nothing to verify"},
		{record.Row{}, "not verified"},
		{*record.Malformed([]byte("{"), io.ErrUnexpectedEOF), "malformed row"},
		{own, "scope"},
		{record.Row{Verdict: record.NotEquivalent}, "not equivalent"},
		{record.Row{Verdict: record.NotEquivalent, Relation: record.RelWeaker}, "not equivalent: weaker"},
	} {
		if got := diagnose(&c.row, metrics.Loop); got != c.want {
			t.Errorf("%s against %s: got %q, want %q", c.row.FS, c.row.FSOut, got, c.want)
		}
	}
}

// unpack reads the chunks of a kind from a page.
func unpack[T any](t *testing.T, page, kind string) []T {
	t.Helper()
	var all []T
	for _, m := range regexp.MustCompile(`<script type="(text/plain|application/json)" id="`+kind+`-\d+">([^<]*)</script>`).FindAllStringSubmatch(page, -1) {
		var in io.Reader = strings.NewReader(m[2])
		if m[1] == "text/plain" {
			z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, in))
			if err != nil {
				t.Fatal(err)
			}
			in = z
		}
		var some T
		if err := json.NewDecoder(in).Decode(&some); err != nil {
			t.Fatal(err)
		}
		all = append(all, some)
	}
	return all
}

// A shown is what the tests need of a row of the page.
type shown struct {
	Where string `json:"where"`
	Why   string `json:"why"`
	FS    string `json:"fs"`
	NL    string `json:"nl"`
}

// unpackRows reads the rows of a page back.
func unpackRows(t *testing.T, page string) []shown {
	t.Helper()
	return slices.Concat(unpack[[]shown](t, page, "text")...)
}

type document struct {
	Rows, Loop                                                  int64
	Summary, Rankings, Reasoning, Compared, Diagnoses, Datasets *grid
	Pooled                                                      []string
	Models, Shown                                               int
	Quality                                                     [][2]any
	Points                                                      []point
	Seed                                                        string
}

func data(t *testing.T, page string) document {
	t.Helper()
	_, rest, _ := strings.Cut(page, `<script type="application/json" id="document">`)
	text, _, found := strings.Cut(rest, "</script>")
	if !found {
		t.Fatal("no data in the page")
	}
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPage(t *testing.T) {
	const n = 2*chunkRows + 17
	text := page(t, n)
	rows := unpackRows(t, text)
	if len(rows) != n {
		t.Fatalf("found %d rows, expected %d", len(rows), n)
	}
	k := 0
	for r := range sampleRows(n) {
		if got := rows[k]; got.FS != r.FS || got.NL != r.NL || got.Where != fmt.Sprintf("rows.jsonl: line %d", k+1) {
			t.Fatalf("row %d: got %.200v", k, got)
		}
		if want := strings.ToUpper(r.Witness); rows[k].Why != want {
			t.Errorf("row %d: the witness is %q, expected %q", k, rows[k].Why, want)
		}
		k++
	}
	d := data(t, text)
	x := unpack[struct {
		Values   map[string][]string
		Codes    map[string][]int
		Numbers  map[string][]int64
		Formulas []int
	}](t, text, "index")[0]
	if d.Rows != n || d.Shown != n || len(x.Codes["verdict"]) != n || len(x.Numbers["depth"]) != n || len(x.Formulas) != n {
		t.Errorf("%d rows, %d shown, %d codes, %d depths, %d formulas", d.Rows, d.Shown, len(x.Codes["verdict"]), len(x.Numbers["depth"]), len(x.Formulas))
	}
	for i, name := range []string{"equivalent", "not_equivalent", "noncompliant"} {
		if x.Values["verdict"][i] != name {
			t.Errorf("verdicts are %q", x.Values["verdict"])
		}
	}
	if got := x.Values["diagnosis"][x.Codes["diagnosis"][3]]; got != "symbol_renamed" {
		t.Errorf("row 3 is %q", got)
	}
	// The points of an axis count every row once.
	var counted int64
	for _, p := range d.Points {
		if p.Axis == "depth" {
			counted += p.Counts[0]
		}
	}
	if counted != n {
		t.Errorf("the curves count %d rows, expected %d", counted, n)
	}
	if strings.Contains(text, "<script>alert(1)") {
		t.Error("text of rows stands in the page as markup")
	}
}

// The texts of up to 10,000 rows were compressed, so that grep did not find a formula.
func TestGrepFindsFormulas(t *testing.T) {
	formula, description := `"fs":"(p1 ∧ ¬p7)"`, `"nl":"p1, but not p7."`
	text := page(t, 100)
	for _, want := range []string{formula, description} {
		if !strings.Contains(text, want) {
			t.Errorf("found no %s", want)
		}
	}
	p := New(Options{Level: 0.95, Rows: plainRows + 1})
	for k := range plainRows + 1 {
		if err := p.Add(&record.Row{FS: "(p1 ∧ ¬p7)", Index: record.Int(k)}, "x"); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), formula) || len(unpackRows(t, b.String())) != plainRows+1 {
		t.Error("many rows are not compressed")
	}
}

// The page allowed every inline script, so that one in a row's text would run.
func TestOnlyItsOwnScriptsMayRun(t *testing.T) {
	text := page(t, 3)
	_, policy, _ := strings.Cut(text, "script-src ")
	policy, _, _ = strings.Cut(policy, ";")
	var want []string
	for _, m := range regexp.MustCompile(`(?s)<script(?: type="module")?>(.*?)</script>`).FindAllStringSubmatch(text, -1) {
		sum := sha256.Sum256([]byte(m[1]))
		want = append(want, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	if len(want) != 2 || policy != strings.Join(want, " ") {
		t.Errorf("the policy is %q, expected %q", policy, want)
	}
}

// Rows past the limit are counted, and a sample of them is shown.
func TestLimit(t *testing.T) {
	sample := func(rows int, seed uint64) (string, []shown) {
		p := New(Options{Level: 0.95, Rows: rows, Seed: seed})
		k := 0
		for r := range sampleRows(10) {
			if err := p.Add(r, fmt.Sprint(k)); err != nil {
				t.Fatal(err)
			}
			k++
		}
		var b strings.Builder
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String(), unpackRows(t, b.String())
	}
	text, rows := sample(3, 7)
	if !slices.IsSortedFunc(rows, func(a, b shown) int { return strings.Compare(a.Where, b.Where) }) {
		t.Error("rows are out of order")
	}
	if d := data(t, text); len(rows) != 3 || d.Shown != 3 || d.Rows != 10 || d.Seed != "7" {
		t.Errorf("shows %d and %d of %d rows with seed %s", len(rows), d.Shown, d.Rows, d.Seed)
	}
	if len(unpack[[]talk](t, text, "talk")) != 0 {
		t.Error("has conversations that nobody asked for")
	}
	if again, _ := sample(3, 7); again != text {
		t.Error("the same seed gives another page")
	}
	if text, rows := sample(0, 1); len(rows) != 0 || data(t, text).Rows != 10 {
		t.Errorf("shows %d rows where none are wanted", len(rows))
	}
	// Each row is in 3 of 10 samples, give or take four standard deviations.
	const seeds = 300
	times := map[int]int{}
	for seed := range uint64(seeds) {
		s := newRowStore(Options{Rows: 3, Seed: seed})
		for k := range 10 {
			if err := s.add(&record.Row{FS: "p"}, fmt.Sprint(k), metrics.Loop, ""); err != nil {
				t.Fatal(err)
			}
		}
		for _, k := range s.kept {
			times[k.place]++
		}
	}
	for place, n := range times {
		if math.Abs(float64(n)-0.3*seeds) > 4*math.Sqrt(0.3*0.7*seeds) {
			t.Errorf("row %d is in %d of %d samples", place, n, seeds)
		}
	}
	if len(times) != 10 {
		t.Errorf("%d of 10 rows are ever shown", len(times))
	}
}

// Whatever rows say, the page has the same elements, and asks for nothing.
func TestHostileRows(t *testing.T) {
	elements := func(value string) string {
		p := New(Options{Level: 0.95, Rows: 10, Conversations: true})
		row := &record.Row{
			ID: value, Dataset: value, Model: value, Prompt: value, FS: value, NL: value, FSOut: value, Verdict: record.Verdict(value), VerdictReason: value,
			Witness: value, Error: &record.Error{Stage: value, Kind: value, Message: value}, Usage: []record.Usage{{Stage: value}},
			Judgements: []record.Judgement{{Judge: value, Answer: value}}, Conversations: []record.Conversation{{Stage: value, Messages: []record.Message{{Role: value, Content: value}}}},
		}
		p.AddSource(Source{Name: value, Manifest: []byte(value)})
		if err := p.Add(row, value); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		return strings.Join(regexp.MustCompile(`<!--|</?[a-zA-Z]+`).FindAllString(b.String(), -1), " ")
	}
	want := elements("plain")
	for _, s := range []string{"</script><script>alert(1)</script>", "<!--<script>", "]]>", "\u2028", "{{.Data}}", "\xff\xfe", `"}</SCRIPT >`} {
		if elements(s) != want {
			t.Errorf("%q changes the page", s)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		s := rapid.String().Draw(r, "text")
		if elements(s) != want {
			r.Errorf("%q changes the page", s)
		}
	})
	if text := page(t, 3); regexp.MustCompile(`(src|href)="[^#d]`).MatchString(text) || strings.Contains(text, "@import") || strings.Contains(text, "url(") {
		t.Error("the page refers to something outside of it")
	}
}

func BenchmarkPage(b *testing.B) {
	const n = 5000
	size := 0
	for b.Loop() {
		size = len(page(b, n))
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(size)/n, "bytes/row")
}
