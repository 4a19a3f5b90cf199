package shard

import (
	"bytes"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/truthloop/truthloop/format/record"
)

// Row groups and batches end where their rows are large, so that neither who
// writes them nor who reads them needs the memory for thousands of these.
func TestLargeRowsMakeSmallGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	text := strings.Repeat("long ", 6<<20/5)
	rows := make([]*record.Row, 12)
	for i := range rows {
		rows[i] = &record.Row{ID: strings.Repeat("i", i), NL: text}
	}
	data := write(t, Parquet, rows)
	footer, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(footer.RowGroups()); n != 4 {
		t.Errorf("%d row groups of 12 rows of 6 MB, want 4", n)
	}
	for format, data := range map[Format][]byte{Parquet: data, Arrow: write(t, Arrow, rows)} {
		back, err := read(bytes.NewReader(data))
		if err != nil || len(back) != len(rows) {
			t.Fatalf("%v: %d rows, %v", format, len(back), err)
		}
		for i, rec := range back {
			if row := rec.Row(); row.ID != rows[i].ID || row.NL != text {
				t.Errorf("%v: row %d is another", format, i)
			}
		}
		n := 0
		_, err = scan(Scan{Workers: 2, Columns: []string{"id", "nl"}, Each: func(row *record.Row, _ Position) error {
			if row.ID != rows[n].ID || row.NL != text {
				t.Errorf("%v: scanned row %d is another", format, n)
			}
			n++
			return nil
		}}, nil, data, Part{})
		if err != nil || n != len(rows) {
			t.Errorf("%v: scanned %d rows, %v", format, n, err)
		}
	}
}
