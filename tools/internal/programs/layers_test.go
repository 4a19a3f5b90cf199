package programs_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/truthloop/truthloop/"

// layers maps each top-level folder to those that its packages may import
// besides their own.
var layers = map[string][]string{
	"data":      {},
	"format":    {"data"},
	"gen":       {"format", "data"},
	"verify":    {"format"},
	"translate": {"format", "data"},
	"analyze":   {"format", "data"},
	"tools":     {"format", "data", "gen", "verify", "translate", "analyze"},
}

// TestLayers checks the arrows of docs/internals/architecture.md. Tests may import what
// they compare with.
func TestLayers(t *testing.T) {
	root := os.DirFS("../../..")
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name != "." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from, _, _ := strings.Cut(file, "/")
		allowed, known := layers[from]
		if !known {
			t.Errorf("%s: found a package in %s, expected one of the folders in docs/internals/architecture.md", file, from)
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			inside, ok := strings.CutPrefix(name, module)
			if !ok {
				continue
			}
			to, _, _ := strings.Cut(inside, "/")
			if to != from && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s: %s may import %v", file, inside, from, allowed)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
