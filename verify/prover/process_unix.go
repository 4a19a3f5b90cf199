//go:build unix && !linux

package prover

import (
	"os/exec"
	"syscall"
)

func lockThread() (unlock func()) { return func() {} }

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// bury waits until the process has ended and kills the rest of its group.
func (p *process) bury() {
	_ = p.cmd.Wait() // the result is in ProcessState
	p.kill()
	p.mu.Lock()
	p.buried = true
	p.mu.Unlock()
}

// limit does nothing: the memory limits of the provers themselves must do.
func limit(int, limits) error { return nil }
