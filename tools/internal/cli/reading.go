package cli

import (
	"fmt"
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
	rows     atomic.Int64 // that were read
	selected atomic.Int64 // that --where selects

	malformed atomic.Int64
	fault     atomic.Pointer[string]  // of a malformed row
	has       map[string]*atomic.Bool // columns of --where that the schema lacks: whether a row has it
}

func newReading(c *ucli.Context, env *Env) *reading {
	r := &reading{c: c, env: env, has: map[string]*atomic.Bool{}}
	for _, name := range env.where.Columns() {
		if !record.IsColumn(name) {
			r.has[name] = new(atomic.Bool)
		}
	}
	return r
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
	for name, has := range r.has {
		if !has.Load() {
			if _, ok := row.Get(name); ok {
				has.Store(true)
			}
		}
	}
	if !r.env.where.Match(row) {
		return false
	}
	r.selected.Add(1)
	return true
}

// unknown is the error of a column of --where that no row has. The rows of a shard, and
// the first rows of a --limit, may lack a column that others have.
func (r *reading) unknown() error {
	if r.rows.Load() == 0 || r.rows.Load() == r.malformed.Load() || r.c.Int64("limit") > 0 || r.c.String("shard") != "" {
		return nil
	}
	for _, name := range r.env.where.Columns() {
		if has, ok := r.has[name]; !ok || has.Load() {
			continue
		}
		top, _, _ := strings.Cut(name, ".")
		if top != name && record.IsColumn(top) {
			continue // a path into a struct that no row may have
		}
		return Usagef("--where: no row has a column %s. %s", name, Nearest(name, record.Columns()))
	}
	return nil
}

// empty is the error of a run without rows. The rows of an input are counted before
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

// check is the error of a program that reads rows and writes none.
func (r *reading) check(in input) error {
	if err := r.unknown(); err != nil {
		return err
	}
	if n := r.malformed.Load(); n > 0 && n == r.rows.Load() {
		return noTable(in.Names(), *r.fault.Load())
	}
	return r.empty(in, in.Names())
}

// noTable is the error of inputs whose lines are all malformed.
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
