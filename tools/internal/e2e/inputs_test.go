//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/programs"
)

// readers lists the programs that read rows, each with its arguments. FILE stands
// for the input.
var readers = map[string][]string{
	"informalize":   {"--model", "builtin:rules", "FILE"},
	"autoformalize": {"--model", "builtin:rules", "FILE"},
	"verify":        {"FILE"},
	"vote":          {"FILE"},
	"judge":         {"--model", "builtin:rules", "FILE"},
	"metrics":       {"FILE"},
	"convert":       {"FILE"},
	"perturb":       {"FILE"},
	"rank":          {"--model", "builtin:rules", "FILE"},
	"reason":        {"--model", "builtin:rules", "FILE"},
	"report":        {"-o", "-", "FILE"},
	"run":           {"--model", "builtin:rules", "--overwrite", "-o", "run-FILE", "FILE"},
	"correlate":     {"-x", "FILE:accuracy_low", "-y", "published:*"},
}

// inputs lists faulty files, with the expected exit code and text on stderr.
var inputs = []struct {
	name    string
	content string // made beforehand where empty and not named empty.jsonl
	code    int
	stderr  string
}{
	{"empty.jsonl", "", 3, `no row was read from empty\.jsonl|empty\.jsonl: found no rows`},
	{"malformed.jsonl", "not JSON\n{\"id\":\n[1]\n\"\xff\xfe\x00\n", 3, `4 of 4 rows are of class error|no line is a row`},
	{"missing.jsonl", "", 1, `input missing\.jsonl: found no such file`},
	{"torn.parquet", "", 1, `torn\.parquet: (?:read table: )?found no footer of a complete Parquet file`},
	{"torn.arrow", "", 1, `torn\.arrow: reading Arrow`},
	{"torn.jsonl.gz", "\x1f\x8bgarbage", 1, `torn\.jsonl\.gz: reading gzip`},
	{"nothing", "", 1, `input nothing: found no data file in the directory`},
}

// finished runs a program until it ends.
func finished(t *testing.T, cmd *exec.Cmd) (code int, stderr string) {
	t.Helper()
	var b bytes.Buffer
	cmd.Stderr = &b
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "goroutine ") {
		t.Errorf("%s crashed: %s", cmd, tail(b.String()))
	}
	return code, b.String()
}

// program returns the command of one of the programs, with its input.
func program(t *testing.T, dir, name, file string) *exec.Cmd {
	t.Helper()
	var args []string
	for _, arg := range readers[name] {
		args = append(args, strings.ReplaceAll(arg, "FILE", file))
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, name), args...)
	cmd.Dir = dir
	return cmd
}

func TestWrongInputsOfEveryProgram(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, `
		generate --dataset plogic --sample-count 1 -o rows.parquet
		convert --format arrow rows.parquet > rows.arrow
		head -c 3000 rows.parquet > torn.parquet
		head -c 9000 rows.arrow > torn.arrow
		mkdir nothing`)
	for _, in := range inputs {
		if in.content != "" || in.name == "empty.jsonl" {
			if err := os.WriteFile(filepath.Join(dir, in.name), []byte(in.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name := range readers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, in := range inputs {
				want, says := in.code, in.stderr
				if name == "correlate" { // it reads tables in CSV, no rows
					want, says = 2, "--predictor "+regexp.QuoteMeta(in.name)+": expected a table in CSV"
				}
				code, stderr := finished(t, program(t, dir, name, in.name))
				if code != want || !regexp.MustCompile("^"+name+": .*(?:"+says+")").MatchString(stderr) {
					t.Errorf("%s: exit code %d, %s; want %d, %s: ... %s", in.name, code, tail(stderr), want, name, says)
				}
			}
		})
	}
}

// A full disk is reported as a failure. A reader that closes the pipe early is
// not a failure.
func TestFullDiskAndClosedPipeOfEveryProgram(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, `
		generate --dataset plogic --sample-count 1 | informalize --model builtin:rules | autoformalize --model builtin:rules | verify > verified.jsonl
		sed 's/"model":"builtin:rules"/"model":"gpt-4o"/' verified.jsonl > two.jsonl
		sed 's/"model":"builtin:rules"/"model":"gpt-3.5-turbo"/' verified.jsonl >> two.jsonl
		metrics --by model two.jsonl -o scores.csv`)
	commands := map[string]func() *exec.Cmd{
		"generate": func() *exec.Cmd {
			return exec.CommandContext(t.Context(), filepath.Join(bin, "generate"), "--dataset", "plogic", "--sample-count", "2")
		},
	}
	for name := range readers {
		file := "two.jsonl"
		switch name {
		case "run": // takes each formula once
			file = "verified.jsonl"
		case "correlate":
			file = "scores.csv"
		}
		commands[name] = func() *exec.Cmd { return program(t, dir, name, file) }
	}
	for _, p := range programs.All { // which hid the error of --version
		for _, flag := range []string{"--version", "--help", "-h"} {
			commands[p.Name+" "+flag] = func() *exec.Cmd { return exec.CommandContext(t.Context(), filepath.Join(bin, p.Name), flag) }
		}
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skipf("no /dev/full here: %v", err)
			}
			defer full.Close()
			cmd := command()
			cmd.Stdout = full
			if code, stderr := finished(t, cmd); code != 1 || !strings.Contains(stderr, "no space left on device") {
				t.Errorf("a full disk: exit code %d, %s", code, tail(stderr))
			}

			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			read.Close()
			defer write.Close()
			cmd = command()
			cmd.Stdout = write
			if code, stderr := finished(t, cmd); code != 0 || strings.Contains(stderr, "pipe") {
				t.Errorf("a closed pipe: exit code %d, %s", code, tail(stderr))
			}
		})
	}
}

// A new program must be in the tables above, unless it reads no rows.
func TestEveryProgramIsTested(t *testing.T) {
	for _, p := range programs.All {
		if readers[p.Name] == nil && !slices.Contains([]string{"generate", "simllm", "doctor"}, p.Name) { // these read no rows
			t.Errorf("%s is in no test of wrong inputs", p.Name)
		}
	}
}
