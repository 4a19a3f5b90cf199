package prover

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

// command is one run of a program.
type command struct {
	path     string
	args     []string
	input    string
	timeout  time.Duration
	memoryMB int
}

// output is what became of it.
type output struct {
	out, errors string // what it wrote, up to maxOutput and maxErrors
	code        int    // its exit code; -1 where a signal ended it
	ended       string // the same in words
	killed      string // why it was killed; empty where it ended by itself
	err         error  // it could not be run
}

// The limits on what is read of a program, in bytes.
const (
	maxOutput = 8 << 20
	maxErrors = 16 << 10
)

// Why a program was killed.
const (
	outOfTime   = "out of time"
	saidTooMuch = "said too much"
)

var (
	errTime   = errors.New(outOfTime)
	errTooBig = errors.New(saidTooMuch)
)

// waitDelay is how long a pipe is waited for that a process outside the group
// holds open.
const waitDelay = time.Second

// run runs a program to its end, or to that of the time or of ctx.
func run(ctx context.Context, c command) output {
	ctx, full := context.WithCancelCause(ctx)
	defer full(nil)
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, errTime)
	defer cancel()
	cmd := exec.Command(c.path, c.args...)
	cmd.WaitDelay = waitDelay
	out := head{limit: maxOutput, full: func() { full(errTooBig) }}
	said := head{limit: maxErrors}
	cmd.Stdout, cmd.Stderr = &out, &said
	killed, err := supervise(ctx, cmd, c)
	if err != nil {
		return output{err: err}
	}
	o := output{out: out.b.String(), errors: said.b.String(), code: cmd.ProcessState.ExitCode(), ended: cmd.ProcessState.String()}
	if killed {
		o.killed = context.Cause(ctx).Error()
	}
	return o
}

// head keeps the first bytes written to it, and says so once when there are
// more.
type head struct {
	b     strings.Builder
	limit int
	full  func() // may be nil
}

func (h *head) Write(p []byte) (int, error) {
	room := h.limit - h.b.Len()
	h.b.Write(p[:min(len(p), room)])
	if len(p) > room && h.full != nil {
		h.full()
		h.full = nil
	}
	return len(p), nil
}
