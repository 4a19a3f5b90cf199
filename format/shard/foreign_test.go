package shard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"github.com/truthloop/truthloop/format/record"
)

// A table such as others write: the row's names with types of their own, most
// of its columns missing, and columns that it does not know.
type foreignTable struct {
	ID         int64              `parquet:"id"`
	Depth      int32              `parquet:"depth"`
	Batch      float64            `parquet:"batch"`
	Formalism  string             `parquet:"formalism,enum"`
	FS         []byte             `parquet:"fs"`
	Premises   []string           `parquet:"premises,list"`
	Vocabulary string             `parquet:"vocabulary"`
	Messages   []foreignMessages  `parquet:"conversations,list"`
	When       time.Time          `parquet:"when,timestamp(millisecond)"`
	Day        int32              `parquet:"day,date"`
	Small      uint8              `parquet:"small"`
	Huge       uint64             `parquet:"huge"`
	Ratio      float32            `parquet:"ratio"`
	Inner      *struct{ A *bool } `parquet:"inner,optional"`
	Dict       map[string]int64   `parquet:"dict"`
	Extra      string             `parquet:"extra,optional"`
}

type foreignMessages struct {
	Stage    string           `parquet:"stage"`
	Messages []foreignMessage `parquet:"messages,list"`
}

type foreignMessage struct {
	Role    string `parquet:"role"`
	Content string `parquet:"content"`
}

