package z3

import (
	"os/exec"
	"syscall"
)

// executable is the image that runs, even when its file has been replaced.
func executable() (string, error) { return "/proc/self/exe", nil }

// dieWithParent has the kernel kill the process when its parent dies.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
