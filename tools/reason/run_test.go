package reason

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"reason": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}

// A row is the part of the output that the tests read.
type row struct {
	Benchmark   string         `json:"benchmark"`
	Answer      string         `json:"answer"`
	Class       string         `json:"answer_class"`
	Votes       map[string]int `json:"votes"`
	Score       *int           `json:"score_answer"`
	Sample      *int           `json:"sample"`
	Extractions []extraction   `json:"extractions"`
	Error       *struct {
		Kind, Message string
	} `json:"error"`
	Vocabulary    *record.Vocabulary `json:"vocabulary"`
	Conversations []struct {
		Messages []struct{ Role, Content string } `json:"messages"`
	} `json:"conversations"`
}

// asked runs reason with an endpoint that gives the replies in turn; an empty
// reply is a server error.
func asked(t *testing.T, stdin string, replies []string, args ...string) row {
	t.Helper()
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		if reply := replies[n%len(replies)]; reply != "" {
			endpointtest.Answer(w, reply)
			return
		}
		endpointtest.Status(w, http.StatusBadRequest, `{"error":{"message":"broken"}}`)
	})
	var out, stderr bytes.Buffer
	all := append([]string{"reason", "--log-level", "error", "--workers", "1", "--model", "m", "--base-url", server.URL}, args...)
	if err := Command().Run(t.Context(), all, strings.NewReader(stdin), &out, &stderr); err != nil && cli.ExitCode(err) != cli.ExitLimits {
		t.Fatalf("%v: %v\n%s", all, err, stderr.String())
	}
	var r row
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	return r
}

const (
	story    = `{"id":"1","premises":["∀x (P(x) → Q(x))","P(a)"],"conclusion":"Q(a)","premises_nl":["All p are q.","A is p."],"conclusion_nl":"A is q.","label":"True"}`
	logiEval = `{"id":"2","context":"If it snows, the pass is closed.","question":"Is it?","label":"no","logic":"nm"}`
)

func TestAnswers(t *testing.T) {
	proof := `{"premises": ["∀x. (P(x) → Q(x))", "P(a)"], "conclusion": "Q(a)"}`
	open := `{"premises": ["∀x. (P(x) → Q(x))"], "conclusion": "Q(a)"}`
	for _, c := range []struct {
		name, stdin   string
		replies, args []string
		answer, class string
		score         int
		benchmark     string
		votes         map[string]int
	}{
		{name: "right", stdin: story, replies: []string{"It could be false, but no.\n[Answer] True"}, answer: "True", class: "ok", score: 1, benchmark: "FOLIO(R; NL)"},
		{name: "wrong", stdin: story, replies: []string{"**Answer:** Unknown"}, args: []string{"--form", "fol"}, answer: "Uncertain", class: "ok", benchmark: "FOLIO(R; FOL)"},
		{name: "unparsed", stdin: story, replies: []string{"Who knows: true or false."}, class: "unparsed", benchmark: "FOLIO(R; NL)"},
		{name: "yes or no", stdin: logiEval, replies: []string{"So: no"}, args: []string{"--task", "logieval"}, answer: "no", class: "ok", score: 1, benchmark: "LogiEval(R; NM)"},
		{name: "majority", stdin: story, replies: []string{"False", "True", "what", "True", ""}, args: []string{"--samples", "5", "--retries", "0"}, answer: "True", class: "ok", score: 1, benchmark: "FOLIO(R; NL)", votes: map[string]int{"True": 2, "False": 1}},
		{name: "first of equals", stdin: story, replies: []string{"False", "True"}, args: []string{"--samples", "2"}, answer: "False", class: "ok", benchmark: "FOLIO(R; NL)", votes: map[string]int{"True": 1, "False": 1}},
		{name: "proved", stdin: story, replies: []string{proof}, args: []string{"--task", "linc"}, answer: "True", class: "ok", score: 1, benchmark: "FOLIO(LINC)"},
		{name: "noncompliant", stdin: story, replies: []string{`{"premises": ["P("], "conclusion": "Q"}`}, args: []string{"--task", "linc"}, class: "noncompliant", benchmark: "FOLIO(LINC)"},
		{name: "no formulas", stdin: story, replies: []string{"True"}, args: []string{"--task", "linc"}, class: "unparsed", benchmark: "FOLIO(LINC)"},
		{name: "voted", stdin: story, replies: []string{open, proof, "nothing", proof}, args: []string{"--task", "linc", "--samples", "4"}, answer: "True", class: "ok", score: 1, benchmark: "FOLIO(LINC)", votes: map[string]int{"True": 2, "Uncertain": 1}},
	} {
		r := asked(t, c.stdin, c.replies, c.args...)
		if r.Answer != c.answer || r.Class != c.class || r.Score == nil || *r.Score != c.score || r.Benchmark != c.benchmark || len(r.Votes) != len(c.votes) || r.Error != nil || r.Sample != nil {
			t.Errorf("%s: %+v", c.name, r)
			continue
		}
		for word, n := range c.votes {
			if r.Votes[word] != n {
				t.Errorf("%s: votes %v, want %v", c.name, r.Votes, c.votes)
			}
		}
		for i, x := range r.Extractions {
			if x.Class == "ok" && c.benchmark != "FOLIO(LINC)" && !strings.Contains(c.replies[i], x.From) {
				t.Errorf("%s: extraction %+v of %q", c.name, x, c.replies[i])
			}
		}
	}
}

