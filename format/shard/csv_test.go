package shard

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
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

// A bad header was said to be on line 0, and a malformed row lost the text of its bad cell.
func TestQuotationMarkInsideCSVCell(t *testing.T) {
	for header, line := range map[string]string{"id,f\"s,formalism\n": "line 1: bare", "\n\nid,\"fs\n": "line 3: "} {
		if _, err := newCSVReader("t.csv", strings.NewReader(header), CSV); err == nil || !strings.Contains(err.Error(), "t.csv: reading the header: "+line) {
			t.Errorf("%q: found %v, expected an error with %s", header, err, line)
		}
	}
	for line, want := range map[string]string{`a,x"y`: `["a","x\"y"]`, `a,"x"y`: `["a","xy"]`} {
		rows := csvRows(t, "id,fs\n"+line+"\nb,q\n")
		if len(rows) != 2 || !rows[0].IsMalformed() || rows[1].FS != "q" {
			t.Fatalf("%s: found %d rows, expected a malformed one and another", line, len(rows))
		}
		if got := string(write(t, JSONL, rows[:1])); !strings.Contains(got, strings.ReplaceAll(want, `"`, `\"`)) && !strings.Contains(got, strconv.Quote(want)) {
			t.Errorf("%s: found %s, expected %s", line, got, want)
		}
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

// An integer beyond 64 bits was rounded, \r\n in a cell became \n, the texts "1.0", "true"
// and " 1" became other values, and an empty text, null or a row without values was lost.
func TestTablesOfTextKeepEveryRow(t *testing.T) {
	lines := `{"id":"a","nl":"","n":9223372036854775808,"m":-18446744073709551617,"x":1.0,"text":"1.0","truth":"true","space":" 1"}
{"id":"b","fs":"p\r\nq\rr\n","n":123456789012345678901234567890.50,"text":"","truth":true,"space":"\r\n","list":[1,"a,b"],"none":null}
{"text":"[1]","truth":"\"[1]\"","space":"\"a\"","list":"{\"a\":\"\"}","none":"null"}
{"text":"\ud83d","truth":"\"\\ud83d\"","space":" [1] ","list":{"a":{}},"none":"-1e3","n":-1e3}
{}
{"text":"=1","truth":"'=1","space":"\t","x":-1,"n":"-1","list":"a \"b\" c","none":"\\."}
`
	var rows []*record.Row
	for line := range strings.Lines(lines) {
		row, err := record.New([]byte(line))
		if err != nil {
			t.Fatal(line, err)
		}
		rows = append(rows, row)
	}
	for _, all := range [][]*record.Row{rows, {{}, {ID: "a"}, {}}} {
		for _, format := range []Format{CSV, TSV, Parquet, Arrow} {
			name := filepath.Join(t.TempDir(), "rows."+format.String()) // the content of CSV does not show its format
			if err := os.WriteFile(name, write(t, format, all), 0o600); err != nil {
				t.Fatal(err)
			}
			in, err := Open(t.Context(), []string{name}, nil, Part{})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range all {
				rec, err := in.Read()
				if err != nil {
					t.Fatalf("%v: row %d: %v", format, i, err)
				}
				got, want := fields(rec.Row()), fields(want)
				if len(all) == 3 { // a table of one column has no other form for a row without values
					got = slices.DeleteFunc(got, func(f string) bool { return f == `id=""` })
				}
				if !slices.Equal(got, want) {
					t.Errorf("%v: row %d\ngot  %s\nwant %s", format, i, got, want)
				}
			}
			if _, err := in.Read(); !errors.Is(err, io.EOF) {
				t.Errorf("%v: another row, %v", format, err)
			}
		}
	}
}

// fields lists the members of a row, sorted: in a table they can have another order.
func fields(row *record.Row) (all []string) {
	whole := record.Row{Extra: record.Append(nil, row)}
	for name, value := range whole.ExtraFields() {
		all = append(all, name+"="+string(value))
	}
	slices.Sort(all)
	return all
}

// Cells of other programs: only a cell without quotation marks is a number.
func TestQuotedCellsAreText(t *testing.T) {
	rows := csvRows(t, "id,a,b,c,d\r\n\"x\",1.0,\"1.0\",\"a\r\nb\", 1\r\n\r\ny,,\"\",true,\"true\"\r\nz,007,NaN,Null,\"\"\"hello\"\"\"")
	want := []string{
		`{"id":"x","a":1.0,"b":"1.0","c":"a\r\nb","d":" 1"}`,
		`{"id":"y","b":"","c":true,"d":"true"}`,
		`{"id":"z","a":"007","b":"NaN","c":"Null","d":"\"hello\""}`,
	}
	for i, row := range rows {
		if got := string(record.Append(nil, row)); got != want[i] {
			t.Errorf("row %d: got %s, want %s", i, got, want[i])
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows", len(rows))
	}
}

// The parser agrees with encoding/csv where that keeps the cells: without \r.
func TestParserOfTablesAgreesWithEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, lazy := rapid.StringMatching(`[ab,"\n]{0,30}`).Draw(t, "text"), rapid.Bool().Draw(t, "lazy")
		theirs := csv.NewReader(strings.NewReader(text))
		theirs.FieldsPerRecord, theirs.LazyQuotes = -1, lazy
		ours := csvParser{in: newLineReader("t", strings.NewReader(text)), comma: ',', lazy: lazy}
		for {
			want, wantErr := theirs.Read()
			cells, line, err := ours.record()
			if (err == nil) != (wantErr == nil) || errors.Is(err, io.EOF) != errors.Is(wantErr, io.EOF) {
				t.Fatalf("error %v, want %v", err, wantErr)
			}
			if err != nil {
				return // after an error, both go on, but in different places
			}
			got := make([]string, len(cells))
			for i, c := range cells {
				got[i] = c.text
			}
			if at, _ := theirs.FieldPos(0); !slices.Equal(got, want) || int(line) != at {
				t.Fatalf("got %q in line %d, want %q in line %d", got, line, want, at)
			}
		}
	})
}

