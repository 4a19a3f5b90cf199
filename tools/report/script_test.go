package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

var update = flag.Bool("update", false, "write what the programs print into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"report": func() { cli.Main(run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
