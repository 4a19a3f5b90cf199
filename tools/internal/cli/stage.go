package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// The classes of all programs; Stage.Class may return others.
const (
	ClassOK      = "ok"
	ClassError   = "error"
	ClassUnknown = "unknown"
	ClassLeft    = "left" // to another program
)

// A Stage maps rows to rows.
type Stage struct {
	// Settings are all settings that determine the output, besides the inputs. A
	// run resumes only with equal settings.
	Settings map[string]string

	// Columns are the columns that flags name, by flag. It is an error if no row has one
	// of the columns of a flag, unless one is a column of the schema.
	Columns map[string][]string

	// Each lists columns of which each must be in some row, by flag, as in Columns.
	Each map[string][]string

	// Whole lists flags of Columns that are checked even if --limit or --shard leave out rows.
	Whole []string

	// Inputs are the files that the rows of a source are made from, for the manifest.
	Inputs []string

	// Own makes it an error if no row has a column of the schema.
	Own bool

	// Endpoint is the address of the models; it may be empty. A resumed run may use
	// another endpoint, such as another port. Then it logs a warning.
	Endpoint string

	// Durable writes each row's output to the disk at once, for model calls that
	// cost money.
	Durable bool

	// Spare is the number of workers besides --workers, to replace workers that wait
	// until output is written to the disk.
	Spare int

	// Process returns the output rows of an input row, which it may change and
	// return. A bad row is a row with Error set; an error of Process ends the run.
	// Calls run in parallel, one at a time for each worker; workers are numbered
	// from zero. An interrupt does not end ctx, so that rows under way are finished.
	Process func(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error)

	// Group returns the group of an input row, or "" for a row without one; it may be nil.
	// The rows of a group go to one worker, wherever they are in the inputs: the groups
	// are in the order of their first rows. When all are processed, Together gets the
	// output rows of each input row, and may change them. If the group is longer than
	// MaxGroup rows, Together is called for each part of it, and whole is false.
	Group    func(row *record.Row) string
	Together func(ctx context.Context, worker int, rows [][]*record.Row, whole bool) error

	// Malformed passes rows that could not be read (record.Row.IsMalformed) to
	// Process. Otherwise they are written unchanged.
	Malformed bool

	// Retry processes an output row that --retry selects. It clears the row's Error
	// if this stage set it, and keeps the Error of an earlier stage. If nil, Process is
	// used. A stage that makes several rows from one row needs Retry, because each of
	// these rows is retried alone.
	Retry func(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error)

	// Class returns the class of an output row, for --retry, counts and limits.
	// Classes lists all classes that Class returns; nil: "error" and "ok". If Class is nil,
	// the class is "error" for a row with Error, and "ok" for other rows.
	Class   func(row *record.Row) string
	Classes []string

	// Status returns text that the progress shows after the rows, on one line. It
	// may be nil, and may be called at any time.
	Status func() string

	// Sums returns what an output row adds to the totals of the manifest, by name;
	// it may be nil. The totals cover all rows of the output. Resumed, if not nil,
	// is called before the first row with the totals of earlier runs.
	Sums    func(row *record.Row) map[string]int64
	Resumed func(sums map[string]int64)
}

// sums adds the sums of a row to total, which may be nil.
func (st *Stage) sums(row *record.Row, total map[string]int64) map[string]int64 {
	if st.Sums == nil {
		return total
	}
	for name, n := range st.Sums(row) {
		if total == nil {
			total = map[string]int64{}
		}
		total[name] += n
	}
	return total
}

func (st *Stage) class(row *record.Row) string {
	if st.Class != nil {
		return st.Class(row)
	}
	if row.Error != nil {
		return ClassError
	}
	return ClassOK
}

// process calls Process. Unless Malformed is set, it returns malformed rows unchanged.
func (st *Stage) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if row.IsMalformed() && !st.Malformed {
		return []*record.Row{row}, nil
	}
	return st.Process(ctx, worker, row)
}

