package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/shard"
)

// A Manifest tells how an output came to be, beside it, in NAME.manifest.json.
type Manifest struct {
	Tool      string            `json:"tool"`
	Version   string            `json:"version"`
	Arguments []string          `json:"arguments"`
	Settings  map[string]string `json:"settings"`
	Format    string            `json:"format"`
	InputRows int64             `json:"input_rows"`
	Rows      int64             `json:"rows"`
	Classes   map[string]int64  `json:"classes"`
	Sums      map[string]int64  `json:"sums,omitempty"`
	Files     []shard.File      `json:"files"`
}

// completed makes sure that a complete output is the one that this run would
// make, and whole: its manifest says of which run it is, and how long its files
// are.
func completed(output string, settings map[string]string) error {
	name := shard.ManifestName(output)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("output %s: found no %s, which tells of what run it is; expected another --output, or --overwrite to start over", output, name)
	} else if err != nil {
		return err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, retried := m.Settings["retry"]; retried {
		// Its inputs were the rows of the output itself.
		settings = maps.Clone(settings)
		for _, name := range []string{"retry", "inputs", "shard"} {
			delete(m.Settings, name)
			delete(settings, name)
		}
	}
	if err := shard.SameRun(m.Settings, settings); err != nil {
		return fmt.Errorf("output %s: the complete run differs: %w; expected the same, another --output, or --overwrite to start over", output, err)
	}
	dir := filepath.Dir(output)
	if strings.HasSuffix(output, "/") { // a directory's files are its parts
		dir = output
	}
	for _, f := range m.Files {
		path := filepath.Join(dir, f.Name)
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("output %s: %w; expected the file, or --overwrite to start over", output, err)
		}
		if info.Size() != f.Bytes {
			return fmt.Errorf("output %s: found %d bytes in %s, expected the %d that its manifest tells; --overwrite starts over", output, info.Size(), path, f.Bytes)
		}
	}
	return nil
}

// manifest describes a finished output. There is nothing in it of when or how
// the output was made, so that a resumed run says the same as one that was not
// interrupted: of the arguments those are left out that only say how to go on.
func (r *run) manifest(settings map[string]string) func(shard.Result) ([]byte, error) {
	return func(res shard.Result) ([]byte, error) {
		m := Manifest{
			Tool: r.env.Name, Version: Version(), Arguments: []string{}, Settings: settings,
			Format: res.Format.String(), InputRows: res.Inputs, Rows: res.Rows, Classes: res.Classes, Sums: res.Sums, Files: res.Files,
		}
		for _, arg := range r.env.Args {
			if !oneOf(arg, "--resume", "-resume", "--overwrite", "-overwrite") {
				m.Arguments = append(m.Arguments, arg)
			}
		}
		b, err := json.Marshal(m, json.Deterministic(true), jsontext.WithIndent("  "))
		if err != nil {
			return nil, fmt.Errorf("manifest: %w", err)
		}
		return append(b, '\n'), nil
	}
}
