package report

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// hostileModel is the name of a model that would like to be markup.
const hostileModel = "<b onclick=alert(3)>m</b>"

// sampleRows are n rows of two models, of which the last is hostile.
func sampleRows(n int) func(yield func(*record.Row) bool) {
	return func(yield func(*record.Row) bool) {
		for i := range n - 1 {
			k := i / 2 // both models answer about each formula
			r := &record.Row{
				ID: fmt.Sprintf("%024d", k), Dataset: []string{"plogic", "fol"}[k%2], Batch: record.Int(0), Index: record.Int(k), Formalism: record.Propositional,
				FS: fmt.Sprintf("(p1 ∧ ¬p%d)", k), Depth: record.Int(k % 20), NumOperators: record.Int(k % 7),
				Model: []string{"one", hostileModel}[i%2], NL: fmt.Sprintf("p1, but not p%d.", k), FSOut: fmt.Sprintf("(p1 ∧ ¬p%d)", k), Verdict: record.Equivalent,
				Conversations: []record.Conversation{{Stage: "informalize", Messages: []record.Message{
					{Role: "user", Content: strings.Repeat("Say what the formula says, and nothing else. ", 10)}, {Role: "assistant", Content: fmt.Sprintf("p1, but not p%d.", k)},
				}}},
			}
			r.Agreement = record.Float(float64(5-i%3) / 5)
			r.Judgements = []record.Judgement{{Judge: "judge", Answer: "yes", Verdict: record.Equivalent}}
			if i%5 == 3 {
				r.FSOut, r.Verdict, r.Relation = "(p1 ∧ p2)", record.NotEquivalent, record.RelIncomparable
				r.Diagnosis, r.Repair = record.SymbolRenamed, r.FS
				r.Witness = `{"kind":"assignment","assignment":{"p1":true,"p2":false},"left":true,"right":false}`
			}
			if !yield(r) {
				return
			}
		}
		yield(&record.Row{
			Dataset: "hostile", Model: "one", FS: "</script><script>alert(1)</script>", NL: "<img src=x onerror=alert(2)> \u202e\x00",
			FSOut: strings.Repeat("x", 1_000_000), Verdict: record.Noncompliant, Depth: record.Int(3),
		})
	}
}

