package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// RunSource writes the rows that produce emits, in their order, to the output that the
// command line names. With --shard it keeps the rows of the shard. For the same settings,
// produce emits the same rows: a resumed run produces all rows again and writes the missing
// ones. It calls emit in its own goroutine, and returns the error of emit, which ends the run.
func RunSource(ctx context.Context, c *ucli.Context, env *Env, st Stage, produce func(ctx context.Context, emit func(*record.Row) error) error) error {
	part, err := partOf(c)
	if err != nil {
		return err
	}
	if env.checks {
		return errChecked
	}
	st.Settings = maps.Clone(st.Settings)
	if seed := c.String("seed"); seed != "" {
		st.Settings["seed"] = seed
	}
	st.Process = func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
		return []*record.Row{row}, nil
	}
	r := &run{c: c, env: env, workers: 1, st: st}
	in := newProduced(ctx, part, produce)
	defer in.stop()
	if c.String("output") == shard.Stdin {
		return r.toStdout(ctx, in, nil)
	}
	return r.toOutput(ctx, in, part)
}

// produced reads the rows that a function emits.
type produced struct {
	next   func() (*shard.Record, bool)
	stop   func() // ends produce
	cancel context.CancelFunc
	err    error // of produce
	seen   int64
}

func newProduced(ctx context.Context, part shard.Part, produce func(context.Context, func(*record.Row) error) error) *produced {
	ctx, cancel := context.WithCancel(ctx)
	p := &produced{cancel: cancel}
	next, stop := iter.Pull(func(yield func(*shard.Record) bool) {
		p.err = produce(ctx, func(row *record.Row) error {
			p.seen++
			if part.Has(p.seen-1) && !yield(shard.NewRecord(shard.Position{File: "generated", Row: p.seen}, row)) {
				return context.Canceled
			}
			return ctx.Err()
		})
	})
	p.next, p.stop = next, func() { cancel(); stop() }
	return p
}

// Read returns the next row, and after the last one the error of produce.
func (p *produced) Read() (*shard.Record, error) {
	if rec, ok := p.next(); ok {
		return rec, nil
	}
	return nil, cmp.Or(p.err, io.EOF)
}

func (p *produced) Names() []string { return nil }
func (p *produced) Seen() int64     { return p.seen }
func (p *produced) Abandon()        { p.cancel() }
func (p *produced) Close() error    { return nil }

// openInputs opens inputs, and returns the rows that the progress counts.
func openInputs(ctx context.Context, c *ucli.Context, env *Env, names []string) (*shard.Input, *rowsOf, error) {
	part, err := partOf(c)
	if err != nil {
		return nil, nil, err
	}
	if env.checks {
		return nil, nil, errChecked
	}
	in, err := shard.Open(ctx, names, env.Stdin, part)
	if err != nil {
		return nil, nil, err
	}
	return in, &rowsOf{in.Names(), part, 0}, nil
}

// Rows are the rows that a program reads without writing them. The zero value is all
// columns of the rows of the inputs that the command line names.
type Rows struct {
	Names   []string // of the inputs; nil: those of the command line
	Columns []string // that the program needs, as in shard.Scan; nil: all
}

// EachRow calls fn with each row of the inputs that the command line names; see Rows.Each.
func EachRow(ctx context.Context, c *ucli.Context, env *Env, fn func(*record.Row, shard.Position) error) error {
	return Rows{}.Each(ctx, c, env, fn)
}

// Each calls fn with each row that --where and --limit select, in order, while other
// goroutines decode the following rows. An error of fn ends the run.
func (rows Rows) Each(ctx context.Context, c *ucli.Context, env *Env, fn func(*record.Row, shard.Position) error) error {
	if rows.Names == nil {
		rows.Names = c.Args().Slice()
	}
	in, of, err := openInputs(ctx, c, env, rows.Names)
	if err != nil {
		return err
	}
	bar := startProgress(ctx, c, env, 0, of, nil)
	defer bar.stop()
	read, left := newReading(c, env, nil), c.Int64("limit") // 0: all
	before := newDuplicates(env, in.Names())
	columns := rows.Columns
	if columns != nil {
		columns = slices.Concat(columns, env.where.Columns(), before.columns())
	}
	err = shard.Scan{
		Workers: WorkersOf(c), Columns: columns, Seen: bar.add, Stop: ctx.Done(),
		Where: read.match,
		Each: func(r *record.Row, at shard.Position) error {
			if env.counts {
				if err := CheckNames(r, at); err != nil {
					return err
				}
			}
			before.add(r, at)
			if err := fn(r, at); err != nil {
				return err
			}
			if left--; left == 0 {
				return shard.ErrStop
			}
			return nil
		},
	}.Run(context.WithoutCancel(ctx), in)
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx))) {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	return cmp.Or(read.check(in), before.check())
}

// CheckNames returns the error of a row that would be counted wrongly, because its verdict,
// for example, is not one of the known verdicts.
func CheckNames(row *record.Row, at shard.Position) error {
	wrong, ok := errors.AsType[*record.FieldError](row.CheckNames())
	if !ok {
		return nil
	}
	return Usagef("%v: %w%s", at, wrong, Nearest(strings.Trim(wrong.Found, `"`), strings.Split(wrong.Expected, ", ")))
}

// isNoFile reports whether an input cannot be read again.
func isNoFile(name string) bool {
	info, err := os.Stat(name)
	return name == shard.Stdin || err != nil || !info.Mode().IsRegular()
}
