//go:build unix

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// llamaServer is the environment variable with the path of llama.cpp's server,
// which make realserver builds.
const llamaServer = "TRUTHLOOP_LLAMA_SERVER"

// A llama is a running llama-server, whose model is tinyLlama's.
type llama struct {
	addr, url string
	cmd       *exec.Cmd
	log       *os.File
}

// newLlama returns a server that is not started yet, with four slots of 8,192
// tokens.
func newLlama(t *testing.T, flags ...string) *llama {
	t.Helper()
	program := os.Getenv(llamaServer)
	if program == "" {
		t.Skipf("%s names no llama-server; make realserver builds one and runs these tests", llamaServer)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &llama{addr: listener.Addr().String()}
	l.url = "http://" + l.addr + "/v1"
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	model := filepath.Join(dir, "tiny.gguf")
	tinyLlama(t, model, 1)
	if l.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(l.addr)
	l.cmd = exec.Command(program, append([]string{
		"--model", model, "--host", host, "--port", port, "--parallel", "4", "--ctx-size", "32768", "--threads", "1", "--metrics", "--no-warmup",
	}, flags...)...)
	l.cmd.Stdout, l.cmd.Stderr = l.log, l.log
	return l
}

func (l *llama) start(t *testing.T) {
	t.Helper()
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.stop)
}

// stop ends the server, if it runs.
func (l *llama) stop() {
	if l.cmd.ProcessState == nil {
		_ = l.cmd.Process.Kill() // it may have ended by itself
		_ = l.cmd.Wait()
		_ = l.log.Close()
	}
}

