package cli

import (
	"context"
	"errors"
	"io"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// The limits of a group, because its rows are held in memory.
const (
	MaxGroup      = 10_000 // rows
	maxGroupBytes = 64 << 20
)

// A unit is the input rows that one call of a worker processes: one row, or
// the rows of one group.
type unit struct {
	first int64           // number of the first row in the run
	recs  []*shard.Record // one or more
	done  []bool          // by row: an earlier run has written its output
	whole bool            // the unit contains all rows of the group
}

func (u *unit) size() int64 {
	n := int64(0)
	for _, rec := range u.recs {
		n += rec.Size()
	}
	return n
}

// units yields the units in which a row is missing.
type units struct {
	in      recordReader
	done    *shard.Resumption // nil: nothing is done
	grouped bool              // the records of a group are adjacent; else every row is a unit

	k     int64
	ahead *shard.Record // read, but not yet in a unit
	key   string        // of the last unit
	begun bool          // the group of the last unit continues
}

func (r *run) units(in recordReader, done *shard.Resumption) *units {
	if r.st.Group != nil {
		in = &groupedRows{recordReader: in, workers: r.workers, group: r.st.Group}
	}
	return &units{in: in, done: done, grouped: r.st.Group != nil}
}

// groupedRows yields the rows of an input so that those of a group are adjacent.
type groupedRows struct {
	recordReader
	workers int
	group   func(*record.Row) string
	sorted  *shard.Grouper // nil: the input is not read yet
}

// Read returns the next row. The first call reads the whole input.
func (g *groupedRows) Read() (*shard.Record, error) {
	if g.sorted == nil {
		var err error
		if g.sorted, err = shard.NewGrouper(); err != nil {
			return nil, err
		}
		if err := g.fill(); err != nil {
			return nil, errors.Join(err, g.sorted.Close())
		}
	}
	rec, err := g.sorted.Read()
	if err != nil {
		_ = g.sorted.Close() // a temporary file
	}
	return rec, err
}

// fill reads the input. Workers decode the rows.
func (g *groupedRows) fill() error {
	type keyed struct {
		key string
		rec *shard.Record
	}
	err := shard.Pipe[*shard.Record, keyed]{
		Workers: g.workers,
		Next:    g.recordReader.Read,
		Size:    (*shard.Record).Size,
		Do: func(_ context.Context, _ int, rec *shard.Record) (keyed, error) {
			return keyed{g.group(rec.Row()), rec.Pack()}, nil
		},
		Emit:    func(k keyed) error { return g.sorted.Add(k.key, k.rec) },
		Abandon: g.recordReader.Abandon,
	}.Run(context.Background())
	if err != nil {
		return err
	}
	return g.sorted.Sort()
}

// Abandon is that of a source.
func (s *units) Abandon() { s.in.Abandon() }

// Read returns the next unit in which a row is missing.
func (s *units) Read() (*unit, error) {
	for {
		u, err := s.any()
		if err != nil {
			return nil, err
		}
		for _, done := range u.done {
			if !done {
				return u, nil
			}
		}
	}
}

// any returns the next unit, done or not.
func (s *units) any() (*unit, error) {
	rec, err := s.record()
	if err != nil {
		return nil, err
	}
	u := &unit{first: s.k, whole: true}
	if err := s.add(u, rec); err != nil || !s.grouped {
		return u, err
	}
	goesOn, key := s.begun, s.key
	if !goesOn {
		key = rec.Key
	}
	s.key, s.begun = key, false
	size := rec.Size()
	for key != "" {
		rec, err := s.record()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		same := rec.Key == key
		if size += rec.Size(); !same || len(u.recs) == MaxGroup || size > maxGroupBytes {
			s.ahead, s.begun = rec, same
			break
		}
		if err := s.add(u, rec); err != nil {
			return nil, err
		}
	}
	u.whole = !goesOn && !s.begun
	return u, nil
}

// record returns the next input row.
func (s *units) record() (*shard.Record, error) {
	if rec := s.ahead; rec != nil {
		s.ahead = nil
		return rec, nil
	}
	return s.in.Read()
}

// add appends a row to the unit.
func (s *units) add(u *unit, rec *shard.Record) error {
	done := false
	if s.done != nil {
		var err error
		if done, err = s.done.Done(s.k, rec); err != nil {
			return err
		}
	}
	s.k++
	u.recs, u.done = append(u.recs, rec), append(u.done, done)
	return nil
}
