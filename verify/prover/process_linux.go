package prover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// supervise runs cmd in a process group of its own and kills the group when the
// program has ended, and earlier when ctx ends: then killed is true. The error
// says that the program could not be started, or not be limited.
func supervise(ctx context.Context, cmd *exec.Cmd, c command) (killed bool, err error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return false, err
	}
	// The kernel kills the program, too, when the thread dies that started it
	// (prctl(2), PR_SET_PDEATHSIG): this one stays until the program is gone.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		in.Close()
		return false, err
	}
	pid := cmd.Process.Pid
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		kill(pid)
	})
	if err = limit(pid, c); err != nil {
		kill(pid)
	}
	// The program has nothing to do before it gets the question, so that the
	// limits are in force by then.
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = io.WriteString(in, c.input) // an error is that it has ended
		in.Close()
	}()
	// It is looked at without being buried: as long as it is there, no other
	// process can have got its number, which is that of the group.
	await(pid)
	kill(pid)
	if !stop() {
		<-done
		killed = true
	}
	in.Close()
	<-written
	// What the program returned is in cmd.ProcessState; that it wrote on after
	// its end is no matter.
	var exit *exec.ExitError
	if werr := cmd.Wait(); werr != nil && !errors.As(werr, &exit) && !errors.Is(werr, exec.ErrWaitDelay) && err == nil {
		err = werr
	}
	return killed, err
}

// kill kills a process group; an error is that it is gone.
func kill(group int) { _ = unix.Kill(-group, unix.SIGKILL) }

// await waits until the process has ended, and leaves it to be waited for.
func await(pid int) {
	for {
		if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// limit bounds the memory of a process and of those it will start, its time on
// the processor, should we be gone by then, and forbids it to dump its core.
func limit(pid int, c command) error {
	seconds := uint64(c.timeout.Seconds()) + 1
	for _, l := range []struct {
		resource int
		value    uint64
	}{
		{unix.RLIMIT_AS, uint64(c.memoryMB) << 20},
		{unix.RLIMIT_CPU, 2 * seconds},
		{unix.RLIMIT_CORE, 0},
	} {
		err := unix.Prlimit(pid, l.resource, &unix.Rlimit{Cur: l.value, Max: l.value}, nil)
		if err != nil && !errors.Is(err, unix.ESRCH) { // it has ended already
			return fmt.Errorf("limit process %d: %w", pid, err)
		}
	}
	return nil
}
