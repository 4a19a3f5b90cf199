package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/z3"
)

var update = flag.Bool("update", false, "write what the program prints into the scripts")

func TestMain(m *testing.M) {
	if z3.IsWorker() {
		os.Exit(z3.ServeWorker())
	}
	testscript.Main(m, map[string]func(){"verify": func() { cli.Main(run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
