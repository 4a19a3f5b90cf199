//go:build !linux

package prover

func lockThread() (unlock func()) { return func() {} }

// bury waits until the process has ended and kills the rest of its group.
func (p *process) bury() {
	_ = p.cmd.Wait() // the result is in ProcessState
	p.kill()
	p.mu.Lock()
	p.buried = true
	p.mu.Unlock()
}

// limit does nothing: only the provers' own memory limits apply.
func limit(int, limits) error { return nil }
