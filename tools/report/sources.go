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

// maxSources bounds the number of files of a provenance.
const maxSources = 500

// A provenance finds the files from which inputs were made, by the manifests beside them.
type provenance struct {
	page *report.Report
	seen map[string]bool
}

// addSources adds the inputs with their manifests, and the files that they were made
// from, if these still exist.
func addSources(page *report.Report, names []string) error {
	if len(names) == 0 {
		names = []string{shard.Stdin}
	}
	p := &provenance{page, map[string]bool{}}
	var made []string
	for _, name := range names {
		if name == shard.Stdin {
			page.AddSource(report.Source{Name: "standard input"})
			continue
		}
		matches, err := filepath.Glob(name)
		if err != nil || len(matches) == 0 {
			matches = []string{name} // reading it fails with a better error
		}
		for _, match := range matches {
			from, err := p.add(match, false)
			if err != nil {
				return err
			}
			made = append(made, from...)
		}
	}
	for len(made) > 0 {
		from, err := p.add(made[0], true)
		if err != nil {
			return err
		}
		made = append(made[1:], from...)
	}
	return nil
}

// add adds a file or directory and returns the inputs in its manifest. For a part of a
// directory of parts, it adds the directory. before marks files from which an input was
// made. They are added only if they exist.
func (p *provenance) add(name string, before bool) (from []string, err error) {
	content, err := manifestOf(name)
	if dir := filepath.Dir(name); content == nil && err == nil && dir != "." {
		if content, err = manifestOf(dir); content != nil {
			name = dir
		}
	}
	if err != nil || p.seen[filepath.Clean(name)] || len(p.seen) == maxSources {
		return nil, err
	}
	if before {
		if _, err := os.Stat(name); err != nil {
			return nil, nil // it may have been moved
		}
	}
	p.seen[filepath.Clean(name)] = true
	p.page.AddSource(report.Source{Name: name, Before: before, Manifest: content})
	var m struct{ Settings struct{ Inputs string } }
	if json.Unmarshal(content, &m) != nil {
		return nil, nil // the report shows the manifest unchanged
	}
	return strings.Fields(m.Settings.Inputs), nil
}

// manifestOf reads the manifest of a file or directory, or returns nil if there is none.
func manifestOf(name string) ([]byte, error) {
	content, err := os.ReadFile(shard.ManifestName(filepath.Clean(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// A parts finds the reports of run about parts of a study: the file report.html in the
// directory of an input, or in one above it, below the directory of the page.
type parts struct {
	page  *report.Report
	below string                  // the directory of the page
	of    map[string]*report.Part // by input, and by directory; nil: none
}

// find returns the part of an input, or nil.
func (p *parts) find(input string) *report.Part {
	part, known := p.of[input]
	if known {
		return part
	}
	for dir := filepath.Dir(input); part == nil; dir = filepath.Dir(dir) {
		rel, err := filepath.Rel(p.below, dir)
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			break
		}
		if part = p.of[dir]; part != nil {
			break
		}
		if info, err := os.Stat(filepath.Join(dir, pageName)); err == nil && info.Mode().IsRegular() {
			part = p.page.AddPart(append(strings.Split(rel, string(filepath.Separator)), pageName))
			p.of[dir] = part
		}
	}
	p.of[input] = part
	return part
}

// pageName is the name of the reports that run writes.
const pageName = "report.html"
