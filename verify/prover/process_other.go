//go:build !unix

package prover

import "os/exec"

func lockThread() (unlock func()) { return func() {} }

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

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
