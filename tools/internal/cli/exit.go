package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/truthloop/truthloop/format/shard"
)

// RunFunc runs a program; args[0] is its name. Its error determines the exit code.
type RunFunc func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error

// The exit codes.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2 // an unknown flag or column, or an output that exists
	ExitLimits      = 3 // too many errors or unknowns, every row failed, no row was read, or an input is no table
	ExitInterrupted = 130
)

// An exitError is an error with its own exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// Usagef returns an error of the command line, which exits with ExitUsage.
func Usagef(format string, a ...any) error { return &exitError{ExitUsage, fmt.Errorf(format, a...)} }

// Limitf returns an error of a finished run whose results exceed a limit; it exits
// with ExitLimits.
func Limitf(format string, a ...any) error { return &exitError{ExitLimits, fmt.Errorf(format, a...)} }

// isUsage reports whether an error is one of the command line.
func isUsage(err error) bool { return ExitCode(err) == ExitUsage }

// The reasons why rows on the standard output end early; see shard.EndEarly.
const (
	interrupted = "was interrupted"
	failed      = "failed"
)

// errInterrupted ends an interrupted run; its state is kept.
var errInterrupted = errors.New("interrupted")

// errClosed reports that the reader closed the standard output, as head does. It
// is not a failure.
var errClosed = errors.New("the standard output was closed")

// ExitCode returns the exit code for the error of a RunFunc.
func ExitCode(err error) int {
	if err == nil || errors.Is(err, errClosed) {
		return ExitDone
	}
	if errors.Is(err, errInterrupted) || errors.Is(err, context.Canceled) { // also while the command line is checked
		return ExitInterrupted
	}
	if own, ok := errors.AsType[*exitError](err); ok {
		return own.code
	}
	if _, ok := errors.AsType[*shard.NotTableError](err); ok {
		return ExitLimits
	}
	if incomplete, ok := errors.AsType[*shard.IncompleteError](err); ok && incomplete.Reason == interrupted {
		return ExitInterrupted
	}
	return ExitFailed
}

// Main runs a program as a process; args[0] is its name. The first interrupt,
// termination signal or hangup ends its context: the rows under way are finished
// and the state is kept. A second signal ends the process at once; see wait.obey.
func Main(args []string, run RunFunc) {
	signal.Ignore(syscall.SIGPIPE) // writing to a closed pipe returns an error instead
	waiting := new(wait)
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), waitKey{}, waiting))
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(signals, syscall.SIGHUP)
	}
	name := programName(args)
	stdin, stdout, stderr := streams(name)
	go waiting.obey(signals, cancel, name, stderr)
	err := run(ctx, args, stdin, stdout, stderr)
	code := ExitCode(err)
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if err != nil && code != ExitDone {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
	}
	os.Exit(code)
}

// A stdoutWriter distinguishes a closed pipe from other errors.
type stdoutWriter struct {
	w      io.Writer
	writes *atomic.Int64 // see wait; nil: not counted
}

func (s stdoutWriter) below() io.Writer { return s.w }

func (s stdoutWriter) Write(p []byte) (int, error) {
	if s.writes != nil {
		s.writes.Add(1)
		defer s.writes.Add(1)
	}
	n, err := s.w.Write(p)
	switch {
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return n, errClosed
	case err != nil:
		return n, fmt.Errorf("writing to the standard output: %w", err)
	}
	return n, nil
}
