package programs

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// help runs a program with -h or --help.
func help(t *testing.T, program, flag string) string {
	t.Helper()
	var out strings.Builder
	args, run := dispatch([]string{"truthloop", program, flag})
	if err := run(t.Context(), args, strings.NewReader(""), &out, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var flagLine = regexp.MustCompile(`(?m)^   --?[a-z]`)

// The only help of verify had 122 lines, and that of generate lines of 283 characters.
func TestShortHelp(t *testing.T) {
	for _, p := range All {
		short := help(t, p.Name, "-h")
		cmd := p.Command()
		names := cli.Names(cmd.AllFlags())
		for _, name := range cmd.Main {
			if !slices.Contains(names, name) {
				t.Errorf("%s: -h would describe the flag %s, which the program does not have", p.Name, name)
			}
		}
		if n := len(flagLine.FindAllString(short, -1)); n != min(10, len(names)) && n != len(cmd.Main) {
			t.Errorf("%s -h: %d flags, want 10", p.Name, n)
		}
		if n := strings.Count(short, "\n"); n > 75 {
			t.Errorf("%s -h: %d lines", p.Name, n)
		}
		long := help(t, p.Name, "--help")
		if n := strings.Count(long, "\n"); n > 100 && p.Name != "convert" && p.Name != "verify" {
			t.Errorf("%s --help: %d lines", p.Name, n)
		}
		for _, text := range []string{short, long} {
			for line := range strings.Lines(text) {
				if utf8.RuneCountInString(line) > 81 { // with the end of the line
					t.Errorf("%s: a line of more than 80 characters: %s", p.Name, line)
				}
			}
		}
	}
}

// The groups were in alphabetical order.
func TestOrderOfGroups(t *testing.T) {
	for program, want := range map[string]string{
		"verify":      "DESCRIPTION, EXAMPLES, WHAT TO VERIFY, HOW TO READ FORMULAS, HOW TO DECIDE, OTHER NAMES, INPUT AND OUTPUT, HOW IT RUNS",
		"informalize": "DESCRIPTION, EXAMPLES, MODEL, QUESTION, SAMPLING, COSTS, ANSWER, INPUT AND OUTPUT, HOW IT RUNS",
	} {
		text := help(t, program, "--help")
		at := 0
		for head := range strings.SplitSeq(want, ", ") {
			k := strings.Index(text[at:], "\n"+head+":\n")
			if k < 0 {
				t.Errorf("%s: found no group %s after those before it in %s", program, head, want)
			}
			at += max(k, 0)
		}
	}
}
