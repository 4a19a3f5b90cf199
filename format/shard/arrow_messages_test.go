package shard

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// A length that a stream tells is no reason to make as much memory: here of a
// message's description, and of its body.
func TestForgedLengthsOfArrow(t *testing.T) {
	stream := write(t, Arrow, []*record.Row{{ID: "a", FS: "p"}})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, length := range []uint32{1 << 30, 1<<31 - 1, 1 << 31, 60 << 20} {
		forged := bytes.Clone(stream)
		binary.LittleEndian.PutUint32(forged[4:], length)
		if rows, err := read(bytes.NewReader(forged)); err == nil {
			t.Errorf("length %d: read %d rows", length, len(rows))
		}
	}
	// The body's length stands somewhere in the description of the batch.
	second := 8 + int(binary.LittleEndian.Uint32(stream[4:]))
	end := second + 8 + int(binary.LittleEndian.Uint32(stream[second+4:]))
	found := 0
	for at := second + 8; at+8 <= end; at += 8 {
		if int(binary.LittleEndian.Uint64(stream[at:])) != len(stream)-8-end {
			continue
		}
		found++
		for _, length := range []uint64{1 << 40, 3 << 30, 1 << 63} {
			forged := bytes.Clone(stream)
			binary.LittleEndian.PutUint64(forged[at:], length)
			if rows, err := read(bytes.NewReader(forged)); err == nil {
				t.Errorf("body of %d bytes: read %d rows", length, len(rows))
			}
		}
		break // the same number further on is an offset of some column
	}
	if found == 0 {
		t.Error("found no length of the body in the description")
	}
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > 512<<20 {
		t.Errorf("%d MB were allocated", made>>20)
	}
}

// A file of Arrow that was cut off is no shorter file; a stream that was cut
// between its messages cannot be told from one.
func TestTruncatedArrow(t *testing.T) {
	stream := write(t, Arrow, benchRows(2500, false))
	file := append([]byte("ARROW1\x00\x00"), stream...)
	name := filepath.Join(t.TempDir(), "x.arrow")
	for n := len(file) - 1; n > sniffLen; n -= len(file)/40 + 1 {
		if err := os.WriteFile(name, file[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := scan(Scan{Workers: 1, Columns: []string{"id"}}, []string{name}, nil, Part{}); err == nil || !strings.Contains(err.Error(), "x.arrow: reading Arrow") {
			t.Errorf("of %d bytes the first %d: %v", len(file), n, err)
		}
	}
}
