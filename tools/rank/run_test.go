package rank

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/simllm"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rank": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}

// A row is the part of the output that the tests read.
type row struct {
	ID    string          `json:"id"`
	Model string          `json:"model"`
	Run   *int            `json:"run"`
	Class string          `json:"answer_class"`
	Said  json.RawMessage `json:"answer"`
	Best  *int            `json:"score_most_similar"`
	Eq    *int            `json:"score_eq"`
	Neg   *int            `json:"score_neg"`
	Both  *int            `json:"score_both"`
	Error *struct {
		Kind string `json:"kind"`
	} `json:"error"`
	Conversations []struct {
		Messages []struct{ Role, Content string } `json:"messages"`
	} `json:"conversations"`
}

func ranked(t *testing.T, stdin string, args ...string) []row {
	t.Helper()
	var out, stderr bytes.Buffer
	if err := Command().Run(t.Context(), append([]string{"rank", "--log-level", "error"}, args...), strings.NewReader(stdin), &out, &stderr); err != nil && cli.ExitCode(err) != cli.ExitLimits {
		t.Fatalf("rank %v: %v\n%s", args, err, stderr.String())
	}
	var rows []row
	for line := range bytes.Lines(out.Bytes()) {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

const (
	similar = `{"id":"1","nl":"Every cube is small.","task":"most-similar","candidates":["A","B","C"],"candidates_nl":["a","b","c"],"roles":["original","perturbation","perturbation"],"order":[2,0,1],"vocabulary":{"predicates":[{"name":"Cube","arity":1,"positive":"{} is a cube"},{"name":"Odd","arity":9000000000000000000,"positive":"odd"}],"meanings":[{"symbol":"a","meaning":"block A"}]}}` + "\n"
	ordered = `{"id":"2","nl":"Some cube is small.","task":"ranking","candidates":["A","B","C","D"],"candidates_nl":["a","b","c","d"],"roles":["original","equivalent","perturbation","negation"],"order":[3,2,1,0]}` + "\n"
)

// chat is an endpoint that always gives the same answer and stores the
// requests.
func chat(t *testing.T, reply string) (url string, bodies func() []string) {
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, reply) })
	return server.URL, func() (bodies []string) {
		for _, r := range server.Requests() {
			bodies = append(bodies, string(r.Body))
		}
		return bodies
	}
}

func TestChat(t *testing.T) {
	for _, c := range []struct {
		reply, class, answer string
		set                  string
		best, eq, neg, both  int
		failed               bool
	}{
		{reply: `{"reasoning":"as it says","answer":2}`, set: similar, class: "ok", answer: "0", best: 1},
		{reply: "Answer: 1", set: similar, class: "ok", answer: "2", best: 0},
		{reply: "Answer: 4", set: similar, class: "out_of_range"},
		{reply: "I cannot say.", set: similar, class: "unparsed"},
		{reply: "", set: similar, failed: true},
		{reply: `{"answer":[4,3,2,1]}`, set: ordered, class: "ok", answer: "[0,1,2,3]", eq: 1, neg: 1, both: 1},
		{reply: `Ranking. Answer: 3 > 4 > 1 > 2`, set: ordered, class: "ok", answer: "[1,0,3,2]", eq: 1},
		{reply: `{"answer":[4,3]}`, set: ordered, class: "incomplete"},
		{reply: `{"answer":[4,3,2,2]}`, set: ordered, class: "repeated"},
	} {
		url, asked := chat(t, c.reply)
		got := ranked(t, c.set, "--model", "m", "--base-url", url, "--form", "fol", "--api-key-file", "")[0]
		if c.failed {
			if got.Error == nil || got.Class != "" || got.Best != nil {
				t.Errorf("%q: %+v", c.reply, got)
			}
			continue
		}
		if got.Class != c.class || string(got.Said) != c.answer || points(got.Best) != c.best || points(got.Eq) != c.eq || points(got.Neg) != c.neg || points(got.Both) != c.both {
			t.Errorf("%q: class %s, answer %s, scores %d %d %d %d", c.reply, got.Class, got.Said, points(got.Best), points(got.Eq), points(got.Neg), points(got.Both))
		}
		if n := len(asked()); n != 1 || !strings.Contains(asked()[0], `"json_schema"`) || strings.Contains(asked()[0], `"array"`) != (c.set == ordered) {
			t.Errorf("asked %d times: %s", n, asked())
		}
		if c.set == similar {
			prompt := got.Conversations[0].Messages[0].Content
			if !strings.Contains(prompt, "1. C\n2. A\n3. B") || !strings.Contains(prompt, "Cube(x1): x1 is a cube") || !strings.Contains(prompt, "a: block A") {
				t.Errorf("prompt %s", prompt)
			}
		}
	}
}

