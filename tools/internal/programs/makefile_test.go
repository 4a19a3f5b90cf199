package programs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAdvisories: there was no check of the dependencies for known advisories. The
// target fails if govulncheck finds one (its exit code 3) or cannot read the database
// that is named; it says that it is skipped if no database is named and the one of
// the network cannot be read. A script takes the place of go, and installs a
// govulncheck that prints its arguments and exits with a code.
func TestAdvisories(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed")
	}
	for _, c := range []struct {
		name, code, database string
		fails                bool
		want                 string
	}{
		{"none found", "0", "", false, "ran ./..."},
		{"an advisory", "3", "", true, "ran ./..."},
		{"no network", "1", "", false, "the check for known advisories is skipped"},
		{"no govulncheck", "not installed", "", false, "the check for known advisories is skipped"},
		{"a database", "0", "file:///db", false, "ran -db file:///db ./..."},
		{"no such database", "1", "file:///db", true, "GOVULNDB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fake := filepath.Join(t.TempDir(), "go")
			script := "#!/bin/sh\n[ '" + c.code + "' != 'not installed' ] || exit 1\n" +
				`printf '#!/bin/sh\necho ran "$@"\nexit ` + c.code + `\n' >"$GOBIN/govulncheck"; chmod +x "$GOBIN/govulncheck"` + "\n"
			if err := os.WriteFile(fake, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("make", "-s", "advisories", "GO="+fake, "GOVULNDB="+c.database)
			cmd.Dir = "../../.."
			out, err := cmd.CombinedOutput()
			if (err != nil) != c.fails || !strings.Contains(string(out), c.want) {
				t.Errorf("got %v and %q, want %q", err, out, c.want)
			}
		})
	}
}
