//go:build !(z3 && cgo && unix)

package z3

import (
	"fmt"
	"os"
)

// Available says whether this build has Z3 in it.
func Available() bool { return false }

// Version is the version of Z3, empty where there is none.
func Version() string { return "" }

// ServeWorker is the main function of a worker; in this build it only says that
// there is no Z3, and returns an exit code of failure.
func ServeWorker() int {
	fmt.Fprintln(os.Stderr, ErrUnavailable)
	return 1
}