func points(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}

// An endpoint that rejects the response format is asked for text from then on.
func TestRefusedFormat(t *testing.T) {
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		if strings.Contains(string(r.Body), "json_schema") {
			endpointtest.Status(w, 400, `{"error":{"message":"Unknown parameter: 'response_format'."}}`)
			return
		}
		endpointtest.Answer(w, "Answer: 2")
	})
	rows := ranked(t, strings.Repeat(similar, 3), "--model", "m", "--base-url", server.URL, "--workers", "1")
	for _, row := range rows {
		if row.Error != nil || row.Class != "ok" || points(row.Best) != 1 {
			t.Errorf("%+v", row)
		}
	}
	if n := len(server.Requests()); n != 4 {
		t.Errorf("%d requests, want 4", n)
	}
}

// A budget ends the run before it is exceeded.
func TestBudget(t *testing.T) {
	url, asked := chat(t, "1")
	var out, stderr bytes.Buffer
	args := []string{"rank", "--model", "m", "--base-url", url, "--workers", "1", "--budget-tokens", "800"}
	err := Command().Run(t.Context(), args, strings.NewReader(strings.Repeat(similar, 200)), &out, &stderr)
	if !errors.Is(err, translate.ErrBudget) || len(asked()) == 0 || len(asked()) == 200 {
		t.Errorf("after %d calls: %v", len(asked()), err)
	}
	if !strings.Contains(stderr.String(), "tokens: ") {
		t.Errorf("the bill: %s", stderr.String())
	}
}

// Repetitions have different seeds.
func TestRunsHaveSeeds(t *testing.T) {
	url, asked := chat(t, "1")
	if n := len(ranked(t, similar, "--model", "m", "--base-url", url, "--runs", "3", "--seed", "5", "--workers", "1")); n != 3 {
		t.Fatalf("%d rows", n)
	}
	for i, want := range []string{`"seed":5`, `"seed":1005`, `"seed":2005`} {
		if !strings.Contains(asked()[i], want) {
			t.Errorf("call %d: %s, want %s", i, asked()[i], want)
		}
	}
}

// The simulated endpoint's embeddings, and so the scores, are the built-in
// ones.
func TestEmbeddingsOverHTTP(t *testing.T) {
	endpoint, err := simllm.New(simllm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(endpoint)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	for range 2 { // the second time from the cache
		there := ranked(t, similar+ordered, "--model", "m", "--embeddings", "--base-url", server.URL+"/v1", "--cache", dir)
		here := ranked(t, similar+ordered, "--model", "builtin:ngrams")
		for i := range here {
			if there[i].Error != nil || string(there[i].Said) != string(here[i].Said) || there[i].Model != "m" {
				t.Errorf("there %+v, here %+v", there[i], here[i])
			}
		}
	}
	failing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
	t.Cleanup(failing.Close)
	if rows := ranked(t, similar, "--model", "m", "--embeddings", "--base-url", failing.URL+"/v1", "--retries", "0"); rows[0].Error == nil {
		t.Errorf("%+v", rows[0])
	}
}

// The runs of a row that a stopped run had received were paid for again: they
// were stored only if the program also had samples.
func TestRunsOfAStoppedRowArePaidOnce(t *testing.T) {
	answered, stop := 0, 2 // after so many answers
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		if answered == stop {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answered++
		endpointtest.Answer(w, `{"answer": 1}`)
	})
	input, output := filepath.Join(t.TempDir(), "sets.jsonl"), filepath.Join(t.TempDir(), "ranked.jsonl")
	if err := os.WriteFile(input, []byte(similar), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func() error {
		args := []string{"rank", "--task", "most-similar", "--model", "m", "--base-url", server.URL, "--workers", "1", "--runs", "3", input, "-o", output, "--resume"}
		return Command().Run(t.Context(), args, nil, io.Discard, io.Discard)
	}
	if err := run(); err == nil || answered != stop {
		t.Fatalf("after %d answers the key is rejected: %v, want an error after %d", answered, err, stop)
	}
	stop = -1
	if err := run(); err != nil {
		t.Fatal(err)
	}
	if answered != 3 {
		t.Errorf("%d answers for 3 runs", answered)
	}
}
