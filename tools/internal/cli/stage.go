package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// The classes that every program may have; Stage.Class may give others.
const (
	ClassOK      = "ok"
	ClassError   = "error"
	ClassUnknown = "unknown"
)

// A Stage maps rows to rows.
type Stage struct {
	// Settings must be equal for a resume to be allowed: all that decides what
	// the output is, beside the inputs.
	Settings map[string]string

	// Durable has every row's output on the disk as soon as it is there: for
	// model calls that are paid for.
	Durable bool

	// Process makes an input row's output rows; the row is its own to change
	// and to return. A bad row is a row with Error set; an error of Process
	// aborts the run. Calls for different rows run at the same time, one at a
	// time for each worker, which counts from zero. ctx does not end when the
	// program is interrupted: rows under way are finished.
	Process func(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error)

	// Malformed says that Process also wants rows that could not be read
	// (record.Row.IsMalformed). Otherwise these pass as they are.
	Malformed bool

	// Retry does an output row again that --retry asks for, given that row as
	// it is: whether its Error is of this stage, to be cleared, or of an
	// earlier one, to be left alone, only the stage can tell. Where nil it is
	// Process. A stage whose Process makes several rows of one needs it, since
	// each of those is done again by itself.
	Retry func(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error)

	// Class is the class of an output row, for --retry, counts and limits, and
	// Classes are all that it gives. Where nil it is "error" or "ok", after the
	// row's Error.
	Class   func(row *record.Row) string
	Classes []string

	// Status is what the progress tells besides the rows, on one line; may be
	// nil. It may be called at any time.
	Status func() string

	// Sums is what an output row adds to the totals of the manifest, by name;
	// may be nil. The totals are of all the output's rows, whichever run made
	// them: Resumed, where given, is told before the first row what the rows
	// of earlier runs add up to.
	Sums    func(row *record.Row) map[string]int64
	Resumed func(sums map[string]int64)
}

// sums adds what a row adds to total, which may be nil.
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

// process is Process, but for malformed rows.
func (st *Stage) process(ctx context.Context, worker int, row *record.Row) ([]*record.Row, error) {
	if row.IsMalformed() && !st.Malformed {
		return []*record.Row{row}, nil
	}
	return st.Process(ctx, worker, row)
}

