//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
)

// probe is a signal that a program sends to itself; see wait.settle. Nothing else uses it.
var probe os.Signal = syscall.SIGWINCH

func sendProbe() error { return syscall.Kill(os.Getpid(), syscall.SIGWINCH) }

// handling reports whether a thread of the process is in a signal handler of Go's runtime,
// which runs with all signals blocked. Only Linux reports blocked signals.
func handling() bool {
	names, _ := filepath.Glob("/proc/self/task/*/status") // the only error is of the pattern
	return slices.ContainsFunc(names, func(name string) bool {
		text, _ := os.ReadFile(name) // empty if the thread has ended
		m := blocked.FindSubmatch(text)
		if m == nil {
			return false
		}
		mask, err := strconv.ParseUint(string(m[1]), 16, 64)
		return err == nil && mask&(1<<(syscall.SIGURG-1)) != 0 // blocked only in handlers
	})
}

var blocked = regexp.MustCompile(`SigBlk:\s*([0-9a-f]+)`)