func TestForeignParquet(t *testing.T) {
	yes := true
	var b bytes.Buffer
	err := parquet.Write(&b, []foreignTable{
		{
			ID: 7, Depth: 3, Batch: 2, Formalism: "regex", FS: []byte("0*"), Premises: []string{"p", "q"},
			Vocabulary: `{"constants":["a"]}`,
			Messages:   []foreignMessages{{"s", []foreignMessage{{Role: "user", Content: "x"}, {Role: "assistant", Content: "y"}}}, {Stage: "t"}},
			When:       time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), Day: 19724, Small: 200, Huge: math.MaxUint64, Ratio: 0.1,
			Inner: &struct{ A *bool }{&yes}, Dict: map[string]int64{"k": 1}, Extra: `{"score":1.50}`,
		},
		{ID: 8, Batch: math.NaN(), FS: []byte("1"), Vocabulary: "", Inner: &struct{ A *bool }{}},
		{ID: 9, Batch: 0.5},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := read(&b)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"id":"7","batch":2,"formalism":"regex","fs":"0*","depth":3,"vocabulary":{"constants":["a"]},` +
			`"conversations":[{"stage":"s","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]},{"stage":"t","messages":[]}],` +
			`"premises":["p","q"],"when":"2024-01-02T03:04:05Z","day":"2024-01-02","small":200,"huge":18446744073709551615,"ratio":0.1,` +
			`"inner":{"A":true},"dict":[{"key":"k","value":1}],"score":1.50}`,
		`{"id":"8","fs":"1","depth":0,"premises":[],"formalism":"","when":"0001-01-01T00:00:00Z","day":"1970-01-01","small":0,"huge":0,"ratio":0.0,"inner":{"A":null},"dict":[]}`,
	}
	for i, w := range want {
		if got := string(record.Append(nil, rows[i].Row())); got != w {
			t.Errorf("row %d:\ngot  %s\nwant %s", i+1, got, w)
		}
	}
	if row := rows[2].Row(); !row.IsMalformed() || row.Error.Message != "-: row 3: batch: found 0.5, expected an integer of 64 bits" {
		t.Errorf("row 3: %s", record.Append(nil, row))
	}
}

func TestForeignArrow(t *testing.T) {
	category := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "dataset", Type: category, Nullable: true},
		{Name: "fs", Type: arrow.BinaryTypes.LargeString, Nullable: true},
		{Name: "depth", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "vocabulary", Type: arrow.StructOf(arrow.Field{Name: "constants", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}), Nullable: true},
		{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: "model", Type: arrow.Null, Nullable: true}, // as pyarrow has columns without a value
		{Name: "nothing", Type: arrow.Null, Nullable: true},
	}, nil)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	if err := build.UnmarshalJSON([]byte(`{"dataset":"d","fs":"p","depth":2,"vocabulary":{"constants":["a"]},"n":5}`)); err != nil {
		t.Fatal(err)
	}
	rec := build.NewRecordBatch()
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(rec), w.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "x.feather"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fw, err := ipc.NewFileWriter(f, ipc.WithSchema(schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(fw.Write(rec), fw.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"stream": stream.Bytes(), "file": file} {
		rows, err := read(bytes.NewReader(data))
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		want := `{"dataset":"d","fs":"p","depth":2,"vocabulary":{"constants":["a"]},"n":5}`
		if got := string(record.Append(nil, rows[0].Row())); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestLaterSchemaIsRefused: a row whose meaning has changed since is not read
// as if it had not.
func TestLaterSchemaIsRefused(t *testing.T) {
	var b bytes.Buffer
	err := parquet.Write(&b, []struct {
		ID string `parquet:"id"`
	}{{"a"}}, parquet.KeyValueMetadata(versionKey, "999"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "part.parquet")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	err = new(Input).open(name)
	if err == nil || !strings.Contains(err.Error(), "part.parquet: found schema version 999, expected at most 1") {
		t.Errorf("%v", err)
	}
}

// In a column of the row NaN is absent, and an infinity, which JSON cannot
// express, makes the row malformed.
func TestFloatsThatAreNoNumbers(t *testing.T) {
	var b bytes.Buffer
	err := parquet.Write(&b, []struct {
		Seconds float64 `parquet:"verdict_seconds"`
		Other   float64 `parquet:"other"`
	}{{1.5, math.Inf(-1)}, {math.NaN(), math.NaN()}, {math.Inf(1), 1}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := read(&b)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, want := range []string{`{"verdict_seconds":1.5,"other":"-Infinity"}`, `{"other":"NaN"}`} {
		if got := string(record.Append(nil, rows[i].Row())); got != want {
			t.Errorf("row %d: got %s, want %s", i+1, got, want)
		}
	}
	if row := rows[2].Row(); !row.IsMalformed() || !strings.Contains(row.Error.Message, "row 3: verdict_seconds: found") {
		t.Errorf("row 3: %s", record.Append(nil, row))
	}
}

// A user's column called extra once put a second fs into the row, which no
// reader took after that.
func TestForeignExtraCannotRepeatAColumn(t *testing.T) {
	row := &record.Row{FS: "p1", Extra: []byte(`{"extra":"{\"fs\":\"p2\"}"}`)}
	unpackExtra(row)
	if got, want := string(record.Append(nil, row)), `{"fs":"p1","extra":"{\"fs\":\"p2\"}"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestChecksumsOfLZ4Blocks: as polars writes them.
func TestChecksumsOfLZ4Blocks(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "arrow", "blocks-lz4.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := read(bytes.NewReader(data))
	if err != nil || len(rows) != 2 || rows[0].Row().ID != "a" || rows[1].Row().FS != "a text that is longer than a view holds" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// A column that a user added was in the column extra after a pipe of Arrow.
func TestColumnsOfATableStayInAPipe(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "fs", Type: arrow.BinaryTypes.StringView, Nullable: true},
		{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		{Name: "group", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, Nullable: true},
		{Name: "weight", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
		{Name: "good", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
		{Name: "FS_OUT", Type: arrow.BinaryTypes.String, Nullable: true}, // a name that some readers take for fs_out
	}, nil)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for _, row := range []string{
		`{"fs":"p","n":null,"group":"a","weight":0.5,"good":true,"tags":["x"],"FS_OUT":"q"}`,
		`{"fs":"q","n":3}`,
	} {
		if err := build.UnmarshalJSON([]byte(row)); err != nil {
			t.Fatal(err)
		}
	}
	var stream, out bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(build.NewRecordBatch()), w.Close()); err != nil {
		t.Fatal(err)
	}
	in, err := Open(t.Context(), nil, &stream, Part{})
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := NewStream(&out, Arrow, in)
	if err != nil {
		t.Fatal(err)
	}
	for {
		rec, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := pipe.Write(rec.Row()); err != nil {
			t.Fatal(err)
		}
	}
	if err := pipe.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := ipc.NewReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	for _, f := range got.Schema().Fields()[len(rowShape):] {
		columns = append(columns, fmt.Sprint(f.Name, " ", f.Type))
	}
	if want := "n int64,group utf8,weight float64,good bool,extra utf8"; strings.Join(columns, ",") != want {
		t.Errorf("got the columns %s, want %s", strings.Join(columns, ","), want)
	}
	rows, err := read(&out)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, want := range []string{`{"fs":"p","tags":["x"],"FS_OUT":"q","group":"a","weight":0.5,"good":true}`, `{"fs":"q","n":3}`} {
		var a, b any
		if err := errors.Join(json.Unmarshal(record.Append(nil, rows[i].Row()), &a), json.Unmarshal([]byte(want), &b)); err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("row %d: got %v, want %v (%v)", i+1, a, b, err)
		}
	}
}

// pyarrow refused to write our tables as Parquet, and Spark to collect them: members of
// structs were declared as never null, but are null where the struct is absent.
func TestMembersMayBeNull(t *testing.T) {
	members := 0
	var walk func(path string, of arrow.DataType)
	walk = func(path string, of arrow.DataType) {
		switch of := of.(type) {
		case *arrow.StructType:
			for _, f := range of.Fields() {
				if members++; !f.Nullable {
					t.Errorf("%s.%s is never null, want null where %s is absent", path, f.Name, path)
				}
				walk(path+"."+f.Name, f.Type)
			}
		case *arrow.ListType:
			walk(path, of.Elem())
		}
	}
	for _, f := range arrowFields(rowShape) {
		walk(f.Name, f.Type)
	}
	if members < 10 {
		t.Errorf("found %d members of structs, expected those of vocabulary, error and others", members)
	}
}

// A member of a user's column extra replaced the column of the same name, without a word.
func TestExtraContradictsAColumn(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "list", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64), Nullable: true},
		{Name: "extra", Type: arrow.BinaryTypes.String, Nullable: true},
	}, nil)
	lines := []string{ // a row, and what is read
		`{"x":1,"extra":"{\"x\":2}"}`, `{"x":1.0,"extra":"{\"x\":2}"}`,
		`{"x":1,"extra":"{\"x\":\"1\"}"}`, `{"x":1.0,"extra":"{\"x\":\"1\"}"}`,
		`{"x":1,"extra":"{\"x\":null}"}`, `{"x":1.0,"extra":"{\"x\":null}"}`,
		`{"list":[1],"extra":"{\"list\":[2]}"}`, `{"list":[1],"extra":"{\"list\":[2]}"}`,
		`{"list":[1],"extra":"{\"list\":[1]}"}`, `{"list":[1]}`,
		`{"x":1000,"extra":"{\"x\":1e3,\"y\":3}"}`, `{"x":1e3,"y":3}`, // as our own tables have it
		`{"x":1,"extra":"{\"x\":2,\"y\":3}"}`, `{"x":1.0,"y":3,"extra":"{\"x\":2}"}`,
		`{"x":1,"extra":"{\"x\":2,\"extra\":3}"}`, `{"x":1.0,"extra":"{\"x\":2,\"extra\":3}"}`,
		`{"x":1,"extra":"{\"x\":1}"}`, `{"x":1}`,
		`{"extra":"{\"x\":2}"}`, `{"x":2}`,
	}
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for i := 0; i < len(lines); i += 2 {
		if err := build.UnmarshalJSON([]byte(lines[i])); err != nil {
			t.Fatal(err)
		}
	}
	batch := build.NewRecordBatch()
	var stream, table bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
	pw, err := newParquetFile(&table, schema)
	if err == nil {
		err = errors.Join(w.Write(batch), w.Close(), pw.Write(batch), pw.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for format, data := range map[string]*bytes.Buffer{"Arrow": &stream, "Parquet": &table} {
		rows, err := read(data)
		if err != nil {
			t.Fatal(format, err)
		}
		for i, rec := range rows {
			if got := string(record.Append(nil, rec.Row())); got != lines[2*i+1] {
				t.Errorf("%s: %s: found %s, expected %s", format, lines[2*i], got, lines[2*i+1])
			}
		}
	}
}