func page(t testing.TB, n int) string {
	t.Helper()
	p := New(Options{Version: "test", Level: 0.95, Rows: n, Conversations: true, Witness: strings.ToUpper})
	p.AddSource(Source{Name: "rows.jsonl", Manifest: []byte(`{"tool":"verify","version":"v1","rows":1,"arguments":["--quantifier-scope","tight","--strict","--workers=2","fs.jsonl"],"settings":{"inputs":"fs.jsonl"}}`)})
	p.AddSource(Source{Name: "fs.jsonl", Before: true})
	part := p.AddPart([]string{"model-<b>#?", "report.html"})
	k := 0
	for r := range sampleRows(n) {
		k++
		if r.Dataset != "hostile" { // a part that is the whole has no section
			part.Add(r)
		}
		if err := p.Add(r, fmt.Sprintf("rows.jsonl: line %d", k)); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// findBrowser returns the path of a Chromium, or "".
func findBrowser() string {
	for _, name := range []string{os.Getenv("TRUTHLOOP_CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// inBrowser runs a script of testdata in Chromium, and returns what it prints.
func inBrowser(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	for _, name := range []string{"playwright-core", "axe-core"} {
		if _, err := os.Stat(filepath.Join(os.Getenv("TRUTHLOOP_BROWSER"), "node_modules", name)); err != nil {
			t.Skipf("no %s: make test sets TRUTHLOOP_BROWSER where npm is installed", name)
		}
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	chromium := findBrowser()
	if chromium == "" {
		t.Skip("no Chromium: set TRUTHLOOP_CHROMIUM or install chromium or google-chrome")
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join("testdata", script)}, args...)...)
	cmd.Env = append(os.Environ(), "TRUTHLOOP_CHROMIUM="+chromium)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return out
}

// pageFile writes a page of n sample rows.
func pageFile(t *testing.T, n int) (name string, size int) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "report.html")
	content := page(t, n)
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name, len(content)
}

func TestBrowser(t *testing.T) {
	const rows = 50_000
	file, size := pageFile(t, rows)
	out := inBrowser(t, "browser.mjs", file, fmt.Sprint(rows))
	var took struct{ Loaded, Worked, Filtered, Searched, Handled, Longest float64 }
	if err := json.Unmarshal(out, &took); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%d rows in %d bytes: there after %.0f ms (%.0f ms of processor time), filtered in %.0f ms, of which %.1f ms to find the rows, searched in %.0f ms, nothing else for at most %.0f ms",
		rows, size, took.Loaded, took.Worked, took.Filtered, took.Handled, took.Searched, took.Longest)
	// Generous, since machines differ, but for the processor time: a report opens in a second.
	if took.Loaded > 20_000 || took.Worked > 1_000 || took.Filtered > 5_000 || took.Searched > 60_000 || took.Longest > 3_000 {
		t.Errorf("too slow: %+v", took)
	}
	if size > 40e6 {
		t.Errorf("the report of %d rows has %d bytes", rows, size)
	}
}

// hostileTexts would like to be markup, to reorder or hide text, or to be too long.
var hostileTexts = []string{
	"</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "javascript:alert(3)", "\u202egnp.exe\u2066 \u200b\U000E0041", "a\x00b\x1b[2J\u009b",
	"__proto__", `'"><svg onload=alert(4)>`, "{{.Data}}${alert(5)}", strings.Repeat("(", 30_000), strings.Repeat("W", 5_000), "$(reboot); `reboot` 'x' \n-rf",
}

// hostileRows have a text in every field, as a row of each task.
func hostileRows(text string) []*record.Row {
	list, err := json.Marshal([]string{text, text})
	if err != nil {
		panic(err) // texts always have a form
	}
	one := func(r record.Row) *record.Row {
		r.ID, r.Dataset, r.Model, r.Prompt, r.Params, r.NL = text, text, text, text, text, text
		r.VerdictReason, r.VerdictEngine, r.Witness, r.Repair, r.Diagnosis, r.Relation = text, text, text, text, record.Diagnosis(text), record.Relation(text)
		r.Error = &record.Error{Stage: text, Kind: text, Message: text}
		r.Judgements = []record.Judgement{{Judge: text, Answer: text, Verdict: record.Verdict(text)}}
		r.Conversations = []record.Conversation{{Stage: text, Messages: []record.Message{{Role: text, Content: text}}}}
		r.Agreement, r.Classes = record.Float(0.5), []record.AnswerClass{{Size: 1, FSOut: text, Models: []string{text}}}
		for _, name := range shownExtras {
			if v, ok := r.ExtraField(name); !ok || v == nil {
				r.SetExtra(name, list)
			}
		}
		return &r
	}
	loop := record.Row{FS: text, FSOut: text + "x", Verdict: record.NotEquivalent, Formalism: record.Formalism(text)}
	odd := record.Row{FS: text, FSOut: text, Verdict: record.Verdict(text)}
	entailed := record.Row{Premises: []string{text}, Conclusion: text, Verdict: record.Entailed}
	name := string(list[1 : len(list)/2]) // the text in quotes
	refuted := one(loop)
	refuted.Witness = fmt.Sprintf(`{"kind":"database","tables":{%s:[{%[1]s:%[1]s,"b":null,"c":[{}]},7,null],"e":[]},"left":[[%[1]s,null,1.5]],"right":%[1]s}`, name)
	return []*record.Row{one(loop), one(odd), one(entailed), refuted}
}

// Whatever rows say, the page shows it as text, and copies it unchanged.
func TestBrowserOfHostileRows(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	p := New(Options{Level: 0.95, Rows: 1000, Conversations: true, Witness: func(s string) string { return s }})
	for _, text := range hostileTexts {
		p.AddSource(Source{Name: text})
		for _, r := range hostileRows(text) {
			if err := p.Add(r, text+": line 1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	texts, err := json.Marshal(hostileTexts)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"report.html": b.String(), "texts.json": string(texts)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	inBrowser(t, "hostile.mjs", filepath.Join(dir, "report.html"), filepath.Join(dir, "texts.json"))
}

// The marks in two formulas are what a longest common subsequence leaves.
func TestMarksOfDifferences(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	if out, err := exec.CommandContext(t.Context(), "node", "testdata/difference.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The report could not search or sort, had no column of models and no comparison of
// them, no address of a row, and scrolled sideways on a telephone.
func TestBrowserUsesFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	const rows = 3_001
	file, _ := pageFile(t, rows)
	for _, width := range []string{"1400", "390"} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(width+" "+scheme, func(t *testing.T) {
				inBrowser(t, "features.mjs", file, fmt.Sprint(rows), width, scheme)
			})
		}
	}
}

// An Arabic description was written from the left, with its full stop at the wrong end.
func TestDescriptionsFromTheRight(t *testing.T) {
	p := New(Options{Version: "test", Level: 0.95, Rows: 1})
	row := &record.Row{ID: "a", Formalism: record.Propositional, FS: "(p1 ∧ p2)", NL: "كل من p1 و p2 صحيح.", Language: "ar", FSOut: "(p1 ∧ p2)", Verdict: record.Equivalent}
	if err := p.Add(row, "rows.jsonl: line 1"); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	inBrowser(t, "direction.mjs", name)
}
