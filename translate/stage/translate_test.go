package stage_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

const key = "sk-test-0123456789abcdef"

// patience is the time limit of an attempt that must not time out.
const patience = time.Minute

// newTranslator asks an endpoint, with two quick retries.
func newTranslator(t *testing.T, d prompt.Direction, answer func(http.ResponseWriter, *endpointtest.Request, int)) (*stage.Translator, *endpointtest.Server) {
	t.Helper()
	return newImpatientTranslator(t, d, patience, answer)
}

func newImpatientTranslator(t *testing.T, d prompt.Direction, timeout time.Duration, answer func(http.ResponseWriter, *endpointtest.Request, int)) (*stage.Translator, *endpointtest.Server) {
	t.Helper()
	server := endpointtest.NewServer(t, answer)
	model, err := endpoint.Open("some-model", endpoint.Options{
		Config: endpoint.Config{BaseURL: server.URL, Key: key},
		Policy: translate.Policy{Retries: 2, Timeout: timeout, Base: time.Microsecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	return &stage.Translator{
		Asker:     stage.Asker{Stage: string(d), Model: translate.NewMeter(model, nil, nil), Conversations: true, Timing: true},
		Direction: d, Prompts: prompts, Context: prompt.ContextAuto, Extraction: stage.Strict,
	}, server
}

// process processes a row and converts it to JSON and back, like a pipe.
func process(t *testing.T, s *stage.Translator, row *record.Row) *record.Row {
	t.Helper()
	if err := s.Process(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	var back record.Row
	if err := back.UnmarshalJSON(record.Append(nil, row)); err != nil {
		t.Fatalf("row does not read back: %v", err)
	}
	return &back
}

func newRow() *record.Row {
	return &record.Row{ID: "a", Formalism: record.Propositional, FS: "(p1 ∧ ¬p2)", NL: "p1 holds and p2 does not."}
}

func TestOutcomes(t *testing.T) {
	finish := func(reason, content string) func(http.ResponseWriter, *endpointtest.Request, int) {
		return func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			io.WriteString(w, endpointtest.Completion(reason, endpointtest.Says(content)))
		}
	}
	status := func(code int) func(http.ResponseWriter, *endpointtest.Request, int) {
		return func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Status(w, code, "no") }
	}
	failing := func(first, second func(w http.ResponseWriter)) func(http.ResponseWriter, *endpointtest.Request, int) {
		return func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
			switch n {
			case 0:
				first(w)
			case 1:
				second(w)
			default:
				endpointtest.Answer(w, "p1")
			}
		}
	}
	tests := []struct {
		name     string
		answer   func(http.ResponseWriter, *endpointtest.Request, int)
		outcome  record.Outcome
		kind     string // of the error; empty: none
		fsOut    string
		attempts int64
		reply    string // the conversation's last message
		refused  int    // requests, which are no attempts
	}{
		{"answer", finish("stop", " (p1 ∧ ¬p2)\n"), record.OK, "", "(p1 ∧ ¬p2)", 1, "(p1 ∧ ¬p2)", 0},
		{"thinking", finish("stop", "<think>p1?</think>\n\np2"), record.OK, "", "p2", 1, "<think>\np1?\n</think>\np2", 0},
		{"length", finish("length", "(p1 ∧"), record.Truncated, "truncated", "", 1, "(p1 ∧", 0},
		{"filter", finish("content_filter", ""), record.Refused, "refused", "", 1, "", 0},
		{"empty", finish("stop", " "), record.Empty, "empty", "", 1, "", 0},
		{"thinking only", finish("stop", "<think>p1?</think>"), record.Empty, "empty", "", 1, "<think>\np1?\n</think>\n", 0},
		{"400", status(400), record.HTTP4xx, "http_4xx", "", 1, "", 0},
		{"408", status(408), record.HTTP4xx, "http_4xx", "", 3, "", 0},
		{"500", status(500), record.HTTP5xx, "http_5xx", "", 3, "", 0},
		{"hang", func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Hang(w) }, record.Timeout, "timeout", "", 3, "", 0},
		{"drop", func(http.ResponseWriter, *endpointtest.Request, int) { endpointtest.Drop() }, record.HTTP5xx, "connection", "", 3, "", 0},
		{"no JSON", func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { io.WriteString(w, "{") }, record.HTTP5xx, "malformed_response", "", 3, "", 0},
		{"429 and drop, then an answer", failing(func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "0.01")
			w.WriteHeader(429)
		}, func(http.ResponseWriter) { endpointtest.Drop() }), record.OK, "", "p1", 2, "p1", 1},
		{"hang and 503, then an answer", failing(endpointtest.Hang, func(w http.ResponseWriter) { w.WriteHeader(503) }), record.OK, "", "p1", 2, "p1", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			timeout := patience
			switch {
			case tt.outcome == record.Timeout:
				timeout = 50 * time.Millisecond
			case strings.HasPrefix(tt.name, "hang"):
				timeout = 2 * time.Second
			}
			s, server := newImpatientTranslator(t, prompt.Autoformalize, timeout, tt.answer)
			row := process(t, s, newRow())
			kind := ""
			if row.Error != nil {
				kind = row.Error.Kind
				if row.Error.Stage != "autoformalize" || row.Error.Message == "" {
					t.Errorf("error %+v", row.Error)
				}
			}
			if row.Outcome != tt.outcome || kind != tt.kind || row.FSOut != tt.fsOut {
				t.Errorf("outcome %s, error %q, fs_out %q; want %s, %q, %q", row.Outcome, kind, row.FSOut, tt.outcome, tt.kind, tt.fsOut)
			}
			// A request that is given up on at once may never reach the server.
			requests := int64(len(server.Requests()) - tt.refused)
			if len(row.Usage) != 1 || row.Usage[0].Attempts != tt.attempts || requests > tt.attempts ||
				requests < tt.attempts && tt.outcome != record.Timeout {
				t.Errorf("usage %+v after %d requests, want %d attempts", row.Usage, requests, tt.attempts)
			}
			if len(row.Conversations) != 1 {
				t.Fatalf("conversations %v", row.Conversations)
			}
			messages := row.Conversations[0].Messages
			if last := messages[len(messages)-1]; last.Role == "assistant" && last.Content != tt.reply || last.Role == "user" && tt.reply != "" {
				t.Errorf("the conversation ends with %+v, want %q", last, tt.reply)
			}
			if total := s.Model.(*translate.Meter).Totals(); total.Calls != 1 || total.Attempts != tt.attempts || total.Outcomes[tt.outcome] != 1 {
				t.Errorf("totals %v", total)
			}
		})
	}
}

