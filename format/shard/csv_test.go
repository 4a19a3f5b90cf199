package shard

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

func csvRows(t *testing.T, table string) []*record.Row {
	t.Helper()
	r, err := newCSVReader("t.csv", strings.NewReader(table), CSV)
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
	rows := make([]*record.Row, 1000)
	if testing.Short() {
		rows = rows[:30]
	}
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Extra: jsontext.Value("{" + extra.String()[1:] + "}")}
	}
	start := time.Now()
	back := csvRows(t, string(write(t, CSV, rows)))
	if d := time.Since(start); d > 30*time.Second { // it takes 0.5 s
		t.Errorf("%d rows of 1,000 columns took %v", len(rows), d)
	}
	if len(back) != len(rows) {
		t.Fatalf("read %d rows, expected %d", len(back), len(rows))
	}
	sameRow(t, rows[29], back[29])
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
	if _, err := newCSVReader("t.csv", strings.NewReader("x,id,x\n"), CSV); err == nil || !strings.Contains(err.Error(), `column "x" twice`) {
		t.Errorf("a column that is there twice: got %v", err)
	}
}

// TestCellsThatASpreadsheetEvaluates: a model's answer such as =1+1 or -p was
// written as it is, and a spreadsheet runs it. Reading restores every cell.
func TestCellsThatASpreadsheetEvaluates(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1":           "'=1+1",
		"+p":             "'+p",
		"-p1 & p2":       "'-p1 & p2",
		"@cf/meta/llama": "'@cf/meta/llama",
		"\t=1":           "'\t=1",
		"\r=1":           "'\r=1",
		"＝1":             "'＝1",
		"'=1":            "''=1", // else reading would take the model's apostrophe
		"--1":            "'--1",
		"-":              "'-",
		"-1":             "-1", // numbers
		"+.5e-3":         "+.5e-3",
		"-2.":            "-2.",
		"'p'":            "'p'",
		"p = q":          "p = q",
		"":               "",
	} {
		if got := SafeCell(cell); got != want {
			t.Errorf("SafeCell(%q) = %q, want %q", cell, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching("'{0,2}[-=+@\t\r\n＝a1]{0,3}[0-9p]{0,2}").Draw(t, "cell")
		if got := RestoreCell(SafeCell(cell)); got != cell {
			t.Errorf("%q came back as %q", cell, got)
		}
	})
	rows := []*record.Row{{ID: "@x", NL: "=HYPERLINK(\"x\")", Extra: jsontext.Value(`{"=a":"-p","n":-1,"t":"'+"}`)}}
	for _, format := range []Format{CSV, TSV} {
		safe := write(t, format.Safe(), rows)
		for _, cell := range []string{"'@x", "'=HYPERLINK", "'=a", "'-p", "-1", "''+"} {
			if !bytes.Contains(safe, []byte(cell)) {
				t.Errorf("%v: got %q without %q", format, safe, cell)
			}
		}
		in, err := Open(t.Context(), nil, bytes.NewReader(safe), Part{})
		if err != nil {
			t.Fatal(err)
		}
		in.ReadTables(format)
		in.RestoreCells()
		rec, err := in.Read()
		if err != nil {
			t.Fatal(err)
		}
		sameRow(t, rows[0], rec.Row())
	}
}
