package verify

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
)

// pairRows are the lines of n rows with formulas of 0 to 40 operators over 12
// atoms and answers to them: rows with nothing else, or rows as generate
// writes them.
func pairRows(n int, lean bool) [][]byte {
	rng := rand.New(rand.NewPCG(11, 11))
	lines := make([][]byte, n)
	for i := range lines {
		a, b := formattest.FormulaPair(rng, i%41)
		row := &record.Row{Formalism: record.Propositional, FS: a.String(), FSOut: b.String()}
		row.ID = record.FormulaID("plogic", row.FS)
		if !lean {
			c := a.Counts()
			row.Dataset, row.Batch, row.Index = "plogic", record.Int(0), record.Int(i)
			row.Depth, row.NumOperators = record.Int(c.Depth), record.Int(c.Operators)
			row.NumAnd, row.NumOr, row.NumNot = record.Int(c.And), record.Int(c.Or), record.Int(c.Not)
			row.NumImplies, row.NumIff, row.NumQuantifiers, row.NumPredicates = record.Int(0), record.Int(0), record.Int(0), record.Int(0)
			row.Vocabulary = &record.Vocabulary{Propositions: a.Signature(false).Propositions}
			row.NumPropositions = record.Int(len(row.Vocabulary.Propositions))
		}
		lines[i] = append(record.Append(nil, row), '\n')
	}
	return lines
}

// BenchmarkRows verifies rows of JSONL, from reading the input to writing the
// output, with one worker; -cpu 1 gives it one core.
func BenchmarkRows(b *testing.B) {
	const rows = 41 * 500
	for _, c := range []struct {
		name string
		lean bool
	}{{"lean", true}, {"generated", false}} {
		b.Run(c.name, func(b *testing.B) {
			input := bytes.Join(pairRows(rows, c.lean), nil)
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				err := Command().Run(b.Context(), []string{"verify", "--no-timing", "--workers", "1"}, bytes.NewReader(input), io.Discard, os.Stderr)
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(len(input))/rows, "bytes/row")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestMemoryIsFlat streams rows through the program, built as users have it, and
// reports its peak memory after a tenth, a half and nine tenths of the rows. The program
// still runs then. There are 300,000 rows, or TRUTHLOOP_TEST_ROWS.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("takes seconds, and reads /proc")
	}
	n := rowsOr(t, 300_000)
	cmd := exec.CommandContext(t.Context(), built(t, "verify"), "--no-timing")
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	cmd.Stderr = os.Stderr
	if errIn != nil || errOut != nil {
		t.Fatal(errIn, errOut)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fed := make(chan error, 1)
	go func() { fed <- feed(in, n) }()
	marks := map[int]int{}
	lines := bufio.NewReaderSize(out, 1<<20)
	for rows := 1; ; rows++ {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			if rows-1 != n {
				t.Errorf("found %d rows, expected %d", rows-1, n)
			}
			break
		}
		if err != nil || !bytes.Contains(line, []byte(`"verdict":"`)) {
			t.Fatalf("row %d: %v: found %s", rows, err, line)
		}
		if rows == n/10 || rows == n/2 || rows == n/10*9 {
			marks[rows] = peak(t, cmd.Process.Pid)
		}
	}
	if err := <-fed; err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("peak memory in KB by rows: %v; %.0f rows a second of CPU time", marks, float64(n)/cpu.Seconds())
	if first, last := marks[n/10], marks[n/10*9]; last > 3*first/2 {
		t.Errorf("peak memory grew from %d KB to %d KB", first, last)
	}
}

// rowsOr returns TRUTHLOOP_TEST_ROWS, or n if it is not set.
func rowsOr(t *testing.T, n int) int {
	if text := os.Getenv("TRUTHLOOP_TEST_ROWS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// built returns the path of a program, built as users have it.
func built(t *testing.T, name string) string {
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", program, "../truthloop").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return program
}

// feed writes n rows, which differ in their ids, and closes w.
func feed(w io.WriteCloser, n int) error {
	buffered := bufio.NewWriterSize(w, 1<<20)
	lines := pairRows(41*200, true)
	for i := range n {
		_, rest, _ := bytes.Cut(lines[i%len(lines)], []byte(","))
		fmt.Fprintf(buffered, `{"id":"%024d",`, i)
		buffered.Write(rest) // Flush tells its error
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return w.Close()
}

// peak is the most memory that a process has had, in KB.
func peak(t *testing.T, pid int) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				t.Fatal(err)
			}
			return kb
		}
	}
	t.Fatalf("found no VmHWM in %s", status)
	return 0
}
