package shard

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// inputRow is the k-th input of these tests.
func inputRow(k int64) *Record {
	return NewRecord(Position{File: "in", Row: k + 1}, &record.Row{ID: fmt.Sprint(k)})
}

// chunkOf is what it becomes: between none and three rows.
func chunkOf(k int64) Chunk {
	u := Chunk{First: k, Count: 1, Sum: inputRow(k).Sum(0), Classes: map[string]int64{}}
	for i := range k % 4 {
		row := &record.Row{ID: fmt.Sprint(k), Sample: record.Int(int(i))}
		u.Lines = append(record.Append(u.Lines, row), '\n')
		u.Rows++
		u.Classes[fmt.Sprint("class", i)]++
	}
	return u
}

// goOn commits what is missing of n units, in an order that a seed decides
// where any is allowed, at most limit of them.
func goOn(t testing.TB, out *Output, n int64, limit int, shuffled bool) {
	t.Helper()
	var missing []int64
	r := out.Resumption()
	for k := range n {
		done, err := r.Done(k, inputRow(k))
		if err != nil {
			t.Fatal(err)
		}
		if !done {
			missing = append(missing, k)
		}
	}
	if shuffled {
		for i := range missing {
			j := (i*7919 + 13) % len(missing)
			missing[i], missing[j] = missing[j], missing[i]
		}
	}
	for i, k := range missing {
		if i == limit {
			break
		}
		if err := out.Commit(chunkOf(k)); err != nil {
			t.Fatal(err)
		}
	}
}

func create(t testing.TB, o OutputOptions) *Output {
	t.Helper()
	out, err := Create(o)
	if err != nil {
		t.Fatal(err)
	}
	out.part = 15 // so that a directory has several parts
	return out
}

// files reads all below a directory.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all[path[len(dir):]] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func manifestOf(r Result) ([]byte, error) { return []byte(fmt.Sprintf("%+v\n", r)), nil }

// TestOutputSurvivesAnyDamageAtTheEnd is what a crash of the machine may do:
// both files of the journal end anywhere, with anything in their last bytes.
// What holds is kept, the rest is done again, and the result is that of a run
// without a crash.
func TestOutputSurvivesAnyDamageAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, c := range []struct {
		name string
		sync bool
	}{{"out.jsonl", false}, {"out.jsonl", true}, {"out.parquet", true}, {"out/", false}, {"out/", true}} {
		t.Run(fmt.Sprint(c.name, c.sync), func(t *testing.T) {
			const n = 60
			options := func(dir string) OutputOptions {
				return OutputOptions{Name: dir + "/" + c.name, Existing: Resume, Sync: c.sync, Run: map[string]string{"a": "b"}}
			}
			wantDir := t.TempDir()
			out := create(t, options(wantDir))
			goOn(t, out, n, n, false)
			if err := out.Finish(manifestOf); err != nil {
				t.Fatal(err)
			}
			want := files(t, wantDir)
			root := t.TempDir()
			rng := rand.New(rand.NewPCG(5, 6))
			for try := range 10 { // each takes many syncs
				dir := filepath.Join(root, fmt.Sprint(try))
				for range 1 + rng.IntN(3) {
					out := create(t, options(dir))
					goOn(t, out, n, rng.IntN(n+30), c.sync)
					if err := out.Close(); err != nil {
						t.Fatal(err)
					}
					for _, file := range []string{out.partialName(), out.logName()} {
						damage(t, rng, file)
					}
				}
				out := create(t, options(dir))
				goOn(t, out, n, n, c.sync)
				if err := out.Finish(manifestOf); err != nil {
					t.Fatal(err)
				}
				got := files(t, dir)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("got  %.2000v\nwant %.2000v", got, want)
				}
				if _, err := Create(options(dir)); !errors.Is(err, ErrComplete) {
					t.Fatalf("resuming a complete output: %v", err)
				}
			}
		})
	}
}

