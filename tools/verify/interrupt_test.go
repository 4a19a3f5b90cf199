package verify

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// TestTermEndsALongRow: SIGTERM ends a pair that would take minutes, within the
// grace, and the rows before it are kept.
func TestTermEndsALongRow(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	group := "(∀x. ∀y. ∀z. m(m(x, y), z) = m(x, m(y, z))) ∧ (∀x. m(e, x) = x) ∧ (∀x. m(i(x), x) = e)"
	row := `{"id":"quick","formalism":"first_order","fs":"p","fs_out":"p"}
{"id":"long","formalism":"first_order","fs":"` + group + `","fs_out":"` + group + ` ∧ ∀x. m(x, e) = x"}
`
	if err := os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte(row), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("verify", "--engines", "instances,finite", "--effort", "100000", "--timeout", "1h", "-o", "out.jsonl", "in.jsonl")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 2_000 {
		if b, _ := os.ReadFile(filepath.Join(dir, "out.jsonl.partial")); len(b) > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != cli.ExitInterrupted {
		t.Fatalf("%v, expected exit code %d\n%s", err, cli.ExitInterrupted, stderr.String())
	}
	if took := time.Since(start); took > grace+time.Minute {
		t.Errorf("the program ended after %v, expected %v", took, grace)
	}
	if !strings.Contains(stderr.String(), "1 input rows are done and kept") {
		t.Errorf("stderr %q", stderr.String())
	}
}
