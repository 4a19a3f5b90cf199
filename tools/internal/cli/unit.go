package cli

import (
	"errors"
	"hash/maphash"
	"io"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// The limits of a group, because its rows are held in memory, and the number of series
// that are remembered to find rows of a group that are not adjacent.
const (
	MaxGroup      = 10_000 // rows
	maxGroupBytes = 64 << 20
	maxGroups     = 1 << 20
)

// A unit is the input rows that one call of a worker processes: one row, or
// adjacent rows of one group.
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
	in    recordReader
	done  *shard.Resumption                      // nil: nothing is done
	group func(*record.Row) (key, series string) // nil: every row is a unit

	k      int64
	ahead  *shard.Record   // read, but not yet in a unit
	key    string          // of the last unit
	begun  bool            // the group of the last unit continues
	series map[string]bool // of the group
	seen   map[uint64]bool // series of all groups
	hashes maphash.Seed
}

func (r *run) units(in recordReader, done *shard.Resumption) *units {
	return &units{in: in, done: done, group: r.st.Group, seen: map[uint64]bool{}, hashes: maphash.MakeSeed()}
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
	if err := s.add(u, rec); err != nil || s.group == nil {
		return u, err
	}
	goesOn, key := s.begun, s.key
	if !goesOn {
		key, _ = s.group(rec.Row())
		s.series = map[string]bool{}
	}
	s.key, s.begun = key, false
	if err := s.remember(rec); err != nil {
		return nil, err
	}
	size := rec.Size()
	for key != "" {
		rec, err := s.record()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		other, _ := s.group(rec.Row())
		same := other == key || rec.Row().IsMalformed()
		if size += rec.Size(); !same || len(u.recs) == MaxGroup || size > maxGroupBytes {
			s.ahead, s.begun = rec, same
			break
		}
		if err := errors.Join(s.add(u, rec), s.remember(rec)); err != nil {
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

// remember refuses a row of a series that occurred earlier in the input, if rows of
// another group stand between.
func (s *units) remember(rec *shard.Record) error {
	key, series := s.group(rec.Row())
	if key == "" || s.series[series] {
		return nil
	}
	s.series[series] = true
	h := maphash.String(s.hashes, key+"\x00"+series)
	if s.seen[h] {
		return Usagef("%v: found a row of the group %s apart from the other rows of the group, expected adjacent rows: sort the rows by their groups", rec.Pos, key)
	}
	if len(s.seen) < maxGroups {
		s.seen[h] = true
	}
	return nil
}
