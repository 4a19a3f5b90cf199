package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

var fileFormats = []Format{JSONL, JSONLGzip, JSONLZstd, Parquet, Arrow}

// write makes a file of rows.
func write(t testing.TB, format Format, rows []*record.Row) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read reads all records of a stream, which tells its format by its content.
func read(in io.Reader) ([]*Record, error) {
	r, err := Open(context.Background(), nil, in, Part{})
	if err != nil {
		return nil, err
	}
	var all []*Record
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, errors.Join(err, r.Close())
		}
		all = append(all, rec)
	}
}

// TestRowSurvivesEveryFormat is the promise that a stage passes on what it
// does not know, in every format: all fields come back, the unknown ones byte
// for byte, though in a table their order may change.
func TestRowSurvivesEveryFormat(t *testing.T) {
	for _, format := range fileFormats {
		t.Run(format.String(), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				rows := rapid.SliceOfN(rapid.Custom(drawRow), 0, 4).Draw(rt, "rows")
				back, err := read(bytes.NewReader(write(t, format, rows)))
				if err != nil {
					rt.Fatal(err)
				}
				if len(back) != len(rows) {
					rt.Fatalf("read %d rows, expected %d", len(back), len(rows))
				}
				for i := range rows {
					sameRow(rt, rows[i], back[i].Row())
				}
			})
		})
	}
}

// sameRow compares rows, but for the order of unknown fields.
func sameRow(t rapid.TB, want, got *record.Row) {
	t.Helper()
	w, g := *want, *got
	w.Extra, g.Extra = nil, nil
	if a, b := record.Append(nil, &w), record.Append(nil, &g); !bytes.Equal(a, b) {
		t.Fatalf("got  %s\nwant %s", b, a)
	}
	n := 0
	for name, value := range want.ExtraFields() {
		n++
		if v, ok := got.ExtraField(name); !ok || !bytes.Equal(v, value) {
			t.Fatalf("%q: got %s, want %s", name, v, value)
		}
	}
	for range got.ExtraFields() {
		n--
	}
	if n != 0 {
		t.Fatalf("unknown fields: got %s, want %s", got.Extra, want.Extra)
	}
}

// TestUnknownScalarsAreColumns looks at the tables as others see them.
func TestUnknownScalarsAreColumns(t *testing.T) {
	rows := make([]*record.Row, 3)
	for i, extra := range []string{
		`{"score":1,"note":"a","deep":{"k":1},"mixed":1,"extra":"user's own","Depth":1}`,
		`{"score":0.5,"flag":true,"mixed":"x","n":1}`,
		`{"score":null,"n":2,"n2":1e3}`,
	} {
		rows[i] = &record.Row{Extra: jsontext.Value(extra)}
	}
	x := settleExtras(rows)
	var got []string
	for _, c := range x.columns {
		got = append(got, fmt.Sprint(c.Name, ":", c.Type))
	}
	want := []string{"score:float64", "note:utf8", "flag:bool", "n:int64", "n2:float64"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got columns %v, want %v", got, want)
	}
	values := x.split(rows[2])
	if fmt.Sprint(values...) != fmt.Sprint(nil, nil, nil, int64(2), 1000.0, `{"score":null,"n2":1e3}`) {
		t.Errorf("split into %v", values)
	}
}

// TestManyRows goes over the first batch and several row groups.
func TestManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rows := make([]*record.Row, 2*rowGroup+1234)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Batch: record.Int(i), Premises: strings.Split(strings.Repeat("p", i%5), "")}
		if i%3 == 0 {
			rows[i].Error = &record.Error{Stage: "s", Kind: "k", Message: strings.Repeat("m", i%40)}
		}
		if i > firstBatch {
			rows[i].SetExtra("late", jsontext.Value(fmt.Sprint(i)))
		}
		rows[i].SetExtra("n", jsontext.Value(fmt.Sprint(i)))
	}
	for _, format := range fileFormats {
		back, err := read(bytes.NewReader(write(t, format, rows)))
		if err != nil {
			t.Fatalf("%v: %v", format, err)
		}
		if len(back) != len(rows) {
			t.Fatalf("%v: read %d rows, expected %d", format, len(back), len(rows))
		}
		for i := range rows {
			sameRow(t, rows[i], back[i].Row())
			if got := back[i].Pos.Row; got != int64(i+1) {
				t.Fatalf("%v: row %d says that it is row %d", format, i+1, got)
			}
		}
	}
}