// Every reply becomes a row that can be read back.
func TestHostileReplies(t *testing.T) {
	for name, content := range map[string]string{
		"1 MB":          strings.Repeat("(p1 ∧ ", 1<<17),
		"1 MB of tags":  strings.Repeat("[FORMULA]\n", 1<<17),
		"control":       "p1\x00\x01\x1b[2J\r\n\u202e p2",
		"surrogates":    `p1\ud800`,
		"JSON":          `{"fs_out":"p1"}`,
		"think blocks":  "x" + strings.Repeat("</think>", 1000) + strings.Repeat("<think>", 1000),
		"template":      "{{.Formula}}",
		"invalid UTF-8": "p1 QQ",
	} {
		for _, d := range []prompt.Direction{prompt.Informalize, prompt.Autoformalize} {
			s, _ := newTranslator(t, d, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
				io.WriteString(w, strings.ReplaceAll(endpointtest.Completion("stop", endpointtest.Says(content)), "QQ", "\xff\xfe"))
			})
			row := process(t, s, newRow())
			got := row.NL
			if d == prompt.Autoformalize {
				got = row.FSOut
			}
			want, _ := translate.Thinking(strings.ReplaceAll(content, "QQ", "\uFFFD\uFFFD"))
			if got != want || (want == "") != (row.Error != nil) {
				t.Errorf("%s: %s gives %.100q, error %v; want %.100q", name, d, got, row.Error, want)
			}
		}
	}
}

