package judge_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/judge"
	"github.com/truthloop/truthloop/translate/openai/openaitest"
	"github.com/truthloop/truthloop/translate/provider"
)

func TestParse(t *testing.T) {
	for reply, want := range map[string]judge.Answer{
		"[Answer] yes":                      judge.Yes,
		"[Answer] no":                       judge.No,
		"They differ in p2.\n[answer]: No.": judge.No,
		"**[Answer]** **yes**":              judge.Yes,
		"[ANSWER]\nyes\n":                   judge.Yes,
		"I end with [Answer] yes or [Answer] no.\nSo:\n[Answer] yes": judge.Yes,
		"[Answer] yes, I think": judge.Unparsable,
		"[Answer] yes or no":    judge.Unparsable,
		"[Answer] maybe":        judge.Unparsable,
		"[Answer]":              judge.Unparsable,
		"yes":                   judge.Unparsable,
		"":                      judge.Unparsable,
		"İ[Answer] yes":         judge.Yes, // lower case is longer
	} {
		if got := judge.Parse(reply); got != want {
			t.Errorf("%q: %s, want %s", reply, got, want)
		}
	}
}

// Read gives back what was asked, unless a formula has tags in it.
func TestReadIsTheInverse(t *testing.T) {
	formulas := rapid.StringMatching(`[a-z0-9 ∧∨¬()*\[\]]{1,30}`).Filter(func(s string) bool { return strings.TrimSpace(s) != "" })
	for _, style := range []judge.Style{judge.Direct, judge.CoT} {
		p, err := judge.Load(style, "")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.Version(), "default/"+style.String()+"@") {
			t.Errorf("version %s", p.Version())
		}
		rapid.Check(t, func(t *rapid.T) {
			want := judge.Case{
				Formalism: rapid.SampledFrom([]record.Formalism{record.Propositional, record.FirstOrder, record.Regex}).Draw(t, "formalism"),
				Left:      strings.TrimSpace(formulas.Draw(t, "left")), Right: strings.TrimSpace(formulas.Draw(t, "right")),
			}
			m, err := p.Messages(want)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := judge.Read(m); !ok || got != want {
				t.Fatalf("read %+v, %t; want %+v", got, ok, want)
			}
		})
	}
	for _, text := range []string{"", "[TASK]\nx", "[TASK]\npropositional logic [Answer]\n[FORMULA 1]\np1", "[TASK]\n[Answer]\n[FORMULA 1]\np\n[FORMULA 2]\nq"} {
		if c, ok := judge.Read([]record.Message{{Role: "user", Content: text}}); ok {
			t.Errorf("%q was read as %+v", text, c)
		}
	}
	if _, ok := judge.Read(nil); ok {
		t.Error("no conversation was read")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"[Answer] yes", "[answer]\xff no", "[Answer][Answer]", strings.Repeat("[Answer] ", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := judge.Parse(s + "\n[Answer] no"); got != judge.No {
			t.Errorf("%q and then no is %s", s, got)
		}
		if got := judge.Parse(s); got != judge.Unparsable && !strings.Contains(strings.ToLower(s), "[answer]") {
			t.Errorf("%q is %s", s, got)
		}
	})
}