// RunStage runs a stage over the inputs that the command line names: in
// parallel, in their order, into the output that it names, as the flags of
// StageGroups say.
func RunStage(ctx context.Context, c *ucli.Context, env *Env, st Stage) error {
	part, err := partOf(c)
	if err != nil {
		return err
	}
	if st.Class == nil {
		st.Classes = []string{ClassError, ClassOK}
	}
	if _, err := retried(c, st.Classes); err != nil {
		return err
	}
	r := &run{c: c, env: env, st: st, workers: workers(c), single: single(st.Classes)}
	if c.String("output") == shard.Stdin {
		in, err := shard.Open(ctx, c.Args().Slice(), env.Stdin, part)
		if err != nil {
			return err
		}
		return r.toStdout(ctx, in, &rowsOf{in.Names(), part})
	}
	if c.String("retry") != "" {
		return r.retry(ctx, part)
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
	inputs  []string // of a source; those of a stage are the files that it maps
	spare   spare

	// single has, for each class that is known beforehand, the counts of one
	// row: most units are one row, and a map for each would be garbage.
	single map[string]map[string]int64
}

func single(classes []string) map[string]map[string]int64 {
	m := map[string]map[string]int64{}
	for _, class := range classes {
		m[class] = map[string]int64{class: 1}
	}
	return m
}

// spare are buffers of lines that have been written, for lines to come. On one
// core a whole window of shard.Pipe may be worked off before the first of it is
// written, and then all of it is written.
type spare chan []byte

func newSpare() spare { return make(spare, 1024) }

func (s spare) get() []byte {
	select {
	case b := <-s:
		return b[:0]
	default:
		return nil
	}
}

// put takes a buffer back, unless it is a large one.
func (s spare) put(b []byte) {
	if cap(b) > 16<<10 {
		return
	}
	select {
	case s <- b:
	default:
	}
}

// A result is what became of one input row.
type result struct {
	unit shard.Unit
	rows []*record.Row // only where the output wants rows
}

// toStdout streams; there is nothing to resume.
func (r *run) toStdout(ctx context.Context, in input, of *rowsOf) error {
	format, err := shard.ParseFormat(r.c.String("format"))
	if err != nil {
		return err
	}
	w, err := shard.NewStream(r.env.Stdout, format)
	if err != nil {
		return err
	}
	lines, wantsLines := w.(shard.LineWriter)
	r.spare = newSpare()
	total := newTally()
	bar := startProgress(ctx, r.c, r.env, 0, of, r.st.Status)
	defer bar.stop()
	err = pipe(ctx, r.workers, in, func(work context.Context, worker int, rec *shard.Record) (result, error) {
		return r.work(work, worker, rec, !wantsLines)
	}, func(res result) error {
		total.add(res.unit)
		bar.add(1)
		if wantsLines {
			err := lines.WriteLines(res.unit.Lines)
			r.spare.put(res.unit.Lines)
			return err
		}
		for _, row := range res.rows {
			if err := w.Write(row); err != nil {
				return err
			}
		}
		return nil
	}, w.Flush)
	if err != nil {
		// What is done leaves even so. Where it cannot, the first error has
		// said so.
		_ = w.Flush()
		return errors.Join(err, in.Close())
	}
	if err := errors.Join(w.Close(), in.Close()); err != nil {
		return err
	}
	return r.judge(total.rows, total.classes)
}

// work does one input row.
func (r *run) work(ctx context.Context, worker int, rec *shard.Record, keepRows bool) (result, error) {
	if r.st.Durable {
		ctx = context.WithValue(ctx, positionKey{}, rec.Pos)
	}
	rows, err := r.st.process(ctx, worker, rec.Row())
	if err != nil {
		return result{}, fmt.Errorf("%v: %w", rec.Pos, err)
	}
	return r.outcome(rows, keepRows), nil
}

type positionKey struct{}

// Position is the position of the input row that a durable stage's Process is
// called for.
func Position(ctx context.Context) shard.Position {
	at, _ := ctx.Value(positionKey{}).(shard.Position)
	return at
}

// pipe maps the records of in. When ctx ends nothing more begins, what is under
// way is finished, and the error is errInterrupted; do is given a context that
// goes on.
func pipe[T any](ctx context.Context, workers int, in recordReader, do func(context.Context, int, *shard.Record) (T, error), emit func(T) error, flush func() error) error {
	err := shard.Pipe[*shard.Record, T]{
		Workers: workers,
		Stop:    ctx.Done(),
		Size:    (*shard.Record).Size,
		Next: func() (*shard.Record, error) {
			rec, err := in.Read()
			if err != nil && ctx.Err() != nil {
				return nil, io.EOF // the reader was called off
			}
			return rec, err
		},
		Do:    do,
		Emit:  emit,
		Flush: flush,
	}.Run(context.WithoutCancel(ctx))
	if err == nil && ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

// A recordReader yields records until io.EOF.
type recordReader interface{ Read() (*shard.Record, error) }

// An input is the rows that a run maps; shard.Input is one.
type input interface {
	recordReader
	Names() []string
	Close() error
}

// judge holds the counts against the limits.
func (r *run) judge(rows int64, classes map[string]int64) error {
	limits, err := limitsOf(r.c)
	if err != nil {
		return err
	}
	r.env.Log.Info("finished", "rows", rows, "classes", classes)
	var over []string
	for _, l := range []struct {
		class, flag string
		limit       limit
	}{{ClassError, "max-errors", limits.errors}, {ClassUnknown, "max-unknown", limits.unknown}} {
		if n := classes[l.class]; l.limit.exceeded(n, rows) {
			over = append(over, fmt.Sprintf("%d of %d rows are of class %s, expected at most --%s %s", n, rows, l.class, l.flag, r.c.String(l.flag)))
		}
	}
	if len(over) > 0 {
		return &limitError{"finished, but " + strings.Join(over, "; ")}
	}
	if n := classes[ClassError]; n > 0 {
		r.env.Log.Warn("rows with errors", "errors", n, "rows", rows)
	}
	return nil
}

// A tally counts rows where no output does.
type tally struct {
	rows    int64
	classes map[string]int64
}

func newTally() *tally { return &tally{classes: map[string]int64{}} }

func (t *tally) add(u shard.Unit) {
	t.rows += u.Rows
	for class, n := range u.Classes {
		t.classes[class] += n
	}
}
