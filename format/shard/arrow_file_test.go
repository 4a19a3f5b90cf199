package shard

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/truthloop/truthloop/format/record"
)

// readFile reads all rows of a file.
func readFile(t testing.TB, name string) (rows []string, err error) {
	t.Helper()
	in, err := Open(context.Background(), []string{name}, nil, Part{})
	if err != nil {
		return nil, err
	}
	for {
		rec, err := in.Read()
		if err != nil {
			if err.Error() == "EOF" {
				return rows, in.Close()
			}
			return rows, errors.Join(err, in.Close())
		}
		rows = append(rows, string(record.Append(nil, rec.Row())))
	}
}

// A file of polars 2.1 was refused: it does not begin with a stream, and only its index
// says where the schema and the batches are. The file has texts of the type string_view,
// a dictionary, and buffers that are compressed.
func TestArrowFileOfPolars(t *testing.T) {
	const name = "testdata/arrow/polars-2.1.arrow"
	want := `{"id":"a","fs":"p1","model":"x","premises":["p"],"long":"a text of more than twelve bytes","big":1}
{"id":"b","fs":"p2","model":"y","premises":[],"long":"","big":9223372036854775808}
{"id":"c","model":"x","big":18446744073709551615}`
	rows, err := readFile(t, name)
	if got := strings.Join(rows, "\n"); err != nil || got != want {
		t.Errorf("found %s, %v", got, err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := read(bytes.NewReader(data)) // from a pipe
	if err != nil || len(all) != 3 || all[0].Row().ID != "a" {
		t.Errorf("from a pipe: %d rows, %v", len(all), err)
	}
}

// arrowFile writes a file of one batch in the library's own form.
func arrowFile(t testing.TB, schema *arrow.Schema, row string, options ...ipc.Option) []byte {
	t.Helper()
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	if err := build.UnmarshalJSON([]byte(row)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "x.arrow")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := ipc.NewFileWriter(f, append(options, ipc.WithSchema(schema))...)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(build.NewRecordBatch()), w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Numbers in an index are no reason to allocate as much memory.
func TestForgedArrowFiles(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String}, {Name: "n", Type: arrow.PrimitiveTypes.Int64}}, nil)
	row := `{"id":"` + strings.Repeat("a", 4000) + `","n":1}`
	name := filepath.Join(t.TempDir(), "x.arrow")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, data := range [][]byte{arrowFile(t, schema, row), arrowFile(t, schema, row, ipc.WithZstd())} {
		// The index names the place of the batch: its offset, and the lengths of its two
		// parts. The batch is the second message of the file.
		first := bytes.Index(data, []byte("\xff\xff\xff\xff"))
		batch := first + 8 + int(binary.LittleEndian.Uint32(data[first+4:]))
		index := len(data) - 10 - int(binary.LittleEndian.Uint32(data[len(data)-10:]))
		block := bytes.Index(data[index:], binary.LittleEndian.AppendUint64(nil, uint64(batch)))
		if block < 0 {
			t.Fatal("found no place of the batch in the index")
		}
		places := []int{index + block, index + block + 8, index + block + 16}
		if size := bytes.Index(data, []byte("\x28\xb5\x2f\xfd")) - 8; size > 0 {
			places = append(places, size) // of a buffer after its decompression
		}
		for _, at := range places {
			for _, value := range []uint64{1 << 62, 1 << 40, 1<<63 - 1, 1<<64 - 2, 1 << 33, 1<<31 - 8} {
				forged := bytes.Clone(data)
				binary.LittleEndian.PutUint64(forged[at:], value)
				if err := os.WriteFile(name, forged, 0o600); err != nil {
					t.Fatal(err)
				}
				if rows, err := readFile(t, name); err == nil {
					t.Errorf("%#x at byte %d: read %v", value, at, rows)
				}
			}
		}
	}
	runtime.ReadMemStats(&after)
	if most := after.Sys - before.Sys; most > maxBody {
		t.Errorf("%d MB of memory", most>>20)
	}
}

// Of two columns of one name the last one won, or the row had a member twice, which no
// program reads.
func TestColumnsOfOneNameAreRefused(t *testing.T) {
	text, number := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64
	pair := arrow.StructOf(arrow.Field{Name: "a", Type: text, Nullable: true}, arrow.Field{Name: "b", Type: number, Nullable: true})
	twice := arrow.StructOf(arrow.Field{Name: "a", Type: text, Nullable: true}, arrow.Field{Name: "a", Type: number, Nullable: true})
	for _, c := range []struct {
		name    string
		types   []arrow.DataType
		columns []string
		want    string // error
	}{
		{"known", []arrow.DataType{text, text}, []string{"fs", "fs"}, `found the column "fs" twice`},
		{"unknown, of two types", []arrow.DataType{text, number}, []string{"mine", "mine"}, `found the column "mine" twice`},
		{"in a struct", []arrow.DataType{twice}, []string{"mine"}, `mine: found the column "a" twice`},
		{"in a list of structs", []arrow.DataType{arrow.ListOf(twice)}, []string{"mine"}, `found the column "a" twice`},
		{"deep", []arrow.DataType{arrow.StructOf(arrow.Field{Name: "x", Type: twice, Nullable: true})}, []string{"mine"}, `mine: x: found the column "a" twice`},
		{"in two structs", []arrow.DataType{pair, pair}, []string{"one", "two"}, ""},
	} {
		var fields []arrow.Field
		for i, name := range c.columns {
			fields = append(fields, arrow.Field{Name: name, Type: c.types[i], Nullable: true})
		}
		schema := arrow.NewSchema(fields, nil)
		build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		for _, b := range build.Fields() {
			b.AppendEmptyValue()
		}
		rec := build.NewRecordBatch()
		var stream, table bytes.Buffer
		w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
		pw, err := newParquetFile(&table, schema)
		if err == nil {
			err = errors.Join(w.Write(rec), w.Close(), pw.Write(rec), pw.Close())
		}
		if err != nil {
			t.Fatal(c.name, err)
		}
		for format, data := range map[string][]byte{"Arrow": stream.Bytes(), "Parquet": table.Bytes()} {
			_, err := read(bytes.NewReader(data))
			if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: error %v, expected %q", c.name, format, err, c.want)
			}
		}
	}
}
