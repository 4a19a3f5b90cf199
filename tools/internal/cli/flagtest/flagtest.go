// Package flagtest checks that a program refuses each flag that would have no effect.
//
// The input is a program, command lines that work, and values for all flags that are not
// switches. The program runs once with each command line unchanged. Then it runs once
// more for each flag that the command line lacks, with this one flag added. Either the
// added flag changes the output, or the program must refuse the command line with the
// exit code of a wrong command line, and name the flag. If the program refuses a flag in
// all these runs, no run tests its effect. So this is an error, too. The check leaves out
// flags that act without a change of the output, such as --workers. The list of flags comes
// from the program itself, so the check includes every new flag.
package flagtest

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// idle lists flags that the check leaves out. They do not change the output, change only
// rare cells or rows, need an existing output or a directory, or keep a program running.
var idle = []string{"workers", "progress", "config", "log-level", "overwrite", "resume", "retry", "part-rows", "spreadsheet-safe", "watch", "allow-duplicates"}

// Check checks all flags of a command in each of its uses, which are command lines
// without the program's name. files are the contents of files in the directory of each
// run, by name. values has a value for each flag that is not a switch. Check also
// checks that each flag has an effect in at least one use.
func Check(t *testing.T, cmd cli.Command, uses, files, values map[string]string) {
	t.Helper()
	CheckBut(t, func() cli.Command { return cmd }, uses, files, values, nil)
}

// CheckBut is Check for a command with flags that act without a change of the output,
// such as a time limit, or that contradict a use. quiet lists these flags by use. command
// makes a new command for each run, since flags that can be repeated keep their values.
func CheckBut(t *testing.T, command func() cli.Command, uses, files, values map[string]string, quiet map[string][]string) {
	t.Helper()
	cmd := command()
	acts := map[string]bool{}
	for name, line := range uses {
		t.Run(name, func(t *testing.T) {
			args := strings.Fields(line)
			plain, code, _ := run(t, command(), files, args)
			if code != cli.ExitDone {
				t.Fatalf("%s %s: exit code %d\n%s", cmd.Name, line, code, plain)
			}
			for _, f := range cmd.AllFlags() {
				flag := f.Names()[0]
				if slices.Contains(idle, flag) || given(args, f) {
					continue
				}
				added, ok := argument(f, values)
				if !ok {
					t.Errorf("--%s: no value for the check", flag)
					continue
				}
				got, code, message := run(t, command(), files, slices.Concat([]string{added}, args))
				switch {
				case slices.Contains(quiet[name], flag):
					acts[flag] = acts[flag] || code != cli.ExitUsage
				case code == cli.ExitUsage && (strings.Contains(message, "-"+flag) || strings.Contains(message, " has no effect ")):
				case code == cli.ExitUsage:
					t.Errorf("%s: refused with %q, which names no flag without effect", added, message)
				case got == plain:
					t.Errorf("%s %s: accepted, and changes nothing", added, line)
				default:
					acts[flag] = true
				}
			}
		})
	}
	for _, f := range cmd.AllFlags() {
		inUse := slices.ContainsFunc(slices.Collect(maps.Values(uses)), func(line string) bool { return given(strings.Fields(line), f) })
		if flag := f.Names()[0]; !acts[flag] && !inUse && !slices.Contains(idle, flag) {
			t.Errorf("--%s: acts in no use", flag)
		}
	}
}

// given reports whether args contain the flag.
func given(args []string, f ucli.Flag) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && slices.Contains(f.Names(), name)
	})
}

// argument returns the flag with its value.
func argument(f ucli.Flag, values map[string]string) (string, bool) {
	name := f.Names()[0]
	dashes := "--"[:min(2, len(name))]
	value, ok := values[name]
	if _, isSwitch := f.(*ucli.BoolFlag); isSwitch && !ok {
		return dashes + name, true
	}
	return dashes + name + "=" + value, ok
}

// run runs the program in a new directory, and returns all that it writes, its exit
// code and its error.
func run(t *testing.T, cmd cli.Command, files map[string]string, args []string) (all string, code int, message string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	failure := cmd.Run(t.Context(), append([]string{cmd.Name}, args...), strings.NewReader(""), &stdout, &stderr)
	if failure != nil {
		message = failure.Error()
	}
	var out strings.Builder
	fmt.Fprintf(&out, "stdout:\n%s\nstderr:\n%s\nerror: %s\n", &stdout, &stderr, message)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if _, isInput := files[name]; isInput {
			return nil
		}
		content, err := os.ReadFile(name)
		fmt.Fprintf(&out, "file %s:\n%s\n", name, content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return logTime.ReplaceAllString(out.String(), ""), cli.ExitCode(failure), message
}

// logTime is the time of a message on stderr, which differs in every run.
var logTime = regexp.MustCompile(`(?m)^time=\S+ `)
