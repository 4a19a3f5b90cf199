package cli

import (
	"context"
	"errors"
	"slices"

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
	done    *shard.Resumption        // nil: nothing is done
	group   func(*record.Row) string // nil: every row is a unit
	workers int

	sorted *shard.Grouper // the rows of groups; nil: the input is not read yet
	k      int64
	begun  bool // the group of the last unit continues
}

func (r *run) units(in recordReader, done *shard.Resumption) *units {
	return &units{in: in, done: done, group: r.st.Group, workers: r.workers}
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
		for _, rec := range u.recs {
			done := false
			if s.done != nil {
				if done, err = s.done.Done(s.k, rec); err != nil {
					return nil, err
				}
			}
			s.k++
			u.done = append(u.done, done)
		}
		if slices.Contains(u.done, false) {
			return u, nil
		}
	}
}

// any returns the next unit, done or not.
func (s *units) any() (*unit, error) {
	if s.group == nil {
		rec, err := s.in.Read()
		return &unit{first: s.k, recs: []*shard.Record{rec}, whole: true}, err
	}
	if s.sorted == nil {
		if err := s.sort(); err != nil {
			return nil, err
		}
	}
	recs, more, err := s.sorted.Read(MaxGroup, maxGroupBytes)
	if err != nil {
		return nil, errors.Join(err, s.sorted.Close())
	}
	u := &unit{first: s.k, recs: recs, whole: !more && !s.begun}
	s.begun = more
	return u, nil
}

// sort reads the whole input, and puts the rows of each group together. Workers decode the
// rows.
func (s *units) sort() (err error) {
	if s.sorted, err = shard.NewGrouper(); err != nil {
		return err
	}
	type keyed struct {
		key string
		rec *shard.Record
	}
	err = shard.Pipe[*shard.Record, keyed]{
		Workers: s.workers,
		Next:    s.in.Read,
		Size:    (*shard.Record).Size,
		Do: func(_ context.Context, _ int, rec *shard.Record) (keyed, error) {
			return keyed{s.group(rec.Row()), rec.Pack()}, nil
		},
		Emit:    func(k keyed) error { return s.sorted.Add(k.key, k.rec) },
		Abandon: s.in.Abandon,
	}.Run(context.Background())
	if err == nil {
		err = s.sorted.Sort()
	}
	if err != nil {
		return errors.Join(err, s.sorted.Close())
	}
	return nil
}
