package verify

import (
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/tools/internal/clitest"
	"github.com/truthloop/truthloop/translate/openai/openaitest"
)

func TestMain(m *testing.M) { clitest.Main(m, "verify", Run) }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *clitest.Update,
		Setup: func(env *testscript.Env) error {
			program, err := exec.LookPath("verify")
			env.Vars = append(env.Vars, "BASE="+newJudgeEndpoint(t), "OPENAI_API_KEY=", "OPENAI_BASE_URL=", "BIN="+filepath.Dir(program))
			return err
		},
	})
}

// newJudgeEndpoint is a judge that says yes, but for its first question about
// "busy", which fails.
func newJudgeEndpoint(t *testing.T) string {
	var failed atomic.Bool
	server := openaitest.NewServer(t, func(w http.ResponseWriter, r *openaitest.Request, _ int) {
		if strings.Contains(r.Prompt(), "busy") && failed.CompareAndSwap(false, true) {
			openaitest.Status(w, 503, "not now")
			return
		}
		openaitest.Answer(w, "They look alike.\n[Answer] yes")
	})
	return server.URL
}
