//go:build unix

package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// root is the top directory of the repository, and bin the directory of the built
// programs.
var root, bin string

func TestMain(m *testing.M) { os.Exit(build(m.Run)) }

// build builds the executable and a link for each program, runs the tests, and
// removes the executable and the links.
func build(run func() int) int {
	fail := func(err error, out []byte) int {
		fmt.Fprintf(os.Stderr, "build the programs: %v\n%s", err, out)
		return 1
	}
	var err error
	if root, err = filepath.Abs("../../.."); err != nil {
		return fail(err, nil)
	}
	if flag.Parse(); testing.Short() {
		return 0 // these tests are slow
	}
	if bin, err = os.MkdirTemp("", "truthloop-e2e-"); err != nil {
		return fail(err, nil)
	}
	defer os.RemoveAll(bin)
	cmd := exec.Command("go", "build", "-o", bin+"/", "./tools/truthloop")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fail(err, out)
	}
	if out, err := exec.Command(filepath.Join(bin, "truthloop"), "links").CombinedOutput(); err != nil {
		return fail(err, out)
	}
	return run()
}

// shell returns a bash command in dir, with the programs first on the PATH. A
// pipeline fails if any of its commands fails.
func shell(t *testing.T, dir, script string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// optional has the programs that scripts of the tests and of the documents call, and
// that a machine with Go and make may not have.
var optional = regexp.MustCompile(`\b(curl|python3) `)

// sh runs script in dir and returns its standard output. The test fails if the
// script fails, and is skipped if the script calls an optional program that is not here.
func sh(t *testing.T, dir, script string) string {
	t.Helper()
	for _, m := range optional.FindAllStringSubmatch(script, -1) {
		if _, err := exec.LookPath(m[1]); err != nil {
			t.Skipf("the script calls a program that is not here: %v", err)
		}
	}
	cmd := shell(t, dir, script)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s\n%v\n%s%s", script, err, tail(stdout.String()), tail(stderr.String()))
	}
	return stdout.String()
}

// tail returns the end of a long text.
func tail(s string) string {
	const most = 4000
	if len(s) > most {
		return "..." + s[len(s)-most:]
	}
	return s
}
