//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// realPython is the environment variable with the path of a Python that has the
// packages of data/examples/smollm2.txt. make realserver sets it.
const realPython = "TRUTHLOOP_SMOLLM2"

// A realServer is a process that serves a model, with its output in a file.
type realServer struct {
	url string // the base URL
	cmd *exec.Cmd
	log *os.File
}

// smolLM2 starts llama.cpp's server with SmolLM2-135M-Instruct, a real model that is bad
// at logic.
func smolLM2(t *testing.T, flags ...string) *realServer {
	t.Helper()
	s := newSmolLM2(t, flags...)
	s.start(t)
	return s
}

// newSmolLM2 is smolLM2 without the start.
func newSmolLM2(t *testing.T, flags ...string) *realServer {
	t.Helper()
	python := os.Getenv(realPython)
	if python == "" {
		t.Skipf("%s names no Python with data/examples/smollm2.txt; make realserver installs one and runs these tests", realPython)
	}
	port := freePort(t)
	return newRealServer(t, "http://127.0.0.1:"+port+"/v1", append([]string{
		python, filepath.Join(root, "data", "examples", "smollm2.py"), "--port", port, "--threads", "1",
	}, flags...)...)
}

func newRealServer(t *testing.T, url string, command ...string) *realServer {
	t.Helper()
	s := &realServer{url: url}
	var err error
	if s.log, err = os.Create(filepath.Join(t.TempDir(), "log")); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(command[0], command[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	t.Cleanup(func() { s.stop(); s.log.Close() })
	return s
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// start starts the process and waits until it answers.
func (s *realServer) start(t *testing.T) {
	t.Helper()
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.ready(t)
}

func (s *realServer) ready(t *testing.T) {
	t.Helper()
	for range 3000 {
		if resp, err := http.Get(s.url + "/models"); err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	b, _ := os.ReadFile(s.log.Name())
	t.Fatalf("no server after five minutes:\n%s", tail(string(b)))
}

// stop ends the process, if it runs.
func (s *realServer) stop() {
	if s.cmd.Process != nil && s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill() // it may have ended by itself
		_ = s.cmd.Wait()
	}
}

// ask runs a script with the server as the endpoint.
func (s *realServer) ask(t *testing.T, dir, script string) string {
	t.Helper()
	return sh(t, dir, "export OPENAI_BASE_URL="+s.url+"\n"+script)
}

// fails runs a script, which must fail, and returns what it prints.
func (s *realServer) fails(t *testing.T, dir, script string) string {
	t.Helper()
	out, err := shell(t, dir, "export OPENAI_BASE_URL="+s.url+"\n"+script).CombinedOutput()
	if err == nil {
		t.Errorf("%s: found no error, expected one: %s", script, tail(string(out)))
	}
	return string(out)
}

func rowsOf(t *testing.T, jsonl string) []record.Row {
	t.Helper()
	var rows []record.Row
	for line := range strings.Lines(jsonl) {
		var r record.Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		rows = append(rows, r)
	}
	return rows
}

// few are the flags of short answers.
const few = " --model smollm2 --max-tokens 40 --temperature 0 "

// orErrors accepts exit code 3: all rows have an error.
const orErrors = " || [ $? = 3 ]"

// The client against llama.cpp's server.
func TestRealServer(t *testing.T) {
	s := smolLM2(t)
	dir := t.TempDir()
	sh(t, dir, `generate --dataset plogic --depth 6 --sample-count 2 --no-trivial | head -n 8 > fs.jsonl`)
	want := rowsOf(t, sh(t, dir, "cat fs.jsonl"))

	t.Run("what is cut off is no answer", func(t *testing.T) {
		rows := rowsOf(t, s.ask(t, dir, "informalize --workers 4 fs.jsonl"+few+orErrors))
		for i, r := range rows {
			u := r.Usage[0]
			if r.FS != want[i].FS || u.PromptTokens < 300 || u.CompletionTokens < 1 || u.CompletionTokens > 40 || u.Attempts != 1 {
				t.Errorf("row %d: %s, usage %+v", i, r.FS, u)
			}
			if cut := r.Outcome == record.Truncated; cut != (u.CompletionTokens == 40) || cut != (r.NL == "") || cut != (r.Error != nil) {
				t.Errorf("row %d: outcome %s, nl %q, error %v, usage %+v", i, r.Outcome, r.NL, r.Error, u)
			}
		}
		if len(rows) != len(want) {
			t.Errorf("%d rows, expected %d", len(rows), len(want))
		}
	})

	t.Run("a stop sequence and the cache", func(t *testing.T) {
		run := "informalize --workers 4 --cache answers --no-timing --stop $'\\n'" + few + "fs.jsonl"
		first := s.ask(t, dir, run)
		for i, r := range rowsOf(t, first) {
			if r.Outcome != record.OK || strings.Contains(r.NL, "\n") {
				t.Errorf("row %d: outcome %s, nl %q", i, r.Outcome, r.NL)
			}
		}
		s.ask(t, dir, run+" -o second.jsonl 2> log")
		if log := sh(t, dir, "cat log"); sh(t, dir, "cat second.jsonl") != first || !strings.Contains(log, fmt.Sprintf(" %d answers from the cache", len(want))) {
			t.Errorf("the second run did not repeat the first from the cache: %s", log)
		}
	})

	t.Run("seeds", func(t *testing.T) {
		// Concurrent requests and the server's cache of prompts change the last bits of
		// its sums. So this test sends one request at a time, without that cache.
		said := func(flags string) (nl string) {
			for _, r := range rowsOf(t, s.ask(t, dir, "head -n 2 fs.jsonl | informalize --model smollm2 --workers 1 --param cache_prompt=false --max-tokens 40 --temperature 1 "+flags+orErrors)) {
				messages := r.Conversations[0].Messages
				nl += messages[len(messages)-1].Content + "\x00"
			}
			return nl
		}
		if one, again, two := said("--seed 1"), said("--seed 1"), said("--seed 2"); one != again || one == two {
			t.Errorf("of two runs with seed 1, equal: %t; of one with seed 2, equal: %t", one == again, one == two)
		}
	})

	t.Run("structured output", func(t *testing.T) {
		sh(t, dir, `informalize --model builtin:rules fs.jsonl > nl.jsonl`)
		rows := rowsOf(t, s.ask(t, dir, "head -n 4 nl.jsonl | autoformalize --model smollm2 --structured --temperature 0 --max-tokens 300 --workers 4 2> notes"+orErrors))
		if notes := sh(t, dir, "cat notes"); strings.Contains(notes, "response format") {
			t.Errorf("the format was refused: %s", notes)
		}
		for _, r := range rows {
			messages := r.Conversations[len(r.Conversations)-1].Messages
			said := messages[len(messages)-1].Content
			var reply struct{ Reasoning, Answer *string }
			if err := json.Unmarshal([]byte(said), &reply); r.Outcome == record.OK && (err != nil || reply.Answer == nil || r.FSOut == "") ||
				!strings.HasPrefix(strings.TrimSpace(said), "{") {
				t.Errorf("outcome %s, reply %q, fs_out %q", r.Outcome, said, r.FSOut)
			}
		}
	})

	// With a grammar, even a bad model writes only formulas.
	t.Run("a grammar", func(t *testing.T) {
		rows := rowsOf(t, s.ask(t, dir, `autoformalize --param 'grammar=root ::= "(" p (" ∧ " | " ∨ ") p ")"
p ::= "¬"? "p" [1-9]' nl.jsonl `+few+`| verify`))
		for _, r := range rows {
			if r.Verdict != record.Equivalent && r.Verdict != record.NotEquivalent {
				t.Errorf("verdict %s of %q", r.Verdict, r.FSOut)
			}
		}
	})

	t.Run("a prompt beyond the context", func(t *testing.T) {
		long := "(" + strings.Repeat("p1 ∧ ", 3000) + "p2)"
		if err := os.WriteFile(filepath.Join(dir, "long.jsonl"), record.Append(nil, &record.Row{Formalism: record.Propositional, FS: long}), 0o600); err != nil {
			t.Fatal(err)
		}
		r := rowsOf(t, s.ask(t, dir, "informalize long.jsonl"+few+orErrors))[0]
		if r.Outcome != record.HTTP4xx || r.Usage[0].Attempts != 1 || !strings.Contains(r.Error.Message, "context") {
			t.Errorf("outcome %s, error %+v", r.Outcome, r.Error)
		}
	})

	t.Run("no Batch API", func(t *testing.T) {
		s.ask(t, dir, "informalize fs.jsonl --batch-out work"+few)
		if out := s.fails(t, dir, "informalize batch submit work"); !strings.Contains(out, "404") {
			t.Error(out)
		}
	})

	t.Run("budget", func(t *testing.T) {
		if out := s.fails(t, dir, "informalize --budget-tokens 900 --workers 1 fs.jsonl -o limited.jsonl"+few); !strings.Contains(out, "budget is used up: of 900 tokens") {
			t.Error(out)
		}
	})

	// A run with embeddings asked for each row six times.
	t.Run("no embeddings", func(t *testing.T) {
		out := s.fails(t, dir, `convert --from ontology `+filepath.Join(root, "data/ontologies/tarski.json")+` | perturb --task most-similar 2>/dev/null | rank --embeddings --model smollm2 --form nl -o none.jsonl`)
		if !strings.Contains(out, "501") || !strings.Contains(out, "does not support embeddings") {
			t.Error(out)
		}
	})

	t.Run("replies are as recorded", func(t *testing.T) { compareReplies(t, "llama.cpp", s.url, "smollm2", "", "wrong key", "no key") })
}

// compareReplies sends the recorded requests, but for those without, to a server. The
// replies must have the recorded status and form, from which simllm's tests learn.
func compareReplies(t *testing.T, server, url, model, key string, without ...string) {
	t.Helper()
	for _, r := range endpointtest.Replies(t) {
		if _, ok := requestsOf[r.Case]; !ok || r.Server != server || strings.Contains(strings.Join(without, ","), r.Case) {
			continue
		}
		status, body := send(t, r.Case, url, model, key)
		if status != r.Status || shape(body) != shape(r.Body) {
			t.Errorf("%s: found the status %d and %s\nexpected %d and %s", r.Case, status, body, r.Status, r.Body)
		}
	}
}

// A run that begins before its server does waits for it.
func TestRealServerStartsLate(t *testing.T) {
	s := newSmolLM2(t)
	late := time.AfterFunc(2*time.Second, func() {
		if err := s.cmd.Start(); err != nil {
			t.Error(err)
		}
	})
	defer late.Stop()
	out := s.ask(t, t.TempDir(), `echo '{"formalism":"propositional","fs":"p1"}' | informalize --stop $'\n' 2> log`+few+"; cat log")
	if !strings.Contains(out, `"outcome":"ok"`) || !strings.Contains(out, "refused") {
		t.Error(out)
	}
}

// A server requires a key. Without the key, the run ends at once. No message
// contains the key.
func TestRealServerWantsAKey(t *testing.T) {
	const key = "sk-of-a-llama-0123456789"
	dir := t.TempDir()
	sh(t, dir, `printf '{"formalism":"propositional","fs":"p1"}\n' > fs.jsonl; printf sk-wrong-key-0123456789 > wrong; printf `+key+` > right`)
	s := smolLM2(t, "--api-key-file", filepath.Join(dir, "right"))
	run := "informalize --stop $'\\n' fs.jsonl 2>&1" + few + "--api-key-file "
	if out := s.fails(t, dir, run+"wrong"); !strings.Contains(out, "401") || strings.Contains(out, "sk-") {
		t.Error(out)
	}
	if out := s.ask(t, dir, run+"right"); strings.Contains(out, key) || !strings.Contains(out, `"outcome":"ok"`) {
		t.Errorf("with the key: %s", out)
	}
	compareReplies(t, "llama.cpp", s.url, "smollm2", key, "prompt beyond the context")
}

// Embeddings of the server are vectors of one length that depend on the text.
func TestRealServerEmbeds(t *testing.T) {
	s := smolLM2(t, "--embeddings")
	m, err := endpoint.Open("smollm2", endpoint.Options{Config: endpoint.Config{BaseURL: s.url}, Policy: translate.Policy{Timeout: 10 * time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Chat(t.Context(), translate.Request{Texts: []string{"it is raining", "it is raining", "the shop is open"}})
	if err != nil {
		t.Fatal(err)
	}
	v := resp.Vectors
	if len(v[0]) != 576 || translate.Cosine(v[0], v[1]) < 0.9999 || translate.Cosine(v[0], v[2]) > 0.9999 || resp.Usage.PromptTokens < 9 {
		t.Errorf("%d dimensions, usage %+v", len(v[0]), resp.Usage)
	}
}

// If a server stops answering, requests under way time out, but the run
// continues: the other rows are sent when the server answers again.
func TestRealServerHangs(t *testing.T) {
	s := smolLM2(t)
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	wake := time.AfterFunc(5*time.Second, func() { _ = s.cmd.Process.Signal(syscall.SIGCONT) })
	defer wake.Stop()
	r := rowsOf(t, s.ask(t, t.TempDir(), `echo '{"formalism":"propositional","fs":"p1"}' | informalize --timeout 4s --retries 20 --stop $'\n'`+few))[0]
	if r.Usage[0].Attempts < 2 || r.Outcome != record.OK {
		t.Errorf("outcome %s after %d attempts", r.Outcome, r.Usage[0].Attempts)
	}
}
