package logic_test

import (
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestErrors compares the error of each line of testdata/errors.txt with the golden
// file. The lines are Go strings, so that they can contain any bytes.
func TestErrors(t *testing.T) {
	const golden = "testdata/errors.golden"
	texts, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, quoted := range strings.Split(strings.TrimSpace(string(texts)), "\n") {
		s, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		f, err := logic.Parse(s, logic.Options{})
		if err == nil {
			t.Errorf("%q: read as %s", s, f)
			continue
		}
		checkError(t, s, err)
		got.WriteString(quoted + "\n\t" + err.Error() + "\n")
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("errors changed; -update writes them anew:\n%s", got.String())
	}
}

func TestSyntaxErrorCountsRunesAndBytes(t *testing.T) {
	for _, c := range []struct {
		text           string
		column, offset int
	}{
		{"∀x ∧", 4, 5},
		{"\ufeffp1\u00a0\u200b∧ ）", 8, 14},
		{"p ∧ \xff", 5, 6},
		{"（ｐ ∧ ｑ", 7, 14},
	} {
		_, err := logic.Parse(c.text, logic.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", c.text, err)
		} else if e.Column != c.column || e.Offset != c.offset {
			t.Errorf("%q: column %d, offset %d, want %d, %d: %v", c.text, e.Column, e.Offset, c.column, c.offset, e)
		}
	}
}
