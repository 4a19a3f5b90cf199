//go:build unix

package programs

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// -o with --overwrite replaced a device or a pipe by a file.
func TestPipeIsNoOutput(t *testing.T) {
	for _, tt := range writers {
		if tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": tt.rows})
			if err := syscall.Mkfifo("pipe", 0o600); err != nil {
				t.Fatal(err)
			}
			for _, existing := range []string{"--overwrite", "--overwrite=false"} {
				code, stdout, stderr := call(t, tt.command, "-o", "pipe", existing, "rows.jsonl")
				if code != cli.ExitUsage || stdout != "" || !strings.Contains(stderr, "--output: found the device or pipe pipe") {
					t.Errorf("%s: exit code %d: %s%s", existing, code, stdout, stderr)
				}
			}
			if info, err := os.Lstat("pipe"); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
				t.Errorf("found %v, %v, expected the pipe", info.Mode(), err)
			}
			command := strings.Replace(tt.command, "verify", "verify --no-timing", 1)
			_, want, _ := call(t, command, "-o", "-", "rows.jsonl")
			if _, got, _ := call(t, command, "-o", "/dev/stdout", "rows.jsonl"); got != want || want == "" {
				t.Errorf("/dev/stdout got %.200q, want %.200q", got, want)
			}
		})
	}
}