// RunStage runs a stage over the inputs that the command line names, in
// parallel, and writes the output rows in the order of the inputs. The flags of
// StageGroups control it.
func RunStage(ctx context.Context, c *ucli.Context, env *Env, st Stage) error {
	part, err := partOf(c)
	if err != nil {
		return err
	}
	if st.Classes == nil {
		st.Classes = []string{ClassError, ClassOK}
	}
	if _, err := retried(c, st.Classes); err != nil {
		return err
	}
	if env.checks {
		return errChecked
	}
	r := &run{c: c, env: env, st: st, workers: WorkersOf(c) + st.Spare}
	if c.String("output") == shard.Stdin {
		in, of, err := openInputs(ctx, c, env, c.Args().Slice())
		if err != nil {
			return err
		}
		return r.toStdout(ctx, in, of)
	}
	if c.String("retry") != "" {
		return r.retry(ctx)
	}
	if begun, ok := shard.Begun(c.String("output")); ok && c.Bool("resume") && begun["retry"] != "" {
		return r.retryOutput(ctx, begun["retry"])
	}
	in, err := shard.Open(ctx, c.Args().Slice(), env.Stdin, part)
	if err != nil {
		return err
	}
	return r.toOutput(ctx, in, part)
}

// A run is one run of a stage.
type run struct {
	c       *ucli.Context
	env     *Env
	st      Stage
	workers int
	reading *reading
	failure atomic.Pointer[string] // the error of a row

	malformed atomic.Int64 // output rows that could not be read
}

// A result holds the output rows of one input row.
type result struct {
	unit shard.Chunk
	rows []*record.Row // only if the output takes rows instead of lines
}

// toStdout streams the output; such a run cannot be resumed.
func (r *run) toStdout(ctx context.Context, in input, of *rowsOf) error {
	format, err := shard.ParseFormat(r.c.String("format"))
	if err != nil {
		return err
	}
	from, _ := in.(*shard.Input)
	w, err := shard.NewStream(r.env.Stdout, format, from)
	if err != nil {
		return err
	}
	lines, wantsLines := w.(shard.LineWriter)
	in, of = r.selected(in, of)
	var rows int64
	classes := map[string]int64{}
	r.env.rowsShown = isTerminal(r.env.Stdout)
	bar := startProgress(ctx, r.c, r.env, 0, of, r.st.Status)
	defer bar.stop()
	err = pipe(ctx, r.workers, r.units(in, nil), (*unit).size, func(work context.Context, worker int, u *unit) ([]result, error) {
		results, err := r.work(work, worker, u, !wantsLines)
		bar.add(int64(len(results)))
		return results, err
	}, func(results []result) error {
		for _, res := range results {
			rows += res.unit.Rows
			for class, n := range res.unit.Classes {
				classes[class] += n
			}
			if wantsLines {
				if err := lines.WriteLines(res.unit.Lines); err != nil {
					return err
				}
			}
			for _, row := range res.rows {
				if err := w.Write(row); err != nil {
					return err
				}
			}
		}
		return nil
	}, w.Flush, wantsLines)
	if err != nil {
		_ = w.Flush() // write what is done; err is the error to report
		if isPipe(below(r.env.Stdout)) {
			reason := failed
			if ExitCode(err) == ExitInterrupted {
				reason = interrupted
			}
			_ = shard.EndEarly(w, reason)
		}
		return errors.Join(err, in.Close())
	}
	if err := r.checkRows(in); err != nil {
		return errors.Join(err, in.Close()) // a table without rows has no head
	}
	if err := errors.Join(w.Close(), in.Close()); err != nil {
		return err
	}
	return r.judge(rows, classes)
}

// work processes the rows of a unit. It returns a result for each of them.
func (r *run) work(ctx context.Context, worker int, u *unit, keepRows bool) ([]result, error) {
	return r.apply(ctx, worker, u, r.st.process, keepRows)
}

// apply is work with the given function process.
func (r *run) apply(ctx context.Context, worker int, u *unit, process func(context.Context, int, *record.Row) ([]*record.Row, error), keepRows bool) ([]result, error) {
	made := make([][]*record.Row, len(u.recs))
	for i, rec := range u.recs {
		at := context.WithValue(ctx, positionKey{}, rec.Pos)
		var err error
		row := rec.Row()
		r.reading.see(row)
		if made[i], err = process(at, worker, row); err != nil {
			return nil, fmt.Errorf("%v: %w", rec.Pos, err)
		}
	}
	if r.st.Group != nil {
		if err := r.st.Together(ctx, worker, made, u.whole); err != nil {
			return nil, fmt.Errorf("%v: %w", u.recs[0].Pos, err)
		}
	}
	results := make([]result, len(made))
	for i, rows := range made {
		results[i] = r.outcome(rows, keepRows)
	}
	return results, nil
}

