package programs

import (
	"os"
	"path/filepath"
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

// Each program has its folder, and no folder lacks a program.
func TestFolders(t *testing.T) {
	mains, err := filepath.Glob("../../*/main.go")
	if err != nil || len(mains) != len(All)+1 {
		t.Fatalf("%d folders for %d programs and truthloop: %v", len(mains), len(All), err)
	}
	for _, p := range All {
		if _, err := os.Stat(filepath.Join("../..", p.Name, "main.go")); err != nil {
			t.Error(err)
		}
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
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

// An output that exists had the exit code 1 in some programs and 2 in others. An empty
// input, and a file that is no table, had the exit code 0 and left an output.
func TestSlipsHaveOneExitCode(t *testing.T) {
	const model = " --model builtin:rules"
	for _, tt := range []struct{ command, output string }{
		{"generate -d plogic --depth 6", "out.jsonl"},
		{"informalize" + model, "out.parquet"},
		{"autoformalize" + model, "out.arrow"},
		{"verify", "out.parquet"},
		{"convert", "out.csv"},
		{"convert --from text --formalism propositional", "out.jsonl"},
		{"perturb", "out/"},
		{"rank" + model, "out.jsonl"},
		{"reason" + model, "out.jsonl"},
		{"metrics", "out.csv"},
		{"rank --scores", "out.csv"},
		{"reason --scores", "out.csv"},
		{"report", "out.html"},
		{"convert --to sft", "out.jsonl"},
	} {
		t.Run(strings.Fields(tt.command)[0], func(t *testing.T) {
			t.Chdir(t.TempDir())
			run := func(input string) int {
				args, program := dispatch(append(strings.Fields(tt.command), "-o", tt.output))
				if input != "" {
					args = append(args, input)
				}
				var stderr strings.Builder
				err := program(t.Context(), args, strings.NewReader(""), &stderr, &stderr)
				if err == nil {
					t.Logf("%s %s: no error", tt.command, input)
				}
				return cli.ExitCode(err)
			}
			for name, content := range map[string]string{"empty": "", "binary": "\x7fELF\x00\x01\n\xff\xfe\n"} {
				if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			input := "empty"
			if strings.HasPrefix(tt.command, "generate") {
				input = "" // it reads no rows
			} else {
				if code := run("empty"); code != cli.ExitLimits {
					t.Errorf("an empty input: exit code %d, want %d", code, cli.ExitLimits)
				}
				if _, err := os.Stat(tt.output); err == nil {
					t.Error("an empty input leaves an output")
				}
				if code := run("binary"); code != cli.ExitLimits {
					t.Errorf("a file that is no table: exit code %d, want %d", code, cli.ExitLimits)
				}
			}
			if strings.HasSuffix(tt.output, "/") {
				if err := os.RemoveAll(tt.output); err != nil {
					t.Fatal(err)
				}
				tt.output = "out.jsonl"
			}
			const before = "as before"
			if err := os.WriteFile(tt.output, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			if code := run(input); code != cli.ExitUsage {
				t.Errorf("an output that exists: exit code %d, want %d", code, cli.ExitUsage)
			}
			if after, err := os.ReadFile(tt.output); err != nil || string(after) != before {
				t.Errorf("an output that exists became %q, %v", after, err)
			}
		})
	}
}