// ready waits until the server has its model.
func (l *llama) ready(t *testing.T) *llama {
	t.Helper()
	for range 600 {
		resp, err := http.Get("http://" + l.addr + "/health")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return l
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	b, _ := os.ReadFile(l.log.Name())
	t.Fatalf("llama-server is not ready after 30 seconds:\n%s", tail(string(b)))
	return nil
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

// ofThis lists bytes that the model's replies may contain by chance: letters.
var ofThis = regexp.MustCompile(`[A-Za-z]`)

// soon makes the random model end its replies after a few tokens: token 2 is the
// end, and token 37 is the quotation mark that ends a JSON string.
const (
	soon        = `--temperature 1 --param 'logit_bias=[[2,4]]'`
	soonAsJSON  = `--temperature 1 --param 'logit_bias=[[37,9]]'`
	fortyTokens = `--max-tokens 40 --temperature 1`
)

// The client and the stages against llama.cpp's own server.
func TestLlamaServer(t *testing.T) {
	server := newLlama(t)
	server.start(t)
	server.ready(t)
	dir := t.TempDir()
	ask := func(t *testing.T, script string) string {
		t.Helper()
		return sh(t, dir, "export OPENAI_BASE_URL="+server.url+"\n"+script)
	}
	sh(t, dir, `generate --dataset plogic --depth 8 --sample-count 5 --no-trivial -o all.jsonl; head -n 24 all.jsonl > fs.jsonl`)
	want := rowsOf(t, sh(t, dir, "cat fs.jsonl"))

	t.Run("what is cut off is no answer", func(t *testing.T) {
		rows := rowsOf(t, ask(t, "informalize --model any-name --workers 8 "+fortyTokens+" fs.jsonl"))
		truncated := 0
		for i, r := range rows {
			u := r.Usage[0]
			if r.FS != want[i].FS || u.PromptTokens < 500 || u.CompletionTokens < 1 || u.CompletionTokens > 40 || u.Attempts != 1 {
				t.Errorf("row %d: %s, usage %+v", i, r.FS, u)
			}
			if r.Outcome == record.Truncated {
				truncated++
				if r.NL != "" || r.Error == nil || u.CompletionTokens != 40 {
					t.Errorf("row %d was cut off: %+v", i, r)
				}
			}
		}
		if len(rows) != len(want) || truncated < len(want)/2 {
			t.Errorf("%d rows, %d of them cut off, expected %d and most of them", len(rows), truncated, len(want))
		}
	})

	t.Run("seeds", func(t *testing.T) {
		// Concurrent requests and the server's cache of earlier ones change the
		// last bits of its sums. So this test sends one request at a time,
		// without that cache.
		tell := func(flags string) (nl string) {
			for _, r := range rowsOf(t, ask(t, "head -n 8 fs.jsonl | informalize --model tiny --workers 1 --param cache_prompt=false "+soon+" "+flags)) {
				nl += r.NL + "\x00"
			}
			return nl
		}
		if one, again, two := tell("--seed 1"), tell("--seed 1"), tell("--seed 2"); one != again || one == two {
			t.Errorf("of two runs with seed 1, equal: %t; of one with seed 2, equal: %t", one == again, one == two)
		}
		samples := rowsOf(t, ask(t, "head -n 1 fs.jsonl | informalize --model tiny --samples 4 --seed 1 "+soon))
		if len(samples) != 4 || samples[0].NL == samples[1].NL && samples[1].NL == samples[2].NL {
			t.Errorf("samples %+v", samples)
		}
	})

	t.Run("stop sequences", func(t *testing.T) {
		said := func(flags string) string {
			r := rowsOf(t, ask(t, "head -n 1 fs.jsonl | informalize --model tiny --max-tokens 200 --temperature 0 "+flags))[0]
			return r.Conversations[0].Messages[len(r.Conversations[0].Messages)-1].Content
		}
		whole := said("")
		at := ofThis.FindStringIndex(whole)
		if at == nil {
			t.Skipf("the model says %q, which has no letter to stop at", whole)
		}
		if got := said("--stop " + whole[at[0]:at[1]]); got != whole[:at[0]] {
			t.Errorf("stopped at %q, the reply %q is %q", whole[at[0]:at[1]], whole, got)
		}
	})

	t.Run("cache", func(t *testing.T) {
		run := "informalize --model tiny --seed 5 --no-timing --cache answers --workers 8 " + soon + " fs.jsonl"
		first := rowsOf(t, ask(t, run))
		ask(t, run+" 2> second.log -o second.jsonl")
		answered := 0
		for i, r := range rowsOf(t, sh(t, dir, "cat second.jsonl")) {
			if first[i].Outcome == record.OK {
				if answered++; r.NL != first[i].NL {
					t.Errorf("row %d: %q, then %q", i, first[i].NL, r.NL)
				}
			}
		}
		log := sh(t, dir, "cat second.log")
		if wanted := fmt.Sprintf(" %d answers from the cache", answered); answered < len(want)/2 || !strings.Contains(log, wanted) {
			t.Errorf("of %d answers the cache gave not all: %s", answered, log)
		}
	})

	t.Run("structured output", func(t *testing.T) {
		sh(t, dir, `informalize --model builtin:rules fs.jsonl | head -n 8 > nl.jsonl`)
		rows := rowsOf(t, ask(t, "autoformalize --model tiny --structured --seed 1 --workers 4 --max-tokens 2000 "+soonAsJSON+" nl.jsonl 2> notes"))
		if notes := sh(t, dir, "cat notes"); strings.Contains(notes, "response format") {
			t.Errorf("the format was refused: %s", notes)
		}
		parsed := 0
		for _, r := range rows {
			messages := r.Conversations[len(r.Conversations)-1].Messages
			var reply struct{ Reasoning, Answer *string }
			if err := json.Unmarshal([]byte(messages[len(messages)-1].Content), &reply); err == nil && reply.Reasoning != nil && reply.Answer != nil {
				if parsed++; r.Outcome == record.OK && r.FSOut == "" {
					t.Errorf("the answer %q is not in the row: %+v", *reply.Answer, r)
				}
			}
		}
		if parsed < len(rows)*3/4 {
			t.Errorf("%d of %d replies are of the schema: %+v", parsed, len(rows), rows[0])
		}
	})

	t.Run("killed and resumed", func(t *testing.T) {
		run := "exec informalize --model tiny --seed 7 --no-timing --workers 4 --samples 3 " + soon + " fs.jsonl"
		ask(t, run+" -o whole.jsonl")
		for finished, kills := false, 0; !finished; kills++ {
			cmd := shell(t, dir, "export OPENAI_BASE_URL="+server.url+"\n"+run+" -o killed.jsonl --resume")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(300+300*kills)*time.Millisecond, func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			timer.Stop()
			if finished = err == nil; kills > 50 {
				t.Fatal("no end after 50 kills")
			}
		}
		got, whole := rowsOf(t, sh(t, dir, "cat killed.jsonl")), rowsOf(t, sh(t, dir, "cat whole.jsonl"))
		for i := range whole {
			if i >= len(got) || got[i].ID != whole[i].ID || *got[i].Sample != *whole[i].Sample || got[i].Usage[0].PromptTokens != whole[i].Usage[0].PromptTokens {
				t.Fatalf("row %d of %d is not that of a run that was not killed", i, len(got))
			}
		}
	})

	t.Run("a prompt beyond the context", func(t *testing.T) {
		long := "(" + strings.Repeat("p1 ∧ ", 3000) + "p2)"
		if err := os.WriteFile(filepath.Join(dir, "long.jsonl"), record.Append(nil, &record.Row{Formalism: record.Propositional, FS: long}), 0o600); err != nil {
			t.Fatal(err)
		}
		r := rowsOf(t, ask(t, "informalize --model tiny --max-tokens 5 long.jsonl"))[0]
		if r.Outcome != record.HTTP4xx || r.Usage[0].Attempts != 1 || !strings.Contains(r.Error.Message, "context") {
			t.Errorf("outcome %s, error %+v", r.Outcome, r.Error)
		}
	})

	t.Run("a judge", func(t *testing.T) {
		sh(t, dir, `autoformalize --model builtin:rules nl.jsonl -o back.jsonl`)
		rows := rowsOf(t, ask(t, "verify --judge tiny --judge-max-tokens 20 --judge-style direct --workers 4 back.jsonl"))
		for _, r := range rows {
			if len(r.Judgements) != 1 || r.Verdict != record.Equivalent || r.Judgements[0].Usage.PromptTokens < 50 || r.Judgements[0].Verdict == record.Equivalent {
				t.Errorf("verdict %s, judgements %+v", r.Verdict, r.Judgements)
			}
		}
	})

	t.Run("no Batch API", func(t *testing.T) {
		ask(t, "informalize --model tiny fs.jsonl --batch-out work")
		out, err := shell(t, dir, "informalize batch submit --base-url "+server.url+" work").CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("404")) {
			t.Errorf("%v: %s", err, out)
		}
	})

	t.Run("budget", func(t *testing.T) {
		out, err := shell(t, dir, "informalize --model tiny --base-url "+server.url+" --budget-tokens 9000 --workers 1 "+fortyTokens+" fs.jsonl -o limited.jsonl").CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("budget is used up: of 9000 tokens")) {
			t.Errorf("%v: %s", err, out)
		}
	})
}

