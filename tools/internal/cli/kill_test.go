package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// TestKilledRunsResume kills real processes with SIGKILL at random moments and
// resumes them with another number of workers. The final output has the same
// bytes as that of an uninterrupted run.
func TestKilledRunsResume(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const rows, kills = 700, 20
	input := filepath.Join(t.TempDir(), "in.jsonl")
	writeInput(t, input, rows)
	for _, c := range []struct {
		name, program, output string
		args                  []string
	}{
		{"ordered jsonl", "shout", "out.jsonl", []string{"--times", "3", "--slow", "500us", input}},
		{"ordered zstd", "shout", "out.jsonl.zst", []string{"--slow", "500us", input}},
		{"ordered parts", "shout", "out/", []string{"--times", "2", "--slow", "500us", input}},
		{"durable jsonl", "shout", "out.jsonl", []string{"--times", "2", "--durable", "--slow", "500us", input}},
		{"durable parts", "shout", "out/", []string{"--durable", "--slow", "500us", input}},
		{"durable parquet", "shout", "out.parquet", []string{"--durable", "--slow", "500us", input}},
		{"source", "count", "out.jsonl", []string{"--n", "1500", "--slow", "50us"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := undisturbed(t, c.program, c.output, c.args)
			rng := rand.New(rand.NewPCG(1, uint64(len(c.name))))
			dir := t.TempDir()
			done := 0
			for done < kills {
				args := append([]string{"--resume", "-o", c.output, "--workers", fmt.Sprint(1 + rng.IntN(6))}, c.args...)
				// The bound grows, so that the run comes to its end at last
				// and is killed there too.
				wait := time.Duration(rng.IntN(20+6*done)) * time.Millisecond
				if killedAfter(t, dir, c.program, args, wait) {
					done++
				} else if done < kills { // it was complete: begin again
					compare(t, want, tree(t, dir))
					dir = t.TempDir()
				}
			}
			finish := exec.Command(c.program, append([]string{"--resume", "-o", c.output}, c.args...)...)
			finish.Dir = dir
			if text, err := finish.CombinedOutput(); err != nil {
				t.Fatalf("the last run: %v\n%s", err, text)
			}
			compare(t, want, tree(t, dir))
		})
	}
}

// TestKilledRetryResumes kills a run that does the rows with errors again.
func TestKilledRetryResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	input := filepath.Join(t.TempDir(), "in.jsonl")
	writeInput(t, input, 250)
	begin := func(dir string) {
		cmd := exec.Command("shout", "-o", "out.jsonl", "--durable", input)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	retry := []string{"--retry", "error", "--forgive", "--durable", "-o", "out.jsonl", "--slow", "1ms", input}
	wantDir := t.TempDir()
	begin(wantDir)
	cmd := exec.Command("shout", retry...)
	cmd.Dir = wantDir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want := tree(t, wantDir)
	if bytes.Contains(want["out.jsonl"], []byte(`"kind":"bad"`)) {
		t.Fatal("retry left rows with errors")
	}
	dir := t.TempDir()
	begin(dir)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 10 {
		if !killedAfter(t, dir, "shout", retry, time.Duration(rng.IntN(20+10*i))*time.Millisecond) {
			break
		}
	}
	for range 2 { // the second finds that nothing is left to do
		cmd = exec.Command("shout", retry...)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	compare(t, want, tree(t, dir))
}

func writeInput(t *testing.T, name string, rows int) {
	t.Helper()
	var b []byte
	for i := range rows {
		row := record.Row{ID: fmt.Sprint(i), FS: strings.Repeat("p ∧ ", i%7) + "q"}
		if i%11 == 3 {
			row.FS += " bad"
		}
		row.SetExtra("note", []byte(fmt.Sprintf(`{"at": %d}`, i)))
		b = append(record.Append(b, &row), '\n')
		if i%100 == 7 {
			b = append(b, "this is no JSON\n"...)
		}
	}
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

func undisturbed(t *testing.T, program, output string, args []string) map[string][]byte {
	t.Helper()
	cmd := exec.Command(program, append([]string{"-o", output}, args...)...)
	cmd.Dir = t.TempDir()
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return tree(t, cmd.Dir)
}

// killedAfter starts a program and kills it; false means that it had ended by
// itself, as it should.
func killedAfter(t *testing.T, dir, program string, args []string, wait time.Duration) bool {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out.Bytes())
		}
		return false
	case <-time.After(wait):
	}
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	err := <-ended
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out.Bytes())
	}
	return err != nil
}

// tree reads the files of a directory.
func tree(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = b
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// compare says where two outputs differ. The arguments in manifests do: the
// number of workers is one.
func compare(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("found %s, which an undisturbed run does not leave", name)
		}
	}
	for name, w := range want {
		g, ok := got[name]
		if !ok {
			t.Errorf("found no %s", name)
			continue
		}
		if strings.HasSuffix(name, "manifest.json") {
			g, w = withoutArguments(g), withoutArguments(w)
		}
		if !bytes.Equal(g, w) {
			t.Errorf("%s: found %d bytes, which differ from the expected %d", name, len(g), len(w))
		}
	}
}

func withoutArguments(b []byte) []byte {
	start := bytes.Index(b, []byte(`"arguments"`))
	end := bytes.Index(b, []byte(`"settings"`))
	return append(append([]byte{}, b[:start]...), b[end:]...)
}
