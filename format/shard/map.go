package shard

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// flushAfter is how long an emitted item may stand in a buffer: short enough
// that nobody waits for it, long enough that fast stages fill their buffers.
const flushAfter = 5 * time.Millisecond

// A Pipe is an ordered parallel map: Next yields items until io.EOF, Workers
// goroutines apply Do to them, and Emit gets the results in the order of the
// items. At most Window items are between Next and Emit, which bounds the
// memory and holds Next back when Emit is slow; one slow item holds back those
// behind it once the window is full, so the default is a large one.
//
// Next and Emit are each called by one goroutine at a time. An item leaves as
// soon as it and all before it are done; Flush, where given, is called when
// nothing more has left for a few milliseconds, and at the end.
type Pipe[T, U any] struct {
	Workers int // at least 1
	Window  int // at least Workers; 0: 64 a worker, and 1,024 at least
	Next    func() (T, error)
	Do      func(ctx context.Context, worker int, item T) (U, error)
	Emit    func(U) error
	Flush   func() error

	// Stop, once closed, lets no further item begin; those under way finish.
	Stop <-chan struct{}
}

// ErrStop ends a Pipe early without being a failure: Do or Emit return it to
// say that they have had enough.
var ErrStop = errors.New("stopped early")

type numbered[T any] struct {
	seq  int
	item T
}

// Run works until the items end, the first error, or the end of ctx, and
// returns when all its goroutines have ended. What was done before an error
// and stands in order before it has been emitted. An error of ctx is its cause.
func (p Pipe[T, U]) Run(ctx context.Context) error {
	workers := max(p.Workers, 1)
	window := max(p.Window, workers)
	if p.Window == 0 {
		window = max(64*workers, 1024)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	// Each item under way holds one of the window's tokens, so neither
	// channel can fill up and a send never blocks.
	tokens := make(chan struct{}, window)
	jobs := make(chan numbered[T], window)
	results := make(chan numbered[U], window)

	var reader, pool sync.WaitGroup
	reader.Go(func() {
		defer close(jobs)
		if err := p.read(ctx, tokens, jobs); err != nil {
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
				results <- numbered[U]{job.seq, out}
			}
		})
	}
	go func() { pool.Wait(); close(results) }()
	err := p.emit(results, tokens, window)
	if err != nil {
		cancel(err)
		for range results { // let the workers end
		}
	}
	reader.Wait()
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
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

// read hands the items out with their numbers.
func (p Pipe[T, U]) read(ctx context.Context, tokens chan<- struct{}, jobs chan<- numbered[T]) error {
	for seq := 0; ; seq++ {
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
		jobs <- numbered[T]{seq, item}
	}
}

// emit puts the results in order: of the window's slots, that of seq modulo
// its size is free when seq can arrive.
func (p Pipe[T, U]) emit(results <-chan numbered[U], tokens <-chan struct{}, window int) error {
	type slot struct {
		item U
		full bool
	}
	slots := make([]slot, window)
	timer := time.NewTimer(flushAfter)
	timer.Stop()
	unflushed := false
	for next := 0; ; {
		select {
		case r, ok := <-results:
			if !ok {
				return p.flush()
			}
			slots[r.seq%window] = slot{r.item, true}
			for ; slots[next%window].full; next++ {
				item := slots[next%window].item
				slots[next%window] = slot{}
				if err := p.Emit(item); err != nil {
					return err
				}
				<-tokens
				if !unflushed {
					unflushed = true
					timer.Reset(flushAfter)
				}
			}
		case <-timer.C:
			unflushed = false
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
}

func (p Pipe[T, U]) flush() error {
	if p.Flush == nil {
		return nil
	}
	return p.Flush()
}
