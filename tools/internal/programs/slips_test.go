package programs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// verified is a row that every program of the loop reads.
const verified = `{"id":"a1","dataset":"plogic","formalism":"propositional","fs":"(p1 ∧ p2)","nl":"p1 and p2","model":"m","fs_out":"p1 ∧ p2","verdict":"equivalent","depth":2,"conversations":[{"stage":"autoformalize","messages":[{"role":"user","content":"p1 and p2"},{"role":"assistant","content":"p1 ∧ p2"}]}]}
{"id":"b2","dataset":"plogic","formalism":"propositional","fs":"(p1 ∨ p2)","nl":"p1 or p2","model":"m","fs_out":"p1 ∧ p2","verdict":"not_equivalent","depth":3}
`

// writers lists the commands that write an output, with a name for it and, if they can
// write, rows that they read.
var writers = []struct{ command, output, rows string }{
	{"generate -d plogic --depth 6", "out.jsonl", ""},
	{"informalize --model builtin:rules", "out.parquet", verified},
	{"autoformalize --model builtin:rules", "out.arrow", verified},
	{"verify", "out.parquet", verified},
	{"convert", "out.csv", verified},
	{"convert --from text --formalism propositional", "out.jsonl", ""},
	{"perturb", "out/", ""},
	{"rank --model builtin:rules", "out.jsonl", ""},
	{"reason --model builtin:rules", "out.jsonl", ""},
	{"metrics", "out.csv", verified},
	{"rank --scores", "out.csv", ""},
	{"reason --scores", "out.csv", ""},
	{"reason --ontologies", "out.jsonl", ""},
	{"report", "out.html", verified},
	{"convert --to sft", "out.jsonl", verified},
}

// call runs one of the programs.
func call(t *testing.T, command string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	args, program := dispatch(append(strings.Fields(command), args...))
	var out, messages strings.Builder
	err := program(t.Context(), args, strings.NewReader(""), &out, &messages)
	if err != nil {
		messages.WriteString(err.Error())
	}
	return cli.ExitCode(err), out.String(), messages.String()
}

// save writes files into the working directory.
func save(t *testing.T, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// isThere reports whether a file exists.
func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// An output that exists had the exit code 1 in some programs and 2 in others, and two
// wordings. An empty input, and a file that is no table, had the exit code 0 and left an
// output.
func TestSlipsHaveOneExitCode(t *testing.T) {
	for _, tt := range writers {
		t.Run(strings.Fields(tt.command)[0], func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{
				"empty": "", "binary": "\x7fELF\x00\x01\n\xff\xfe\n", "page": "<!DOCTYPE html>\n<html>\n", "image": "\x89PNG\r\n\x1a\n",
				"prose": strings.Repeat("Once upon a time\n", 2000), "torn": "{\"id\":\n{\"id\":\n",
			})
			inputs := []string{"empty", "binary", "page", "image", "prose", "torn"}
			switch {
			case strings.HasPrefix(tt.command, "generate"):
				inputs = nil // it reads no rows
			case strings.Contains(tt.command, "text"):
				inputs = inputs[:4]
			}
			for _, input := range inputs {
				if code, _, stderr := call(t, tt.command, "-o", tt.output, input); code != cli.ExitLimits {
					t.Errorf("%s input: exit code %d, want %d: %s", input, code, cli.ExitLimits, stderr)
				}
				if isThere(strings.TrimSuffix(tt.output, "/")) {
					t.Errorf("%s input: an output is left", input)
				}
			}
			output := tt.output
			if strings.HasSuffix(output, "/") {
				output = "out.jsonl"
			}
			const before = "as before"
			save(t, map[string]string{output: before})
			code, _, stderr := call(t, tt.command, append(inputs[:min(1, len(inputs))], "-o", output)...)
			if code != cli.ExitUsage || !strings.Contains(stderr, "output "+output+" exists: use --") {
				t.Errorf("an output that exists: exit code %d, want %d: %s", code, cli.ExitUsage, stderr)
			}
			if after, err := os.ReadFile(output); err != nil || string(after) != before {
				t.Errorf("an output that exists became %q, %v", after, err)
			}
		})
	}
}

// metrics -o m.xlsx wrote text, and report -o m.xlsx wrote HTML.
func TestUnknownEndingIsRefused(t *testing.T) {
	for _, tt := range writers {
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": verified})
			args := []string{"-o", "out.xlsx", "rows.jsonl"}
			if strings.HasPrefix(tt.command, "generate") {
				args = args[:2]
			}
			code, _, stderr := call(t, tt.command, args...)
			if code != cli.ExitUsage || !strings.Contains(stderr, "out.xlsx") || !strings.Contains(stderr, "expected") {
				t.Errorf("exit code %d, want %d: %s", code, cli.ExitUsage, stderr)
			}
			if isThere("out.xlsx") {
				t.Error("out.xlsx was written")
			}
		})
	}
}

// verify and convert made the directory of an output; metrics and report did not.
func TestDirectoriesOfOutputsAreMade(t *testing.T) {
	for _, tt := range writers {
		if tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": tt.rows})
			output := filepath.Join("a", "b", tt.output)
			if code, _, stderr := call(t, tt.command, "-o", output, "rows.jsonl"); code != cli.ExitDone {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			if !isThere(output) {
				t.Errorf("found no %s", output)
			}
		})
	}
	t.Run("figure", func(t *testing.T) {
		t.Chdir(t.TempDir())
		save(t, map[string]string{"rows.jsonl": verified})
		if code, _, stderr := call(t, "metrics --by depth --plot a/b/out.svg rows.jsonl"); code != cli.ExitDone || !isThere("a/b/out.svg") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	})
}
