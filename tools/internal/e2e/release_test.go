//go:build linux

package e2e

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	releaseVersion = "v0.1.0"
	mostImage      = 60e6 // bytes of the container image
)

// everything is the switch of make release-check, which tests all platforms.
var everything = os.Getenv("TRUTHLOOP_TEST_RELEASE") != ""

// There was no release. Two releases of one commit, from two directories, have the same
// bytes. The second one of make release-check also has a cache of its own, so that
// everything is compiled again.
func TestRelease(t *testing.T) {
	for _, program := range []string{"git", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	if out, err := exec.Command("git", "-C", root, "rev-parse", "HEAD").CombinedOutput(); err != nil {
		t.Skipf("the source is no working copy of git: %s", out)
	}
	host := runtime.GOOS + "/" + runtime.GOARCH
	targets, env := []string{host}, []string{"PYTHON=", "NFPM="} // neither wheels nor Debian packages
	if everything {
		targets, env = nil, []string{"PYTHON=" + python(t), "NFPM=" + os.Getenv("NFPM")}
	}
	first := release(t, root, env, targets...)
	place := filepath.Join(t.TempDir(), "another place")
	sh(t, root, "git clone -q . '"+place+"'")
	if everything {
		env = append(env, "GOCACHE="+t.TempDir())
	}
	second := release(t, place, env, targets...)
	names := sh(t, first, "find . -type f | sort")
	if again := sh(t, second, "find . -type f | sort"); names != again {
		t.Fatalf("found the files\n%s\nand then\n%s", names, again)
	}
	for name := range strings.Lines(names) {
		name = strings.TrimSpace(name)
		if a, b := sum(t, filepath.Join(first, name)), sum(t, filepath.Join(second, name)); a != b {
			t.Errorf("%s: two builds of one commit differ", name)
		}
	}
	sh(t, first, "sha256sum --quiet --strict -c SHA256SUMS")
	if n, all := strings.Count(sh(t, first, "cat SHA256SUMS"), "\n"), strings.Count(names, "\n"); n != all-1 {
		t.Errorf("found %d checksums, expected %d", n, all-1)
	}

	head := strings.TrimSpace(sh(t, root, "git rev-parse HEAD"))
	archives := []string{"truthloop-" + releaseVersion + "-" + strings.ReplaceAll(host, "/", "-") + ".tar.gz"}
	if everything {
		archives = nil
		for _, platform := range []string{"linux-amd64.tar.gz", "linux-arm64.tar.gz", "darwin-amd64.tar.gz", "darwin-arm64.tar.gz", "windows-amd64.zip", "windows-arm64.zip"} {
			archives = append(archives, "truthloop-"+releaseVersion+"-"+platform)
		}
	}
	modules := readSBOM(t, filepath.Join(first, "truthloop-"+releaseVersion+".cdx.json"))
	for _, archive := range archives {
		t.Run(archive, func(t *testing.T) { checkArchive(t, filepath.Join(first, archive), head, modules) })
	}
	if everything {
		t.Run("package", func(t *testing.T) { checkPackage(t, first, head) })
		t.Run("wheel", func(t *testing.T) { checkWheel(t, first, head) })
		t.Run("bill", func(t *testing.T) { validateSBOM(t, first) })
		t.Run("image", func(t *testing.T) { checkImage(t, first, head) })
	}
}

// A version of another form, or a directory that is not empty, is refused.
func TestReleaseThatIsASlip(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"1.0 " + filepath.Join(dir, "new"): "found the version 1.0, expected one such as v0.1.0",
		"v1.0.0 " + dir:                    "expected an empty directory",
	} {
		cmd := exec.Command(filepath.Join(root, "release/release.sh"), strings.Fields(args)...)
		if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s; want %q", args, err, out, want)
		}
	}
}

// release makes a release from a working copy, and returns its directory.
func release(t *testing.T, source string, env []string, targets ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "dist")
	cmd := exec.CommandContext(t.Context(), filepath.Join(source, "release/release.sh"), append([]string{releaseVersion, dir}, targets...)...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("release: %v\n%s", err, out)
	}
	return dir
}

func sum(t *testing.T, name string) [32]byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(text)
}

// checkArchive checks the files of an archive, and what go build recorded in its executable.
func checkArchive(t *testing.T, archive, head string, modules map[string]bool) {
	dir, name := t.TempDir(), filepath.Base(archive)
	if strings.HasSuffix(archive, ".zip") {
		sh(t, dir, "python3 -m zipfile -e '"+archive+"' .")
	} else {
		sh(t, dir, "tar -xzf '"+archive+"'")
	}
	top := filepath.Join(dir, strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz"))
	executable := filepath.Join(top, "truthloop")
	if strings.Contains(name, "windows") {
		executable += ".exe"
	}
	info, err := buildinfo.ReadFile(executable)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if info.Main.Version != releaseVersion || settings["vcs.revision"] != head || settings["vcs.modified"] != "false" || settings["CGO_ENABLED"] != "0" || settings["-trimpath"] != "true" {
		t.Errorf("found the version %s and %v, expected %s of %s", info.Main.Version, settings, releaseVersion, head)
	}
	if !strings.Contains(name, settings["GOOS"]+"-"+settings["GOARCH"]) {
		t.Errorf("found an executable for %s/%s", settings["GOOS"], settings["GOARCH"])
	}
	for _, m := range info.Deps {
		if id := m.Path + " " + m.Version; !modules[id] {
			t.Errorf("the bill of materials lacks %s", id)
		}
	}
	for file, says := range map[string]string{
		"LICENSE": "Apache License", "NOTICES": "gonum.org/v1/gonum", "README.md": "# truthloop", "CHANGELOG.md": "# Changelog", "data/README.md": "sources and licences",
	} {
		text, err := os.ReadFile(filepath.Join(top, file))
		if err != nil || !bytes.Contains(text, []byte(says)) {
			t.Errorf("%s: found %.80q (%v), expected %q", file, text, err, says)
		}
	}
	if settings["GOOS"] == runtime.GOOS && settings["GOARCH"] == runtime.GOARCH {
		checkVersion(t, head, executable)
	}
}

// checkVersion runs a command that prints the version.
func checkVersion(t *testing.T, head string, command ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), command[0], append(command[1:], "--version")...).CombinedOutput()
	if want := "truthloop version " + releaseVersion + "\ncommit: " + head + " ("; err != nil || !strings.Contains(string(out), want) || !strings.Contains(string(out), "\nz3: ") {
		t.Errorf("%v: found %s, expected %q and Z3", err, out, want)
	}
}

// readSBOM returns the modules of the bill of materials, such as "golang.org/x/net v0.58.0".
func readSBOM(t *testing.T, name string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(text, &bom); err != nil {
		t.Fatal(err)
	}
	modules := map[string]bool{}
	for _, c := range bom.Components {
		modules[c.Name+" "+c.Version] = true
		if want := fmt.Sprintf("pkg:golang/%s@%s", c.Name, c.Version); c.Purl != want {
			t.Errorf("found %s, expected %s", c.Purl, want)
		}
	}
	return modules
}
