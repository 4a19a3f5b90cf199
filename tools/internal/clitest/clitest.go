// Package clitest runs the script tests of a program, testdata/script/*.txtar,
// in which the program is a command. With -update the scripts' files are
// rewritten to what the program prints.
package clitest

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/z3"
)

// Update says whether the scripts' files are to be rewritten.
var Update = flag.Bool("update", false, "write what the program prints into the scripts")

// Main is the TestMain of the program of that name. A program that proves runs
// itself as its solver process, and so does its test.
func Main(m *testing.M, name string, run cli.RunFunc) {
	if z3.IsWorker() {
		os.Exit(z3.ServeWorker())
	}
	testscript.Main(m, map[string]func(){name: func() { cli.Main(os.Args, run) }})
}

// Scripts runs the scripts.
func Scripts(t *testing.T) {
	t.Helper()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *Update})
}
