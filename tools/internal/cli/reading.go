package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// A reading counts the rows of a run, to report an input without rows and a condition
// without columns. It may be used by several goroutines.
type reading struct {
	c        *ucli.Context
	env      *Env
	rows     atomic.Int64 // number of rows that were read
	selected atomic.Int64 // number of rows that --where selects

	malformed atomic.Int64
	fault     atomic.Pointer[string] // the error of a malformed row
	needed    []*needed
	resumed   bool // an earlier run has read rows
}

// A needed is the columns that a flag names, which the schema lacks, or those of the schema.
// Some row should have one of them.
type needed struct {
	flag  string // empty for those of the schema
	names []string
	whole bool        // see Stage.Whole
	there atomic.Bool // a row has one
}

// newReading returns a reading that needs the columns of --where and the given columns.
// These are the columns that other flags name, by flag.
func newReading(c *ucli.Context, env *Env, columns map[string][]string) *reading {
	r := &reading{c: c, env: env}
	for _, name := range env.where.Columns() {
		r.need("--where", name)
	}
	for _, flag := range slices.Sorted(maps.Keys(columns)) {
		r.need(flag, columns[flag]...)
	}
	return r
}

// need makes columns needed. A path into a struct of the schema is not needed, because
// perhaps no row has the struct.
func (r *reading) need(flag string, names ...string) {
	inSchema := func(name string) bool {
		top, _, _ := strings.Cut(name, ".")
		return name == "" || record.IsColumn(top)
	}
	if len(names) > 0 && !slices.ContainsFunc(names, inSchema) {
		r.needed = append(r.needed, &needed{flag: flag, names: names})
	}
}

// match counts a row and reports whether --where selects it.
func (r *reading) match(row *record.Row) bool {
	r.rows.Add(1)
	if row.IsMalformed() {
		r.malformed.Add(1)
		if r.fault.Load() == nil {
			r.fault.CompareAndSwap(nil, &row.Error.Message)
		}
	}
	r.see(row)
	if !r.env.where.Match(row) {
		return false
	}
	r.selected.Add(1)
	return true
}

// see notes which of the needed columns a row has.
func (r *reading) see(row *record.Row) {
	if r == nil {
		return // --retry reads rows of an output
	}
	for _, n := range r.needed {
		if !n.there.Load() && slices.ContainsFunc(n.names, func(name string) bool { _, ok := row.Get(name); return ok }) {
			n.there.Store(true)
		}
	}
}

// unknown returns the error of a needed column that no row has. The rows of a shard, the
// first rows of a --limit, and the last rows of a resumed run may lack a column that
// others have.
func (r *reading) unknown(inputs []string) error {
	if r.resumed || r.rows.Load() == 0 || r.rows.Load() == r.malformed.Load() {
		return nil
	}
	part := r.c.Int64("limit") > 0 || r.c.String("shard") != ""
	for _, n := range r.needed {
		switch {
		case n.there.Load() || part && !n.whole:
		case n.flag == "":
			return Limitf("no row has a column of truthloop, such as fs or nl; --from names another layout")
		default:
			return NoColumn(r.c, n.flag, "a column", inputs, n.names...)
		}
	}
	return nil
}

// empty returns the error of a run without rows. The rows of an input are counted before
// --shard: a shard without rows is not an error if others have some.
func (r *reading) empty(in input, names []string) error {
	switch {
	case in.Seen() == 0:
		return Limitf("no row was read from %s", described(names))
	case r.rows.Load() > 0 && r.selected.Load() == 0:
		return Limitf("no row meets --where %q", r.c.String("where"))
	}
	return nil
}

// check returns the error of a program that reads rows and writes none.
func (r *reading) check(in input) error {
	if err := r.unknown(in.Names()); err != nil {
		return err
	}
	if n := r.malformed.Load(); n > 0 && n == r.rows.Load() {
		return noTable(in.Names(), *r.fault.Load())
	}
	return r.empty(in, in.Names())
}

// noTable returns the error of inputs whose lines are all malformed.
func noTable(names []string, fault string) error {
	return Limitf("%s: no line is a row: %s", described(names), fault)
}

func described(names []string) string {
	if len(names) == 0 || slices.Equal(names, []string{shard.Stdin}) {
		return "the standard input"
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d other inputs", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}

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
	for flag, names := range r.st.Each {
		for _, name := range names {
			r.reading.need(flag, name)
		}
	}
	for _, n := range r.reading.needed {
		n.whole = slices.Contains(r.st.Whole, n.flag)
	}
	if r.st.Own {
		r.reading.needed = append(r.reading.needed, &needed{names: record.Columns()})
	}
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
// column.
func (r *run) checkRows(in input) error {
	names := in.Names()
	if names == nil {
		names = r.st.Inputs
	}
	if n := r.malformed.Load(); n == 0 || n < r.reading.rows.Load() {
		if err := r.reading.unknown(names); err != nil {
			return err
		}
	}
	return r.reading.empty(in, names)
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
