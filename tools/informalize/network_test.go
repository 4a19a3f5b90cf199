package informalize_test

import (
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// program runs informalize as a process in dir, with only env of the network's
// environment.
func program(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Args = append([]string{"informalize"}, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GORACE=atexit_sleep_ms=0"}, env...)
	return cmd
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

const oneRow = `{"formalism":"propositional","fs":"p1"}` + "\n"

// newTunnel is a proxy that connects every host to addr and counts the
// tunnels.
func newTunnel(t *testing.T, addr string) (url string, tunnels *atomic.Int64) {
	t.Helper()
	tunnels = new(atomic.Int64)
	var open sync.WaitGroup
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			http.Error(w, "expected CONNECT", http.StatusMethodNotAllowed)
			return
		}
		tunnels.Add(1)
		there, err := net.Dial("tcp", addr)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n")
		open.Go(func() { io.Copy(there, here); there.Close() })
		open.Go(func() { io.Copy(here, there); here.Close() })
	}))
	t.Cleanup(func() { proxy.Close(); open.Wait() })
	return proxy.URL, tunnels
}

// The environment's proxy is used, and TLS is verified through it: the
// certificate must be that of the requested host, by a trusted authority.
func TestTLSThroughAProxy(t *testing.T) {
	endpoint := newEndpoint(t)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		forward, err := http.NewRequestWithContext(r.Context(), r.Method, strings.TrimSuffix(endpoint.server.URL, "/v1")+r.URL.Path, r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		resp, err := http.DefaultClient.Do(forward)
		if err != nil {
			t.Error(err)
			return
		}
		defer resp.Body.Close()
		io.Copy(w, resp.Body)
	}))
	t.Cleanup(server.Close)
	proxy, tunnels := newTunnel(t, server.Listener.Addr().String())
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", oneRow)
	write(t, dir, "trusted.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	trusted := "SSL_CERT_FILE=" + filepath.Join(dir, "trusted.pem")
	for _, c := range []struct {
		name, host string // the test server's certificate is of example.com
		env        []string
		want       string // of the output
		tunnels    int64
	}{
		{"trusted", "example.com", []string{"HTTPS_PROXY=" + proxy, trusted}, `"nl":"p1 is true."`, 1},
		{"not trusted", "example.com", []string{"HTTPS_PROXY=" + proxy, "SSL_CERT_FILE=" + os.DevNull, "SSL_CERT_DIR=" + dir + "/none"}, "certificate", 1},
		{"of another host", "example.org", []string{"HTTPS_PROXY=" + proxy, trusted}, "certificate", 1},
		{"no proxy for this host", "truthloop.invalid", []string{"HTTPS_PROXY=" + proxy, "NO_PROXY=truthloop.invalid", trusted}, "truthloop.invalid", 0},
	} {
		before := tunnels.Load()
		out, err := program(t, dir, c.env, "--model", "m", "--base-url", "https://"+c.host+"/v1", "--retries", "0", "fs.jsonl").CombinedOutput()
		if !strings.Contains(string(out), c.want) || (err == nil) != (c.name == "trusted") || tunnels.Load()-before != c.tunnels {
			t.Errorf("%s: %d tunnels, %v: %s", c.name, tunnels.Load()-before, err, out)
		}
	}
}

