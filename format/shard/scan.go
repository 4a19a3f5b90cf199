package shard

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/truthloop/truthloop/format/record"
)

// A Scan reads some columns of all rows of an input, in parallel and in order.
// Of Parquet nothing else is taken from the disk, of Arrow nothing else is
// converted. A row is malformed only where a column that is read is.
type Scan struct {
	Workers int      // at least 1
	Columns []string // see docs/row.md; unknown ones, and paths into structs

	// Where says which rows Each is to get; nil is all. It is called by several
	// goroutines.
	Where func(*record.Row) bool

	// Each gets the rows in their order, one at a time. A row is valid until it
	// returns, its strings are for longer. An error ends the scan.
	Each func(*record.Row, Position) error

	// Seen is told how many more rows have been read; may be nil.
	Seen func(n int64)

	// Stop, once closed, ends the scan with what Each has got.
	Stop <-chan struct{}
}

// batchRows is how many rows a worker passes on at a time: few enough that they
// are in the cache of the processor when they are looked at.
const batchRows = 256

// ahead is how many batches of one unit may wait for their turn: those of a
// row group of ours.
const ahead = rowGroup/batchRows + 1

// A unit is rows that stand together in a file, and that one worker reads:
// a row group, or some lines. It passes them on in batches, which it takes
// from the scanner; emit says whether more are wanted.
type unit interface {
	read(s *scanner, emit func(*rowBatch) bool) error
}

// A splitter is a Reader whose rows can be had in units; the next is io.EOF
// after the last one.
type splitter interface {
	nextUnit(p *projection) (unit, int64, error) // and the number of its rows
}

// A rowBatch is rows on their way from a worker to Each. Its memory is used
// again for other batches.
type rowBatch struct {
	rows  []record.Row
	first Position
	lines []int64 // in place of first, where the rows are lines
	n     int     // rows in use
	drop  []bool  // which of them Each does not get
	plan  any     // by which rows was filled; another one finds it cleared
}

// reset makes room for n rows of the plan, which overwrites the fields that it
// sets; all others are absent.
func (b *rowBatch) reset(n int, plan any) {
	if b.plan != plan || plan == nil {
		clear(b.rows)
	}
	b.n, b.plan = n, plan
}

func (b *rowBatch) position(i int) Position {
	at := b.first
	if len(b.lines) > 0 {
		at.Row = b.lines[i]
	} else {
		at.Row += int64(i)
	}
	return at
}

// A scanner is a running Scan.
type scanner struct {
	Scan
	p    *projection
	in   *Input
	free chan *rowBatch // to be used again

	current *shared // the file that units are taken from
}

// task is a unit under way: its batches, in order, until the channel is
// closed; err is then set where it failed.
type task struct {
	unit  unit
	out   chan *rowBatch
	first int64 // number of its first row among all of the input
	err   error
}

// Run scans the input until its end, the first error, or the end of ctx.
func (s Scan) Run(outer context.Context, in *Input) error {
	sc := &scanner{Scan: s, p: project(s.Columns), in: in, free: make(chan *rowBatch, 2*ahead)}
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	workers := max(s.Workers, 1)
	todo := make(chan *task)           // to the workers
	order := make(chan *task, workers) // to Each
	var running sync.WaitGroup
	running.Go(func() {
		defer close(todo)
		defer close(order)
		sc.split(ctx, todo, order)
	})
	for range workers {
		running.Go(func() {
			for t := range todo {
				sc.work(ctx, t)
			}
		})
	}
	err := sc.emit(order)
	cancel()
	for t := range order { // let the workers end
		for range t.out {
		}
	}
	running.Wait()
	if err == nil && outer.Err() != nil {
		err = context.Cause(outer)
	}
	return err
}

// split hands out the units of the input's files. Where there is no next one
// because of an error, that is what it hands out.
func (s *scanner) split(ctx context.Context, todo, order chan<- *task) {
	defer func() {
		if s.current != nil {
			_ = s.current.leave() // as below
		}
	}()
	var first int64
	for {
		u, n, err := s.next()
		if errors.Is(err, io.EOF) {
			return
		}
		t := &task{unit: u, out: make(chan *rowBatch, ahead), first: first}
		first += n
		if err != nil {
			t.unit = failed{err}
		}
		for _, to := range []chan<- *task{order, todo} {
			select {
			case to <- t:
				continue
			case <-ctx.Done():
			case <-s.Stop:
			}
			close(t.out)
			if h, ok := u.(held); ok {
				_ = h.of.leave() // the scan ends with another error, or was told to stop
			}
			return
		}
		if err != nil {
			return
		}
	}
}

// failed is the unit that could not be had.
type failed struct{ err error }

func (f failed) read(*scanner, func(*rowBatch) bool) error { return f.err }

// work reads a unit.
func (s *scanner) work(ctx context.Context, t *task) {
	defer close(t.out)
	k := t.first
	t.err = t.unit.read(s, func(b *rowBatch) bool {
		for i := range b.n {
			b.drop[i] = !s.in.part.Has(k) || s.Where != nil && !s.Where(&b.rows[i])
			k++
		}
		select {
		case t.out <- b:
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// emit gives Each its rows.
func (s *scanner) emit(order <-chan *task) error {
	for t := range order {
		for b := range t.out {
			for i := range b.n {
				if b.drop[i] {
					continue
				}
				if err := s.Each(&b.rows[i], b.position(i)); err != nil {
					return err
				}
			}
			if s.Seen != nil {
				s.Seen(int64(b.n))
			}
			select {
			case s.free <- b:
			default:
			}
		}
		if t.err != nil {
			return t.err
		}
	}
	return nil
}

// batch takes memory for n rows, at most batchRows, that stand at first.
func (s *scanner) batch(n int, first Position, plan any) *rowBatch {
	var b *rowBatch
	select {
	case b = <-s.free:
	default:
		b = &rowBatch{rows: make([]record.Row, batchRows), drop: make([]bool, batchRows)}
	}
	b.reset(n, plan)
	b.first, b.lines = first, b.lines[:0]
	return b
}