// TestSameRowsSameBytes writes twice, columns among them whose values are too many
// for a dictionary of the usual size.
func TestSameRowsSameBytes(t *testing.T) {
	rows := make([]*record.Row, 3000)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), NL: strings.Repeat("word ", i%50), VerdictReason: fmt.Sprintf("%1000d", i), FS: fmt.Sprintf("%999d", i)}
		rows[i].Params, rows[i].Witness = rows[i].VerdictReason, rows[i].FS
		rows[i].Judgements = []record.Judgement{{Judge: rows[i].VerdictReason, Answer: rows[i].FS}}
		rows[i].SetExtra(fmt.Sprintf("k%d", i%7), jsontext.Value(`[1]`))
	}
	for _, format := range fileFormats {
		if !bytes.Equal(write(t, format, rows), write(t, format, rows)) {
			t.Errorf("%v: two runs differ", format)
		}
	}
}

// TestTruncatedFiles cuts files of all formats at many places: rows that were
// read before the error are right, and the error names the file.
func TestTruncatedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rows := make([]*record.Row, 2500)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), NL: fmt.Sprintf("%x", i*i*i)}
	}
	for _, format := range fileFormats {
		whole := write(t, format, rows)
		for cut := 1; cut < len(whole); cut += 1 + len(whole)/23 {
			name := filepath.Join(t.TempDir(), "part")
			if err := os.WriteFile(name, whole[:len(whole)-cut], 0o666); err != nil {
				t.Fatal(err)
			}
			in, err := Open(context.Background(), []string{name}, nil, Part{})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			var rec *Record
			for rec, err = in.Read(); err == nil; rec, err = in.Read() {
				if row := rec.Row(); !row.IsMalformed() {
					sameRow(t, rows[n], row)
				} else if format != JSONL {
					t.Fatalf("%v cut by %d: row %d is malformed", format, cut, n+1)
				}
				n++
			}
			if format != JSONL && errors.Is(err, io.EOF) {
				// A stream of Arrow that lacks only its end marker is whole.
				if format != Arrow || n < len(rows) && n%arrowBatch != 0 {
					t.Errorf("%v cut by %d: no error after %d rows", format, cut, n)
				}
			}
			if !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), name) {
				t.Errorf("%v cut by %d: the error names no file: %v", format, cut, err)
			}
			if err := in.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestTornLastLine: the row whose writing was interrupted is malformed, with
