//go:build unix

package e2e

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// The loop with a real model at another server with OpenAI's protocol, such as vLLM:
// make realserver URL=http://localhost:8000/v1 MODEL=some-model.
func TestRealServerAtAnURL(t *testing.T) {
	s := &realServer{url: os.Getenv("TRUTHLOOP_SERVER_URL")}
	if s.url == "" {
		t.Skip("no URL: make realserver URL=http://localhost:8000/v1 MODEL=some-model sets it")
	}
	dir := t.TempDir()
	someFormulas(t, dir, "2")
	s.loop(t, dir, " --model "+os.Getenv("TRUTHLOOP_SERVER_MODEL"))
}

// liteLLM starts LiteLLM's proxy, which forwards requests for smollm2 to a server.
func liteLLM(t *testing.T, to *realServer) *realServer {
	t.Helper()
	program := os.Getenv("TRUTHLOOP_LITELLM")
	if program == "" {
		t.Skip("TRUTHLOOP_LITELLM names no litellm; make realserver installs it")
	}
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte(`model_list:
  - model_name: smollm2
    litellm_params: {model: openai/smollm2, api_base: "`+to.url+`", api_key: none}
router_settings: {num_retries: 0}
general_settings: {master_key: `+proxyKey+`}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	s := newRealServer(t, "http://127.0.0.1:"+port+"/v1", program, "--config", config, "--host", "127.0.0.1", "--port", port)
	s.cmd.Env = append(os.Environ(), "LITELLM_LOCAL_MODEL_COST_MAP=True")
	t.Setenv("OPENAI_API_KEY", proxyKey)
	s.start(t)
	return s
}

const proxyKey = "sk-of-a-proxy-0123456789"

// The loop through LiteLLM's proxy, and what the proxy answers to wrong requests.
func TestRealServerBehindLiteLLM(t *testing.T) {
	s := liteLLM(t, smolLM2(t))
	dir := t.TempDir()
	someFormulas(t, dir, "2")
	s.loop(t, dir, " --model smollm2")
	compareReplies(t, "litellm", s.url, "smollm2", proxyKey)

	// Each row failed, and the run did not end.
	t.Run("an unknown model ends the run", func(t *testing.T) {
		if out := s.fails(t, dir, "informalize --model nope fs.jsonl -o nope.jsonl"); !strings.Contains(out, "Invalid model name") || !strings.Contains(out, "with model nope") {
			t.Error(out)
		}
	})
	t.Run("a wrong key ends the run", func(t *testing.T) {
		out := s.fails(t, dir, "printf sk-wrong-key-0123456789 > wrong; informalize --model smollm2 --api-key-file wrong fs.jsonl -o wrong.jsonl")
		if !strings.Contains(out, "with model smollm2") || strings.Contains(out, "sk-wrong") {
			t.Error(out)
		}
	})
}

// The server behind LiteLLM's proxy restarts during a run. The proxy answers 500, and the
// rows failed; now they wait.
func TestRealServerRestartsBehindLiteLLM(t *testing.T) {
	model := smolLM2(t)
	s := liteLLM(t, model)
	dir := t.TempDir()
	someFormulas(t, dir, "2")
	model.stop()
	restart := time.AfterFunc(10*time.Second, func() {
		model.cmd = exec.Command(model.cmd.Args[0], model.cmd.Args[1:]...)
		if err := model.cmd.Start(); err != nil {
			t.Error(err)
		}
	})
	defer restart.Stop()
	for _, r := range rowsOf(t, s.ask(t, dir, "informalize --retries 0 --workers 2 --stop $'\\n' fs.jsonl"+few+orErrors)) {
		if r.Outcome != record.OK && r.Outcome != record.Truncated {
			t.Errorf("outcome %s: %v", r.Outcome, cmp.Or(r.Error, &record.Error{}).Message)
		}
	}
}
