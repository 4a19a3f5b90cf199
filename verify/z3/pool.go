package z3

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// A Pool answers questions by worker processes. Its methods may be called
// concurrently. It must be closed.
type Pool struct {
	options  Options
	launcher *launcher
	idle     chan *worker // one place for every process; nil is one to be started
	open     context.Context
	close    context.CancelCauseFunc
	closed   sync.Once
}

// NewPool makes a pool. Its processes start when they are first needed. The
// error is ErrUnavailable in a program built without Z3.
func NewPool(o Options) (*Pool, error) {
	if !Available() {
		return nil, ErrUnavailable
	}
	if IsWorker() {
		return nil, errors.New("z3: a worker cannot have workers: main must call ServeWorker where IsWorker is true")
	}
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p := &Pool{options: o, launcher: newLauncher(o.MemoryMB), idle: make(chan *worker, o.Workers)}
	p.open, p.close = context.WithCancelCause(context.Background())
	for range o.Workers {
		p.idle <- nil
	}
	return p, nil
}

// Check asks whether closed formula f is satisfiable in some non-empty domain.
// Whatever Z3 does with f is in the answer. An error is that ctx ended (its
// cause), that the pool was closed, that no process could be started, or that f
// is no closed formula.
func (p *Pool) Check(ctx context.Context, f *logic.Formula) (Answer, error) {
	fold := logic.Fold
	if p.options.CaseSensitive {
		fold = func(name string) string { return name }
	}
	prog, err := encode(f, fold)
	if errors.Is(err, errSize) {
		return Answer{Reason: ReasonSize}, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("z3: formula: %w", err)
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(p.open, func() { cancel(ErrClosed) })
	defer stop()

	var w *worker
	select {
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	case w = <-p.idle:
	}
	defer func() { p.idle <- w }()
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	if w == nil {
		if w, err = p.launcher.start(ctx); err != nil {
			return Answer{}, err
		}
	}
	r, ok := w.check(ctx, prog, p.options)
	if !ok || w.checks >= p.options.ChecksPerWorker || r.inUse > uint64(p.options.MemoryMB)<<20/watermark {
		if said := w.end(); r.reason == ReasonCrash {
			r.reason = crashReason(said)
		}
		w = nil
	}
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	return answer(r, prog), nil
}

// watermark is the part of its memory that a worker may hold between two
// checks before it is replaced. A check needs room, and each context has been
// deleted by then, so that what is left is a leak.
const watermark = 4

// answer turns a worker's reply into an Answer with names.
func answer(r reply, p program) Answer {
	a := Answer{Status: r.status, Reason: r.reason, ResourceUsed: r.used}
	if r.size == 0 {
		return a
	}
	a.Model = check.NewStructure(r.size)
	for i, s := range p.symbols {
		table, sym := r.tables[i], check.Symbol{Name: s.name, Arity: s.arity}
		switch {
		case s.bool && s.arity == 0:
			a.Model.Propositions[s.name] = table[0] == 1
		case s.bool:
			rel := make(check.Relation, len(table))
			for k, v := range table {
				rel[k] = v == 1
			}
			a.Model.Predicates[sym] = rel
		case s.arity == 0:
			a.Model.Constants[s.name] = table[0]
		default:
			a.Model.Functions[sym] = table
		}
	}
	return a
}

// Close ends the checks that are under way with ErrClosed, kills the workers
// and waits until they are gone. Closing twice is the same as once.
func (p *Pool) Close() error {
	p.closed.Do(func() {
		p.close(ErrClosed)
		for range p.options.Workers {
			if w := <-p.idle; w != nil {
				w.end()
			}
		}
		p.launcher.end()
	})
	return nil
}

// environment is the variable that makes a program a worker. Its value is the
// memory limit in MB.
const environment = "TRUTHLOOP_Z3_WORKER"

// IsWorker says whether this process was started to be a worker. The main
// function of a program that uses a Pool, and TestMain of its tests, begins
// with
//
//	if z3.IsWorker() {
//		os.Exit(z3.ServeWorker())
//	}
func IsWorker() bool { return os.Getenv(environment) != "" }