func TestLeakIsMarked(t *testing.T) {
	for nl, want := range map[string]bool{"p1 ∧ not p2": true, "p1 and not p2": false} {
		s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, nl) })
		if row := process(t, s, newRow()); row.NLLeak == nil || *row.NLLeak != want {
			t.Errorf("%q: nl_leak %v, want %t", nl, row.NLLeak, want)
		}
	}
}

// The second call contains only what the context allows of the formula, and
// nothing of the first conversation.
func TestSecondCallIsFresh(t *testing.T) {
	first, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		endpointtest.Answer(w, "<think>secret thought</think>The description.")
	})
	row := process(t, first, newRow())
	second, server := newTranslator(t, prompt.Autoformalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "p9") })
	row = process(t, second, row)
	request := server.Requests()[0]
	if len(request.Messages) != 1 || !strings.HasSuffix(request.Prompt(), "[NL DESCRIPTION]\nThe description.\n\n[FORMULA]") {
		t.Errorf("second call is %+v", request.Messages)
	}
	for _, secret := range []string{"p1", "p2", "secret thought"} {
		if strings.Contains(string(request.Body), secret) {
			t.Errorf("second call has %q:\n%s", secret, request.Body)
		}
	}
	if request.Authorization != "Bearer "+key || request.Model != "some-model" {
		t.Errorf("authorization %q, model %q", request.Authorization, request.Model)
	}
	var stages []string
	for i, c := range row.Conversations {
		stages = append(stages, c.Stage, row.Usage[i].Stage)
	}
	if want := []string{"informalize", "informalize", "autoformalize", "autoformalize"}; !reflect.DeepEqual(stages, want) {
		t.Errorf("conversations and usage of %v, want %v", stages, want)
	}
	if u := row.Usage[1]; u.PromptTokens != 11 || u.CompletionTokens != 7 || u.CachedTokens != 3 || u.ReasoningTokens != 5 || u.LatencySeconds == nil {
		t.Errorf("usage %+v", u)
	}
}

func TestRowsWithoutACall(t *testing.T) {
	failed := &record.Error{Stage: "informalize", Kind: "timeout", Message: "no"}
	tests := []struct {
		name      string
		direction prompt.Direction
		row       record.Row
		kind      string
	}{
		{"failed before", prompt.Autoformalize, record.Row{Formalism: record.Regex, FS: "0", NL: "zero", Error: failed, Outcome: record.Timeout}, "timeout"},
		{"no nl", prompt.Autoformalize, record.Row{Formalism: record.Regex, FS: "0"}, "nothing_to_do"},
		{"blank nl", prompt.Autoformalize, record.Row{Formalism: record.Regex, NL: " \n"}, "nothing_to_do"},
		{"no fs", prompt.Informalize, record.Row{Formalism: record.Regex, NL: "zero"}, "nothing_to_do"},
		{"no formalism", prompt.Informalize, record.Row{FS: "0", Dataset: "mine"}, "nothing_to_do"},
		{"unknown formalism", prompt.Informalize, record.Row{FS: "0", Formalism: "propositonal"}, "nothing_to_do"},
	}
	for _, tt := range tests {
		s, server := newTranslator(t, tt.direction, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "x") })
		before := tt.row
		row := process(t, s, &tt.row)
		if row.Error == nil || row.Error.Kind != tt.kind || len(server.Requests()) != 0 || row.FSOut != "" || len(row.Usage) != 0 {
			t.Errorf("%s: row %+v, error %+v after %d requests; want kind %s", tt.name, row, row.Error, len(server.Requests()), tt.kind)
		}
		if before.Error != nil && !reflect.DeepEqual(*row, before) {
			t.Errorf("%s: row changed to %+v", tt.name, row)
		}
	}
}

// A row that failed in this stage is repeated, and nothing of the failure
// remains.
func TestFailedRowIsDoneAgain(t *testing.T) {
	works := false
	s, _ := newTranslator(t, prompt.Autoformalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		if works {
			endpointtest.Answer(w, "p1")
		} else {
			endpointtest.Status(w, 500, "no")
		}
	})
	row := process(t, s, newRow())
	works = true
	row = process(t, s, row)
	if row.Error != nil || row.FSOut != "p1" || row.Outcome != record.OK || len(row.Usage) != 1 || len(row.Conversations) != 1 {
		t.Errorf("row %+v, error %+v", row, row.Error)
	}
}

