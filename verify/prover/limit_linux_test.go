package prover

import (
	"errors"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// cvc5 reads the limit of its stack when it starts, and sets it again. If the hard limit was
// lowered between the two, it ended with "setrlimit() failure: Operation not permitted".
func TestLimitKeepsTheHardLimitOfTheStack(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	get := func() (l unix.Rlimit) {
		if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_STACK, nil, &l); err != nil {
			t.Fatal(err)
		}
		return l
	}
	before := get()
	if err := limit(cmd.Process.Pid, limits{memoryMB: 512, deep: true}); err != nil {
		t.Fatal(err)
	}
	if after := get(); after.Max != before.Max || after.Cur != min(stack, before.Max) {
		t.Errorf("found %+v, expected the soft limit %d and the hard limit %d", after, min(stack, before.Max), before.Max)
	}
}

// With stacks of 120 MB for each thread, a checker in Python ended without memory.
func TestCheckersKeepTheirStack(t *testing.T) {
	p, err := start("sleep", []string{"60"}, limits{memoryMB: 512})
	if err != nil {
		t.Fatal(err)
	}
	defer p.kill()
	var mine, its unix.Rlimit
	if err := errors.Join(unix.Prlimit(0, unix.RLIMIT_STACK, nil, &mine), unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_STACK, nil, &its)); err != nil {
		t.Fatal(err)
	}
	if its != mine {
		t.Errorf("found %+v, expected %+v", its, mine)
	}
}
