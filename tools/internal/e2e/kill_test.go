//go:build unix

package e2e

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const kills = 20

// Each stage writes a file or a directory of Parquet parts, is killed at 20
// random moments, and is resumed each time. The final output has the same bytes
// as that of an uninterrupted run.
func TestKilledAndResumedStages(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, `
		generate --dataset fol --seed 3 --batches 2 -o fs.jsonl
		informalize --model builtin:rules --no-timing fs.jsonl -o nl.jsonl
		autoformalize --model builtin:noisy --no-timing nl.jsonl -o out.jsonl`)
	for name, stage := range map[string]string{
		"generate":      `generate --dataset fol --seed 3 --batches 6`,
		"informalize":   `informalize --model builtin:rules --no-timing fs.jsonl`,
		"autoformalize": `autoformalize --model builtin:noisy --no-timing nl.jsonl`,
		"verify":        `verify --no-timing out.jsonl`,
	} {
		for _, output := range []string{name + ".jsonl", name + "/"} {
			if strings.HasSuffix(output, "/") {
				stage += " --part-rows 700"
			}
			t.Run(output, func(t *testing.T) {
				whole := filepath.Join("whole", output)
				begin := time.Now()
				sh(t, dir, "mkdir -p whole && "+stage+" -o "+slash(whole, output))
				took := time.Since(begin)
				want := contents(t, filepath.Join(dir, whole))
				killed, finished := 0, 0
				for attempt := 0; killed < kills || finished == 0; attempt++ {
					out := filepath.Join("killed", output)
					if runAndKill(t, dir, stage+" --resume -o "+slash(out, output), took/4, killed < kills) {
						killed++
						continue
					}
					finished++
					if got := contents(t, filepath.Join(dir, out)); !slices.Equal(got, want) {
						t.Fatalf("after %d kills the output differs: %s", killed, difference(got, want))
					}
					if err := os.RemoveAll(filepath.Join(dir, "killed")); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	}
}

// The program run is killed at random moments and resumed each time. All its files
// have the same bytes as those of an uninterrupted run.
func TestKilledAndResumedRun(t *testing.T) {
	dir := t.TempDir()
	const loop = "run --dataset plogic --sample-count 10 --model builtin:noisy --no-timing --by num_operators:10 -o results"
	begin := time.Now()
	sh(t, dir, "mkdir whole killed && cd whole && "+loop)
	took := time.Since(begin)
	want := contents(t, filepath.Join(dir, "whole"))
	killed, finished := 0, 0
	for killed < kills || finished == 0 {
		if runAndKill(t, filepath.Join(dir, "killed"), loop+" --resume", took, killed < kills) {
			killed++
			continue
		}
		finished++
		if got := contents(t, filepath.Join(dir, "killed")); !slices.Equal(got, want) {
			t.Fatalf("after %d kills the output differs: %s", killed, difference(got, want))
		}
		if err := os.RemoveAll(filepath.Join(dir, "killed", "results")); err != nil {
			t.Fatal(err)
		}
	}
}

// slash adds the trailing slash of output to path, since Join removes it.
func slash(path, output string) string {
	if strings.HasSuffix(output, "/") {
		return path + "/"
	}
	return path
}

// runAndKill runs script and, if asked to, kills it and its child processes at a
// random moment within the given time. It reports whether the kill came before
// the end.
func runAndKill(t *testing.T, dir, script string, within time.Duration, kill bool) bool {
	t.Helper()
	cmd := shell(t, dir, "mkdir -p killed && exec "+script)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	timer := time.NewTimer(rand.N(max(within, 20*time.Millisecond)))
	defer timer.Stop()
	if !kill {
		timer.Stop()
	}
	select {
	case <-timer.C:
		// The process may have ended in the meantime.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if err := <-done; err != nil {
			return true
		}
	case err := <-done:
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, stderr.String())
		}
	}
	return false
}

// contents maps the files at path to their contents, manifests included; these
// contain no names of directories.
func contents(t *testing.T, path string) []string {
	t.Helper()
	var files []string
	err := filepath.Walk(path, func(p string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		files = append(files, strings.TrimPrefix(p, path)+"\n"+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// difference describes in one line where two outputs begin to differ.
func difference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			name, _, _ := strings.Cut(got[i], "\n")
			at := 0
			for at < min(len(got[i]), len(want[i])) && got[i][at] == want[i][at] {
				at++
			}
			return name + ": got ..." + excerpt(got[i], at) + "..., want ..." + excerpt(want[i], at) + "..."
		}
	}
	return "other files"
}

func excerpt(s string, at int) string { return s[max(0, at-40):min(len(s), at+80)] }
