package shard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/truthloop/truthloop/format/record"
)

// One changed byte in a schema ended the process: the library allocated as many fields as
// the schema claimed to have.
func TestLengthsInASchemaOfArrow(t *testing.T) {
	data, err := os.ReadFile("testdata/arrow/polars-2.1.arrow")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "o.arrow")
	for _, at := range []int{2112, 2163, 2220} {
		forged := bytes.Clone(data)
		forged[at] = 0x7f
		if err := os.WriteFile(name, forged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readFile(t, name); err == nil || !strings.Contains(err.Error(), "o.arrow: reading Arrow: ") {
			t.Errorf("byte %d: error %v", at, err)
		}
	}
}

// One changed byte made a compressed buffer of some bytes claim 4 GB, and the library
// allocated them before it decompressed anything, which took 20 seconds.
func TestClaimOfACompressedBufferIsBounded(t *testing.T) {
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "n", Type: arrow.PrimitiveTypes.Int64},
		{Name: "pair", Type: arrow.StructOf(arrow.Field{Name: "view", Type: arrow.BinaryTypes.StringView})},
		{Name: "d", Type: dictionary},
		{Name: "id", Type: arrow.BinaryTypes.String},
	}, nil)
	row := `{"n":1,"pair":{"view":"` + strings.Repeat("v", 5000) + `"},"d":"` + strings.Repeat("d", 6000) + `","id":"` + strings.Repeat("a", 4000) + `"}`
	for magic, option := range map[string]ipc.Option{"\x28\xb5\x2f\xfd": ipc.WithZstd(), "\x04\x22\x4d\x18": ipc.WithLZ4()} {
		for size, column := range map[uint64]string{5000: "pair", 6000: "a dictionary", 4000: "id"} {
			data := arrowFile(t, schema, row, option)
			at := bytes.Index(data, append(binary.LittleEndian.AppendUint64(nil, size), magic...))
			if at < 0 {
				t.Fatalf("%q: found no buffer of %d bytes", magic, size)
			}
			data[at+3] = 0xff
			path := filepath.Join(t.TempDir(), "claim.arrow")
			stream := data[8:] // the file is a stream between ARROW1 and the index
			for _, forged := range [][]byte{data, stream} {
				if err := os.WriteFile(path, forged, 0o600); err != nil {
					t.Fatal(err)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err := readFile(t, path)
				runtime.ReadMemStats(&after)
				if err == nil || !strings.Contains(err.Error(), "claim.arrow: ") || !strings.Contains(err.Error(), "claims more than 268435456 bytes after decompression") {
					t.Errorf("%q, %s: error %v", magic, column, err)
				}
				if made := after.TotalAlloc - before.TotalAlloc; made > 64<<20 {
					t.Errorf("%q, %s: %d MB were allocated", magic, column, made>>20)
				}
			}
		}
	}
}

// No changed byte of an Arrow file or stream ends the process, or takes long. With
// TRUTHLOOP_TEST_BYTES=1 the test changes every byte, otherwise as many as there is time
// for.
func TestChangedBytesOfArrow(t *testing.T) {
	all := os.Getenv("TRUTHLOOP_TEST_BYTES") != ""
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "texts", Type: arrow.ListOf(arrow.BinaryTypes.StringView), Nullable: true},
		{Name: "dataset", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}, Nullable: true},
		{Name: "pair", Type: arrow.StructOf(arrow.Field{Name: "a", Type: arrow.FixedWidthTypes.Timestamp_us, Nullable: true}), Nullable: true},
		{Name: "four", Type: arrow.FixedSizeListOf(4, arrow.PrimitiveTypes.Int16), Nullable: true},
	}, nil)
	row := `{"id":"a","texts":["b","a text of more than twelve bytes"],"dataset":"d","pair":{"a":"2024-01-02T03:04:05Z"},"four":[1,2,3,4]}`
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	if err := build.UnmarshalJSON([]byte(row)); err != nil {
		t.Fatal(err)
	}
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(build.NewRecordBatch()), w.Close()); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{
		"stream": stream.Bytes(),
		"ours":   write(t, Arrow, []*record.Row{{ID: "a", FS: "p"}}),
		"file":   arrowFile(t, schema, row),
	}
	for _, name := range []string{"polars-2.1", "blocks-lz4"} {
		data, err := os.ReadFile("testdata/arrow/" + name + ".arrow")
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			if rows, err := read(bytes.NewReader(data)); err != nil || len(rows) == 0 {
				t.Fatal(len(rows), err)
			}
			path := filepath.Join(t.TempDir(), "x.arrow")
			begin, tried, refused := time.Now(), 0, 0
			step := 1
			if !all {
				step = 7
			}
			for at := 0; at < len(data) && (all || time.Since(begin) < time.Second); at += step {
				for _, to := range []byte{0, 0x7f, 0xff} {
					forged := bytes.Clone(data)
					forged[at] = to
					if err := os.WriteFile(path, forged, 0o600); err != nil {
						t.Fatal(err)
					}
					start := time.Now()
					if _, err := readFile(t, path); err != nil {
						refused++
					}
					if took := time.Since(start); took > 20*time.Second {
						t.Errorf("byte %d to %#x: took %v", at, to, took)
					}
					tried++
				}
			}
			if refused == 0 || refused == tried {
				t.Errorf("%d of %d files were refused, expected some", refused, tried)
			}
			t.Logf("%d of %d changed files of %d bytes were refused", refused, tried, len(data))
		})
	}
}
