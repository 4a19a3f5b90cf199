package shard

import (
	"context"
	"errors"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// A Scan reads some columns of all rows of an input. Other columns of Parquet
// and Arrow are not decoded, so a row is malformed only if a column that is
// read is.
type Scan struct {
	Workers int      // at least 1
	Columns []string // see docs/row.md; unknown ones, and paths into structs

	// Where says which rows Each is to get; nil is all. It is called by several
	// goroutines.
	Where func(*record.Row) bool

	// Each gets the rows in their order, one at a time. An error ends the scan.
	Each func(*record.Row, Position) error

	// Seen gets the number of further rows that have been read; may be nil.
	Seen func(n int64)

	// Stop, once closed, ends the scan with what Each has got.
	Stop <-chan struct{}
}

// A batch of a scan is this many rows or this much text, but for its last line.
const (
	scanRows  = 256
	scanBytes = 1 << 20
)

// Run scans the input until its end, the first error, or the end of ctx, and
// closes it.
func (s Scan) Run(ctx context.Context, in *Input) error {
	in.want = columnsOf(s.Columns)
	workers := max(s.Workers, 1)
	err := Pipe[[]*Record, []*Record]{
		Workers: workers, Window: 4 * workers, Stop: s.Stop,
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

// batch reads some records. An error comes with the next call, after the
// records before it.
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
		size += len(rec.line) // the rows of a table come in batches of their own
		batch = append(batch, rec)
	}
	if len(batch) == 0 {
		return nil, in.failed
	}
	return batch, nil
}

// wanted are the columns to be read of a table, by name; nil is all.
type wanted map[string]bool

// columnsOf reads names of columns. A name with points in it is that of an
// unknown column, or a path into a struct, such as judgements.0.verdict. An
// unknown column may stand in the column extra.
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

func (w wanted) has(column string) bool { return w == nil || w[column] }
