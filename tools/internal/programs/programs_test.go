package programs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

func TestDispatch(t *testing.T) {
	for _, tt := range []struct {
		args, stdout, err string
	}{
		{"verify --help", "verify - prove", ""},
		{"/usr/bin/verify --help", "verify - prove", ""},
		{"verify.exe --help", "verify - prove", ""},
		{"truthloop verify --help", "verify - prove", ""},
		{"truthloop help verify", "verify - prove", ""},
		{"truthloop", "   verify          prove whether", ""},
		{"truthloop --help", "truthloop verify out.jsonl", ""},
		{"truthloop help", "USAGE:", ""},
		{"truthloop --version", "truthloop version ", ""},
		{"truthloop --version", "\ncommit: ", ""}, // it told neither the commit nor Z3
		{"truthloop --version", "\nz3: ", ""},
		{"truthloop --version --z3 ./nosuch", "\nprover ./nosuch: ", ""},
		{"verify-1.2 metrics --help", "metrics - ", ""},
		{"truthloop verfy", "", `found "verfy", expected the name of a program. Did you mean "verify"?`},
		{"truthloop help verfy", "", `Did you mean "verify"?`},
	} {
		var stdout, stderr strings.Builder
		args, run := dispatch(strings.Fields(tt.args))
		err := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || cli.ExitCode(err) != cli.ExitUsage) {
			t.Errorf("%s: error %v, want %q", tt.args, err, tt.err)
		}
		if !strings.Contains(stdout.String(), tt.stdout) {
			t.Errorf("%s: found %q, want %q", tt.args, &stdout, tt.stdout)
		}
	}
}

// Each program has its folder, and no folder lacks a program. informalize and
// autoformalize share one, and so do verify and vote.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"autoformalize", "vote"}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "internal" && e.Name() != "truthloop" {
			names = append(names, e.Name())
		}
	}
	var want []string
	for _, p := range All {
		want = append(want, p.Name)
	}
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("found the folders %q, want the programs %q", names, want)
	}
}

// links DIR did not make DIR.
func TestLinks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 { // the second run replaces the links of the first
		if err := links(t.Context(), []string{"links", dir}, nil, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range All {
		if _, err := os.Stat(filepath.Join(dir, p.Name)); err != nil {
			t.Error(err)
		}
	}
	file := filepath.Join(dir, "verify")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := links(t.Context(), []string{"links", dir}, nil, nil, nil); err == nil {
		t.Error("a file was replaced by a link")
	}
	if err := links(t.Context(), []string{"links", "a", "b"}, nil, nil, nil); cli.ExitCode(err) != cli.ExitUsage {
		t.Errorf("two directories: error %v", err)
	}
}
