package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// A Source makes rows.
type Source struct {
	// Settings must be equal for a resume to be allowed.
	Settings map[string]string

	// Columns are the columns that flags name; see Stage.Columns.
	Columns map[string]string

	// Inputs are the files that the rows are made from, for the manifest. They may
	// be empty.
	Inputs []string

	// Produce emits the rows. It emits the same rows for the same settings: a
	// resumed run produces all rows again and writes the missing ones. Produce
	// returns the error of emit, which ends the run.
	Produce func(ctx context.Context, emit func(*record.Row) error) error

	// Class returns the class of a row without an error, for the counts of the
	// manifest; if nil, the class is ok.
	Class func(row *record.Row) string
}

// class returns the class of a row, for counts and limits.
func (src *Source) class(row *record.Row) string {
	if row.Error == nil && src.Class != nil {
		return src.Class(row)
	}
	return (&Stage{}).class(row)
}

// RunSource writes the rows of a source, in their order, to the output that the
// command line names. With --shard it keeps the rows of the shard.
func RunSource(ctx context.Context, c *ucli.Context, env *Env, src Source) error {
	part, err := partOf(c)
	if err != nil {
		return err
	}
	if env.checks {
		return errChecked
	}
	settings := maps.Clone(src.Settings)
	if settings == nil {
		settings = map[string]string{}
	}
	if seed := c.String("seed"); seed != "" {
		settings["seed"] = seed
	}
	r := &run{c: c, env: env, workers: 1, inputs: src.Inputs, st: Stage{
		Settings: settings,
		Class:    src.class,
		Columns:  src.Columns,
		Process: func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
			return []*record.Row{row}, nil
		},
	}}
	in := newProduced(ctx, part, src.Produce)
	defer in.stop()
	if c.String("output") == shard.Stdin {
		return r.toStdout(ctx, in, nil)
	}
	return r.toOutput(ctx, in, part)
}

// produced reads the rows that a function emits.
type produced struct {
	rows   chan *shard.Record
	err    error // of produce; read after rows is closed
	cancel context.CancelFunc
	seen   atomic.Int64
}

