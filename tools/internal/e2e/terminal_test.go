//go:build unix

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// A step of a person at the terminal: after Wait, a regular expression, is shown, the
// person types Send or changes the size to Resize, columns and lines.
type step struct {
	Wait   string `json:"wait"`
	Send   string `json:"send,omitempty"`
	Resize []int  `json:"resize,omitempty"`
}

// A shown is what a terminal showed; terminal.py describes the fields.
type shown struct {
	Screen []string
	Seen   [][]string
	Codes  []string
	Exit   int
}

// hasPyte reports whether Python has the terminal emulator pyte.
var hasPyte = sync.OnceValue(func() bool {
	return exec.Command(os.Getenv("TRUTHLOOP_PYTHON"), "-c", "import pyte").Run() == nil
})

// thirtyRows are the rows of fs.jsonl.
var thirtyRows = sync.OnceValues(func() ([]byte, error) {
	return exec.Command(filepath.Join(bin, "generate"), "-d", "plogic", "--depth", "12", "--seed", "3", "--limit", "30").Output()
})

// onTerminal runs a bash script on a pseudo-terminal. It runs in a directory with the
// file fs.jsonl, which has 30 rows, and with the function slow, which passes a line on
// every 50 ms.
func onTerminal(t *testing.T, columns int, script string, env map[string]string, steps ...step) shown {
	t.Helper()
	interpreter := python(t)
	if !hasPyte() {
		t.Skip("no pyte: make test installs it into .venv")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	job, err := json.Marshal(map[string]any{
		"script":  "slow() { while IFS= read -r line; do echo \"$line\"; sleep 0.05; done; }\n" + script,
		"columns": columns, "env": env, "steps": steps,
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	rows, err := thirtyRows()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), rows, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), interpreter, filepath.Join(here, "terminal.py"), string(job))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", script, err, stderr.String())
	}
	var s shown
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// measured matches times and rates, which differ in every run.
var measured = regexp.MustCompile(`in \S+s, [0-9.]+ a second(, \S+ left)?`)

// wantScreen compares the last screen with lines, in which a time is T.
func (s shown) wantScreen(t *testing.T, want ...string) {
	t.Helper()
	got := strings.Split(measured.ReplaceAllString(strings.Join(s.Screen, "\n"), "in T"), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("the terminal shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each of five programs of a pipe showed its progress on the same terminal.
func TestOneProgressForAPipe(t *testing.T) {
	t.Parallel()
	s := onTerminal(t, 80, `slow < fs.jsonl | informalize --model builtin:rules | autoformalize --model builtin:rules | verify | convert -o out.jsonl`, nil)
	s.wantScreen(t, "convert: 30 rows in T")
	if len(s.Codes) > 0 {
		t.Errorf("found the escape sequences %q", s.Codes)
	}
}

// The last program of a pipe showed nothing until its first row, which can take minutes
// if a model is slow.
func TestProgressWhileThePipeWaits(t *testing.T) {
	t.Parallel()
	s := onTerminal(t, 80, `mkfifo rows; convert < rows -o out.jsonl & exec 3> rows; read -r; cat fs.jsonl >&3; exec 3>&-; wait`, nil,
		step{Wait: `(?m)^convert: 0 rows in \S+, `, Send: "\r"})
	s.Screen = s.Screen[max(0, len(s.Screen)-1):]
	s.wantScreen(t, "convert: 30 rows in T")
}

// The progress stood between the lines of rows.
func TestNoProgressBetweenRows(t *testing.T) {
	t.Parallel()
	s := onTerminal(t, 200, `sed 5q fs.jsonl > five.jsonl
		slow < five.jsonl | convert 2>stderr > want.jsonl
		slow < five.jsonl | convert
		echo ---
		cat want.jsonl`, nil)
	end := slices.Index(s.Screen, "---")
	if end < 5 || !slices.Equal(s.Screen[:end], s.Screen[end+1:]) {
		t.Errorf("the rows are\n%s", strings.Join(s.Screen, "\n"))
	}
}

// A program without input waited for rows and said nothing.
func TestSaysThatItReadsTheTerminal(t *testing.T) {
	t.Parallel()
	const row = `{"id":"a","fs":"p","nl":"x"}`
	s := onTerminal(t, 80, "convert", nil, step{Wait: "end with", Send: row + "\n"}, step{Wait: `(?s)"x".*"x"`, Send: "\x04"})
	s.wantScreen(t, "convert: reading rows from the terminal; end with Ctrl-D", row, row)
	s = onTerminal(t, 80, "convert < fs.jsonl > out.jsonl; generate -d plogic --depth 6 | head -n 1 > out.jsonl", nil)
	s.wantScreen(t, "convert: 30 rows in T")
}

// The first Ctrl-C said nothing while the program waited for requests under way.
func TestInterruptSaysWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	latency, err := simllm.ParseLatency("1h")
	if err != nil {
		t.Fatal(err)
	}
	_, url := answering(t, simllm.Options{Latency: latency})
	ask := "informalize --model m --workers 3 --base-url " + url + " fs.jsonl -o nl.jsonl"
	for _, columns := range []int{80, 200} {
		s := onTerminal(t, columns, "trap : INT; "+ask+"; echo exit code $?", nil,
			step{Wait: "3 requests under way", Send: "\x03"}, step{Wait: "again ends now", Send: "\x03"})
		lines := strings.Join(s.Screen, "\n")
		if want := "informalize: waiting for 3 rows under way; Ctrl-C again ends now"; !strings.Contains(lines, want) || !strings.HasSuffix(lines, "exit code 130") {
			t.Errorf("%d columns: the terminal shows\n%s\nwant %s and exit code 130", columns, lines, want)
		}
	}
	s := onTerminal(t, 80, "trap : INT; "+ask+" --timeout 3s --retries 0; echo exit code $?", nil, step{Wait: "3 requests under way", Send: "\x03"})
	if lines := strings.Join(s.Screen, "\n"); !strings.Contains(lines, "--resume continues\nexit code 130") {
		t.Errorf("after one Ctrl-C, the terminal shows\n%s", lines)
	}
}

// Each program of a pipe gets the Ctrl-C, and reports it on a line of its own. The input
// stays open, because the loop of the shell ignores the signal. A program that reads the
// marked end of its input before it handles the signal reports that instead.
func TestInterruptOfAPipe(t *testing.T) {
	t.Parallel()
	s := onTerminal(t, 200, `trap : INT
		(trap '' INT; while read -r line; do echo "$line" || exit; sleep 0.3; done < fs.jsonl) 2> /dev/null | informalize --model builtin:rules | autoformalize --model builtin:rules | verify | convert -o out.jsonl
		echo end`, nil, step{Wait: "convert: [1-9]", Send: "\x03"})
	whole := regexp.MustCompile(`^(\^C)?((informalize|autoformalize|verify|convert): (interrupted|.*was interrupted)(: [0-9]+ input rows are done and kept; --resume continues)?|convert: [0-9]+ rows in T|end)$`)
	lines := strings.Split(measured.ReplaceAllString(strings.Join(s.Screen, "\n"), "in T"), "\n")
	for _, line := range lines {
		if !whole.MatchString(line) {
			t.Errorf("the terminal shows the line %q in\n%s", line, strings.Join(lines, "\n"))
		}
	}
	for _, name := range []string{"informalize", "autoformalize", "verify", "convert"} {
		says := func(line string) bool {
			return strings.Contains(line, name+": ") && strings.Contains(line, "interrupted")
		}
		if !slices.ContainsFunc(lines, says) {
			t.Errorf("%s does not report the interrupt:\n%s", name, strings.Join(lines, "\n"))
		}
	}
}
