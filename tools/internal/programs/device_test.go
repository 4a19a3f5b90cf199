//go:build unix

package programs

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// -o with --overwrite replaced a device by a file, if root ran the program.
func TestDeviceStaysADevice(t *testing.T) {
	for _, tt := range writers {
		if tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": tt.rows})
			if err := syscall.Mknod("node", syscall.S_IFCHR|0o666, 1<<8|3); err != nil { // that of /dev/null
				t.Skipf("only root makes devices: %v", err)
			}
			for _, existing := range []string{"--overwrite", "--overwrite=false"} {
				code, stdout, stderr := call(t, tt.command, "-o", "node", existing, "rows.jsonl")
				if code != cli.ExitDone || stdout != "" {
					t.Errorf("%s: exit code %d: %s%s", existing, code, stdout, stderr)
				}
				if info, err := os.Stat("node"); err != nil || info.Mode()&os.ModeCharDevice == 0 {
					t.Fatalf("%s: found %v, %v, expected the device", existing, info.Mode(), err)
				}
			}
		})
	}
}

// -o with a named pipe was an error, or replaced the pipe by a file. The reader gets
// what the standard output gets.
func TestNamedPipeGetsTheOutput(t *testing.T) {
	for _, tt := range writers {
		if tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": tt.rows})
			name, format := "pipe", []string{}
			if strings.HasSuffix(tt.output, ".csv") {
				name, format = "pipe.csv", []string{"--format", "csv"}
			}
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Fatal(err)
			}
			read := make(chan string)
			go func() {
				f, err := os.Open(name)
				if err != nil {
					read <- err.Error()
					return
				}
				defer f.Close()
				all, _ := io.ReadAll(f) // what is missing differs below
				read <- string(all)
			}()
			command := strings.Replace(tt.command, "verify", "verify --no-timing", 1)
			code, stdout, stderr := call(t, command, "-o", name, "--overwrite", "rows.jsonl")
			if code != cli.ExitDone || stdout != "" {
				t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
			}
			_, want, _ := call(t, command, append(format, "-o", "/dev/stdout", "rows.jsonl")...)
			if got := <-read; got != want || want == "" {
				t.Errorf("the reader of the pipe got %q, want %q", got, want)
			}
			if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
				t.Errorf("found %v, %v, expected the pipe", info.Mode(), err)
			}
		})
	}
}

// /dev/stdout was renamed over, or was "found to exist".
func TestOpenedFileIsWrittenTo(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, map[string]string{"rows.jsonl": verified, "log": "before\n"})
	log, err := os.OpenFile("log", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	name := fmt.Sprintf("/dev/fd/%d", log.Fd())
	if code, _, stderr := call(t, "metrics", "-o", name, "rows.jsonl"); code != cli.ExitDone {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if all, err := os.ReadFile("log"); err != nil || !strings.HasPrefix(string(all), "before\nrows") {
		t.Errorf("found %q, %v", all, err)
	}
	for _, flag := range []string{"--resume", "--retry=error"} {
		if code, _, stderr := call(t, "verify", "-o", "/dev/stdout", flag, "rows.jsonl"); code != cli.ExitUsage {
			t.Errorf("%s: exit code %d: %s", flag, code, stderr)
		}
	}
}
