package judge

import (
	"flag"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"judge": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, "BASE="+newJudgeEndpoint(t), "OPENAI_API_KEY=", "OPENAI_BASE_URL=")
			return nil
		},
	})
}

// newJudgeEndpoint is a judge that says yes, but for its first question about
// "busy", which fails.
func newJudgeEndpoint(t *testing.T) string {
	var failed atomic.Bool
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		if strings.Contains(r.Prompt(), "busy") && failed.CompareAndSwap(false, true) {
			endpointtest.Status(w, 500, "not now")
			return
		}
		endpointtest.Answer(w, "They look alike.\n[Answer] yes")
	})
	return server.URL
}
