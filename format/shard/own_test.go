package shard

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Rows without their log were overwritten, with --resume and without it, although a
// model had been paid for them. An unrelated file of the name was deleted.
func TestRowsWithoutTheirLogStay(t *testing.T) {
	for _, text := range []string{`{"id":"paid"}` + "\n", "notes of the user"} {
		for _, existing := range []Existing{Refuse, Resume, Overwrite, Replace} {
			for _, name := range []string{"out.jsonl", "out.parquet", "out/"} {
				dir := t.TempDir()
				partial := filepath.Join(dir, "out"+strings.TrimPrefix(name, "out")+partialSuffix)
				partial = strings.Replace(partial, "/.partial", ".partial", 1)
				if err := os.WriteFile(partial, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				out, err := Create(OutputOptions{Name: dir + "/" + name, Existing: existing})
				if err == nil {
					err = errors.Join(errors.New("created"), out.Close())
				}
				if !strings.Contains(err.Error(), "found "+partial+", but no "+partial+".log") {
					t.Errorf("%s, %v: error %v", name, existing, err)
				}
				if got := files(t, dir); len(got) != 1 || got["/"+filepath.Base(partial)] != text {
					t.Errorf("%s, %v: the files are %v", name, existing, got)
				}
			}
		}
	}
}

// A log that is some other text of the user was emptied, or was called an unfinished run.
func TestOtherTextAsALogStays(t *testing.T) {
	for _, existing := range []Existing{Refuse, Resume, Overwrite} {
		dir := t.TempDir()
		log := filepath.Join(dir, "out.jsonl.partial.log")
		if err := os.WriteFile(log, []byte("my notes\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Create(OutputOptions{Name: dir + "/out.jsonl", Existing: existing})
		if err == nil || !strings.Contains(err.Error(), "found other text in "+log) {
			t.Errorf("%v: error %v", existing, err)
		}
		if got := files(t, dir); len(got) != 1 || got["/out.jsonl.partial.log"] != "my notes\n" {
			t.Errorf("%v: the files are %v", existing, got)
		}
	}
}

// A link that somebody else puts at a predictable name was followed: its target was
// overwritten with the rows.
func TestPlantedLinksAreNotFollowed(t *testing.T) {
	for _, name := range []string{"out.parquet", "out.jsonl", "out/"} {
		base := strings.TrimRight(name, "/")
		for _, planted := range []string{".partial", ".partial.log", ".tmp", ".parts", ".old", ".manifest.json.tmp", ".manifest.json"} {
			for _, dangling := range []bool{false, true} {
				dir, away := t.TempDir(), t.TempDir()
				victim := filepath.Join(away, "victim")
				if !dangling {
					if err := os.WriteFile(victim, []byte("precious"), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Symlink(victim, filepath.Join(dir, base+planted)); err != nil {
					t.Skip(err)
				}
				out, err := Create(OutputOptions{Name: dir + "/" + name, Existing: Overwrite})
				refused := strings.HasPrefix(planted, ".partial")
				if refused != (err != nil) {
					t.Errorf("%s%s: error %v", name, planted, err)
				}
				if err == nil {
					goOn(t, out, 5, 5, false)
					if err := out.Finish(manifestOf); err != nil {
						t.Errorf("%s%s: %v", name, planted, err)
					}
				}
				want := map[string]string{"/victim": "precious"}
				if dangling {
					want = map[string]string{}
				}
				if got := files(t, away); !maps.Equal(got, want) {
					t.Errorf("%s%s: the target of the link is %v", name, planted, got)
				}
			}
		}
	}
}

// Files and directories of the user with the names of temporary files were deleted.
func TestUnrelatedNeighboursStay(t *testing.T) {
	for _, name := range []string{"out.parquet", "out/"} {
		dir := t.TempDir()
		base := filepath.Join(dir, strings.TrimRight(name, "/"))
		want := map[string]string{}
		for _, neighbour := range []string{".tmp", ".manifest.json.tmp", ".parts/mine", ".old/mine"} {
			file := base + neighbour
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte("mine"), 0o666)); err != nil {
				t.Fatal(err)
			}
			want[strings.TrimPrefix(file, dir)] = "mine"
		}
		for range 2 { // the second time there is an old output
			out := create(t, OutputOptions{Name: dir + "/" + name, Existing: Overwrite})
			goOn(t, out, 5, 5, false)
			if err := out.Finish(manifestOf); err != nil {
				t.Fatal(err)
			}
		}
		got := files(t, dir)
		for file, text := range want {
			if got[file] != text {
				t.Errorf("%s: %s has %q, expected %q", name, file, got[file], text)
			}
		}
		if len(got) != len(want)+2 {
			t.Errorf("%s: left %v", name, got)
		}
	}
}

// A file that appears under the name of the output during a run was replaced.
func TestFileThatAppearsDuringTheRunStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.jsonl")
	out := create(t, OutputOptions{Name: name})
	goOn(t, out, 5, 5, false)
	if err := os.WriteFile(name, []byte("other"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := out.Finish(nil); err == nil {
		t.Error("the other file was replaced")
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "other" {
		t.Errorf("found %q, %v", text, err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	out = create(t, OutputOptions{Name: name, Existing: Resume})
	if n := out.Total().Count; n != 5 {
		t.Errorf("%d rows are kept, expected 5", n)
	}
	if err := out.Finish(nil); err != nil {
		t.Error(err)
	}
}

// Lock and RemoveOutput refuse what another process has locked.
func TestLockedOutputIsNotRemoved(t *testing.T) {
	dir := t.TempDir()
	unlock, err := Lock(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(filepath.Join(dir, "lock")); !errors.Is(err, ErrLocked) {
		t.Errorf("locked twice: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
	name := filepath.Join(dir, "out.jsonl")
	out := create(t, OutputOptions{Name: name})
	goOn(t, out, 3, 3, false)
	if err := errors.Join(out.Flush()); err != nil {
		t.Fatal(err)
	}
	if err := RemoveOutput(name); !errors.Is(err, ErrLocked) {
		t.Errorf("removed an output that is being written: %v", err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := RemoveOutput(name); err != nil {
		t.Error(err)
	}
	if got := files(t, dir); len(got) != 0 {
		t.Error(fmt.Sprint("left ", got))
	}
}
