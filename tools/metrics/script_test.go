package metrics

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"metrics": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
