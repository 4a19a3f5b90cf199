package verify

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"verify": func() { cli.Main(os.Args, Command().Run) },
		"vote":   func() { cli.Main(os.Args, VoteCommand().Run) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			program, err := exec.LookPath("verify")
			env.Vars = append(env.Vars, "BIN="+filepath.Dir(program))
			return err
		},
	})
}
