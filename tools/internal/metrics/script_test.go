package metrics

import (
	"testing"

	"github.com/truthloop/truthloop/tools/internal/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, "metrics", Run) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }
