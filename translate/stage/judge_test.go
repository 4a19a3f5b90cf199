package stage_test

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
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

func TestParseJudgement(t *testing.T) {
	for reply, want := range map[string]stage.Judgement{
		"[Answer] yes":                      stage.Yes,
		"[Answer] no":                       stage.No,
		"They differ in p2.\n[answer]: No.": stage.No,
		"**[Answer]** **yes**":              stage.Yes,
		"[ANSWER]\nyes\n":                   stage.Yes,
		"I end with [Answer] yes or [Answer] no.\nSo:\n[Answer] yes": stage.Yes,
		"[Answer] yes, I think": stage.Unparsable,
		"[Answer] yes or no":    stage.Unparsable,
		"[Answer] maybe":        stage.Unparsable,
		"[Answer]":              stage.Unparsable,
		"yes":                   stage.Unparsable,
		"":                      stage.Unparsable,
		"İ[Answer] yes":         stage.Yes, // lower case is longer
	} {
		if got := stage.ParseJudgement(reply); got != want {
			t.Errorf("%q: %s, want %s", reply, got, want)
		}
	}
}

// ReadPair is the inverse of the judge's prompt, unless a formula contains
// tags.
func TestReadPairIsTheInverse(t *testing.T) {
	formulas := rapid.StringMatching(`[a-z0-9 ∧∨¬()*\[\]]{1,30}`).Filter(func(s string) bool { return strings.TrimSpace(s) != "" })
	for _, style := range []stage.Style{stage.Direct, stage.CoT} {
		p, err := stage.JudgePrompt(style, "")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.Version(), "default/"+string(style)+"@") {
			t.Errorf("version %s", p.Version())
		}
		rapid.Check(t, func(t *rapid.T) {
			want := prompt.Pair{
				Formalism: rapid.SampledFrom([]record.Formalism{record.Propositional, record.FirstOrder, record.Regex}).Draw(t, "formalism"),
				Left:      strings.TrimSpace(formulas.Draw(t, "left")), Right: strings.TrimSpace(formulas.Draw(t, "right")),
			}
			m, err := p.Messages(want)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := prompt.ReadPair(m); !ok || got != want {
				t.Fatalf("read %+v, %t; want %+v", got, ok, want)
			}
		})
	}
	for _, text := range []string{"", "[TASK]\nx", "[TASK]\npropositional logic [Answer]\n[FORMULA 1]\np1", "[TASK]\n[Answer]\n[FORMULA 1]\np\n[FORMULA 2]\nq"} {
		if c, ok := prompt.ReadPair([]record.Message{{Role: "user", Content: text}}); ok {
			t.Errorf("%q was read as %+v", text, c)
		}
	}
	if _, ok := prompt.ReadPair(nil); ok {
		t.Error("no conversation was read")
	}
}

func FuzzParseJudgement(f *testing.F) {
	for _, s := range []string{"[Answer] yes", "[answer]\xff no", "[Answer][Answer]", strings.Repeat("[Answer] ", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := stage.ParseJudgement(s + "\n[Answer] no"); got != stage.No {
			t.Errorf("%q and then no is %s", s, got)
		}
		if got := stage.ParseJudgement(s); got != stage.Unparsable && !strings.Contains(strings.ToLower(s), "[answer]") {
			t.Errorf("%q is %s", s, got)
		}
	})
}

func newJudge(t *testing.T, answer func(http.ResponseWriter, *endpointtest.Request, int)) *stage.Judge {
	t.Helper()
	server := endpointtest.NewServer(t, answer)
	m, err := endpoint.Open("m", endpoint.Options{Config: endpoint.Config{BaseURL: server.URL}, Policy: translate.Policy{Timeout: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := stage.JudgePrompt(stage.CoT, "")
	if err != nil {
		t.Fatal(err)
	}
	return &stage.Judge{Asker: stage.Asker{Stage: "judge", Model: m, Conversations: true}, Wording: p}
}

func TestJudgements(t *testing.T) {
	says := func(s string) func(http.ResponseWriter, *endpointtest.Request, int) {
		return func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, s) }
	}
	for _, tt := range []struct {
		name    string
		reply   func(http.ResponseWriter, *endpointtest.Request, int)
		answer  string
		verdict record.Verdict
		turns   int
	}{
		{"yes", says("<think>[Answer] no?</think>Alike.\n[Answer] yes"), "yes", record.Equivalent, 2},
		{"no", says("[Answer] no"), "no", record.NotEquivalent, 2},
		{"neither", says("It depends \xff."), "unparsable", record.Unknown, 2},
		{"cut off", func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			io.WriteString(w, endpointtest.Completion("length", endpointtest.Says("[Answer] yes")))
		}, "truncated", record.Unverifiable, 2},
		{"fails", func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { w.WriteHeader(500) }, "http_5xx", record.Unverifiable, 1},
	} {
		j := newJudge(t, tt.reply)
		row := &record.Row{ID: "a", Verdict: record.NotEquivalent, Judgements: []record.Judgement{{Judge: "other"}, {Judge: j.Name(), Answer: "old"}}}
		if err := j.Judge(t.Context(), row, prompt.Pair{Formalism: record.Propositional, Left: "p1", Right: "¬¬p1"}); err != nil {
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
	j := newJudge(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { w.WriteHeader(401) })
	if err := j.Judge(t.Context(), &record.Row{}, prompt.Pair{Formalism: record.Regex}); err == nil {
		t.Error("a key that is not taken does not end the run")
	}
}

func TestFaultyJudgePrompts(t *testing.T) {
	for text, want := range map[string]string{
		"{{.Left}} {{.Right": "direct.txt:1:",
		"{{.Left}}":          `does not show "right text of a trial"`,
		"{{.What}}":          "direct.txt:1:2",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "direct.txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := stage.JudgePrompt(stage.Direct, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if _, err := stage.JudgePrompt(stage.CoT, t.TempDir()); err == nil {
		t.Error("a missing file is no error")
	}
}
