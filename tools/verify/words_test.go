package verify

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPastAgainstPython compares verdicts on formulas with past operators with
// the evaluator of testdata/words.py. It evaluates each witness, and runs each
// pair that is called equivalent over all words of up to three steps.
// TRUTHLOOP_WORDS sets another number of pairs.
func TestPastAgainstPython(t *testing.T) {
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	count := os.Getenv("TRUTHLOOP_WORDS")
	if count == "" {
		count = "500"
	}
	rows, err := exec.CommandContext(t.Context(), python, "testdata/words.py", "make", "1", count).Output()
	if err != nil {
		t.Fatal(err)
	}
	verify := func(flags ...string) []byte {
		var out, stderr bytes.Buffer
		if err := Command().Run(t.Context(), append([]string{"verify", "--no-timing"}, flags...), bytes.NewReader(rows), &out, &stderr); err != nil {
			t.Fatal(err, stderr.String())
		}
		return out.Bytes()
	}
	check := func(words string, verified []byte) (string, error) {
		cmd := exec.CommandContext(t.Context(), python, "testdata/words.py", "check", words)
		cmd.Stdin = bytes.NewReader(verified)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	infinite := verify()
	for words, verified := range map[string][]byte{"infinite": infinite, "finite": verify("--finite")} {
		counts, err := check(words, verified)
		if err != nil {
			t.Fatal(words, counts)
		}
		t.Log(words, counts)
	}
	for _, change := range [][2]string{{"(O ", "(H "}, {" S ", " T "}, {"(X ", "(F "}} {
		other := bytes.ReplaceAll(infinite, []byte(change[0]), []byte(change[1]))
		if counts, err := check("infinite", other); err == nil || !strings.HasPrefix(counts, "wrong") {
			t.Errorf("the check does not find that %q became %q: %s", change[0], change[1], counts)
		}
	}
}
