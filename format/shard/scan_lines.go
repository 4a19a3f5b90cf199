package shard

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/truthloop/truthloop/format/record"
)

// unitBytes is how much text a unit of lines has at the most, but for its last
// row.
const unitBytes = 1 << 20

// A shared reader is closed when the last of its units has been read.
type shared struct {
	Reader
	users atomic.Int64 // its units under way, and the scanner until its end
}

func (r *shared) leave() error {
	if r.users.Add(-1) > 0 {
		return nil
	}
	return r.Close()
}

// held is a unit of a shared reader.
type held struct {
	unit
	of *shared
}

func (h held) read(s *scanner, emit func(*rowBatch) bool) error {
	return errors.Join(h.unit.read(s, emit), h.of.leave())
}

// next gives the next unit of the input's files, and the number of its rows.
func (s *scanner) next() (unit, int64, error) {
	for {
		if s.current == nil {
			r, err := s.in.nextFile()
			if err != nil {
				return nil, 0, err
			}
			s.current = &shared{Reader: r}
			s.current.users.Store(1)
		}
		u, n, err := takeUnit(s.current.Reader, s.p)
		if err == nil {
			s.current.users.Add(1)
			return held{u, s.current}, n, nil
		}
		closed := s.current.leave()
		s.current = nil
		if !errors.Is(err, io.EOF) {
			return nil, 0, err
		}
		if closed != nil {
			return nil, 0, closed
		}
	}
}

// takeUnit gives the next unit of a reader; one that is no splitter gives
// records.
func takeUnit(r Reader, p *projection) (unit, int64, error) {
	switch r := r.(type) {
	case closing:
		return takeUnit(r.Reader, p)
	case splitter:
		return r.nextUnit(p)
	}
	var u records
	for size := 0; len(u) < batchRows && size < unitBytes; {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) && len(u) > 0 {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		size += len(rec.line)
		u = append(u, rec)
	}
	return u, int64(len(u)), nil
}

// records is a unit of rows that are decoded when their turn comes.
type records []*Record

func (u records) read(s *scanner, emit func(*rowBatch) bool) error {
	b := s.batch(len(u), Position{File: u[0].Pos.File, Text: u[0].Pos.Text}, nil)
	for i, rec := range u {
		rec.rowInto(&b.rows[i])
		b.lines = append(b.lines, rec.Pos.Row)
	}
	emit(b)
	return nil
}

// rowInto is Row into memory of the caller's.
func (r *Record) rowInto(row *record.Row) {
	if r.row != nil {
		*row = *r.row
		return
	}
	*row = *r.Row()
}
