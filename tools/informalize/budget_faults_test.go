package informalize_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/informalize"
)

// A till is an endpoint that charges for every prompt that it reads and for every answer
// that it makes, whether or not the answer arrives. It is written from the documentation
// of the API: POST /chat/completions with model and messages; the reply has choices and
// usage (https://platform.openai.com/docs/api-reference/chat).
type till struct {
	fault   tillFault
	every   int           // the n-th requests get the fault; 0 and 1: all
	answer  string        // the content of each answer
	latency time.Duration // of each answer

	mu       sync.Mutex
	requests int
	served   int64 // tokens
	most     int64 // tokens of the dearest request
	underWay int
	peak     int // of underWay
}

// A tillFault writes a reply that has the body of a good one, but cannot be used.
type tillFault func(w http.ResponseWriter, r *http.Request, body string)

// tokens is the server's own count: a token for each 4.5 bytes.
func tokens(text string) int64 { return int64(len(text)*2+8) / 9 }

func (s *till) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model    string `json:"model"`
		Messages []struct {
			Role, Content string
		} `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/chat/completions" || asked.Model == "" {
		http.Error(w, `{"error":{"message":"bad request"}}`, http.StatusBadRequest)
		return
	}
	var prompt int64
	for _, m := range asked.Messages {
		prompt += tokens(m.Content)
	}
	s.mu.Lock()
	s.requests++
	bad := s.fault != nil && s.requests%max(s.every, 1) == 0
	cost := prompt + tokens(s.answer)
	s.served += cost
	s.most = max(s.most, cost)
	s.underWay++
	s.peak = max(s.peak, s.underWay)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.underWay--
		s.mu.Unlock()
	}()
	time.Sleep(s.latency)
	content, _ := json.Marshal(s.answer)
	body := fmt.Sprintf(`{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":%q,"choices":[{"index":0,"message":{"role":"assistant","content":%s,"refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d}}`,
		asked.Model, content, prompt, tokens(s.answer), cost)
	if bad {
		s.fault(w, r, body)
		return
	}
	io.WriteString(w, body)
}

// rowsOf returns n rows with different formulas.
func rowsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"formalism":"propositional","fs":"(p%d ∧ ¬p%d)"}`+"\n", 2*i+1, 2*i+2)
	}
	return b.String()
}