// its position, and those before it are there.
func TestTornLastLine(t *testing.T) {
	all, err := read(strings.NewReader("{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":"))
	if err != nil || len(all) != 3 {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	row := all[2].Row()
	if !row.IsMalformed() || !strings.HasPrefix(row.Error.Message, "-: line 3: ") {
		t.Errorf("got %+v", row.Error)
	}
	if text, _ := row.Get(record.MalformedField); text != `{"id":` {
		t.Errorf("kept %q", text)
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3000)
	in := "\ufeff{\"id\":\"a\"}\r\n\n  \n{\"id\":\"b\"}\n" + `{"id":"` + long + "\"}\n" + `{"id":"c"}`
	inside, _, err := unpack("f", strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	r := newLineReader("f", inside)
	r.max = 2000
	var got []string
	for rec, err := r.Read(); err == nil; rec, err = r.Read() {
		row := rec.Row()
		id := row.ID
		if row.IsMalformed() {
			id = row.Error.Message
			if text, _ := row.Get(record.MalformedField); len(text.(string)) != keptOfLongLine {
				t.Errorf("kept %d bytes of a long line", len(text.(string)))
			}
		}
		got = append(got, fmt.Sprintf("%v=%s", rec.Pos, id))
	}
	want := []string{"f: line 1=a", "f: line 4=b", "f: line 5=f: line 5: found 3009 bytes, expected a line of at most 2000", "f: line 6=c"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestLinesAreCutAnywhere has lines of all lengths around the sizes of buffers.
func TestLinesAreCutAnywhere(t *testing.T) {
	var in, want bytes.Buffer
	for i, n := range []int{0, 1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 256<<10 - 1, 256 << 10, 256<<10 + 1, 600 << 10, 3 << 20, 5, 5} {
		line := fmt.Sprintf(`{"id":"%d%s"}`, i, strings.Repeat("y", n))
		in.WriteString(line + "\n")
		want.WriteString(line + "\n")
	}
	all, err := read(&in)
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	for _, rec := range all {
		got = append(rec.AppendJSON(got), '\n')
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("lines differ from those that were written")
	}
}

func TestNestedCompressionAndArrowInside(t *testing.T) {
	row := []*record.Row{{ID: "a"}}
	var z bytes.Buffer
	w, err := NewWriter(&z, JSONLGzip)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.(LineWriter).WriteLines(write(t, Arrow, row)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := read(&z)
	if err != nil || len(all) != 1 || all[0].Row().ID != "a" {
		t.Errorf("got %v, %v", all, err)
	}
}

// FuzzRead feeds anything to the readers: errors and malformed rows are fine,
// a panic or a run that does not end is not. Arrow is left out: its library
// takes the sizes in a message at their word; see docs/internals/interop.md.
func FuzzRead(f *testing.F) {
	rows := []*record.Row{{ID: "a", Premises: []string{"p"}, Extra: jsontext.Value(`{"n":1}`)}, {ID: "b", Vocabulary: &record.Vocabulary{Constants: []string{"c"}}}}
	for _, format := range []Format{JSONL, JSONLGzip, JSONLZstd, Parquet} {
		f.Add(write(f, format, rows))
	}
	f.Add([]byte("{\"id\":1}\n\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if is := recognise(data); is == isArrowStream || is == isArrowFile {
			return
		}
		all, _ := read(bytes.NewReader(data))
		for _, rec := range all {
			rec.Row()
		}
	})
}

// An input of fewer bytes than recognise needs was taken as empty.
func TestShortInput(t *testing.T) {
	for _, text := range []string{"{}", "{\"a\":\n", "x", byteOrderMark + "{}"} {
		in, err := Open(t.Context(), nil, strings.NewReader(text), Part{})
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := in.Read(); err != nil || rec == nil {
			t.Errorf("%q: %v", text, err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Each row had its own copy of values such as params, which are the same in many rows.
func TestCategoriesAreReadOnce(t *testing.T) {
	var rows []*record.Row
	for i := range 3000 {
		rows = append(rows, &record.Row{ID: fmt.Sprint(i), FS: "p", Params: fmt.Sprintf(`{"seed":%d}`, i%2), Model: "m\u00fc"})
	}
	for _, format := range []Format{Parquet, Arrow} {
		got, err := read(bytes.NewReader(write(t, format, rows)))
		if err != nil || len(got) != len(rows) {
			t.Fatalf("%v: %d rows, %v", format, len(got), err)
		}
		memory := map[*byte]bool{}
		for i, r := range got {
			row := r.Row()
			if row.Params != rows[i].Params || row.Model != rows[i].Model {
				t.Fatalf("%v: row %d: params %s, model %s", format, i, row.Params, row.Model)
			}
			memory[unsafe.StringData(row.Params)], memory[unsafe.StringData(row.Model)] = true, true
		}
		if len(memory) != 3 {
			t.Errorf("%v: %d copies of two values of params and a model", format, len(memory))
		}
	}
}
