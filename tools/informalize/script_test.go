package informalize_test

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
	"github.com/truthloop/truthloop/translate/simllm"
)

var update = flag.Bool("update", false, "write what the programs print into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"informalize":   func() { cli.Main(os.Args, informalize.Informalize().Run) },
		"autoformalize": func() { cli.Main(os.Args, informalize.Autoformalize().Run) },
	})
}

// The scripts have an endpoint at $BASE, which translates like builtin:rules,
// except for propositions that name a fault, and these commands:
//
//	requests N       the endpoint had N requests in all
//	sent REGEXP      the last of them matches
//	waitfor N        wait until it had as many
//	mend             from now on there are no faults
//	fetched P DIR    wait until P batch fetch DIR has everything
//
// $AGAIN is the same endpoint by another name. $ANTHROPIC is an endpoint that speaks Anthropic's protocol, $SIM a simllm,
// which has the Batch API.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			e := newEndpoint(t)
			env.Values[endpointKey{}] = e
			prompts, err := filepath.Abs("../../data/prompts")
			if err != nil {
				return err
			}
			env.Vars = append(env.Vars, "PROMPTS="+prompts, "BASE="+e.server.URL, "AGAIN="+strings.Replace(e.server.URL, "127.0.0.1", "localhost", 1), "KEY="+key, "OPENAI_API_KEY=", "OPENAI_BASE_URL=", "ANTHROPIC="+newMessages(t, e.rules), "SIM="+newSim(t))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"requests": func(ts *testscript.TestScript, _ bool, args []string) {
				if got := len(endpointOf(ts).server.Requests()); strconv.Itoa(got) != args[0] {
					ts.Fatalf("the endpoint had %d requests, want %s", got, args[0])
				}
			},
			"sent": func(ts *testscript.TestScript, neg bool, args []string) {
				requests := endpointOf(ts).server.Requests()
				last := requests[len(requests)-1]
				head := "Authorization: " + last.Authorization + "\n" + string(last.Body)
				if regexp.MustCompile(args[0]).MatchString(head) == neg {
					ts.Fatalf("the last request was\n%s", head)
				}
			},
			"fetched": func(ts *testscript.TestScript, _ bool, args []string) {
				for range 200 {
					if ts.Exec(args[0], "batch", "fetch", args[1]) == nil {
						return
					}
					time.Sleep(20 * time.Millisecond)
				}
				ts.Fatalf("the batches of %s do not end", args[1])
			},
			"waitfor": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				for range 1000 {
					if len(endpointOf(ts).server.Requests()) >= want {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				ts.Fatalf("the endpoint has not had %d requests", want)
			},
			"mend": func(ts *testscript.TestScript, _ bool, _ []string) { endpointOf(ts).mend() },
		},
	})
}

const key = "sk-script-0123456789"

type endpointKey struct{}

func endpointOf(ts *testscript.TestScript) *endpoint { return ts.Value(endpointKey{}).(*endpoint) }

// An endpoint answers like builtin:rules, and fails if a prompt names a fault.
type endpoint struct {
	server *endpointtest.Server
	rules  *builtin.Model

	mu     sync.Mutex
	mended bool
	seen   map[string]bool // prompts that had their fault
}

func newEndpoint(t *testing.T) *endpoint {
	rules, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	e := &endpoint{rules: rules, seen: map[string]bool{}}
	e.server = endpointtest.NewServer(t, e.answer)
	return e
}

func (e *endpoint) mend() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mended = true
}

// newSim is a simllm that requires the key.
func newSim(t *testing.T) string {
	sim, err := simllm.New(simllm.Options{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(endpointtest.Batches(sim))
	t.Cleanup(func() { server.Close(); sim.Close() })
	return server.URL + "/v1"
}

// newMessages is an endpoint with Anthropic's protocol that rejects the first
// request as overloaded.
func newMessages(t *testing.T, rules *builtin.Model) string {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if requests.Add(1) == 1 {
			w.Header().Set("Retry-After", "0.01")
			endpointtest.Status(w, 529, `{"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}`)
			return
		}
		var req struct {
			Messages []struct {
				Content []struct{ Text string }
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || len(req.Messages) != 1 || r.Header.Get("X-Api-Key") != key {
			endpointtest.Status(w, 400, `{"type":"error","error":{"type":"invalid_request_error","message":"bad request"}}`)
			return
		}
		resp, err := rules.Chat(r.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: req.Messages[0].Content[0].Text}}})
		if err != nil {
			endpointtest.Status(w, 500, err.Error())
			return
		}
		json.NewEncoder(w).Encode(map[string]any{
			"type": "message", "role": "assistant", "stop_reason": "end_turn",
			"content": []any{map[string]any{"type": "thinking", "thinking": "easy"}, map[string]any{"type": "text", "text": resp.Content}},
			"usage":   map[string]any{"input_tokens": 11, "output_tokens": 7},
		})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// fault reports whether the prompt names a fault.
func (e *endpoint) fault(prompt, name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.mended && strings.Contains(prompt, name)
}

// once is fault, but only for the first time.
func (e *endpoint) once(prompt, name string) bool {
	if !e.fault(prompt, name) {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.seen[prompt]
	e.seen[prompt] = true
	return first
}

func (e *endpoint) answer(w http.ResponseWriter, r *endpointtest.Request, _ int) {
	p := r.Prompt()
	switch {
	case e.fault(p, "hangs"):
		endpointtest.Hang(w)
		return
	case e.fault(p, "badkey"):
		endpointtest.Status(w, 401, `{"error":{"message":"Incorrect API key provided: `+key+`"}}`)
		return
	case e.fault(p, "servererror"):
		endpointtest.Status(w, 500, "out of order")
		return
	case e.fault(p, "toolong"):
		io.WriteString(w, endpointtest.Completion("length", endpointtest.Says("and so on")))
		return
	case e.fault(p, "alwaysleaky"), e.once(p, "leaky"):
		endpointtest.Answer(w, "leaky ∧ p1")
		return
	case e.once(p, "busy"):
		w.Header().Set("Retry-After", "0.01")
		endpointtest.Status(w, 429, `{"error":{"message":"slow down"}}`)
		return
	}
	resp, err := e.rules.Chat(context.Background(), translate.Request{Messages: r.Messages})
	if err != nil {
		endpointtest.Status(w, 500, err.Error())
		return
	}
	content := resp.Content
	if strings.Contains(string(r.Body), `"response_format":{"type":"json_schema"`) {
		if strings.Contains(p, "plaintext") {
			endpointtest.Status(w, 400, `{"error":{"message":"Unknown parameter: 'response_format'."}}`)
			return
		}
		b, err := json.Marshal(map[string]string{"reasoning": "easy", "answer": content})
		if err != nil {
			endpointtest.Status(w, 500, err.Error())
			return
		}
		endpointtest.Answer(w, string(b))
		return
	}
	if strings.Contains(p, "fenced") && strings.HasSuffix(p, "[FORMULA]") {
		content = "Here it is:\n```\n" + content + "\n```"
	}
	endpointtest.Answer(w, "<think>easy</think>"+content)
}
