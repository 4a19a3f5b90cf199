package shard

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
)

// TestCountCountsWhatScanReads: of any columns, in any format, the rows of a Count are
// those of a Scan, with their numbers, and equal rows have equal hashes in all formats.
// Before, equal rows of a table were read one by one.
func TestCountCountsWhatScanReads(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	print := NewFingerprint([]string{"dataset", "model", "index", "step"}, []string{"task"})
	rapid.Check(t, func(rt *rapid.T) {
		dir := t.TempDir()
		kinds := rapid.SliceOfN(rapid.Custom(formattest.Row), 1, 4).Draw(rt, "kinds")
		columns := rapid.SliceOfNDistinct(rapid.SampledFrom(append(record.Columns(), "error.kind", "nothing", "task")), 1, 5, rapid.ID).Draw(rt, "columns")
		var rows []*record.Row
		for i, n := 0, rapid.IntRange(1, 12).Draw(rt, "rows"); i < n; i++ {
			row := *rapid.SampledFrom(kinds).Draw(rt, "row")
			if rapid.Bool().Draw(rt, "own id") {
				row.ID = fmt.Sprint("id", i)
			}
			rows = append(rows, &row)
		}
		wantHashes := map[uint64]int{}
		for _, row := range rows {
			back, err := record.New(record.Append(nil, row))
			if err != nil {
				rt.Fatal(err)
			}
			if hash, ok := print.Row(back); ok {
				wantHashes[hash]++
			}
		}
		for _, format := range fileFormats {
			name := filepath.Join(dir, "rows."+format.String())
			if err := os.WriteFile(name, write(t, format, rows), 0o600); err != nil {
				rt.Fatal(err)
			}
			want, got := map[string]int64{}, map[string]int64{}
			if _, err := scan(Scan{Workers: 2, Columns: columns, Each: func(row *record.Row, _ Position) error {
				want[cellsOfRow(row, columns)]++
				return nil
			}}, []string{name}, nil, Part{}); err != nil {
				rt.Fatal(err)
			}
			hashes := map[uint64]int{}
			in, err := Open(context.Background(), []string{name}, bytes.NewReader(nil), Part{})
			if err != nil {
				rt.Fatal(err)
			}
			err = Count{Workers: 2, Columns: columns, Apart: print, Each: func(row *record.Row, n int64, all []uint64) error {
				got[cellsOfRow(row, columns)] += n
				for _, hash := range all {
					hashes[hash]++
				}
				return nil
			}}.Run(context.Background(), in)
			if err != nil {
				rt.Fatal(err)
			}
			if !maps.Equal(got, want) {
				rt.Errorf("%v: counted %v, want %v", format, got, want)
			}
			if !maps.Equal(hashes, wantHashes) {
				rt.Errorf("%v: hashes %v, want %v", format, hashes, wantHashes)
			}
		}
	})
}

// TestEqualRowsComeTogether counts the calls: 20,000 rows of 6 kinds in four row groups
// are at most 24 calls, although each row has an id of its own.
func TestEqualRowsComeTogether(t *testing.T) {
	rows := make([]*record.Row, 4*rowGroup)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Index: record.Int(i), Model: fmt.Sprint("m", i%2), NumOperators: record.Int(i % 3), Verdict: record.Equivalent}
	}
	name := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(name, write(t, Parquet, rows), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := Open(context.Background(), []string{name}, nil, Part{})
	if err != nil {
		t.Fatal(err)
	}
	calls, counted, hashed := 0, int64(0), map[uint64]bool{}
	err = Count{Workers: 2, Columns: []string{"model", "num_operators", "verdict", "leniencies", "error"}, Apart: NewFingerprint([]string{"index"}, nil), Each: func(_ *record.Row, n int64, all []uint64) error {
		calls, counted = calls+1, counted+n
		for _, hash := range all {
			hashed[hash] = true
		}
		return nil
	}}.Run(context.Background(), in)
	if err != nil || calls > 24 || counted != int64(len(rows)) || len(hashed) != len(rows) {
		t.Errorf("%d calls with %d rows and %d hashes, %v; want at most 24 calls, %d rows, as many hashes", calls, counted, len(hashed), err, len(rows))
	}
}

// TestCodesOfIntegers: of small ranges, of the whole range, and with nulls.
func TestCodesOfIntegers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		of := rapid.SampledFrom([]*rapid.Generator[int64]{rapid.Int64(), rapid.Int64Range(-2, 2), rapid.Int64Range(1<<62, 1<<62+9)}).Draw(rt, "range")
		values := rapid.SliceOfN(rapid.Ptr(of, true), 1, 50).Draw(rt, "values")
		b := array.NewInt64Builder(memory.NewGoAllocator())
		for _, v := range values {
			if v == nil {
				b.AppendNull()
			} else {
				b.Append(*v)
			}
		}
		codes := codesOf(b.NewArray())
		for i, v := range values {
			if codes[i] < 0 || (codes[i] == 0) != (v == nil) {
				rt.Fatalf("value %d has code %d", i, codes[i])
			}
			for k, w := range values[:i] {
				same := v == nil && w == nil || v != nil && w != nil && *v == *w
				if same != (codes[i] == codes[k]) {
					rt.Fatalf("values %d and %d have codes %d and %d", k, i, codes[k], codes[i])
				}
			}
		}
	})
}
