package generate

import (
	"testing"

	"github.com/truthloop/truthloop/tools/internal/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, "generate", Run) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }
