package programs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The README of the Python package promised an installation from PyPI, where there is no
// such package. So each page installs a file, and the wheels have the name that it gives.
func TestPagesInstallPackagesThatExist(t *testing.T) {
	root := "../../.."
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "python/*.md", "data/*.md", "data/examples/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			return "" // a directory
		}
		return string(text)
	}
	fromPyPI := regexp.MustCompile(`pip install\b[^\n]*?['" ]truthloop(\[|['"\s]|$)`)
	for _, page := range pages {
		if text := fromPyPI.FindString(read(page)); text != "" {
			t.Errorf("%s: found %q, expected the file of a wheel", page, text)
		}
	}
	tag := regexp.MustCompile(`linux/amd64\) tag=(\S+)`).FindStringSubmatch(read(filepath.Join(root, "python/wheels.sh")))
	if tag == nil {
		t.Fatal("found no tag of linux/amd64 in wheels.sh")
	}
	wheels := regexp.MustCompile(`dist/(\S+?\.whl)`).FindAllStringSubmatch(read(filepath.Join(root, "python/README.md")), -1)
	for _, w := range wheels {
		if ok, err := path.Match(w[1], "truthloop-0.1.0-py3-none-"+tag[1]+".whl"); !ok || err != nil {
			t.Errorf("%s does not match the wheel for linux/amd64, whose tag is %s", w[1], tag[1])
		}
		if ok, _ := path.Match(w[1], "truthloop-0.1.0-py3-none-"+strings.ReplaceAll(tag[1], "x86_64", "aarch64")+".whl"); ok {
			t.Errorf("%s matches the wheel of another platform, too", w[1])
		}
	}
	if len(wheels) == 0 {
		t.Error("python/README.md names no wheel")
	}
}
