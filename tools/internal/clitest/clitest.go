// Package clitest runs the script tests of a program, testdata/script/*.txtar,
// in which the program is a command. With -update the scripts' files are
// rewritten to what the program prints.
package clitest

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// Update says whether the scripts' files are to be rewritten.
var Update = flag.Bool("update", false, "write what the program prints into the scripts")

// Main is the TestMain of the program of that name.
func Main(m *testing.M, name string, run cli.RunFunc) {
	testscript.Main(m, map[string]func(){name: func() { cli.Main(os.Args, run) }})
}

// Z3 finds the Z3 of the tests: TRUTHLOOP_Z3, or the one beside TRUTHLOOP_PYTHON,
// or the one on the PATH. It is empty without one.
func Z3() string {
	for _, path := range []string{os.Getenv("TRUTHLOOP_Z3"), filepath.Join(filepath.Dir(os.Getenv("TRUTHLOOP_PYTHON")), "z3"), "z3"} {
		if path, err := exec.LookPath(path); err == nil {
			return path
		}
	}
	return ""
}

// Scripts runs the scripts.
func Scripts(t *testing.T) {
	t.Helper()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *Update})
}