type positionKey struct{}

// Position returns the position of the input row in a call of Process.
func Position(ctx context.Context) shard.Position {
	at, _ := ctx.Value(positionKey{}).(shard.Position)
	return at
}

// outcome counts and encodes the output rows of one input row.
func (r *run) outcome(rows []*record.Row, keepRows bool) result {
	res := result{unit: shard.Chunk{Count: 1, Rows: int64(len(rows)), Classes: map[string]int64{}}}
	for _, row := range rows {
		res.unit.Classes[r.st.class(row)]++
		if row.IsMalformed() {
			r.malformed.Add(1)
		}
		if row.Error != nil && r.failure.Load() == nil {
			r.failure.CompareAndSwap(nil, &row.Error.Message)
		}
		res.unit.Sums = r.st.sums(row, res.unit.Sums)
		if !keepRows {
			res.unit.Lines = append(record.Append(res.unit.Lines, row), '\n')
		}
	}
	if keepRows {
		res.rows = rows
	}
	return res
}

// pipe calls do for each item of a source, in parallel, and emit for each result, in
// order. When ctx ends, no further item begins, the items under way are finished
// or end as canceled, and the error is errInterrupted. The context of do does not
// end. prompt is the field Prompt of shard.Pipe.
func pipe[I, O any](ctx context.Context, workers int, in source[I], size func(I) int64, do func(context.Context, int, I) (O, error), emit func(O) error, flush func() error, prompt bool) error {
	waiting := waitOf(ctx)
	var early error
	err := shard.Pipe[I, O]{
		Workers: workers,
		Stop:    ctx.Done(),
		Size:    size,
		Next: func() (I, error) {
			item, err := in.Read()
			if err == nil {
				return item, nil
			}
			if ctx.Err() != nil {
				return item, io.EOF // the interrupt closed the input
			}
			if incomplete := (*shard.IncompleteError)(nil); errors.As(err, &incomplete) {
				early, err = err, io.EOF // the rows under way are finished
			}
			return item, err
		},
		Do: func(ctx context.Context, worker int, item I) (O, error) {
			waiting.rows.Add(1)
			defer waiting.rows.Add(-1)
			return do(ctx, worker, item)
		},
		Emit:    emit,
		Flush:   flush,
		Prompt:  prompt,
		Abandon: in.Abandon,
	}.Run(context.WithoutCancel(ctx))
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled) || errors.Is(err, errClosed)) {
		return errInterrupted
	}
	return cmp.Or(err, early)
}

// A source yields items until io.EOF.
type source[I any] interface {
	Read() (I, error)
	Abandon() // ends a Read that waits for input; no other one follows
}

type recordReader = source[*shard.Record]

// An input holds the rows of a run; shard.Input is one.
type input interface {
	recordReader
	Names() []string
	Seen() int64 // rows of all shards
	Close() error
}

// judge returns an error if the counts exceed the limits, or if every row has an error.
func (r *run) judge(rows int64, classes map[string]int64) error {
	r.env.Log.Info("finished", "rows", rows, "classes", classes)
	var over []string
	for class, flag := range limitFlags {
		exceeded, err := exceeds(r.c.String(flag), classes[class], rows)
		if err != nil {
			return err
		}
		if exceeded {
			over = append(over, fmt.Sprintf("%d of %d rows are of class %s, expected at most --%s %s", classes[class], rows, class, flag, r.c.String(flag)))
		}
	}
	if n := classes[ClassError]; n == rows && n > 0 && len(over) == 0 {
		text := ""
		if failure := r.failure.Load(); failure != nil {
			text = ", such as: " + *failure
		}
		over = append(over, fmt.Sprintf("%d of %d rows are of class %s%s", n, rows, ClassError, text))
	}
	if len(over) > 0 {
		slices.Sort(over)
		return Limitf("finished, but %s", strings.Join(over, "; "))
	}
	if n := classes[ClassError]; n > 0 {
		r.env.Log.Warn("rows with errors", "errors", n, "rows", rows)
	}
	return nil
}
