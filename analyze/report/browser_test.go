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
			r := &record.Row{
				ID: fmt.Sprintf("%024d", i), Dataset: "plogic", Batch: record.Int(0), Index: record.Int(i), Formalism: record.Propositional,
				FS: fmt.Sprintf("(p1 ∧ ¬p%d)", i), Depth: record.Int(i % 20), NumOperators: record.Int(i % 7),
				Model: []string{"one", hostileModel}[i%2], NL: fmt.Sprintf("p1, but not p%d.", i), FSOut: fmt.Sprintf("(p1 ∧ ¬p%d)", i), Verdict: record.Equivalent,
				Conversations: []record.Conversation{{Stage: "informalize", Messages: []record.Message{
					{Role: "user", Content: strings.Repeat("Say what the formula says, and nothing else. ", 10)}, {Role: "assistant", Content: fmt.Sprintf("p1, but not p%d.", i)},
				}}},
			}
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
	p := New(Options{Title: "</title><script>alert(4)</script>", Version: "test", Level: 0.95, Rows: n, Conversations: true, Witness: strings.ToUpper})
	p.AddSource(Source{Name: "rows.jsonl", Manifest: []byte(`{"tool":"verify","version":"v1","rows":1,"settings":{"inputs":"fs.jsonl"}}`)})
	p.AddSource(Source{Name: "fs.jsonl", Before: true})
	k := 0
	for r := range sampleRows(n) {
		k++
		if err := p.Add(r, fmt.Sprintf("rows.jsonl:%d", k)); err != nil {
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

func TestBrowser(t *testing.T) {
	dir := os.Getenv("TRUTHLOOP_BROWSER")
	if dir == "" {
		t.Skip("no playwright-core: make test sets TRUTHLOOP_BROWSER where npm is installed")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	chromium := findBrowser()
	if chromium == "" {
		t.Skip("no Chromium: set TRUTHLOOP_CHROMIUM or install chromium or google-chrome")
	}
	const rows = 50_000
	file := filepath.Join(t.TempDir(), "report.html")
	content := page(t, rows)
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "testdata/browser.mjs", file, fmt.Sprint(rows))
	cmd.Env = append(os.Environ(), "TRUTHLOOP_CHROMIUM="+chromium)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var took struct{ Loaded, Filtered, Handled, Longest float64 }
	if err := json.Unmarshal(out, &took); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%d rows in %d bytes: there after %.0f ms, filtered in %.0f ms, of which %.1f ms to find the rows, nothing else for at most %.0f ms",
		rows, len(content), took.Loaded, took.Filtered, took.Handled, took.Longest)
	// Generous, since machines differ: what counts is that it does not freeze.
	if took.Loaded > 20_000 || took.Filtered > 5_000 || took.Longest > 3_000 {
		t.Errorf("too slow: %+v", took)
	}
}
