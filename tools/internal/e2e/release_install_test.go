//go:build linux

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// The Debian package of this machine is unpacked into a directory, where its program runs.
func checkPackage(t *testing.T, dist, head string) {
	dir := t.TempDir()
	if os.Getenv("NFPM") == "" {
		t.Skip("NFPM names no nfpm: make release-check installs it")
	}
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip(err)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		file := filepath.Join(dist, "truthloop_0.1.0_"+arch+".deb")
		if got := sh(t, dir, "dpkg-deb -f "+file+" Package Version Architecture Recommends"); got != "Package: truthloop\nVersion: 0.1.0\nArchitecture: "+arch+"\nRecommends: z3\n" {
			t.Errorf("found %s", got)
		}
	}
	sh(t, dir, "dpkg-deb -x "+filepath.Join(dist, "truthloop_0.1.0_"+runtime.GOARCH+".deb")+" .")
	checkVersion(t, head, filepath.Join(dir, "usr/bin/truthloop"))
	for _, file := range []string{
		"doc/truthloop/copyright", "doc/truthloop/NOTICES", "doc/truthloop/data/README.md",
	} {
		if _, err := os.Stat(filepath.Join(dir, "usr/share", file)); err != nil {
			t.Error(err)
		}
	}
}

// The wheel of this machine is installed into a new environment, where its program runs.
func checkWheel(t *testing.T, dist, head string) {
	wheels, err := filepath.Glob(filepath.Join(dist, "*.whl"))
	if err != nil || len(wheels) != 5 {
		t.Errorf("found the wheels %v (%v), expected five", wheels, err)
	}
	machine := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	dir := t.TempDir()
	sh(t, dir, python(t)+" -m venv env && env/bin/pip install -q --disable-pip-version-check --no-deps --no-index "+dist+"/truthloop-0.1.0-*manylinux*_"+machine+".whl")
	checkVersion(t, head, filepath.Join(dir, "env/bin/truthloop"))
}

// The bill of materials has the form of CycloneDX 1.6.
func validateSBOM(t *testing.T, dist string) {
	sh(t, dist, python(t)+` -c '
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
sys.exit(str(error) if error else 0)' truthloop-`+releaseVersion+`.cdx.json`)
}

// buildah builds the container image, for which it needs no daemon and no network. The loop
// runs in a container, as a user without rights.
func checkImage(t *testing.T, dist, head string) {
	if _, err := exec.LookPath("buildah"); err != nil {
		t.Skipf("%v: the image is not built", err)
	}
	dir := t.TempDir()
	buildah := "buildah --storage-driver vfs --root " + dir + "/storage --runroot " + dir + "/run "
	build := shell(t, dist, buildah+"bud -q --isolation chroot -t truthloop image")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() { _ = shell(t, dir, buildah+"rm -a && "+buildah+"rmi -a").Run() })
	if out := sh(t, dir, buildah+"inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}' truthloop"); strings.TrimSpace(out) != "65532:65532 [/usr/bin/truthloop]" {
		t.Errorf("found the user and the program %s", out)
	}
	container := strings.TrimSpace(sh(t, dir, buildah+"from truthloop"))
	run := buildah + "run --isolation chroot -v " + dir + "/work:/work " + container + " -- /usr/bin/truthloop "
	sh(t, dir, "mkdir work && chmod 777 work")
	if out := sh(t, dir, run+"--version"); !strings.Contains(out, "commit: "+head) {
		t.Errorf("found %s", out)
	}
	if out := sh(t, dir, run+"run --dataset plogic --sample-count 1 --model builtin:rules -o results"); !strings.Contains(out, "results/report.html") {
		t.Errorf("found %s", out)
	}
	if out := sh(t, dir, "stat -c %u work/results/report.html; "+buildah+"unmount "+container+" >/dev/null; du -sb $("+buildah+"mount "+container+") | cut -f1"); !strings.HasPrefix(out, "65532\n") {
		t.Errorf("found files of the user %s", out)
	} else if bytes, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimPrefix(out, "65532\n")), 64); err != nil || bytes > mostImage {
		t.Errorf("the image has %v bytes (%v), expected at most %v", bytes, err, mostImage)
	}
}

// go install MODULE@VERSION works with an empty module cache. The module is in a directory
// in the form of a module proxy. Its dependencies come from the modules of this machine, or
// else from the network.
func TestGoInstall(t *testing.T) {
	if !everything {
		t.Skip("make release-check runs it")
	}
	const module = "github.com/truthloop/truthloop"
	dir := t.TempDir()
	sh(t, root, `
		proxy=`+dir+`/proxy/`+module+`/@v
		mkdir -p $proxy
		git archive --format=zip --prefix=`+module+`@`+releaseVersion+`/ -o $proxy/`+releaseVersion+`.zip HEAD
		git show HEAD:go.mod > $proxy/`+releaseVersion+`.mod
		echo '{"Version":"`+releaseVersion+`"}' > $proxy/`+releaseVersion+`.info
		echo `+releaseVersion+` > $proxy/list`)
	install := shell(t, dir, `go install `+module+`/tools/truthloop@latest`)
	install.Env = append(install.Env, "GOBIN="+dir+"/bin", "GOMODCACHE="+dir+"/mod", "GOFLAGS=-modcacherw", "GONOSUMDB="+module, "GOTOOLCHAIN=local",
		"GOPROXY=file://"+dir+"/proxy,file://"+strings.TrimSpace(sh(t, root, "go env GOMODCACHE"))+"/cache/download,"+strings.TrimSpace(sh(t, root, "go env GOPROXY")))
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out := sh(t, dir, "bin/truthloop --version"); !strings.HasPrefix(out, "truthloop version "+releaseVersion+"\ncommit: not recorded\n") {
		t.Errorf("found %s", out)
	}
	sh(t, dir, "bin/truthloop generate --dataset plogic --limit 1")
}
