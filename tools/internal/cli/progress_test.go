package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/shard"
)

func TestProgressTellsTheTimeLeft(t *testing.T) {
	for _, c := range []struct {
		begun, rows, total int64
		want               string
	}{
		{0, 0, 0, `^0 rows in 1m40s, 0.0 a second$`},
		{0, 200, 0, `^200 rows in 1m40s, 2.0 a second$`},
		{0, 200, 800, `^200 of 800 rows in 1m40s, 2.0 a second, 5m0s left$`},
		{100, 200, 800, `^200 of 800 rows in 1m40s, 1.0 a second, 10m0s left$`}, // what was resumed says nothing of the rate
		{200, 200, 800, `^200 of 800 rows in 1m40s, 0.0 a second$`},
		{0, 800, 800, `^800 of 800 rows in 1m40s, 8.0 a second$`},
		{0, 1, 1 << 62, `^1 of 4611686018427387904 rows in 1m40s, 0.0 a second$`},
	} {
		p := &progress{begun: c.begun, start: time.Now().Add(-100 * time.Second)}
		p.rows.Store(c.rows)
		p.total.Store(c.total)
		if got := p.String(); !regexp.MustCompile(c.want).MatchString(got) {
			t.Errorf("%+v: found %q", c, got)
		}
	}
}

// A slow row held back the count of all rows after it, so that the time left was far too
// long. Here, the first row ends the program when others are finished.
func TestProgressCountsRowsThatFinishBeforeAnEarlierOne(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte("{\"fs\":\"abort\"}\n"+strings.Repeat("{\"fs\":\"pqr\"}\n", 9)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"-o", "a.jsonl"}, {"-o", "b.jsonl", "--durable"}} {
		cmd := exec.Command("shout", append(args, "--workers", "2", "--slow", "600ms", "--progress", "always", "in.jsonl")...)
		cmd.Dir = dir
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Run(); err == nil || !regexp.MustCompile(`(?m)^shout: [1-9] (of 10 )?rows in`).MatchString(stderr.String()) {
			t.Errorf("%q: %v\n%s", args, err, stderr.String())
		}
	}
}

func TestProgressCountsItsPart(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(name, []byte(strings.Repeat("{\"fs\":\"p1\"}\n", 9)+"not JSON\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part shard.Part
		file string
		want int64
	}{{shard.Part{}, name, 10}, {shard.Part{Index: 1, Count: 3}, name, 3}, {shard.Part{}, name + ".gone", 0}} {
		p := &progress{}
		p.count(t.Context(), &rowsOf{[]string{c.file}, c.part, 0})
		for range 1000 {
			if p.total.Load() == c.want {
				break
			}
			time.Sleep(time.Millisecond)
		}
		p.stop()
		if got := p.total.Load(); got != c.want {
			t.Errorf("%+v: counted %d rows, expected %d", c, got, c.want)
		}
	}
}

// lockedBuffer is a writer that may be read while it is written to.
type lockedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (w *lockedBuffer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *lockedBuffer) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

func TestProgressLines(t *testing.T) {
	for _, last := range []bool{true, false} {
		var out lockedBuffer
		p := &progress{start: time.Now(), status: func() string { return "3 tokens" }}
		p.lines(&Env{Name: "shout", Stderr: &out}, time.Millisecond, last)
		for strings.Count(out.String(), "\n") < 3 {
			time.Sleep(time.Millisecond)
		}
		p.stop()
		for line := range strings.Lines(out.String()) {
			if !regexp.MustCompile(`^shout: 0 rows in 0s, 0.0 a second; 3 tokens\n$`).MatchString(line) {
				t.Errorf("found the line %q", line)
			}
		}
	}
	// Shorter than the time between lines, a run has only the last one.
	for _, last := range []bool{true, false} {
		var out lockedBuffer
		p := &progress{start: time.Now()}
		p.lines(&Env{Name: "shout", Stderr: &out}, time.Hour, last)
		p.stop()
		p.stop()
		if got := strings.Count(out.String(), "\n"); (got == 1) != last || got > 1 {
			t.Errorf("last %t: %d lines", last, got)
		}
	}
}