func TestFailedCalls(t *testing.T) {
	r := asked(t, story, []string{""}, "--samples", "2", "--retries", "0")
	if r.Error == nil || r.Error.Kind != "http_4xx" || r.Score != nil || r.Benchmark == "" {
		t.Errorf("%+v", r)
	}
}

// Prompts show the question and nothing that reveals the answer.
func TestPrompts(t *testing.T) {
	for _, c := range []struct {
		stdin, shown, hidden string
		args                 []string
	}{
		{story, "1. All p are q.\n2. A is p.\n\n[CONCLUSION]\nA is q.", "Q(a)", nil},
		{story, "1. ∀x (P(x) → Q(x))\n2. P(a)\n\n[CONCLUSION]\nQ(a)", "A is q", []string{"--form", "fol"}},
		{logiEval, "[QUESTION]\nIs it?", "label", []string{"--task", "logieval"}},
		{story, "2. A is p.", "P(a)", []string{"--task", "linc"}},
	} {
		prompt := asked(t, c.stdin, []string{"True"}, c.args...).Conversations[0].Messages[0].Content
		if !strings.Contains(prompt, c.shown) || strings.Contains(prompt, c.hidden) {
			t.Errorf("%v: prompt\n%s", c.args, prompt)
		}
	}
}

// A run that was interrupted between the samples of a row once paid again for
// the first ones.
func TestSamplesOfAStoppedRunArePaidOnce(t *testing.T) {
	stop := 2 // after so many answers
	answered := 0
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		if answered == stop {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answered++
		endpointtest.Answer(w, "True")
	})
	dir := t.TempDir()
	input, output := filepath.Join(dir, "stories.jsonl"), filepath.Join(dir, "answers.jsonl")
	if err := os.WriteFile(input, []byte(story+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ask := func() error {
		args := []string{"reason", "--model", "m", "--base-url", server.URL, "--workers", "1", "--samples", "4", input, "-o", output, "--resume"}
		return Command().Run(t.Context(), args, nil, io.Discard, io.Discard)
	}
	if err := ask(); err == nil {
		t.Fatal("a rejected key does not end the run")
	}
	stop = 100
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	if answered != 4 {
		t.Errorf("%d answers for 4 samples", answered)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.replies")); err != nil || left != nil {
		t.Errorf("%v is left, %v", left, err)
	}
}
