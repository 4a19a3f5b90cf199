package shard

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"strconv"

	"github.com/truthloop/truthloop/format/record"
)

// A Record is one row with its position. A row from JSONL is decoded by the first
// call of Row, so that the worker that needs it decodes it, and a row that is
// skipped is not decoded.
type Record struct {
	Pos  Position
	line []byte
	row  *record.Row
}

// NewRecord returns a record of a row that was not read from a file.
func NewRecord(pos Position, row *record.Row) *Record { return &Record{Pos: pos, row: row} }

// Row decodes the record. Text that is not a row becomes a malformed row with the
// position in its message. The caller may change the row. Only one goroutine at a time
// may call Row.
func (r *Record) Row() *record.Row {
	if r.row == nil {
		row, err := record.New(r.line)
		if err != nil {
			row = record.Malformed(r.line, fmt.Errorf("%v: %w", r.Pos, err))
		}
		if bytes.Contains(row.Extra, extraMember) && wasTable(r.line) {
			unpackExtra(row)
			if v, ok := row.ExtraField(extraColumn); ok && v.Kind() == 'n' {
				row.DeleteExtra(extraColumn)
			}
		}
		r.row = row
	}
	return r.row
}

var extraMember = []byte(`"` + extraColumn + `":`)

// wasTable reports whether DuckDB or pandas made the line from a table. Such a line has
// nulls for fields of the row, which our lines omit. In such a line, extra is the
// column of that name. In others it is a plain field.
func wasTable(line []byte) bool {
	whole := record.Row{Extra: line}
	for name, value := range whole.ExtraFields() {
		if value.Kind() == 'n' && record.IsColumn(name) {
			return true
		}
	}
	return false
}

// Size returns the approximate number of bytes of the record.
func (r *Record) Size() int64 {
	if r.line != nil {
		return int64(len(r.line))
	}
	return int64(r.row.Size())
}

// AppendJSON appends the line of the record as it was read, or the JSON of a record
// without a line. It appends no newline.
func (r *Record) AppendJSON(b []byte) []byte {
	if r.line != nil {
		return append(b, r.line...)
	}
	return record.Append(b, r.row)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sum adds the content of this record to a checksum of inputs.
func (r *Record) Sum(sum uint32) uint32 {
	if r.line != nil {
		return crc32.Update(sum, castagnoli, r.line)
	}
	return crc32.Update(sum, castagnoli, record.Append(nil, r.row))
}

// A reader yields the rows of a file or stream. Read returns io.EOF after the last row.
// Records stay valid after further reads.
type reader interface {
	Read() (*Record, error)
}

// rowsOf yields the rows of a reader.
func rowsOf(r reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for {
			rec, err := r.Read()
			if errors.Is(err, io.EOF) || !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// A Position is the place of a row: a file, and a line or row in it, counted from one.
type Position struct {
	File string // "-" is the standard input
	Row  int64  // line of a text file, row of a table
	Text bool   // Row counts lines
}

// String returns the position as in messages, such as "part.parquet: row 17".
func (p Position) String() string {
	unit := ": row "
	if p.Text {
		unit = ": line "
	}
	return p.File + unit + strconv.FormatInt(p.Row, 10)
}
