package shard

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInputChangedWhileItIsRead: an input that was edited or cut while a program
// read it gave a result that looked complete.
func TestInputChangedWhileItIsRead(t *testing.T) {
	longer := func(name string) error {
		return os.WriteFile(name, bytes.Repeat([]byte(`{"id":"a"}`+"\n"), 30_000), 0o600)
	}
	for what, change := range map[string]func(name string) error{
		"cut":     func(name string) error { return os.Truncate(name, 20) },
		"longer":  longer,
		"partial": longer, // the rows of an unfinished run
		"edited": func(name string) error {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte("x"), 7)
			return errors.Join(err, f.Close(), os.Chtimes(name, time.Time{}, time.Unix(1, 0)))
		},
		"": func(string) error { return nil },
	} {
		name := filepath.Join(t.TempDir(), "in.jsonl")
		if what == "partial" {
			name += ".partial"
		}
		if err := os.WriteFile(name, bytes.Repeat([]byte(`{"id":"a"}`+"\n"), 20_000), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := Open(t.Context(), []string{name}, nil, Part{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = in.Read()
		if err = errors.Join(err, change(name)); err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = in.Read()
		}
		if changed := strings.Contains(err.Error(), "in.jsonl: the file was changed while it was read"); changed != (what != "" && what != "partial") {
			t.Errorf("%s: got %v", what, err)
		}
		if err := in.Close(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
