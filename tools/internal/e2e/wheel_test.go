//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The wheel of this machine is installed into a new environment. There, its programs
// run without Go, and the tests and the examples of the Python package pass.
func TestWheel(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	python := python(t)
	dir := t.TempDir()
	command := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PYTHON="+python)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	command(filepath.Join(root, "python/wheels.sh"), "v0.1.0", "wheels", runtime.GOOS+"/"+runtime.GOARCH)
	command(python, "-m", "venv", "--without-pip", "env")
	// The libraries of the tests are those of the first environment.
	libraries := strings.TrimSpace(command(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
	own := strings.TrimSpace(command("env/bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
	if err := os.WriteFile(filepath.Join(own, "libraries.pth"), []byte(libraries+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "wheels", "*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("found the wheels %v (%v), expected one", wheels, err)
	}
	command(python, "-m", "pip", "--python", "env/bin/python", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", wheels[0])

	// Without PATH, Z3 is found beside the program, where z3-solver installs it.
	if z3, err := exec.LookPath(filepath.Join(filepath.Dir(python), "z3")); err == nil {
		if err := os.Symlink(z3, filepath.Join(dir, "env/bin/z3")); err != nil {
			t.Fatal(err)
		}
		explain := exec.CommandContext(t.Context(), filepath.Join(dir, "env/bin/truthloop"), "verify", "--engines", "z3")
		explain.Env, explain.Stdin = []string{"HOME=" + dir}, strings.NewReader(`{"formalism":"propositional","fs":"p","fs_out":"~~p"}`)
		if out, err := explain.CombinedOutput(); err != nil || !strings.Contains(string(out), `"verdict":"equivalent"`) {
			t.Errorf("verify by the Z3 beside it: %v\n%s", err, out)
		}
	}

	// A Python outside the system's directories may find its libraries by LD_LIBRARY_PATH.
	env := []string{"PATH=" + filepath.Join(dir, "env/bin") + ":/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "LD_LIBRARY_PATH=" + os.Getenv("LD_LIBRARY_PATH")}
	alone := func(name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		} else {
			t.Logf("%s", tail(string(out)))
		}
	}
	alone("/bin/sh", "-c", "generate --dataset plogic --sample-count 1 | informalize --model builtin:rules | autoformalize --model builtin:rules | verify | metrics --format json | grep '\"accuracy_low\": 1,'")
	alone("env/bin/python", "-W", "error", "-m", "unittest", "discover", "-s", filepath.Join(root, "python/tests"))
}

// pip install ./python failed for want of a version, and its package had no executable.
func TestPipInstallsAClone(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	python := python(t)
	dir := t.TempDir()
	pip := func(path string) (string, error) {
		cmd := exec.CommandContext(t.Context(), python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index",
			"--no-build-isolation", "--disable-pip-version-check", "-w", dir, filepath.Join(root, "python"))
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+path)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := pip(filepath.Dir(python)); err == nil || !strings.Contains(out, "found no go on the PATH, expected Go 1.26") {
		t.Errorf("without Go: error %v\n%s", err, out)
	}
	if out, err := pip(os.Getenv("PATH")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("found the wheels %v (%v), expected one", wheels, err)
	}
	for _, args := range [][]string{
		{"-m", "venv", "--without-pip", "env"},
		{"-m", "pip", "--python", "env/bin/python", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", wheels[0]},
	} {
		cmd := exec.CommandContext(t.Context(), python, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "env/bin/verify"), "pair", "p", "~~p").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "propositional · equivalent") {
		t.Errorf("verify of the wheel: %v\n%s", err, out)
	}
}