func TestFormalismOfDataset(t *testing.T) {
	s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		c, err := prompt.Read(r.Messages)
		if err != nil {
			endpointtest.Status(w, 400, err.Error())
			return
		}
		endpointtest.Answer(w, string(c.Formalism))
	})
	for dataset, want := range map[string]record.Formalism{
		"ksat": record.Propositional, "plogic": record.Propositional, "fol": record.FirstOrder,
		"fol-english": record.FirstOrder, "fol_human": record.FirstOrder, "regex": record.Regex,
	} {
		row := process(t, s, &record.Row{Dataset: dataset, FS: "p1"})
		if row.Formalism != want || row.NL != string(want) {
			t.Errorf("%s: formalism %s, asked for %s; want %s", dataset, row.Formalism, row.NL, want)
		}
	}
}

func TestFatalFaultEndsTheRun(t *testing.T) {
	s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		endpointtest.Status(w, 401, fmt.Sprintf(`{"error":{"message":"Incorrect API key provided: %s"}}`, key))
	})
	err := s.Process(t.Context(), newRow())
	want := "informalize with model some-model: endpoint answered 401: Incorrect API key provided: [redacted]"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A server that is down ends the run; occasional failures do not.
func TestBreaker(t *testing.T) {
	down := true
	s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		switch {
		case !down:
			endpointtest.Answer(w, "text")
		case n%2 == 0:
			endpointtest.Status(w, 400, "no")
		default:
			endpointtest.Status(w, 403, "no")
		}
	})
	s.StopAfter = 3
	for range 4 { // 400 and 403 in turns are no row of the same
		process(t, s, newRow())
	}
	down = false
	process(t, s, newRow())

	s, _ = newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, n int) {
		if n == 2 {
			endpointtest.Answer(w, "text")
		} else {
			endpointtest.Status(w, 400, "no")
		}
	})
	s.StopAfter = 3
	for range 5 { // two, a reply, and two more
		process(t, s, newRow())
	}
	want := "informalize with model some-model: 3 calls in a row failed in the same way: endpoint answered 400: Bad Request: no"
	if err := s.Process(t.Context(), newRow()); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestCanceledRunLeavesTheRow(t *testing.T) {
	s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Hang(w) })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := s.Process(ctx, newRow()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestLeavingOut(t *testing.T) {
	s, _ := newTranslator(t, prompt.Informalize, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "text") })
	s.Conversations, s.Timing = false, false
	row := process(t, s, newRow())
	if row.Conversations != nil || row.Usage[0].LatencySeconds != nil || row.NL != "text" {
		t.Errorf("row %+v", row)
	}
}

// The columns say who answered what, also if the two stages differ.
func TestColumns(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *endpointtest.Request, _ int) { endpointtest.Answer(w, "text") }
	first, _ := newTranslator(t, prompt.Informalize, answer)
	second, _ := newTranslator(t, prompt.Autoformalize, answer)
	row := process(t, second, process(t, first, newRow()))
	if row.Model != "some-model" || row.Prompt != first.Version() || row.Params != "{}" {
		t.Errorf("same settings: model %q, prompt %q, params %q", row.Model, row.Prompt, row.Params)
	}

	rules, err := endpoint.Open("builtin:rules", endpoint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	zero := 0.0
	first.Params.Temperature = &zero
	second.Model, second.Shots, second.Context = rules, 2, prompt.ContextFull
	row = process(t, second, process(t, first, newRow()))
	for range 2 { // again, as with --retry
		wantPrompt := first.Version() + " | " + second.Version()
		if row.Model != "some-model | builtin:rules" || row.Prompt != wantPrompt || row.Params != `{"informalize":{"temperature":0},"autoformalize":{}}` {
			t.Errorf("other settings: model %q, prompt %q, params %s", row.Model, row.Prompt, row.Params)
		}
		row = process(t, second, row)
	}
	row.Params = "no JSON"
	if row = process(t, second, row); row.Params != "{}" {
		t.Errorf("params %s", row.Params)
	}
}
