package shard

import (
	"context"
	"errors"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// A Scan reads some columns of all rows of an input. Other columns of Parquet and Arrow
// are not decoded. So errors in them do not make a row malformed.
type Scan struct {
	Workers int      // at least 1
	Columns []string // see docs/reference/columns.md; also unknown ones, and paths into structs; nil: all

	// Where reports whether Each gets a row; nil: all rows. Several goroutines call
	// it.
	Where func(*record.Row) bool

	// Each gets the rows in their order, one at a time. An error ends the scan.
	Each func(*record.Row, Position) error

	// Seen gets the number of rows that have been read since the last call; may be
	// nil.
	Seen func(n int64)

	// Stop, once closed, ends the scan early without an error.
	Stop <-chan struct{}
}

// A batch of a scan has this many rows or this much text, not counting its last line.
const (
	scanRows  = 256
	scanBytes = 1 << 20
)

// Run scans the input until its end, the first error, or the end of ctx, and
// closes it.
func (s Scan) Run(ctx context.Context, in *Input) error {
	if s.Columns != nil {
		in.want = columnsOf(s.Columns)
	}
	workers := max(s.Workers, 1)
	err := Pipe[[]*Record, []*Record]{
		Workers: workers, Window: 4 * workers, Stop: s.Stop, Abandon: in.Abandon,
		Next: func() ([]*Record, error) { return in.batch() },
		Do: func(_ context.Context, _ int, batch []*Record) ([]*Record, error) {
			for i, rec := range batch {
				if row := rec.Row(); s.Where != nil && !s.Where(row) {
					batch[i] = nil
				}
			}
			return batch, nil
		},
		Emit: func(batch []*Record) error {
			for _, rec := range batch {
				if rec == nil {
					continue
				}
				if err := s.Each(rec.Row(), rec.Pos); err != nil {
					return err
				}
			}
			if s.Seen != nil {
				s.Seen(int64(len(batch)))
			}
			return nil
		},
	}.Run(ctx)
	return errors.Join(err, in.Close())
}

// batch reads some records. After an error it returns the records before it, and the
// next call returns the error.
func (in *Input) batch() (batch []*Record, err error) {
	if in.failed != nil {
		return nil, in.failed
	}
	for size := 0; len(batch) < scanRows && size < scanBytes; {
		rec, err := in.Read()
		if err != nil {
			in.failed = err
			break
		}
		size += len(rec.line) // rows of tables have no line: they come in batches
		batch = append(batch, rec)
	}
	if len(batch) == 0 {
		return nil, in.failed
	}
	return batch, nil
}

// wanted are the names of the columns of a table to read; nil: all.
type wanted map[string]bool

// columnsOf reads names of columns. A name with points is an unknown column, or a path
// into a struct, such as judgements.0.verdict. An unknown column can be in the column
// extra.
func columnsOf(names []string) wanted {
	w := wanted{}
	for _, name := range names {
		top, _, _ := strings.Cut(name, ".")
		w[name], w[top] = true, true
		if !record.IsColumn(name) {
			w[extraColumn] = true
		}
	}
	return w
}

// has reports whether a column is wanted. left_column and right_column name columns that
// are not known before the rows are read; no formula is in the conversations.
func (w wanted) has(column string) bool {
	return w == nil || w[column] || w["left_column"] && column != "conversations"
}
