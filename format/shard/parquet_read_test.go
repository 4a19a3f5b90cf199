package shard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBooleansInRuns: booleans that are stored as runs are read correctly, and so
// are lists of numbers whose pages have too low a null count. This is so for
// whole rows and for single columns.
func TestBooleansInRuns(t *testing.T) {
	columns := []string{"index", "nl_leak", "flags", "scores"}
	for _, file := range []string{"runs-1.parquet", "runs-2.parquet"} {
		name := filepath.Join("testdata", "parquet", file)
		var want []string
		for i := range 1000 {
			leak := fmt.Sprint(i%3 == 0 || 100 < i && i < 255)
			line := fmt.Sprintf(`%s: row %d index="%d"`, name, i+1, i)
			if i%11 > 0 {
				line += fmt.Sprintf(` nl_leak=%q`, leak)
			} else {
				leak = "null"
			}
			if i%4 > 0 {
				line += fmt.Sprintf(` flags="[%s]"`, repeated(leak, i%4))
			}
			if i%2 > 0 {
				line += fmt.Sprintf(` scores="[%s]"`, repeated(fmt.Sprint(float64(i)/2), i%3))
			}
			want = append(want, line)
		}
		if got := whole(t, columns, []string{name}, nil, Part{}); !slices.Equal(got, want) {
			t.Errorf("rows: %s", firstDifference(got, want))
		}
		got, err := scan(Scan{Workers: 2, Columns: columns}, []string{name}, nil, Part{})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("columns: %v, %s", err, firstDifference(got, want))
		}
	}
}

func repeated(s string, n int) string {
	return strings.Join(slices.Repeat([]string{s}, n), ",")
}

func firstDifference(got, want []string) string {
	for i, line := range want {
		if i >= len(got) {
			return "no line " + line
		}
		if got[i] != line {
			return "got " + got[i] + ", want " + line
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(got), len(want))
}

// TestRowGroupsWithoutRows: the library cannot seek in them.
func TestRowGroupsWithoutRows(t *testing.T) {
	columns := []string{"id", "nl_leak", "tags"}
	for file, want := range map[string][]string{
		"empty.parquet":  nil,
		"groups.parquet": {`: row 1 id="a" nl_leak="true" tags="[\"x\"]"`, `: row 2 id="b"`},
	} {
		name := filepath.Join("testdata", "parquet", file)
		for i := range want {
			want[i] = name + want[i]
		}
		rows, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := read(bytes.NewReader(rows)); err != nil || len(all) != len(want) {
			t.Errorf("%s: %d rows, %v", file, len(all), err)
		}
		if got := whole(t, columns, []string{name}, nil, Part{}); !slices.Equal(got, want) {
			t.Errorf("rows: %q, want %q", got, want)
		}
		if got, err := scan(Scan{Workers: 2, Columns: columns}, []string{name}, nil, Part{}); err != nil || !slices.Equal(got, want) {
			t.Errorf("columns: %v, %q, want %q", err, got, want)
		}
	}
}

// The old timestamps of Impala and Spark have 96 bits, and JSON is text.
func TestTimestampsOf96Bits(t *testing.T) {
	name := filepath.Join("testdata", "parquet", "times.parquet")
	want := []string{name + `: row 1 id="a" when="2024-01-02T03:04:05Z"`, name + `: row 2 id="b"`}
	if got := whole(t, []string{"id", "when"}, []string{name}, nil, Part{}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A file with an encoding that the library does not read was said to be damaged.
func TestUnsupportedEncodingOfParquet(t *testing.T) {
	name := filepath.Join("testdata", "parquet", "deltas.parquet")
	in, err := Open(t.Context(), []string{name}, nil, Part{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	_, err = in.Read()
	if want := "hash: the column has an encoding that is not supported"; err == nil || !strings.HasPrefix(err.Error(), name) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("found %v, expected the file and %s", err, want)
	}
}