func damage(t *testing.T, rng *rand.Rand, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first := 0 // the first line of the log is on the disk before the first row is
	if strings.HasSuffix(name, ".log") {
		first = bytes.IndexByte(b, '\n') + 1
	}
	keep := max(first, len(b)-rng.IntN(2)*rng.IntN(600))
	garbage := []string{"", "\x00\x00\x00", "{\"done\"", "\n", "{}\n", "garbage\n", strings.Repeat("{\"id\":\"none\"}\n", 200)}
	b = append(b[:keep], garbage[rng.IntN(len(garbage))]...)
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestOutputKilledWhileFinishing stops between the steps of Finish.
func TestOutputKilledWhileFinishing(t *testing.T) {
	for _, name := range []string{"out.jsonl", "out.parquet", "out/"} {
		for step := range 3 {
			dir := t.TempDir()
			o := OutputOptions{Name: dir + "/" + name, Existing: Resume}
			out := create(t, o)
			goOn(t, out, 20, 20, false)
			if err := out.Flush(); err != nil {
				t.Fatal(err)
			}
			made, err := out.make()
			if err != nil {
				t.Fatal(err)
			}
			if step > 0 {
				if err := out.j.writeLog(true, logLine{Made: made}); err != nil {
					t.Fatal(err)
				}
			}
			if step > 1 {
				if err := out.takeName(made); err != nil {
					t.Fatal(err)
				}
			}
			if err := out.Close(); err != nil { // as the kernel does
				t.Fatal(err)
			}
			if step < 2 {
				out = create(t, o)
				if got := out.Total().Count; got != 20 {
					t.Errorf("%s after step %d: %d inputs are done, expected 20", name, step, got)
				}
				if err := out.Finish(nil); err != nil {
					t.Fatalf("%s after step %d: %v", name, step, err)
				}
			}
			if _, err := Create(o); !errors.Is(err, ErrComplete) {
				t.Errorf("%s after step %d: %v, expected that it is complete", name, step, err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.*.*")); len(left) > 0 {
				t.Errorf("%s after step %d: leftovers in %v", name, step, files(t, dir))
			}
		}
	}
}

// TestCommitGroups has many goroutines commit at once, each of which finds its
// unit on the disk when Commit returns.
func TestCommitGroups(t *testing.T) {
	o := OutputOptions{Name: t.TempDir() + "/out.jsonl", Sync: true}
	out := create(t, o)
	const n = 200
	errs := make(chan error, n)
	for k := range int64(n) {
		go func() {
			u := chunkOf(k)
			err := out.Commit(u)
			if b, rerr := os.ReadFile(out.partialName()); err == nil && (rerr != nil || !bytes.Contains(b, u.Lines)) {
				err = fmt.Errorf("unit %d is not in the journal: %w", k, rerr)
			}
			errs <- err
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if err := out.Finish(nil); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(o.Name)
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for k := range int64(n) {
		want = append(want, chunkOf(k).Lines...)
	}
	if !bytes.Equal(got, want) {
		t.Error("the output is not in the order of the inputs")
	}
}

// TestFailedWriteIsRemembered: after a write that failed nothing is appended,
// since the files end somewhere within a row.
func TestFailedWriteIsRemembered(t *testing.T) {
	out := create(t, OutputOptions{Name: t.TempDir() + "/out.jsonl", Sync: true})
	if err := out.j.data.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := out.Commit(chunkOf(1)); err == nil {
			t.Error("no error from a commit to a closed file")
		}
	}
	if out.Total().Count != 0 {
		t.Errorf("%d inputs count as done", out.Total().Count)
	}
}

// The bytes of a compressed output depended on the order in which its rows had been
// finished, which changes with the workers and with a kill.
func TestCompressedBytesIgnoreTheOrderOfCommits(t *testing.T) {
	for _, name := range []string{"out.jsonl.gz", "out.jsonl.zst"} {
		var outputs []string
		for _, shuffled := range []bool{false, true} {
			dir := t.TempDir()
			out := create(t, OutputOptions{Name: filepath.Join(dir, name), Sync: true})
			goOn(t, out, 300, 300, shuffled)
			if err := out.Finish(nil); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			outputs = append(outputs, string(text))
		}
		if outputs[0] != outputs[1] {
			t.Errorf("%s: found %d bytes in order and others, %d, in another order", name, len(outputs[0]), len(outputs[1]))
		}
	}
}

// Messages about lists of thousands of seeds once filled the screen.
func TestSameRunIsBounded(t *testing.T) {
	a := map[string]string{"seeds": strings.Repeat("1,", 100_000) + "7" + strings.Repeat(",1", 1000), "short": "x"}
	b := map[string]string{"seeds": strings.Repeat("1,", 100_000) + "8" + strings.Repeat(",1", 1000), "short": "y"}
	if got := SameRun(a, b).Error(); got != `seeds has changed, short was "x" and is now "y"` {
		t.Error(got)
	}
	if err := SameRun(a, a); err != nil {
		t.Error(err)
	}
}

// Two programs that wrote the same file at the same time once took each
// other's temporary file away.
func TestWriteFileAtTheSameTime(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	name := filepath.Join(t.TempDir(), "table.csv")
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for range 20 {
				if err := WriteFile(name, bytes.Repeat([]byte{byte('a' + i)}, 10_000)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	got, err := os.ReadFile(name)
	if err != nil || len(got) != 10_000 || len(bytes.Trim(got, string(got[:1]))) > 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestSymbolicLinksStay: an output with the name of a symbolic link replaced the
// link by a file, and its target stayed as it was.
func TestSymbolicLinksStay(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "out.jsonl")
	if err := os.Symlink(filepath.Join("data", "real.jsonl"), link); err != nil {
		t.Skip(err)
	}
	real := filepath.Join(data, "real.jsonl")
	for _, old := range []bool{false, true} { // the first target is missing
		out := create(t, OutputOptions{Name: link, Existing: Overwrite})
		if run, ok := Begun(link); !ok || run["format"] != "jsonl" {
			t.Errorf("begun: got %v, %v", run, ok)
		}
		goOn(t, out, 5, 5, false)
		if err := out.Finish(nil); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(link+".txt", nil); err != nil {
			t.Fatal(err)
		}
		if at, err := os.Readlink(link); err != nil || at != filepath.Join("data", "real.jsonl") {
			t.Fatalf("old %v: the link is %q, %v", old, at, err)
		}
		if fi, err := os.Stat(real); err != nil || fi.Size() == 0 {
			t.Fatalf("old %v: the target is %v, %v", old, fi, err)
		}
		if ManifestName(link) != real+manifestSuffix {
			t.Errorf("the manifest is %s", ManifestName(link))
		}
		if _, err := Create(OutputOptions{Name: link, Existing: Resume}); !errors.Is(err, ErrComplete) {
			t.Errorf("resumed: got %v, want ErrComplete", err)
		}
	}
	if err := WriteFile(link, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(real); err != nil || string(b) != "x" {
		t.Errorf("WriteFile: the target has %q, %v", b, err)
	}
}
