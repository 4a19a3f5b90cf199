package prover

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockThread keeps the goroutine on its thread: the kernel kills a process with
// PDEATHSIG when the thread that started it dies (prctl(2)).
func lockThread() (unlock func()) {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(cmd *exec.Cmd) { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }

// bury waits until the process has ended and kills the rest of its group. While the
// process is a zombie, no other process can have its process ID, which is also the ID
// of the group.
func (p *process) bury() {
	for {
		err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	p.kill()
	p.mu.Lock()
	p.buried = true
	p.mu.Unlock()
	_ = p.cmd.Wait() // the result is in ProcessState
}

// stack is the size of the stack of a prover, in bytes: it recurses into formulas. A checker
// keeps the usual one: Python's libraries start many threads, and each has such a stack.
// Linux leaves about this much room below the stack of a running process.
const stack = 120 << 20

// limit sets the limits of a process and of the processes that it will start.
func limit(pid int, l limits) error {
	bounds := map[int]uint64{unix.RLIMIT_AS: uint64(l.memoryMB) << 20, unix.RLIMIT_CORE: 0}
	if l.deep {
		bounds[unix.RLIMIT_STACK] = stack
	}
	if l.time > 0 {
		bounds[unix.RLIMIT_CPU] = 2 * (uint64(l.time.Seconds()) + 1)
	}
	for resource, value := range bounds {
		var old unix.Rlimit
		err := unix.Prlimit(pid, resource, nil, &old)
		set := unix.Rlimit{Cur: min(value, old.Max), Max: min(value, old.Max)}
		if resource == unix.RLIMIT_STACK {
			set.Max = old.Max // cvc5 reads it and sets it again, which fails if it is lower by then
		}
		if err == nil {
			err = unix.Prlimit(pid, resource, &set, nil)
		}
		if err != nil && !errors.Is(err, unix.ESRCH) { // ESRCH: the process has ended
			return fmt.Errorf("limit process %d: %w", pid, err)
		}
	}
	return nil
}
