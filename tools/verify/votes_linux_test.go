package verify

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/formattest"
)

// TestVotesOfManyQuestions counts the votes of questions with ten answers each, and reports
// the time and the peak memory, also of a fifth of the questions. The answers to a question
// are apart in the input. There are 100,000 answers, or TRUTHLOOP_TEST_ROWS.
func TestVotesOfManyQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const answers = 10
	n := rowsOr(t, 100_000) / answers
	program, dir := built(t, "vote"), t.TempDir()
	formulas := make([]string, 5000)
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range formulas {
		a, b := formattest.FormulaPair(rng, i%20)
		formulas[i] = []string{a.String(), b.String()}[i%2]
	}
	run := func(questions int) (memory int64) {
		input := filepath.Join(dir, fmt.Sprint(questions, ".jsonl"))
		f, err := os.Create(input)
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriter(f)
		for k := range answers {
			for q := range questions {
				fmt.Fprintf(w, `{"id":"q%d","formalism":"propositional","model":"m%d","fs_out":"%s"}`+"\n", q, k, formulas[(q*3+(q+k)%answers/2)%len(formulas)])
			}
		}
		if err := errors.Join(w.Flush(), f.Close()); err != nil {
			t.Fatal(err)
		}
		var rows counter
		cmd := exec.CommandContext(t.Context(), program, input)
		cmd.Stdout, cmd.Stderr = &rows, os.Stderr
		start := time.Now()
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if int(rows) != questions {
			t.Errorf("found %d rows, expected %d", rows, questions)
		}
		memory = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
		t.Logf("%d questions: %.1f s, peak memory %d KB", questions, time.Since(start).Seconds(), memory)
		return memory
	}
	const usual = 400_000 // below it, the peak depends on when the garbage is collected
	if few, many := run(n/5), run(n); many > max(2*few, usual) {
		t.Errorf("peak memory grew from %d KB to %d KB", few, many)
	}
}

// A counter counts lines.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(bytes.Count(b, []byte("\n")))
	return len(b), nil
}