// The second interrupt ends the program at once, whatever the time that requests have; the
// answers are kept, and a resumed run completes the output.
func TestSecondInterrupt(t *testing.T) {
	endpoint := newEndpoint(t)
	dir := t.TempDir()
	write(t, dir, "fs.jsonl", oneRow+`{"formalism":"propositional","fs":"hangs"}`+"\n"+`{"formalism":"propositional","fs":"p2"}`+"\n")
	args := []string{"--model", "m", "--base-url", endpoint.server.URL, "--workers", "1", "--no-timing", "--resume", "fs.jsonl", "-o", "nl.jsonl"}
	cmd := program(t, dir, nil, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for len(endpoint.server.Requests()) < 2 {
		time.Sleep(time.Millisecond)
	}
	interrupt := func() {
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	interrupt()
	select {
	case err := <-ended:
		t.Fatalf("the first interrupt did not wait for the request under way: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	interrupt()
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 130 {
			t.Errorf("%v, expected exit code 130", err)
		}
	case <-time.After(10 * time.Second):
		_ = cmd.Process.Kill()
		t.Fatal("the second interrupt does not end the program")
	}
	endpoint.mend()
	if out, err := program(t, dir, nil, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := len(endpoint.server.Requests()); got != 4 { // the one that hung is asked again
		t.Errorf("%d requests, expected 4", got)
	}
}

// If an endpoint repeats its key, or the user and password of its URL,
// everywhere, these are in no output.
func TestSecretsAreNowhere(t *testing.T) {
	const key, user, password = "sk-secret-0123456789abcdef", "ann-of-the-lab", "hunter2-hunter2"
	for name, secrets := range map[string][]string{
		"key": {key}, "user and password": {user, password, base64.StdEncoding.EncodeToString([]byte(user + ":" + password))},
	} {
		t.Run(name, func(t *testing.T) { testSecrets(t, secrets) })
	}
}

func testSecrets(t *testing.T, secrets []string) {
	all := strings.Join(secrets, " ")
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		w.Header().Set("X-Request-Id", all)
		switch p := r.Prompt(); {
		case strings.Contains(p, "p11"):
			endpointtest.Status(w, 500, "out of order: "+all)
		case strings.Contains(p, "p12"):
			endpointtest.Status(w, 400, `{"error":{"message":"not with `+all+`","type":"`+all+`","code":"`+all+`","param":"`+all+`"}}`)
		case strings.Contains(p, "p13"):
			endpointtest.Status(w, 200, `{"choices": `+all)
		case strings.Contains(p, "p14"):
			endpointtest.Status(w, 504, all)
		case strings.Contains(p, "p15"):
			io.WriteString(w, endpointtest.Completion(all, map[string]any{"role": "assistant", "content": all, "reasoning_content": all}))
		case strings.Contains(p, "p16"):
			io.WriteString(w, endpointtest.Completion("content_filter", map[string]any{"role": "assistant", "refusal": all}))
		default:
			endpointtest.Answer(w, "<think>"+all+"</think> p1 is true, "+all)
		}
	})
	dir := t.TempDir()
	rows := oneRow
	for i := 11; i <= 16; i++ {
		rows += fmt.Sprintf(`{"formalism":"propositional","fs":"p%d"}`+"\n", i)
	}
	write(t, dir, "fs.jsonl", rows)
	env := []string{"OPENAI_API_KEY=" + secrets[0], "OPENAI_BASE_URL=" + server.URL}
	authorization := "Bearer " + secrets[0]
	if len(secrets) == 3 {
		env = []string{"OPENAI_BASE_URL=" + strings.Replace(server.URL, "://", "://"+secrets[0]+":"+secrets[1]+"@", 1)}
		authorization = "Basic " + secrets[2]
	}
	args := []string{
		"--model", "m", "--retries", "0", "--cache", "answers", "--log-level", "debug", "--progress", "always",
		"--max-errors", "100%", "--samples", "2", "fs.jsonl", "-o", "nl.jsonl",
	}
	out, err := program(t, dir, env, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	write(t, dir, "stderr", string(out))
	files := 0
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		files++
		for _, secret := range secrets {
			if i := strings.Index(string(b), secret); i >= 0 {
				t.Errorf("%s has %s: ...%s", filepath.Base(path), secret, b[max(0, i-200):min(len(b), i+100)])
			}
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl")); err != nil || strings.Count(string(b), "[redacted]") < 10 {
		t.Errorf("the output shows too little of what came: %s, %v", b, err)
	}
	for _, r := range server.Requests() {
		if r.Authorization != authorization {
			t.Errorf("a request without the key: %q", r.Authorization)
		}
	}
}
