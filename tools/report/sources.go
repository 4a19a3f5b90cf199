package report

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/truthloop/truthloop/analyze/report"
	"github.com/truthloop/truthloop/format/shard"
)

// pageName is the name of the reports that run writes.
const pageName = "report.html"

// An inputs finds what belongs to the inputs of a report: their manifests, the files from
// which they were made, and the reports of run about parts of a study.
type inputs struct {
	page  *report.Report
	below string                  // the directory of the page
	parts map[string]*report.Part // by input, and by directory; nil: none
	seen  map[string]bool         // the files in the page
	made  []string                // files from which others were made
}

// addAll adds the inputs with their manifests, and the files that they were made from, if
// these still exist.
func (in *inputs) addAll(names []string) error {
	if len(names) == 0 {
		names = []string{shard.Stdin}
	}
	for _, name := range names {
		if name == shard.Stdin {
			in.page.AddSource(report.Source{Name: "standard input"})
			continue
		}
		matches, err := filepath.Glob(name)
		if err != nil || len(matches) == 0 {
			matches = []string{name} // reading it fails with a better error
		}
		for _, match := range matches {
			if err := in.add(match, false); err != nil {
				return err
			}
		}
	}
	for len(in.made) > 0 {
		name := in.made[0]
		in.made = in.made[1:]
		if err := in.add(name, true); err != nil {
			return err
		}
	}
	return nil
}

// find returns the part of an input, or nil. Its report is the file report.html in the
// directory of the input, or in one above it, below the directory of the page.
func (in *inputs) find(input string) *report.Part {
	part, known := in.parts[input]
	if known {
		return part
	}
	for dir := filepath.Dir(input); part == nil; dir = filepath.Dir(dir) {
		rel, err := filepath.Rel(in.below, dir)
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			break
		}
		if part = in.parts[dir]; part != nil {
			break
		}
		if info, err := os.Stat(filepath.Join(dir, pageName)); err == nil && info.Mode().IsRegular() {
			part = in.page.AddPart(append(strings.Split(rel, string(filepath.Separator)), pageName))
			in.parts[dir] = part
		}
	}
	in.parts[input] = part
	return part
}

// maxSources bounds the number of files in the page.
const maxSources = 500

// add adds a file with its manifest and notes the inputs in the manifest. For a part of a
// directory of parts, it adds the directory. before marks files from which an input was
// made. They are added only if they exist.
func (in *inputs) add(name string, before bool) error {
	content, err := manifestOf(name)
	if dir := filepath.Dir(name); content == nil && err == nil && dir != "." {
		if content, err = manifestOf(dir); content != nil {
			name = dir
		}
	}
	if err != nil || in.seen[filepath.Clean(name)] || len(in.seen) == maxSources {
		return err
	}
	if _, err := os.Stat(name); before && err != nil {
		return nil // it may have been moved
	}
	in.seen[filepath.Clean(name)] = true
	in.page.AddSource(report.Source{Name: name, Before: before, Manifest: content})
	var m struct{ Settings struct{ Inputs string } }
	if json.Unmarshal(content, &m) == nil { // the report shows any manifest unchanged
		in.made = append(in.made, strings.Fields(m.Settings.Inputs)...)
	}
	return nil
}

// manifestOf reads the manifest of a file or directory, or returns nil if there is none.
func manifestOf(name string) ([]byte, error) {
	content, err := os.ReadFile(shard.ManifestName(filepath.Clean(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}
