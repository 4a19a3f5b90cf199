package cli

import (
	"io"

	"github.com/truthloop/truthloop/format/shard"
)

// selected yields the rows of an input that --where and --limit select.
type selected struct {
	input
	keep func(*shard.Record) bool
	left int64 // rows that --limit still allows; negative: any number
}

// selected applies --where and --limit to the rows of a run, and to the number of
// rows that the progress expects.
func (r *run) selected(in input, of *rowsOf) (input, *rowsOf) {
	r.reading = newReading(r.c, r.env, r.st.Columns)
	r.reading.foreign.Store(r.st.Own)
	s := &selected{input: in, left: -1, keep: func(*shard.Record) bool {
		r.reading.rows.Add(1)
		r.reading.selected.Add(1)
		return true
	}}
	if r.c.String("where") != "" {
		s.keep = func(rec *shard.Record) bool { return r.reading.match(rec.Row()) }
		of = nil // not known before all rows are read
	}
	if n := r.c.Int64("limit"); n > 0 {
		s.left = n
		if of != nil {
			of = &rowsOf{of.files, of.part, n}
		}
	}
	return s, of
}

// checkRows returns the error of a run that has read no row or that names an unknown
// column, or else the error of Stage.Check.
func (r *run) checkRows(in input) error {
	names := in.Names()
	if names == nil {
		names = r.inputs
	}
	if n := r.malformed.Load(); n == 0 || n < r.reading.rows.Load() {
		if err := r.reading.unknown(names); err != nil {
			return err
		}
	}
	if err := r.reading.empty(in, names); err != nil || r.st.Check == nil {
		return err
	}
	return r.st.Check()
}

func (s *selected) Read() (*shard.Record, error) {
	for s.left != 0 {
		rec, err := s.input.Read()
		if err != nil {
			return nil, err
		}
		if s.keep(rec) {
			s.left--
			return rec, nil
		}
	}
	return nil, io.EOF
}
