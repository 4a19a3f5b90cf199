package shard

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The file of an unfinished run ended in a malformed row, or in the error that
// the file was changed.
func TestGrowingFileIsReadToItsLastWholeLine(t *testing.T) {
	const row = `{"fs":"p"}`
	long := strings.Repeat(" ", 200<<10)
	for name, c := range map[string]struct {
		text string
		rows int
	}{
		"empty":                     {"", 0},
		"torn first line":           {`{"fs":"p`, 0},
		"torn last line":            {row + "\n" + row + "\n" + `{"fs"`, 2},
		"last line without its end": {row + "\n" + row, 1},
		"torn after many blocks":    {row + "\n" + long + row + "\n" + `{"fs":"` + long, 2},
		"only a long torn line":     {`{"fs":"` + strings.Repeat("p", 2<<20), 0},
		"blocks of newlines":        {strings.Repeat("\n", 64<<10) + row + "\n", 1},
	} {
		file := filepath.Join(t.TempDir(), "rows.jsonl.partial")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := Open(t.Context(), []string{file}, nil, Part{})
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for {
			rec, err := in.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if rec.Row().IsMalformed() {
				t.Errorf("%s: row %d is malformed", name, rows+1)
			}
			if rows++; rows == 1 { // the other program goes on
				f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
				if err == nil {
					_, err = f.WriteString("{\"fs\":\"q\"}\n")
				}
				if err = errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if rows != c.rows {
			t.Errorf("%s: %d rows, expected %d", name, rows, c.rows)
		}
	}
}
