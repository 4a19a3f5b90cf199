package verify

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/prover"
)

// Two pages had different times after which a program of --checker is killed.
func TestGraceOfCheckersIsDocumented(t *testing.T) {
	for _, page := range []string{"howto/languages.md", "internals/guarantees.md"} {
		text, err := os.ReadFile("../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("killed %v seconds after `--timeout`", prover.Grace.Seconds()); !strings.Contains(string(text), want) {
			t.Errorf("%s: found no %q", page, want)
		}
	}
}
