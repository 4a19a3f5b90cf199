package z3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// startTimeout is how long a new worker may take to say its greeting. It takes
// some 10 ms; the rest is for loaded machines.
const startTimeout = 30 * time.Second

// A worker is a process that answers one request after the other. It belongs
// to one goroutine at a time.
type worker struct {
	cmd    *exec.Cmd
	in     *os.File // its standard input
	out    *os.File // its standard output
	said   head     // the beginning of its standard error; to be read after Wait
	checks int
	buf    []byte
}

// check sends a program and waits for the reply. Where ok is false the worker
// is of no more use; the reply is good all the same.
func (w *worker) check(ctx context.Context, p program, o Options) (r reply, ok bool) {
	w.checks++
	w.buf = appendRequest(w.buf[:0], p, o.ResourceLimit)
	err := w.within(ctx, o.Timeout, func() error {
		if _, err := w.in.Write(w.buf); err != nil {
			return err
		}
		var err error
		w.buf, err = readFrame(w.out, w.buf)
		return err
	})
	if err == nil {
		r, err = parseReply(w.buf, p.symbols)
	}
	switch {
	case err == nil:
		return r, r.reason != ReasonMemory && ctx.Err() == nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return reply{reason: ReasonTimeout}, false
	}
	return reply{reason: ReasonCrash}, false
}

// within runs an exchange with the worker, which fails with
// os.ErrDeadlineExceeded after d or when ctx ends. Deadlines on the pipes do
// what would else need a goroutine for each check.
func (w *worker) within(ctx context.Context, d time.Duration, exchange func() error) error {
	w.deadline(time.Now().Add(d))
	stop := context.AfterFunc(ctx, func() { w.deadline(time.Unix(1, 0)) })
	err := exchange()
	if !stop() && err == nil {
		// The function runs or has run and may spoil the next exchange.
		return os.ErrDeadlineExceeded
	}
	return err
}

func (w *worker) deadline(t time.Time) {
	// Pipes support deadlines wherever workers run; an error is that the pipe
	// has been closed, which ends the exchange as well.
	_ = w.in.SetWriteDeadline(t)
	_ = w.out.SetReadDeadline(t)
}

// end kills the process, waits until it is gone and returns its last words: what
// it had written to its standard error, or else how it ended.
func (w *worker) end() string {
	// Errors say that the process or the pipe is gone already.
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
	_ = w.in.Close()
	_ = w.out.Close()
	if said := strings.TrimSpace(w.said.String()); said != "" {
		return said
	}
	return w.cmd.ProcessState.String()
}

// crashReason is the reason of an answer whose worker died with these words.
func crashReason(said string) string {
	for _, sign := range []string{"out of memory", "out_of_memory", "cannot allocate", "bad_alloc"} {
		if strings.Contains(said, sign) {
			return ReasonMemory
		}
	}
	line, _, _ := strings.Cut(said, "\n")
	return ReasonCrash + ": " + line
}

// A launcher starts workers. On Linux a process can ask for a signal when the
// thread dies that started it, so all are started from one goroutine that stays
// on one thread; see prctl(2), PR_SET_PDEATHSIG. Elsewhere, and in any case, a
// worker ends when its standard input does.
type launcher struct {
	executable func() (string, error)
	memoryMB   int
	requests   chan launch
	done       chan struct{}
}

type launch struct {
	cmd    *exec.Cmd
	result chan error
}

func newLauncher(memoryMB int) *launcher {
	l := &launcher{executable, memoryMB, make(chan launch), make(chan struct{})}
	go func() {
		defer close(l.done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for r := range l.requests {
			r.result <- r.cmd.Start()
		}
	}()
	return l
}

// end ends the goroutine; all workers must have been ended.
func (l *launcher) end() {
	close(l.requests)
	<-l.done
}

// start starts a worker and waits for its greeting.
func (l *launcher) start(ctx context.Context) (*worker, error) {
	w, err := l.spawn()
	if err != nil {
		return nil, fmt.Errorf("z3: start worker: %w", err)
	}
	var hello []byte
	err = w.within(ctx, startTimeout, func() (err error) {
		hello, err = readFrame(w.out, nil)
		return err
	})
	if err == nil && string(hello) == greeting {
		return w, nil
	}
	said := w.end()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err == nil {
		err = fmt.Errorf("%w: %q", errFrame, hello)
	}
	return nil, fmt.Errorf("z3: start worker: no greeting: %w; it ended with %q; does main begin with IsWorker?", err, said)
}

// spawn makes the pipes and the process.
func (l *launcher) spawn() (*worker, error) {
	path, err := l.executable()
	if err != nil {
		return nil, err
	}
	w := &worker{cmd: exec.Command(path)}
	theirIn, ourIn, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	ourOut, theirOut, err := os.Pipe()
	if err != nil {
		ourIn.Close()
		return nil, err
	}
	defer theirOut.Close()
	w.in, w.out = ourIn, ourOut
	w.cmd.Args = []string{os.Args[0]}
	w.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", environment, l.memoryMB))
	w.cmd.Stdin, w.cmd.Stdout, w.cmd.Stderr = theirIn, theirOut, &w.said
	dieWithParent(w.cmd)
	r := launch{w.cmd, make(chan error)}
	l.requests <- r
	if err := <-r.result; err != nil {
		ourIn.Close()
		ourOut.Close()
		return nil, err
	}
	return w, nil
}

// head keeps the first bytes written to it: the error message, not the stack
// traces that follow it.
type head struct{ bytes.Buffer }

const headSize = 4 << 10

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), headSize-h.Len())])
	return len(p), nil
}
