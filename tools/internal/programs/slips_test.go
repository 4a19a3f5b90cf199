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

// Only convert had --limit.
func TestLimitOfEveryProgramThatReadsRows(t *testing.T) {
	for _, tt := range writers {
		if strings.HasPrefix(tt.command, "generate") || tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			one, _, _ := strings.Cut(tt.rows, "\n")
			command := strings.Replace(tt.command, "verify", "verify --no-timing", 1)
			save(t, map[string]string{"rows.jsonl": tt.rows})
			code, got, stderr := call(t, command, "-o", "-", "--limit", "1", "rows.jsonl")
			save(t, map[string]string{"rows.jsonl": one})
			_, want, _ := call(t, command, "-o", "-", "rows.jsonl")
			if code != cli.ExitDone || got != want {
				t.Errorf("exit code %d, %q%s, want %q", code, got, stderr, want)
			}
		})
	}
	for _, tt := range writers {
		if code, _, stderr := call(t, tt.command, "--limit", "-1", "rows.jsonl"); code != cli.ExitUsage || !strings.Contains(stderr, "limit") {
			t.Errorf("%s --limit -1: exit code %d: %s", tt.command, code, stderr)
		}
	}
	t.Run("generate", func(t *testing.T) {
		_, all, _ := call(t, "generate -d plogic --depth 6")
		lines := strings.SplitAfter(all, "\n")
		for _, flag := range []string{"--rows", "-n"} {
			if code, got, stderr := call(t, "generate -d plogic --depth 6", flag, "3"); code != cli.ExitDone || got != strings.Join(lines[:3], "") {
				t.Errorf("%s 3: exit code %d: %s%s", flag, code, got, stderr)
			}
		}
		// Of two shards, each has its rows among the first three.
		for i, want := range []string{lines[0] + lines[2], lines[1]} {
			if _, got, _ := call(t, "generate -d plogic --depth 6 --rows 3 --shard", []string{"1/2", "2/2"}[i]); got != want {
				t.Errorf("shard %d: %s, want %s", i+1, got, want)
			}
		}
	})
}

// --retry reads the rows of the output, and would ignore --limit.
func TestLimitIsRefusedWithRetry(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, map[string]string{"rows.jsonl": verified})
	if code, _, stderr := call(t, "verify rows.jsonl -o out.jsonl"); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	if code, _, stderr := call(t, "verify rows.jsonl -o out.jsonl --retry error --limit 1"); code != cli.ExitUsage || !strings.Contains(stderr, "--limit") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
