package programs

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// The race detector was to test translate/ask, which had another name: only a machine with
// a C compiler saw it. Each package and each test that the Makefile names exists.
func TestNamesInTheMakefile(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash, which expands braces")
	}
	paths := regexp.MustCompile(`\./[a-z][\w/{},]*`).FindAllString(string(makefile), -1)
	words, err := exec.Command("bash", "-c", "echo "+strings.Join(paths, " ")).Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(words))
	if len(packages) < 10 {
		t.Fatalf("found the packages %q, expected more", packages)
	}
	for _, p := range packages {
		if files, err := filepath.Glob(filepath.Join(root, p, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("found the package %s, expected one that exists", p)
		}
	}
	var tests strings.Builder
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w*`).FindAllString(string(makefile), -1)
	if len(names) < 5 {
		t.Fatalf("found the tests %q, expected more", names)
	}
	for _, name := range names {
		if !strings.Contains(tests.String(), "func "+name) {
			t.Errorf("found the test %s, expected the beginning of a name", name)
		}
	}
}
