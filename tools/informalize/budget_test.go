package informalize_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// A budget ends a run also if no reply reports its tokens in a readable way. The
// rows and the summary say that the tokens are estimates.
func TestBudgetWithoutUsage(t *testing.T) {
	for name, usage := range map[string]string{
		"none":        ``,
		"null":        `,"usage":null`,
		"list":        `,"usage":[]`,
		"other names": `,"usage":{"input":11,"output":7}`,
		"negative":    `,"usage":{"prompt_tokens":-11,"completion_tokens":-7}`,
		"overflow":    `,"usage":{"prompt_tokens":9223372036854775807,"completion_tokens":99999999999999999999}`,
		"absurd":      `,"usage":{"prompt_tokens":1e13,"completion_tokens":1e13}`,
		"cached":      `,"usage":{"prompt_tokens_details":{"cached_tokens":1000000}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"p1 is true."},"finish_reason":"stop"}]`+usage+`}`)
			}))
			t.Cleanup(server.Close)
			dir := t.TempDir()
			write(t, dir, "my.toml", "[[model]]\nmatch = \"m\"\nprice = { input = 10.0, output = 10.0, source = \"made up\", date = \"today\" }\n")
			var rows strings.Builder
			for i := range 200 {
				fmt.Fprintf(&rows, `{"formalism":"propositional","fs":"p%d"}`+"\n", i)
			}
			write(t, dir, "fs.jsonl", rows.String())
			for _, budget := range [][]string{{"--budget-tokens", "12000"}, {"--budget", "0.12", "--models", "my.toml"}} {
				calls.Store(0)
				args := append([]string{"--model", "m", "--base-url", server.URL, "--workers", "4", "--overwrite", "fs.jsonl", "-o", "nl.jsonl"}, budget...)
				out, err := program(t, dir, nil, args...).CombinedOutput()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "budget is used up") {
					t.Fatalf("%v after %d calls: %s", err, calls.Load(), out)
				}
				// A prompt has 320 to 340 tokens.
				if n := calls.Load(); n < 20 || n > 45 || !strings.Contains(string(out), fmt.Sprintf("estimated for %d calls", n)) {
					t.Errorf("%d calls: %s", n, out)
				}
				partial, err := os.ReadFile(filepath.Join(dir, "nl.jsonl.partial"))
				if rows := bytes.Count(partial, []byte("\n")); err != nil || rows < 10 || bytes.Count(partial, []byte(`"estimated":true`)) != rows {
					t.Errorf("%d rows, not all marked (%v): %.500s", rows, err, partial)
				}
			}
		})
	}
}
