//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// docs/reference/columns.md must name all columns, since users look them up there.
func TestRowIsDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "docs", "reference", "columns.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range record.Columns() {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("docs/reference/columns.md says nothing of the column %s", name)
		}
	}
}
