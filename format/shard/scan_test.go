package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// scan gives what a scan reads of columns: a line per row, with its position
// and the columns that it has.
func scan(s Scan, names []string, stdin []byte, part Part) ([]string, error) {
	in, err := Open(context.Background(), names, bytes.NewReader(stdin), part)
	if err != nil {
		return nil, err
	}
	var lines []string
	if s.Each == nil {
		s.Each = func(row *record.Row, at Position) error {
			lines = append(lines, at.String()+cellsOfRow(row, s.Columns))
			return nil
		}
	}
	err = s.Run(context.Background(), in)
	return lines, err
}

func cellsOfRow(row *record.Row, columns []string) string {
	if row.IsMalformed() {
		return " malformed: " + row.Error.Message
	}
	var b strings.Builder
	for _, name := range columns {
		if text, ok := row.Text(name); ok {
			fmt.Fprintf(&b, " %s=%q", name, text)
		}
	}
	return b.String()
}

// whole is what scan gives by way of reading whole rows.
func whole(t rapid.TB, columns, names []string, stdin []byte, part Part) []string {
	t.Helper()
	in, err := Open(context.Background(), names, bytes.NewReader(stdin), part)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for {
		rec, err := in.Read()
		if err != nil {
			return lines
		}
		lines = append(lines, rec.Pos.String()+cellsOfRow(rec.Row(), columns))
	}
}

// TestScanReadsWhatReadDoes: of any columns, in any format and share.
func TestScanReadsWhatReadDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, format := range fileFormats {
		t.Run(format.String(), func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "rows."+format.String())
			rapid.Check(t, func(rt *rapid.T) {
				rows := rapid.SliceOfN(rapid.Custom(drawRow), 0, 6).Draw(rt, "rows")
				all := append(record.Columns(), "error.kind", "vocabulary.predicates", "judgements.0.verdict", "usage.1.stage", "nothing", extraColumn)
				for _, row := range rows {
					for field := range row.ExtraFields() {
						all = append(all, field)
					}
				}
				columns := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 0, 8, rapid.ID).Draw(rt, "columns")
				if err := os.WriteFile(name, write(t, format, rows), 0o600); err != nil {
					rt.Fatal(err)
				}
				part := Part{Index: 1, Count: rapid.Int64Range(0, 2).Draw(rt, "parts")}
				got, err := scan(Scan{Workers: 2, Columns: columns}, []string{name}, nil, part)
				if want := whole(rt, columns, []string{name}, nil, part); err != nil || !slices.Equal(got, want) {
					rt.Fatalf("got %v, %q\nwant %q", err, got, want)
				}
			})
		})
	}
}

