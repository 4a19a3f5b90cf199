package report

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A report in the background, in a directory of its own.
type watching struct {
	t      *testing.T
	cancel context.CancelFunc
	ended  chan error
	mu     sync.Mutex
	stderr bytes.Buffer
}

func (w *watching) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stderr.Write(b)
}

func (w *watching) said() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stderr.String()
}

func start(t *testing.T, args ...string) *watching {
	ctx, cancel := context.WithCancel(t.Context())
	w := &watching{t: t, cancel: cancel, ended: make(chan error, 1)}
	go func() {
		w.ended <- Command().Run(ctx, append([]string{"report"}, args...), strings.NewReader(""), w, w)
	}()
	t.Cleanup(cancel)
	return w
}

// until waits for a state; the wait is generous, since the machine may be slow.
func (w *watching) until(what string, holds func() bool) {
	w.t.Helper()
	for end := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-w.ended:
			w.t.Fatalf("%s: ended with %v\n%s", what, err, w.said())
		default:
		}
		if time.Now().After(end) {
			w.t.Fatalf("%s: not so after five minutes\n%s", what, w.said())
		}
	}
}

func has(name, text string) func() bool {
	return func() bool {
		content, _ := os.ReadFile(name)
		return bytes.Contains(content, []byte(text))
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The report of a run could only be written at the end of the run: a torn last line was
// a malformed row, and an output that is not finished was no file.
func TestWatch(t *testing.T) {
	if testing.Short() {
		t.Skip("ten seconds")
	}
	row := func(n int) string {
		return fmt.Sprintf(`{"id":"%d","fs":"p","fs_out":"p","model":"m","verdict":"equivalent"}`+"\n", n)
	}
	t.Chdir(t.TempDir())
	w := start(t, "--watch", "rows.jsonl", "-o", "r.html")
	w.until("waits for the file", func() bool {
		return strings.Contains(w.said(), "waiting for rows: input rows.jsonl: found no such file")
	})
	write(t, "rows.jsonl.partial", row(1)+row(2)+row(3)[:20]) // a run, in the middle of a line
	w.until("two rows", has("r.html", `"rows":2,`))
	if !has("r.html", `"written":"2`)() || has("r.html", `["rows that could not be read",1]`)() {
		t.Error("the page does not say that the run goes on, or counts the torn line")
	}
	write(t, "rows.jsonl.partial", row(1)+row(2)+row(3)) // the run goes on
	w.until("three rows", has("r.html", `"rows":3,`))
	write(t, "rows.jsonl", row(1)+row(2)+row(3)+strings.TrimSuffix(row(4), "\n")) // it is finished
	if err := os.Remove("rows.jsonl.partial"); err != nil {
		t.Fatal(err)
	}
	w.until("four rows", has("r.html", `"rows":4,`))
	write(t, "rows.jsonl", row(1)+row(2)+row(3)+row(4)+row(5)) // and the last page has all of it
	w.cancel()
	if err := <-w.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
	if err := Command().Run(t.Context(), []string{"report", "rows.jsonl", "-o", "once.html"}, nil, w, w); err != nil {
		t.Fatal(err)
	}
	watched, _ := os.ReadFile("r.html")
	once, _ := os.ReadFile("once.html")
	if !bytes.Equal(watched, once) {
		t.Error("the last page differs from that of a report without --watch")
	}
	if left, _ := filepath.Glob("*.tmp"); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// A watch that never saw a row is no success, and slips are errors at once.
func TestWatchOfSlips(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "rows.jsonl", `{"id":"1","fs":"p","verdict":"equivalent"}`+"\n")
	write(t, "old.html", "")
	for line, want := range map[string]string{
		"--watch -o r.html":                               "--watch: found no input, expected files",
		"--watch - -o r.html":                             "--watch: found - (the standard input), expected files",
		"--watch rows.jsonl -o -":                         "--watch: found --output -, expected a file",
		"--watch rows.jsonl -o old.html":                  "old.html exists",
		"--watch rows.jsonl -o r.html --where verdit='x'": "--where",
		"--watch rows.jsonl -o r.html --rows -1":          "--rows: found -1",
	} {
		err := Command().Run(t.Context(), append([]string{"report"}, strings.Fields(line)...), strings.NewReader(""), os.Stderr, os.Stderr)
		if cli.ExitCode(err) != cli.ExitUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, expected %q", line, err, want)
		}
	}
	w := start(t, "--watch", "missing.jsonl", "-o", "r.html")
	w.until("waits", func() bool { return strings.Contains(w.said(), "waiting for rows") })
	w.cancel()
	if err := <-w.ended; cli.ExitCode(err) != cli.ExitLimits {
		t.Errorf("without a row: got %v", err)
	}
}
