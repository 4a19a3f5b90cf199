package shard

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

func csvRows(t *testing.T, table string) []*record.Row {
	t.Helper()
	r, err := newCSVReader("t.csv", strings.NewReader(table), ',')
	if err != nil {
		t.Fatal(err)
	}
	var rows []*record.Row
	for {
		rec, err := r.Read()
		if err != nil {
			return rows
		}
		rows = append(rows, rec.Row())
	}
}

// TestManyUnknownColumnsInCSV: each cell was looked up among all fields of its
// row, so a table of 1,000 columns took a minute for 1,000 rows.
func TestManyUnknownColumnsInCSV(t *testing.T) {
	var extra strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&extra, `,"c%d":%d`, i, i)
	}
	rows := make([]*record.Row, 300)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Extra: jsontext.Value("{" + extra.String()[1:] + "}")}
	}
	start := time.Now()
	back := csvRows(t, string(write(t, CSV, rows)))
	if d := time.Since(start); d > 3*time.Second { // it takes 0.1 s
		t.Errorf("300 rows of 1,000 columns took %v", d)
	}
	if len(back) != len(rows) {
		t.Fatalf("read %d rows, expected %d", len(back), len(rows))
	}
	sameRow(t, rows[299], back[299])
}

// TestPathsAreNoCellsInCSV: a row without the field "a.b" had the member b of its
// field a in that column.
func TestPathsAreNoCellsInCSV(t *testing.T) {
	rows := []*record.Row{{Extra: jsontext.Value(`{"a.b":1}`)}, {Extra: jsontext.Value(`{"a":{"b":2}}`)}}
	if got, want := string(write(t, CSV, rows)), "a.b,a\n1,\n,\"{\"\"b\"\":2}\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestColumnWithoutANameInCSV: pandas names the column of its index "", which was
// an error.
func TestColumnWithoutANameInCSV(t *testing.T) {
	rows := csvRows(t, ",id\n0,a\n1,b\n")
	if len(rows) != 2 || rows[1].ID != "b" {
		t.Fatalf("got %v", rows)
	}
	if v, ok := rows[1].ExtraField(""); !ok || string(v) != "1" {
		t.Errorf("got %s, want 1", v)
	}
	for _, format := range fileFormats {
		back, err := read(bytes.NewReader(write(t, format, rows)))
		if err != nil || len(back) != 2 {
			t.Fatalf("%v: %v, %v", format, back, err)
		}
		sameRow(t, rows[1], back[1].Row())
	}
	if _, err := newCSVReader("t.csv", strings.NewReader("x,id,x\n"), ','); err == nil || !strings.Contains(err.Error(), `column "x" twice`) {
		t.Errorf("a column that is there twice: got %v", err)
	}
}