// TestScanOfForeignParquet: columns of other types are read, wrong ones make a
// row malformed, and those that are not asked for do not.
func TestScanOfForeignParquet(t *testing.T) {
	var b bytes.Buffer
	err := parquet.Write(&b, []foreignTable{
		{ID: 7, Depth: 3, Batch: 2, Formalism: "regex", FS: []byte("0*"), Vocabulary: `{"constants":["a"]}`, Inner: &struct{ A *bool }{}, Extra: `{"score":1.5,"huge":1}`},
		{ID: 8, Batch: 0.5, FS: []byte{0xff, '1'}, Premises: []string{"p", "q"}, Huge: 5},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := scan(Scan{Workers: 1, Columns: []string{"id", "depth", "formalism", "fs", "vocabulary", "score", "huge", "inner", "premises", "model"}}, nil, b.Bytes(), Part{})
	want := []string{
		`-: row 1 id="7" depth="3" formalism="regex" fs="0*" vocabulary="{\"constants\":[\"a\"]}" score="1.5" huge="0" inner="{\"A\":null}" premises="[]"`,
		`-: row 2 malformed: -: row 2: fs: found the byte 0xff after 0 bytes, expected text in UTF-8`,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got, err = scan(Scan{Workers: 1, Columns: []string{"batch", "id"}}, nil, b.Bytes(), Part{})
	want = []string{`-: row 1 batch="2" id="7"`, `-: row 2 malformed: -: row 2: batch: found 0.5, expected an integer of 64 bits`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestScanOfManyRows goes over several pages, row groups, files and formats,
// with more rows in a group than may wait for their turn.
func TestScanOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	rows := make([]*record.Row, rowGroup+3*scanRows)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Dataset: []string{"a", "b", ""}[i%3], Batch: record.Int(i), Premises: slices.Repeat([]string{"p"}, i%4), NLLeak: record.Bool(i%7 == 0)}
		if i%5 == 0 {
			rows[i].Batch, rows[i].NLLeak, rows[i].Extra = nil, nil, []byte(`{"n":`+fmt.Sprint(i)+`}`)
		}
	}
	for _, format := range append(fileFormats, CSV) {
		if err := os.WriteFile(filepath.Join(dir, "rows."+format.String()), write(t, format, rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	type narrow struct {
		ID    string `parquet:"id"`
		Batch int32  `parquet:"batch,dict"`
	}
	var large bytes.Buffer // one row group, many small pages
	w := parquet.NewGenericWriter[narrow](&large, parquet.PageBufferSize(1<<10))
	for i := range 3 * rowGroup {
		if _, err := w.Write([]narrow{{fmt.Sprint(i), int32(i % 100)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "large.parquet"), large.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	columns := []string{"id", "dataset", "batch", "premises", "nl_leak", "n"}
	part := Part{Index: 2, Count: 3}
	for _, columns := range [][]string{columns, columns[:3], nil} {
		got, err := scan(Scan{Workers: 3, Columns: columns}, []string{dir}, nil, part)
		if want := whole(t, columns, []string{dir}, nil, part); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: got %v, %d rows, want %d", columns, err, len(got), len(want))
		}
	}
}

func TestScanEndsEarly(t *testing.T) {
	rows := make([]*record.Row, 3*rowGroup)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i)}
	}
	for _, format := range []Format{JSONL, Parquet, Arrow} {
		data, n := write(t, format, rows), 0
		enough := errors.New("enough")
		_, err := scan(Scan{Workers: 2, Columns: []string{"id"}, Each: func(*record.Row, Position) error {
			if n++; n == 300 {
				return enough
			}
			return nil
		}}, nil, data, Part{})
		if !errors.Is(err, enough) || n != 300 {
			t.Errorf("%v: %v after %d rows", format, err, n)
		}
		stop := make(chan struct{})
		close(stop)
		if lines, err := scan(Scan{Workers: 2, Columns: []string{"id"}, Stop: stop}, nil, data, Part{}); err != nil || len(lines) == len(rows) {
			t.Errorf("%v: stopped: %v after %d rows", format, err, len(lines))
		}
	}
}

// TestScanOfDamagedFiles: a file whose pages are not what its footer says gives
// an error, wherever it is cut or overwritten.
func TestScanOfDamagedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, format := range []Format{Parquet, Arrow} {
		whole := write(t, format, benchRows(120, true))
		for at := 64; at < len(whole); at += len(whole)/40 + 1 {
			data := slices.Clone(whole)
			copy(data[at:], strings.Repeat("\xff", 40))
			lines, err := scan(Scan{Workers: 2, Columns: []string{"id", "num_and", "judgements", "conversations", "x"}}, nil, data, Part{})
			if err == nil && len(lines) != 120 {
				t.Errorf("%v, overwritten at %d: %d rows and no error", format, at, len(lines))
			}
		}
	}
}

func TestScanReportsTheFirstError(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.jsonl": `{"id":"a"}`, "b.parquet": "PAR1 and nothing else"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := scan(Scan{Workers: 4, Columns: []string{"id"}}, []string{dir}, nil, Part{})
	if err == nil || !strings.Contains(err.Error(), "b.parquet: found no footer") {
		t.Error(err)
	}
}