func newJudge(t *testing.T, answer func(http.ResponseWriter, *openaitest.Request, int)) *judge.Judge {
	t.Helper()
	server := openaitest.NewServer(t, answer)
	m, err := provider.Open("m", provider.Options{BaseURL: server.URL, Policy: translate.Policy{Timeout: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := judge.Load(judge.CoT, "")
	if err != nil {
		t.Fatal(err)
	}
	return &judge.Judge{Model: m, Prompt: p, Conversations: true}
}

func TestJudgements(t *testing.T) {
	says := func(s string) func(http.ResponseWriter, *openaitest.Request, int) {
		return func(w http.ResponseWriter, _ *openaitest.Request, _ int) { openaitest.Answer(w, s) }
	}
	for _, tt := range []struct {
		name    string
		reply   func(http.ResponseWriter, *openaitest.Request, int)
		answer  string
		verdict record.Verdict
		turns   int
	}{
		{"yes", says("<think>[Answer] no?</think>Alike.\n[Answer] yes"), "yes", record.Equivalent, 2},
		{"no", says("[Answer] no"), "no", record.NotEquivalent, 2},
		{"neither", says("It depends \xff."), "unparsable", record.Unknown, 2},
		{"cut off", func(w http.ResponseWriter, _ *openaitest.Request, _ int) {
			io.WriteString(w, openaitest.Completion("length", openaitest.Says("[Answer] yes")))
		}, "truncated", record.Unverifiable, 2},
		{"busy", func(w http.ResponseWriter, _ *openaitest.Request, _ int) { w.WriteHeader(429) }, "http_429", record.Unverifiable, 1},
	} {
		j := newJudge(t, tt.reply)
		row := &record.Row{ID: "a", Verdict: record.NotEquivalent, Judgements: []record.Judgement{{Judge: "other"}, {Judge: j.Name(), Answer: "old"}}}
		if err := j.Judge(t.Context(), row, judge.Case{Formalism: record.Propositional, Left: "p1", Right: "¬¬p1"}); err != nil {
			t.Fatal(err)
		}
		if len(row.Judgements) != 2 || row.Judgements[0].Judge != "other" || row.Verdict != record.NotEquivalent {
			t.Fatalf("%s: row %+v", tt.name, row)
		}
		said := row.Judgements[1]
		if said.Answer != tt.answer || said.Verdict != tt.verdict || len(said.Conversation) != tt.turns || said.Usage.LatencySeconds != nil || said.Usage.Attempts != 1 {
			t.Errorf("%s: judgement %+v", tt.name, said)
		}
		var back record.Row
		if err := back.UnmarshalJSON(record.Append(nil, row)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	j := newJudge(t, func(w http.ResponseWriter, _ *openaitest.Request, _ int) { w.WriteHeader(401) })
	if err := j.Judge(t.Context(), &record.Row{}, judge.Case{Formalism: record.Regex}); err == nil {
		t.Error("a key that is not taken does not end the run")
	}
}

func TestFaultyPrompts(t *testing.T) {
	for text, want := range map[string]string{
		"{{.Left}} {{.Right": "direct.txt:1:",
		"{{.Left}}":          "found no use of {{.Left}} or {{.Right}}",
		"{{.What}}":          "direct.txt:1:2",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "direct.txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := judge.Load(judge.Direct, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if _, err := judge.Load(judge.CoT, t.TempDir()); err == nil {
		t.Error("a missing file is no error")
	}
	if _, err := judge.ParseStyle("long"); err == nil {
		t.Error("ParseStyle took long")
	}
}

func TestReread(t *testing.T) {
	says := func(s string) []record.Message {
		return []record.Message{{Role: "user", Content: "Alike? [Answer] yes"}, {Role: "assistant", Content: s}}
	}
	row := &record.Row{Judgements: []record.Judgement{
		{Judge: "a", Answer: "no", Verdict: record.NotEquivalent, Conversation: says("<think>\n[Answer] no\n</think>\nSo\n[Answer] **Yes**.")},
		{Judge: "b", Answer: "yes", Verdict: record.Equivalent, Conversation: says("I think so.")},
		{Judge: "c", Answer: "truncated", Verdict: record.Unverifiable, Conversation: says("[Answer] yes")},
		{Judge: "d", Answer: "http_5xx", Verdict: record.Unverifiable, Conversation: says("")[:1]},
		{Judge: "e", Answer: "no", Verdict: record.NotEquivalent},
	}}
	judge.Reread(row)
	want := []string{"yes equivalent", "unparsable unknown", "truncated error", "http_5xx error", "no not_equivalent"}
	for i, j := range row.Judgements {
		if got := j.Answer + " " + string(j.Verdict); got != want[i] {
			t.Errorf("%s: %s, expected %s", j.Judge, got, want[i])
		}
	}
}
