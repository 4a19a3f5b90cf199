package shard

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// TestRowGroupsAreEncodedTogether copies rows to Parquet on one core and on several.
// The file must be, byte for byte, the one that the library writes itself, one row group
// after another. Before, Finish encoded all row groups on one core.
func TestRowGroupsAreEncodedTogether(t *testing.T) {
	var lines []byte
	rows := make([]*record.Row, 3*rowGroup+7)
	for i := range rows {
		rows[i] = &record.Row{ID: fmt.Sprint(i), Dataset: "d", Index: record.Int(i), Model: fmt.Sprint("m", i%3), NL: strings.Repeat("word ", i%9)}
		if i%5 == 0 {
			rows[i].Conversations = []record.Conversation{{Stage: "s", Messages: []record.Message{{Role: "user", Content: rows[i].NL}}}}
		}
		rows[i].SetExtra("score", jsontext.Value(fmt.Sprint(i)))
		lines = append(record.Append(lines, rows[i]), '\n')
	}

	var want bytes.Buffer
	extras := settleExtras(rows[:firstBatch])
	file, err := newParquetFile(&want, tableSchema(extras))
	if err != nil {
		t.Fatal(err)
	}
	for group := range slices.Chunk(rows, rowGroup) {
		if err := file.Write(batchOf(group, extras)); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}

	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	counts := []int{1, 2, 8}
	if testing.Short() {
		counts = []int{8}
	}
	for _, cores := range counts {
		runtime.GOMAXPROCS(cores)
		var got bytes.Buffer
		w := &tableWriter{format: Parquet, out: &got}
		if err := w.copyLines(bufio.NewReader(bytes.NewReader(lines)), math.MaxInt64); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d cores: the file of %d bytes is not that of the library, of %d bytes", cores, got.Len(), want.Len())
		}
	}
}

// TestCopyLinesStops: the rows of a part end where its number of rows says, and the
// next part begins there.
func TestCopyLinesStops(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader(strings.Repeat(`{"id":"a"}`+"\n", 2*rowGroup)), 16)
	for _, want := range []int{rowGroup + 3, rowGroup - 3, 0} {
		var out bytes.Buffer
		w := &tableWriter{format: Parquet, out: &out}
		if err := w.copyLines(in, rowGroup+3); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		rows, err := read(bytes.NewReader(out.Bytes()))
		if err != nil || len(rows) != want {
			t.Errorf("a part has %d rows, %v; want %d", len(rows), err, want)
		}
	}
}

// A line that is longer than the buffer of the journal, and ends beyond the size of a row
// group, was cut there: the run ended with an error when its rows were complete.
func TestLongLinesOfAJournal(t *testing.T) {
	var lines []byte
	for i := range 40 {
		lines = append(record.Append(lines, &record.Row{ID: fmt.Sprint(i), NL: strings.Repeat("x", 900_001)}), '\n')
	}
	var out bytes.Buffer
	w := &tableWriter{format: Parquet, out: &out}
	if err := errors.Join(w.copyLines(bufio.NewReaderSize(bytes.NewReader(lines), 64<<10), math.MaxInt64), w.Close()); err != nil {
		t.Fatal(err)
	}
	if rows, err := read(bytes.NewReader(out.Bytes())); err != nil || len(rows) != 40 {
		t.Errorf("read %d rows, %v; want 40", len(rows), err)
	}
}
