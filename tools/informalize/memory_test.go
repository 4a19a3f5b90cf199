//go:build linux

package informalize_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// Gzip bombs took 4.5 GB, replies of 48 MB took 3.3 GB, and both made lines
// that no program reads. With default flags, no replies take a gigabyte.
func TestMemoryOfReplies(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const rows, limit = 40, 1024 // MB
	answer := func(size int) fault {
		body := `{"choices":[{"message":{"content":"` + strings.Repeat("long ", size/5) + `"}}]}`
		return ok(body)
	}
	for name, f := range map[string]fault{
		"bombs": bomb(), "endless": then(raw(bareHead, ""), forever(strings.Repeat(" ", 1<<16), 0)),
		"48 MB": answer(48 << 20), "1.9 MB": answer(19 << 20 / 10), "errors": then(raw("HTTP/1.1 400 No", ""), forever(strings.Repeat("no ", 1<<14), 0)),
		"headers": then(send("HTTP/1.1 200 OK\r\n"), forever("X: "+strings.Repeat("x", 1000)+"\r\n", 0)),
		"parts":   ok(`{"choices":[{"message":{"content":[` + strings.Repeat(`{},`, 1<<19) + `{"text":"p1 is true."}]}}]}`),
		"choices": func(conn net.Conn) {
			io.WriteString(conn, "HTTP/1.0 200 OK\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"p1\"}}"+strings.Repeat(",{}", 1<<19)+"]}")
		},
	} {
		t.Run(name, func(t *testing.T) {
			address, requests := newHostile(t, f)
			dir := t.TempDir()
			write(t, dir, "fs.jsonl", strings.Repeat(oneRow, rows))
			cmd := program(t, dir, nil, "--model", "m", "--base-url", "http://"+address, "--max-errors", "100%", "--retries", "0", "fs.jsonl", "-o", "nl.jsonl")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			used := peak(cmd.Process.Pid, ended)
			// Where no reply is of use, every row fails.
			if err := <-ended; err != nil && cmd.ProcessState.ExitCode() != cli.ExitLimits {
				t.Errorf("%v: %s", err, &out)
			}
			longest := 0
			b, err := os.ReadFile(filepath.Join(dir, "nl.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			outcomes := map[string]int{}
			for line := range strings.Lines(string(b)) {
				longest = max(longest, len(line))
				_, rest, _ := strings.Cut(line, `"outcome":"`)
				outcome, _, _ := strings.Cut(rest, `"`)
				outcomes[outcome]++
				if _, e, found := strings.Cut(line, `"error":`); found && outcomes[outcome] == 1 {
					t.Logf("%.300s", e)
				}
			}
			t.Logf("%d requests, %v, %d MB, lines of up to %d MB", requests.Load(), outcomes, used, longest>>20)
			if used == 0 || used > limit || longest > 64<<20 || requests.Load() != rows {
				t.Errorf("expected at most %d MB, and lines that can be read", limit)
			}
		})
	}
}

// peak is the peak of a process's memory in MB, until it has ended. The kernel's
// resource usage would not do: it includes the memory of the parent before exec.
func peak(pid int, ended chan error) (mb int) {
	for len(ended) == 0 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, text, found := strings.Cut(string(status), "VmHWM:"); found && err == nil {
			var kb int
			fmt.Sscan(text, &kb)
			mb = max(mb, kb>>10)
		}
		time.Sleep(2 * time.Millisecond)
	}
	return mb
}
