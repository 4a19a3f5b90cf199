package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// python is the interpreter that has pandas, pyarrow and DuckDB: the one of the
// virtual environment that make test makes.
func python(t *testing.T) string {
	t.Helper()
	path := os.Getenv("TRUTHLOOP_PYTHON")
	if path == "" {
		t.Skip("no Python with pandas and DuckDB: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if out, err := exec.Command(path, "-c", "import duckdb, pandas, pyarrow").CombinedOutput(); err != nil {
		t.Fatalf("TRUTHLOOP_PYTHON: %v\n%s", err, out)
	}
	return path
}

// py runs a Python program in dir and gives what it prints.
func py(t *testing.T, dir, program string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python(t), "-c", program)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", program, err, stderr.String())
	}
	return string(out)
}
