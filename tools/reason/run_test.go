package reason

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
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
	Benchmark   string          `json:"benchmark"`
	Answer      string          `json:"answer"`
	Class       string          `json:"answer_class"`
	Votes       map[string]int  `json:"votes"`
	Score       *int            `json:"score_answer"`
	Sample      *int            `json:"sample"`
	Extractions []extraction    `json:"extractions"`
	Ontology    json.RawMessage `json:"ontology"`
	Faults      []struct {
		Kind, Symbol string
	} `json:"ontology_faults"`
	Error *struct {
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

// A draft is checked against the formulas, in every format of the reply.
func TestOntology(t *testing.T) {
	const whole = `{"predicates": [{"name": "P", "arity": 1, "positive": "{} is p", "negative": "{} is not p"}, {"name": "Q", "arity": 1, "positive": "{} is q", "negative": "{} is not q"}], "constants": [{"name": "a", "meaning": "A"}]}`
	const part = `{"predicates": [{"name": "P", "arity": 1, "positive": "{} is p", "negative": "{} is not p"}]}`
	for _, c := range []struct{ reply, class, faults string }{
		{whole, "ok", ""},
		{"Here {you} are:\n```json\n" + whole + "\n```\nThat {is} all.", "ok", ""},
		{"Of course: " + whole + " Anything else?", "ok", ""},
		{"```\n" + part + "\n```", "faulty", "missing a; missing Q/1"},
		{strings.Replace(whole, `"arity": 1`, `"arity": 2`, 1), "faulty", "arity P/1; template P/2; template P/2"},
		{strings.Replace(whole, `"Q"`, `"P"`, 1), "faulty", "duplicate P/1; missing Q/1"},
		{strings.Replace(whole, `"A"`, `""`, 1), "faulty", "meaning a"},
		// Two symbols with one meaning were no fault.
		{strings.Replace(whole, `{} is q"`, `{} is  P."`, 1), "faulty", "ambiguous Q/1"},
		{strings.Replace(whole, `{} is not p"`, `{} is p"`, 1), "faulty", "ambiguous P/1"},
		{strings.Replace(whole, `{} is not q"`, `{} is p"`, 1), "faulty", "ambiguous Q/1"},
		{"P means p.", "unparsed", ""},
		{"{}", "unparsed", ""},
		{`{"predicates": 7}`, "unparsed", ""},
	} {
		r := asked(t, story, []string{c.reply}, "--task", "ontology")
		var faults []string
		for _, f := range r.Faults {
			faults = append(faults, f.Kind+" "+f.Symbol)
		}
		if r.Class != c.class || strings.Join(faults, "; ") != c.faults || r.Score == nil || (*r.Score == 1) != (c.class == "ok") || (r.Ontology == nil) != (c.class == "unparsed") {
			t.Errorf("%s: class %s, faults %v, ontology %s", c.reply, r.Class, faults, r.Ontology)
		}
	}
}

// A generated formula has no sentence, so a model could not be asked for meanings of its
// symbols, as AutoEval does for its vocabularies (section 3). A draft does not change the
// meanings that the row has.
func TestOntologyOfGeneratedFormulas(t *testing.T) {
	const row = `{"id":"1","formalism":"propositional","fs":"(p1 ∧ ¬p2)","vocabulary":{"propositions":["p1","p2"],"meanings":[{"symbol":"p1","meaning":"it is raining"}]}}`
	const reply = `{"propositions": [{"name": "p1", "meaning": "the shop is open"}, {"name": "p2", "meaning": "%s"}]}`
	for _, c := range []struct{ row, meaning, class, faults string }{
		{row, "the bus is late", "ok", ""},
		{row, "The shop is open.", "faulty", "ambiguous p2"},
		{strings.Replace(row, "propositional", "ltl", 1), "", "", ""},
	} {
		r := asked(t, c.row, []string{fmt.Sprintf(reply, c.meaning)}, "--task", "ontology")
		var faults []string
		for _, f := range r.Faults {
			faults = append(faults, f.Kind+" "+f.Symbol)
		}
		if r.Class != c.class || strings.Join(faults, "; ") != c.faults || (r.Error != nil) != (c.class == "") {
			t.Errorf("%s: class %s, faults %v, error %v", c.meaning, r.Class, faults, r.Error)
		}
		if r.Error == nil && (r.Vocabulary == nil || r.Vocabulary.Meanings[0].Meaning != "it is raining" || !strings.Contains(string(r.Ontology), "the shop is open")) {
			t.Errorf("vocabulary %+v, ontology %s", r.Vocabulary, r.Ontology)
		}
	}
}

// The first of two meanings was used without a word.
func TestDraftsInConflictAreReported(t *testing.T) {
	const rows = `{"ontology":{"predicates":[],"constants":[{"name":"a","meaning":"Ann"}]}}
{"ontology":{"predicates":[],"constants":[{"name":"a","meaning":"Ada"},{"name":"b","meaning":"ann"}]}}
`
	var out, stderr bytes.Buffer
	if err := Command().Run(t.Context(), []string{"reason", "ontologies"}, strings.NewReader(rows), &out, &stderr); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != `{"predicates":[],"constants":[{"name":"a","meaning":"Ann"},{"name":"b","meaning":"ann"}]}`+"\n" {
		t.Errorf("found %s", got)
	}
	for _, want := range []string{`constant a: found \"Ann\", and \"Ada\" in another draft`, `constant b: \"ann\" is also the English of constant a`} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("found no %s in %s", want, stderr.String())
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
		{story, "3. A is q.\n\n[SYMBOLS]\nPredicates: P/1, Q/1\nConstants: a", "P(a)", []string{"--task", "ontology"}},
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
