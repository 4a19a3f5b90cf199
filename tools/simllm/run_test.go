package simllm

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A server is the program under way.
type server struct {
	url    string
	stop   func() // as an interrupt does
	done   chan error
	stderr *strings.Builder // to be read once done
}

func start(t *testing.T, args ...string) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	out, stdout := io.Pipe()
	s := &server{stop: cancel, done: make(chan error, 1), stderr: &strings.Builder{}}
	go func() {
		err := Command().Run(ctx, append([]string{"simllm", "--addr", "127.0.0.1:0"}, args...), nil, stdout, s.stderr)
		stdout.CloseWithError(io.EOF)
		s.done <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v; the program ended with %v\n%s", err, <-s.done, s.stderr)
	}
	s.url = strings.TrimSuffix(line, "\n")
	return s
}

// end interrupts the server and gives what it says of itself.
func (s *server) end(t *testing.T) (summary string, err error) {
	t.Helper()
	s.stop()
	select {
	case err := <-s.done:
		return s.stderr.String(), err
	case <-time.After(30 * time.Second):
		t.Fatal("the program does not end")
		return "", nil
	}
}

func post(url, body, key string) (int, string, error) {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

const hello = `{"model":"simllm","messages":[{"role":"user","content":"hello"}]}`

func TestServesUntilInterrupted(t *testing.T) {
	s := start(t)
	if !strings.HasPrefix(s.url, "http://127.0.0.1:") || !strings.HasSuffix(s.url, "/v1") {
		t.Errorf("URL %q", s.url)
	}
	if status, body, err := post(s.url+"/chat/completions", hello, ""); err != nil || status != 200 || !strings.Contains(body, `"choices"`) {
		t.Errorf("got %d %s, %v", status, body, err)
	}
	summary, err := s.end(t)
	if err != nil || !strings.HasPrefix(summary, `simllm: {"requests":1,"completions":1,`) {
		t.Errorf("ended with %v and %q", err, summary)
	}
	if _, _, err := post(s.url+"/chat/completions", hello, ""); err == nil {
		t.Error("it still answers")
	}
}

func TestFlags(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("sk-0123456789\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args   []string
		key    string
		status int
		found  string // in the reply
	}{
		{[]string{"--api-key-file", key}, "sk-0123456789", 200, "choices"},
		{[]string{"--api-key-file", key}, "sk-x", 401, "invalid_api_key"},
		{nil, "", 200, `"model":"simllm"`},
		{[]string{"--faults", "429=1"}, "", 429, `"code":"rate_limit_exceeded"`},
		{[]string{"--faults", "429=0,5xx=1", "--latency", "2ms"}, "", 500, "server_error"},
		{[]string{"--model", "builtin:noisy?prose=0.5"}, "", 200, "choices"},
	} {
		s := start(t, tt.args...)
		status, body, err := post(s.url+"/chat/completions", hello, tt.key)
		if tt.status == 500 {
			status = status / 100 * 100 // any of the three
		}
		if err != nil || status != tt.status || !strings.Contains(body, tt.found) {
			t.Errorf("%v: got %d %s, %v; want %d and %s", tt.args, status, body, err, tt.status, tt.found)
		}
		if summary, err := s.end(t); err != nil {
			t.Errorf("%v: ended with %v\n%s", tt.args, err, summary)
		}
	}
}

// Requests under way are answered before the end, and those that hang are not
// waited for.
func TestGracefulEnd(t *testing.T) {
	s := start(t, "--latency", "300ms")
	replied := make(chan int, 1)
	go func() {
		status, _, err := post(s.url+"/chat/completions", hello, "")
		if err != nil {
			t.Error(err)
		}
		replied <- status
	}()
	underWay(t, s)
	summary, err := s.end(t)
	if status := <-replied; err != nil || status != 200 || !strings.Contains(summary, `"completions":1`) {
		t.Errorf("ended with %v, status %d\n%s", err, status, summary)
	}

	s = start(t, "--faults", "hang=1")
	go func() {
		_, _, err := post(s.url+"/chat/completions", hello, "")
		if err == nil {
			t.Error("a request that hangs got a reply")
		}
		replied <- 0
	}()
	underWay(t, s)
	begin := time.Now()
	summary, err = s.end(t)
	<-replied
	if took := time.Since(begin); err != nil || took > time.Minute || !strings.Contains(summary, `"faults":{"hang":1}`) {
		t.Errorf("ended with %v after %v\n%s", err, took, summary)
	}
}

// underWay waits until the server has a request.
func underWay(t *testing.T, s *server) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		resp, err := http.Get(strings.TrimSuffix(s.url, "/v1") + "/stats")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), `"under_way":1`) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no request is under way: %s", body)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	for want, args := range map[string][]string{
		`--latency: latency "soon": expected a time such as 200ms`: {"--latency", "soon"},
		`model gpt: expected builtin:rules`:                        {"--model", "gpt"},
		`fault "cold": expected one of 429, 5xx, hang`:             {"--faults", "cold=1"},
		`requests per minute: found -1`:                            {"--rpm", "-1"},
		`--api-key-file: API key: open`:                            {"--api-key-file", "none"},
		`--addr: address 99999999999: `:                            {"--addr", "127.0.0.1:99999999999"},
		`found the argument "x", expected none`:                    {"x"},
		`rates: found 1.2 together, expected at most 1`:            {"--faults", "hang=0.6,drop=0.6"},
	} {
		var stdout, stderr strings.Builder
		err := Command().Run(t.Context(), append([]string{"simllm"}, args...), nil, &stdout, &stderr)
		if err == nil || cli.ExitCode(err) != cli.ExitUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v (exit %d), want %q", args, err, cli.ExitCode(err), want)
		}
	}
}

// An address that another process has is no mistake of the command line.
func TestAddressInUse(t *testing.T) {
	s := start(t)
	var stdout, stderr strings.Builder
	addr := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/v1")
	err := Command().Run(t.Context(), []string{"simllm", "--addr", addr}, nil, &stdout, &stderr)
	if err == nil || cli.ExitCode(err) != cli.ExitFailed || !strings.Contains(err.Error(), addr) || stdout.Len() > 0 {
		t.Errorf("error %v (exit %d), stdout %q", err, cli.ExitCode(err), &stdout)
	}
	if _, err := s.end(t); err != nil {
		t.Error(err)
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr strings.Builder
	if err := Command().Run(t.Context(), []string{"simllm", "--help"}, nil, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"EXAMPLES:", "--faults RATES", "--addr HOST:PORT", "simllm [options]\n"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("help has no %q:\n%s", want, &stdout)
		}
	}
}