// usageSum returns the tokens that the rows of a file say were used.
func usageSum(t *testing.T, name string) (sum int64, rows int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var row struct {
			Usage []struct {
				PromptTokens     int64 `json:"prompt_tokens"`
				CompletionTokens int64 `json:"completion_tokens"`
			} `json:"usage"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v: %.200s", err, line)
		}
		rows++
		for _, u := range row.Usage {
			sum += u.PromptTokens + u.CompletionTokens
		}
	}
	return sum, rows
}

const tillModels = "[[model]]\nmatch = \"m\"\nprice = { input = 10.0, output = 10.0, source = \"made up\", date = \"today\" }\n"

// spend runs informalize over n rows at the till and returns its error and messages.
func (s *till) spend(t *testing.T, n int, flags ...string) (output string, stderr string, err error) {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	dir := t.TempDir()
	write(t, dir, "my.toml", tillModels)
	write(t, dir, "fs.jsonl", rowsOf(n))
	output = filepath.Join(dir, "nl.jsonl")
	args := append([]string{"informalize", "--model", "m", "--models", filepath.Join(dir, "my.toml"), "--base-url", server.URL, "--max-errors", "100%"}, flags...)
	var out, messages bytes.Buffer
	err = informalize.Informalize().Run(t.Context(), append(args, filepath.Join(dir, "fs.jsonl"), "-o", output), strings.NewReader(""), &out, &messages)
	if _, missing := os.Stat(output); missing != nil {
		output += ".partial"
	}
	return output, messages.String(), err
}

// A run with 20,000 tokens ended after one call, because the reservations for the other
// workers' calls did not fit. It has to wait until a call returns.
func TestBudgetWaitsForCallsUnderWay(t *testing.T) {
	t.Parallel()
	const budget = 20_000
	for name, flags := range map[string][]string{
		"tokens": {"--budget-tokens", fmt.Sprint(budget)}, "dollars": {"--budget", "0.20"},
		"several calls a row": {"--budget-tokens", fmt.Sprint(budget), "--samples", "7"}, "one worker": {"--budget-tokens", fmt.Sprint(budget), "--workers", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &till{answer: "Both hold.", latency: 5 * time.Millisecond}
			_, stderr, err := s.spend(t, 200, flags...)
			if err == nil || !strings.Contains(err.Error(), "budget is used up") {
				t.Fatalf("error %v: %s", err, stderr)
			}
			if s.served < budget*95/100 || s.served > budget {
				t.Errorf("%d tokens were served in %d requests, expected just below %d: %v", s.served, s.requests, budget, err)
			}
			if name != "one worker" && s.peak < 8 {
				t.Errorf("at most %d requests were under way", s.peak)
			}
			if !strings.Contains(err.Error(), "are spent, and the next call takes about") {
				t.Errorf("error %v", err)
			}
			// A run whose calls all fit is complete, although the first reservations do not.
			s = &till{answer: "Both hold.", latency: 5 * time.Millisecond}
			if _, _, err := s.spend(t, 5, append(flags, "--runs", "1")...); err != nil {
				t.Errorf("5 rows: %v after %d tokens", err, s.served)
			}
		})
	}
}

// Replies of status 200 that cannot be used, calls without a reply and repeated attempts
// cost nothing in the budget: 25,080 tokens were served on a budget of 10,000.
func TestBudgetCountsWhatWasServed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const budget = 10_000
	write := func(text string) tillFault {
		return func(w http.ResponseWriter, _ *http.Request, body string) {
			io.WriteString(w, strings.ReplaceAll(text, "BODY", body))
		}
	}
	drop := func(w http.ResponseWriter) {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		panic(http.ErrAbortHandler)
	}
	status := func(code int) tillFault {
		return func(w http.ResponseWriter, _ *http.Request, body string) {
			w.WriteHeader(code)
			io.WriteString(w, body)
		}
	}
	guesses := map[string]bool{ // faults without a readable usage
		"too long before": true, "no JSON": true, "nothing": true, "cut off": true, "cut before the usage": true, "no gzip": true,
		"connection dropped": true, "events cut off": true,
	}
	for name, fault := range map[string]tillFault{
		"none":            nil,
		"garbage after":   write("BODY}} and more"),
		"garbage before":  write("now: BODY"),
		"twice":           write("BODY\nBODY"),
		"too long":        write("BODY" + strings.Repeat(" ", 3<<20)),
		"too long before": write(strings.Repeat("\n", 3<<20) + "BODY"),
		"no JSON":         write("<!doctype html><title>Both hold.</title>"),
		"nothing":         write(""),
		"no choices":      write(`{"usage":{"prompt_tokens":400,"completion_tokens":3}}`),
		"another field": func(w http.ResponseWriter, _ *http.Request, body string) {
			io.WriteString(w, strings.Replace(body, `"choices"`, `"answers"`, 1))
		},
		"cut off": func(w http.ResponseWriter, _ *http.Request, body string) { io.WriteString(w, body[:80]); drop(w) },
		"cut before the usage": func(w http.ResponseWriter, _ *http.Request, body string) {
			io.WriteString(w, body[:strings.Index(body, `,"usage"`)])
		},
		"shorter than promised": func(w http.ResponseWriter, _ *http.Request, body string) {
			w.Header().Set("Content-Length", fmt.Sprint(len(body)+1))
			io.WriteString(w, body)
		},
		"a terabyte announced": func(w http.ResponseWriter, _ *http.Request, body string) {
			w.Header().Set("Content-Length", "1099511627776")
			io.WriteString(w, body)
		},
		"no gzip": func(w http.ResponseWriter, _ *http.Request, body string) {
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, body)
		},
		"connection dropped": func(http.ResponseWriter, *http.Request, string) { panic(http.ErrAbortHandler) },
		"silence":            func(_ http.ResponseWriter, r *http.Request, _ string) { <-r.Context().Done() },
		"silence in the body": func(w http.ResponseWriter, r *http.Request, body string) {
			io.WriteString(w, body[:80])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"events cut off": write("data: {\"choices\":[{\"delta\":{\"content\":\"Both\"}}],\"usage\":{\"completion_tokens\":1}}\n\n"),
		"gateway":        status(504), "request timeout": status(408), "failure with usage": status(500),
	} {
		for _, tt := range []struct {
			name  string
			every int
			flags []string
		}{
			{"all", 1, []string{"--retries", "0"}},
			{"every third", 3, []string{"--retries", "0"}},
			{"every second, with retries", 2, []string{"--retries", "2"}},
			{"one worker", 2, []string{"--retries", "0", "--workers", "1"}},
		} {
			for _, limit := range [][]string{{"--budget-tokens", fmt.Sprint(budget)}, {"--budget", "0.1"}} {
				t.Run(name+"/"+tt.name+"/"+limit[0][2:], func(t *testing.T) {
					t.Parallel()
					s := &till{fault: fault, every: tt.every, answer: "Both hold."}
					timeout := "1m"
					if strings.HasPrefix(name, "silence") {
						timeout = "150ms"
					}
					output, stderr, err := s.spend(t, 150, append(append([]string{"--timeout", timeout, "--give-up-after", "20s"}, limit...), tt.flags...)...)
					if err == nil || !strings.Contains(err.Error(), "budget is used up") {
						t.Fatalf("error %v: %s", err, stderr)
					}
					if s.served > budget {
						t.Errorf("%d tokens were served in %d requests, expected at most %d", s.served, s.requests, budget)
					}
					if fault == nil && s.served < budget*95/100 {
						t.Errorf("%d tokens were served in %d requests", s.served, s.requests)
					}
					sum, rows := usageSum(t, output)
					if sum < s.served-s.most*int64(s.requests-rows) {
						t.Errorf("%d rows have %d tokens; %d were served in %d requests", rows, sum, s.served, s.requests)
					}
					if guessed := strings.Contains(err.Error(), "of them by estimate"); guessed != guesses[name] && !strings.HasPrefix(name, "silence") {
						t.Errorf("error %v", err)
					}
				})
			}
		}
	}
}

// If the answers are longer than estimated, the run exceeds its budget by the difference
// for the calls under way, and by no more.
func TestBudgetIsExceededByTheErrorOfTheEstimates(t *testing.T) {
	t.Parallel()
	const budget, workers = 30_000, 8
	s := &till{answer: strings.Repeat("Both hold. ", 800), latency: 5 * time.Millisecond} // 1,956 tokens
	_, stderr, err := s.spend(t, 200, "--budget-tokens", fmt.Sprint(budget), "--workers", fmt.Sprint(workers))
	if err == nil || !strings.Contains(err.Error(), "budget is used up") {
		t.Fatalf("error %v: %s", err, stderr)
	}
	if s.served > budget+workers*s.most || s.served < budget-2*s.most {
		t.Errorf("%d tokens were served, up to %d by one call", s.served, s.most)
	}
}