// Bytes that are not UTF-8 became U+FFFD without a word.
func TestInvalidTextIsMalformed(t *testing.T) {
	rows := csvRows(t, "id,fs,mine\na,p\xff,x\nb,q,\xc3\nc,r,é\n")
	for i, want := range []string{"fs: found the byte 0xff after 1 bytes", "mine: found the byte 0xc3 after 0 bytes", ""} {
		if row := rows[i]; row.IsMalformed() != (want != "") || want != "" && !strings.Contains(row.Error.Message, want) {
			t.Errorf("row %d: %s", i, record.Append(nil, row))
		}
	}
	if text, _ := rows[0].Text(record.MalformedField); text != `["a","p\xff","x"]` {
		t.Errorf("kept %s", text)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String},
		{Name: "model", Type: arrow.BinaryTypes.String},
		{Name: "mine", Type: arrow.BinaryTypes.LargeString},
		{Name: "premises", Type: arrow.ListOfNonNullable(arrow.BinaryTypes.String)},
	}, nil)
	for column := range 4 {
		build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		text := func(i int) string { return "x" + strings.Repeat("\xff", max(0, 1-(i-column)*(i-column))) }
		build.Field(0).(*array.StringBuilder).Append(text(0))
		build.Field(1).(*array.StringBuilder).Append(text(1))
		build.Field(2).(*array.LargeStringBuilder).Append(text(2))
		build.Field(3).(*array.ListBuilder).Append(true)
		build.Field(3).(*array.ListBuilder).ValueBuilder().(*array.StringBuilder).Append(text(3))
		var stream bytes.Buffer
		w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
		if err := errors.Join(w.Write(build.NewRecordBatch()), w.Close()); err != nil {
			t.Fatal(err)
		}
		all, err := read(&stream)
		if err != nil || len(all) != 1 {
			t.Fatal(len(all), err)
		}
		row := all[0].Row()
		want := fmt.Sprintf(`{"id":%q,"model":%q,"mine":%q,"premises":[%q]}`, text(0), text(1), text(2), text(3))
		kept, _ := row.Text(record.MalformedField)
		if !row.IsMalformed() || !strings.Contains(row.Error.Message, "found the byte 0xff after 1 bytes") || kept != want {
			t.Errorf("column %d: %s", column, record.Append(nil, row))
		}
	}
}
