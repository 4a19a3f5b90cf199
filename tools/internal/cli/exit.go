package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// RunFunc is a program: args[0] is its name. What it returns decides the exit
// code.
type RunFunc func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error

// The exit codes.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitLimits      = 3 // finished, but errors or unknowns exceed the given share
	ExitInterrupted = 130
)

// A usageError is a mistake on the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// Usagef is an error of the command line, which exits with ExitUsage.
func Usagef(format string, a ...any) error { return &usageError{fmt.Errorf(format, a...)} }

// A limitError says that a run finished with more bad rows than it may have.
type limitError struct{ message string }

func (e *limitError) Error() string { return e.message }

// Limitf is an error of a run that finished, with results that must not pass
// unseen; it exits with ExitLimits.
func Limitf(format string, a ...any) error { return &limitError{fmt.Sprintf(format, a...)} }

// errInterrupted ends a run that was told to stop; its state is kept.
var errInterrupted = errors.New("interrupted")

// errClosed is a standard output that nobody reads any more, as when head has
// seen enough. It is the reader's decision and no failure.
var errClosed = errors.New("the standard output was closed")

// ExitCode is the exit code for what a RunFunc returned.
func ExitCode(err error) int {
	var usage *usageError
	var limit *limitError
	switch {
	case err == nil, errors.Is(err, errClosed):
		return ExitDone
	case errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &limit):
		return ExitLimits
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return ExitInterrupted
	}
	return ExitFailed
}

// Main runs a program as a process; args[0] is its name. The first interrupt or termination signal
// ends its context, upon which rows under way are finished and the state is
// kept; the second ends it at once.
func Main(args []string, run RunFunc) {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of the write
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(ExitInterrupted)
	}()
	err := run(ctx, args, os.Stdin, os.Stdout, os.Stderr)
	code := ExitCode(err)
	if err != nil && code != ExitDone {
		fmt.Fprintf(os.Stderr, "%s: %v\n", programName(args), err)
	}
	os.Exit(code)
}

// A stdoutWriter tells a closed pipe from other failures.
type stdoutWriter struct{ w io.Writer }

func (s stdoutWriter) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	switch {
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return n, errClosed
	case err != nil:
		return n, fmt.Errorf("writing to the standard output: %w", err)
	}
	return n, nil
}
