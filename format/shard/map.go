package shard

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// flushAfter is the longest time that an emitted item stays in a buffer. It is short
// for the readers downstream, and long enough for fast stages to fill buffers.
const flushAfter = 5 * time.Millisecond

// A Pipe is an ordered parallel map: Next yields items until io.EOF, Workers goroutines
// apply Do to them, and Emit gets the results in the order of the items. At most Window
// items are between Next and Emit, which bounds the memory and makes Next wait for a
// slow Emit. When the window is full, one slow item delays the items after it, so the
// default window is large. With Size, these items also have at most MaxBytes together,
// or there is only one.
//
// Next and Emit are each called by one goroutine at a time. An item is emitted as soon
// as it and all items before it are done. Flush, if given, is called at the end and a
// few milliseconds after an item is emitted. With Prompt, Flush is also called as soon
// as all items that Next has returned are emitted. Then a program at the other end that
// waits for an answer before it sends the next item gets it at once.
//
// Rejected: batches of rows. If a model needs a minute for one row of a batch, the
// other rows of the batch wait. Batches are not faster either, because decoding and
// encoding limit the rate (BenchmarkPipe).
type Pipe[T, U any] struct {
	Workers int // at least 1
	Window  int // at least Workers; 0: 64 per worker, and at least 1,024
	Size    func(T) int64
	Next    func() (T, error)
	Do      func(ctx context.Context, worker int, item T) (U, error)
	Emit    func(U) error
	Flush   func() error
	Prompt  bool

	// Abandon, if given, ends a call of Next that waits for input, after an error
	// elsewhere.
	Abandon func()

	// Stop, once closed, prevents further items from starting; those under way
	// finish.
	Stop <-chan struct{}
}

// MaxBytes bounds the total size of the items between Next and Emit.
const MaxBytes = 256 << 20

// ErrStop ends a Pipe early without a failure: Do or Emit returns it when no more items
// are needed.
var ErrStop = errors.New("stopped early")

type numbered[T any] struct {
	seq  int
	size int64 // of the item that Next returned, MaxBytes at most
	item T
}

// Run works until the items end, the first error, or the end of ctx, and returns when
// all its goroutines have ended. When ctx ends, the error is its cause.
func (p Pipe[T, U]) Run(ctx context.Context) error {
	workers := max(p.Workers, 1)
	window := max(p.Window, workers)
	if p.Window == 0 {
		window = max(64*workers, 1024)
	}
	if p.Size == nil {
		p.Size = func(T) int64 { return 0 }
	}
	if p.Flush == nil {
		p.Flush = func() error { return nil }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	keep := func() bool { return false }
	if p.Abandon != nil {
		keep = context.AfterFunc(ctx, p.Abandon)
	}

	// Each item under way holds one token of the window, so neither channel can be
	// full and a send never blocks.
	tokens := make(chan struct{}, window)
	jobs := make(chan numbered[T], window)
	results := make(chan numbered[U], window)
	bytes := semaphore.NewWeighted(MaxBytes)

	var reader, pool sync.WaitGroup
	var returned atomic.Int64 // items of Next
	reader.Go(func() {
		defer close(jobs)
		if err := p.read(ctx, tokens, bytes, jobs, &returned); err != nil {
			cancel(err)
		}
	})
	for worker := range workers {
		pool.Go(func() {
			for job := range jobs {
				if ctx.Err() != nil || p.stopped() {
					return
				}
				out, err := p.Do(ctx, worker, job.item)
				if err != nil {
					cancel(err)
					return
				}
				results <- numbered[U]{job.seq, job.size, out}
			}
		})
	}
	go func() { pool.Wait(); close(results) }()
	err := p.emit(results, tokens, bytes, window, &returned)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		keep() // the input, of which Next has found the end
	}
	cancel(err)         // Next, and read if it waits for bytes of unstarted items
	for range results { // let the workers end
	}
	reader.Wait()
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}

func (p Pipe[T, U]) stopped() bool {
	select {
	case <-p.Stop:
		return true
	default:
		return false
	}
}

// read sends the items with their numbers to the workers.
func (p Pipe[T, U]) read(ctx context.Context, tokens chan<- struct{}, bytes *semaphore.Weighted, jobs chan<- numbered[T], returned *atomic.Int64) error {
	for seq := 0; ; seq++ {
		if ctx.Err() != nil || p.stopped() {
			return nil
		}
		select {
		case tokens <- struct{}{}:
		case <-ctx.Done():
			return nil
		case <-p.Stop:
			return nil
		}
		item, err := p.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		returned.Add(1)
		size := min(p.Size(item), MaxBytes)
		if bytes.Acquire(ctx, size) != nil {
			return nil
		}
		jobs <- numbered[T]{seq, size, item}
	}
}

// emit puts the results in order. The slot of seq is its remainder modulo window. The
// slot is free when seq arrives.
func (p Pipe[T, U]) emit(results <-chan numbered[U], tokens <-chan struct{}, bytes *semaphore.Weighted, window int, returned *atomic.Int64) error {
	slots := make([]*numbered[U], window)
	timer := time.NewTimer(flushAfter)
	timer.Stop()
	unflushed := false
	for next := 0; ; {
		var r numbered[U]
		var ok bool
		select {
		case r, ok = <-results:
			if !ok {
				return p.Flush()
			}
		case <-timer.C:
			unflushed = false
			if err := p.Flush(); err != nil {
				return err
			}
			continue
		}
		slots[r.seq%window] = &r
		for ; slots[next%window] != nil; next++ {
			done := slots[next%window]
			slots[next%window] = nil
			if err := p.Emit(done.item); err != nil {
				return err
			}
			<-tokens
			bytes.Release(done.size)
			if !unflushed {
				unflushed = true
				timer.Reset(flushAfter)
			}
		}
		if p.Prompt && int64(next) == returned.Load() {
			if err := p.Flush(); err != nil {
				return err
			}
		}
	}
}