// A run that begins before its server does waits for it.
func TestLlamaServerStartsLate(t *testing.T) {
	server := newLlama(t)
	late := time.AfterFunc(time.Second, func() {
		if err := server.cmd.Start(); err != nil {
			t.Error(err)
		}
	})
	defer late.Stop()
	t.Cleanup(func() {
		if server.cmd.Process != nil {
			server.stop()
		}
	})
	r := rowsOf(t, sh(t, t.TempDir(), `echo '{"formalism":"propositional","fs":"p1"}' | informalize --model tiny --retries 10 `+fortyTokens+` --base-url `+server.url))[0]
	if r.Usage[0].Attempts < 2 || r.Outcome == record.HTTP5xx {
		t.Errorf("outcome %s after %d attempts", r.Outcome, r.Usage[0].Attempts)
	}
}

// A server requires a key. Without the key, the run ends at once. No message
// contains the key.
func TestLlamaServerWantsAKey(t *testing.T) {
	const key = "sk-of-a-llama-0123456789"
	server := newLlama(t, "--api-key", key)
	server.start(t)
	server.ready(t)
	dir := t.TempDir()
	sh(t, dir, `printf '{"formalism":"propositional","fs":"p1"}\n' > fs.jsonl; printf sk-wrong-key-0123456789 > wrong; printf `+key+` > right`)
	run := "informalize --model tiny --base-url " + server.url + " " + fortyTokens + " fs.jsonl --api-key-file "
	out, err := shell(t, dir, run+"wrong").CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("401")) || bytes.Contains(out, []byte("sk-")) {
		t.Errorf("%v: %s", err, out)
	}
	if out := sh(t, dir, run+"right 2>&1"); strings.Contains(out, key) || !strings.Contains(out, `"prompt_tokens"`) {
		t.Errorf("with the key: %s", out)
	}
}

// Embeddings of the server are vectors of one length that depend on the text.
func TestLlamaServerEmbeds(t *testing.T) {
	server := newLlama(t, "--embeddings", "--pooling", "mean")
	server.start(t)
	server.ready(t)
	m, err := endpoint.Open("tiny", endpoint.Options{Config: endpoint.Config{BaseURL: server.url}, Policy: translate.Policy{Timeout: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Chat(t.Context(), translate.Request{Texts: []string{"it is raining", "it is raining", "the shop is open"}})
	if err != nil {
		t.Fatal(err)
	}
	v := resp.Vectors
	if len(v[0]) != 64 || translate.Cosine(v[0], v[1]) < 0.9999 || translate.Cosine(v[0], v[2]) > 0.9999 || resp.Usage.PromptTokens < 30 {
		t.Errorf("%d dimensions, usage %+v", len(v[0]), resp.Usage)
	}
}

// If a server stops answering, requests under way time out, but the run
// continues: the other rows are sent when the server answers again.
func TestLlamaServerHangs(t *testing.T) {
	server := newLlama(t)
	server.start(t)
	server.ready(t)
	if err := server.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	context.AfterFunc(ctx, func() { _ = server.cmd.Process.Signal(syscall.SIGCONT) })
	r := rowsOf(t, sh(t, t.TempDir(), `echo '{"formalism":"propositional","fs":"p1"}' | informalize --model tiny --timeout 1s --retries 10 `+fortyTokens+` --base-url `+server.url))[0]
	if r.Usage[0].Attempts < 2 || r.Outcome == record.Timeout {
		t.Errorf("outcome %s after %d attempts", r.Outcome, r.Usage[0].Attempts)
	}
}