func newProduced(ctx context.Context, part shard.Part, produce func(context.Context, func(*record.Row) error) error) *produced {
	ctx, cancel := context.WithCancel(ctx)
	p := &produced{rows: make(chan *shard.Record, 256), cancel: cancel}
	go func() {
		defer close(p.rows)
		p.err = produce(ctx, func(row *record.Row) error {
			k := p.seen.Add(1)
			if !part.Has(k - 1) {
				return ctx.Err()
			}
			select {
			case p.rows <- shard.NewRecord(shard.Position{File: "generated", Row: k}, row):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	return p
}

// Read returns the next row, and after the last one the error of produce.
func (p *produced) Read() (*shard.Record, error) {
	rec, ok := <-p.rows
	if ok {
		return rec, nil
	}
	if p.err != nil {
		return nil, p.err
	}
	return nil, io.EOF
}

func (p *produced) Names() []string { return nil }
func (p *produced) Seen() int64     { return p.seen.Load() }
func (p *produced) Abandon()        { p.cancel() }
func (p *produced) Close() error    { return nil }

// stop ends produce and waits for it.
func (p *produced) stop() {
	p.cancel()
	for range p.rows {
	}
}

// Open opens inputs as shard.Open does, and applies --spreadsheet-safe.
func Open(ctx context.Context, c *ucli.Context, names []string, stdin io.Reader, part shard.Part) (*shard.Input, error) {
	in, err := shard.Open(ctx, names, stdin, part)
	if err == nil && c.Bool(spreadsheetSafe) {
		in.RestoreCells()
	}
	return in, err
}

// openInputs opens inputs, and returns the rows that the progress counts.
func openInputs(ctx context.Context, c *ucli.Context, env *Env, names []string) (*shard.Input, *rowsOf, error) {
	part, err := partOf(c)
	if err != nil {
		return nil, nil, err
	}
	if env.checks {
		return nil, nil, errChecked
	}
	in, err := Open(ctx, c, names, env.Stdin, part)
	if err != nil {
		return nil, nil, err
	}
	return in, &rowsOf{in.Names(), part, 0}, nil
}

// errEnough ends the reading of rows at --limit.
var errEnough = errors.New("enough rows")

// EachRow calls fn with each row of the inputs that the command line names, in
// order, while other goroutines decode the following rows. With --where and --limit,
// fn gets only the rows that these select. An error of fn ends the run.
func EachRow(ctx context.Context, c *ucli.Context, env *Env, fn func(*record.Row, shard.Position) error) error {
	return EachRowOf(ctx, c, env, c.Args().Slice(), fn)
}

// EachRowOf is EachRow for the inputs with these names.
func EachRowOf(ctx context.Context, c *ucli.Context, env *Env, names []string, fn func(*record.Row, shard.Position) error) error {
	in, of, err := openInputs(ctx, c, env, names)
	if err != nil {
		return err
	}
	bar := startProgress(ctx, c, env, 0, of, nil)
	defer bar.stop()
	return eachRow(ctx, c, env, in, func() { bar.add(1) }, fn)
}

// CheckNames returns the error of a row that would be counted wrongly, because its verdict,
// for example, is not one of the known verdicts.
func CheckNames(row *record.Row, at shard.Position) error {
	name, ok := errors.AsType[*record.NameError](row.CheckNames())
	if !ok {
		return nil
	}
	return Usagef("%v: %w%s", at, name, Nearest(name.Found, name.Expected))
}

// EachRowSoFar is EachRow for files that other programs are still writing (see
// shard.Input.Grow), without a progress bar.
func EachRowSoFar(ctx context.Context, c *ucli.Context, env *Env, names []string, fn func(*record.Row, shard.Position) error) error {
	in, _, err := openInputs(ctx, c, env, names)
	if err != nil {
		return err
	}
	in.Grow()
	return eachRow(ctx, c, env, in, func() {}, fn)
}

func eachRow(ctx context.Context, c *ucli.Context, env *Env, in *shard.Input, seen func(), fn func(*record.Row, shard.Position) error) error {
	read, left := newReading(c, env, nil), c.Int64("limit") // 0: all
	before := newDuplicates(env, in.Names())
	err := pipe(ctx, WorkersOf(c), in, (*shard.Record).Size, func(_ context.Context, _ int, rec *shard.Record) (*shard.Record, error) {
		rec.Row()
		return rec, nil
	}, func(rec *shard.Record) error {
		seen()
		if !read.match(rec.Row()) {
			return nil
		}
		if env.counts {
			if err := CheckNames(rec.Row(), rec.Pos); err != nil {
				return err
			}
		}
		before.add(rec.Row(), rec.Pos)
		if err := fn(rec.Row(), rec.Pos); err != nil {
			return err
		}
		if left--; left == 0 {
			return errEnough
		}
		return nil
	}, nil, false)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil {
		err = cmp.Or(read.check(in), before.check())
	}
	return errors.Join(err, in.Close())
}

// Select is EachRow, but it reads only some columns (see shard.Scan). A row is valid
// until fn returns.
func Select(ctx context.Context, c *ucli.Context, env *Env, columns []string, fn func(*record.Row)) error {
	return SelectFrom(ctx, c, env, c.Args().Slice(), env.where, columns, fn)
}

// Count is Select for programs that only count rows. fn gets a row and the number n of
// rows that are equal to it in the given columns. Equal rows of one batch of a table come
// in one call. Count looks for rows that occur twice, with a hash of each row. If there
// may be some, or a row does not pass CheckNames, it reads the inputs again with Select,
// which returns the error.
func Count(ctx context.Context, c *ucli.Context, env *Env, columns []string, fn func(r *record.Row, n int64)) error {
	in, of, err := openInputs(ctx, c, env, c.Args().Slice())
	if err != nil {
		return err
	}
	if c.Int64("limit") > 0 || of.part.Count > 1 || slices.ContainsFunc(in.Names(), isNoFile) {
		return Select(ctx, c, env, columns, func(r *record.Row) { fn(r, 1) })
	}
	bar := startProgress(ctx, c, env, 0, of, nil)
	read, before, misnamed := newReading(c, env, nil), newDuplicates(env, in.Names()), false
	err = shard.Count{
		Workers: WorkersOf(c), Columns: slices.Concat(columns, env.where.Columns(), before.columns()), Apart: before.apart(), Seen: bar.add, Stop: ctx.Done(),
		Where: read.matchAll,
		Each: func(r *record.Row, n int64, hashes []uint64) error {
			misnamed = misnamed || env.counts && r.CheckNames() != nil
			before.addHashes(r, hashes)
			fn(r, n)
			return nil
		},
	}.Run(context.WithoutCancel(ctx), in)
	bar.stop()
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx))):
		return errInterrupted
	case err != nil:
		return err
	case misnamed || read.check(in) == nil && before.doubtful():
		return Select(ctx, c, env, nil, func(*record.Row) {})
	}
	return read.check(in)
}

// isNoFile reports whether an input cannot be read again.
func isNoFile(name string) bool {
	info, err := os.Stat(name)
	return name == shard.Stdin || err != nil || !info.Mode().IsRegular()
}

// SelectFrom is Select with the given inputs and condition.
func SelectFrom(ctx context.Context, c *ucli.Context, env *Env, inputs []string, where table.Condition, columns []string, fn func(*record.Row)) error {
	in, of, err := openInputs(ctx, c, env, inputs)
	if err != nil {
		return err
	}
	selecting := *env
	selecting.where = where
	env = &selecting
	bar := startProgress(ctx, c, env, 0, of, nil)
	defer bar.stop()
	read, left := newReading(c, env, nil), c.Int64("limit") // 0: all
	before := newDuplicates(env, in.Names())
	err = shard.Scan{
		Workers: WorkersOf(c), Columns: slices.Concat(columns, where.Columns(), before.columns()), Seen: bar.add, Stop: ctx.Done(),
		Where: read.match,
		Each: func(r *record.Row, at shard.Position) error {
			if env.counts {
				if err := CheckNames(r, at); err != nil {
					return err
				}
			}
			before.add(r, at)
			fn(r)
			if left--; left == 0 {
				return errEnough
			}
			return nil
		},
	}.Run(context.WithoutCancel(ctx), in)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx))) {
		return errInterrupted
	}
	if err == nil {
		err = cmp.Or(read.check(in), before.check())
	}
	return err
}
