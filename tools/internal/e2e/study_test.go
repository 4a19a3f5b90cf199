//go:build unix

package e2e

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A study of two models, two datasets and two prompts is killed several times and resumed.
// Its files then have the same bytes as those of a run without interruptions.
func TestKilledStudyContinues(t *testing.T) {
	const study = `cat > study.toml <<'END'
[run]
no-timing = true
workers = 1
[generate]
dataset = ["plogic", "fol"]
sample-count = 4
depth = 20
[model]
model = ["builtin:rules", "builtin:noisy"]
prompts = ["a", "b"]
END
mkdir a b
cp "$ROOT"/data/prompts/*.txt a
for f in a/*; do sed 's/the/the following/' $f > b/${f#a/}; done
`
	t.Setenv("ROOT", root)
	whole, killed := t.TempDir(), t.TempDir()
	begin := time.Now()
	sh(t, whole, study+"run study.toml -o results")
	takes := time.Since(begin)
	sh(t, killed, study)
	command := "exec run study.toml -o results"
	const kills = 5
	for i := range kills {
		cmd := shell(t, killed, command)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(takes * time.Duration(i+1) / (kills + 2))
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Logf("the run ended before kill %d: %v", i+1, err)
		}
		_ = cmd.Wait() // the error of a killed process
		command = "exec run study.toml -o results --resume"
	}
	sh(t, killed, command)
	want, got := bytesOf(t, filepath.Join(whole, "results")), bytesOf(t, filepath.Join(killed, "results"))
	if len(want) < 40 { // eight combinations, and what they share
		t.Errorf("found %d files in the results", len(want))
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s differs from that of the undisturbed run", name)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("found more files: %v", slices.Sorted(maps.Keys(got)))
	}
}

// bytesOf returns the content of each file below a directory.
func bytesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		all[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
