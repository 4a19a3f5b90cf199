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

// A Manifest describes how an output was made. It stands beside the output, in
// NAME.manifest.json.
type Manifest struct {
	Tool      string            `json:"tool"`
	Version   string            `json:"version"`
	Arguments []string          `json:"arguments"`
	Settings  map[string]string `json:"settings"`
	Inputs    []ManifestInput   `json:"inputs,omitempty"`
	Format    string            `json:"format"`
	InputRows int64             `json:"input_rows"`
	Rows      int64             `json:"rows"`
	Classes   map[string]int64  `json:"classes"`
	Sums      map[string]int64  `json:"sums,omitempty"`
	Files     []shard.File      `json:"files"`
}

// A ManifestInput is an input of an output. Only a regular file has a size and a
// checksum.
type ManifestInput struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes,omitzero"`
	SHA256 string `json:"sha256,omitempty"`
}

// ReadManifest reads the manifest of an output; the error is fs.ErrNotExist if
// there is none.
func ReadManifest(output string) (*Manifest, error) {
	name := shard.ManifestName(output)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// describeInputs reads the inputs for their checksums, which takes about a second per
// gigabyte. Nothing can be known of an input that is not a file, or that another run still
// adds rows to.
func describeInputs(names []string) ([]ManifestInput, error) {
	var all []ManifestInput
	for _, name := range names {
		in := ManifestInput{Name: name}
		if !isNoFile(name) && !shard.IsPartial(name) {
			file, err := shard.Digest(name)
			if err != nil {
				return nil, fmt.Errorf("input %s: %w", name, err)
			}
			in.Bytes, in.SHA256 = file.Bytes, file.SHA256
		}
		all = append(all, in)
	}
	return all, nil
}

// contents joins the checksums of inputs to one setting.
func contents(inputs []ManifestInput) string {
	sums := make([]string, len(inputs))
	for i, in := range inputs {
		sums[i] = in.SHA256
	}
	return strings.Join(sums, " ")
}

// unchanged compares the inputs of an output with those of its earlier run.
func unchanged(output, before string, inputs []ManifestInput) error {
	for i, sum := range strings.Split(before, " ") {
		if i < len(inputs) && sum != inputs[i].SHA256 {
			return fmt.Errorf("output %s: the input %s has changed since the run began; expected the same input, another --output, or --overwrite to start over", output, inputs[i].Name)
		}
	}
	return nil
}

// completed compares a complete output with this run and with its manifest, which it
// returns: the settings, the sizes of its files, and the content of its inputs.
func completed(output string, settings map[string]string, inputs []ManifestInput) (*Manifest, error) {
	m, err := ReadManifest(output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("output %s: found no %s, so its settings are unknown; expected another --output, or --overwrite to start over", output, shard.ManifestName(output))
	} else if err != nil {
		return nil, err
	}
	delete(m.Settings, "retry") // a retry keeps the other settings
	delete(m.Settings, endpoint)
	settings = maps.Clone(settings)
	delete(settings, endpoint)
	if err := shard.SameRun(m.Settings, settings); err != nil {
		return nil, fmt.Errorf("output %s: the complete run differs: %w; expected the same, another --output, or --overwrite to start over", output, err)
	}
	dir := filepath.Dir(output)
	if strings.HasSuffix(output, "/") { // the files of a directory are its parts
		dir = output
	}
	for _, f := range m.Files {
		path := filepath.Join(dir, f.Name)
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("output %s: %w; expected the file, or --overwrite to start over", output, err)
		}
		if info.Size() != f.Bytes {
			return nil, fmt.Errorf("output %s: found %d bytes in %s, expected the %d of its manifest; --overwrite starts over", output, info.Size(), path, f.Bytes)
		}
	}
	return m, unchanged(output, contents(m.Inputs), inputs)
}

// manifest encodes the manifest of a finished output. It holds no times and no
// --resume or --overwrite, so that a resumed run has the same manifest as an
// uninterrupted one.
func (r *run) manifest(settings map[string]string, inputs []ManifestInput) func(shard.Result) ([]byte, error) {
	return func(res shard.Result) ([]byte, error) {
		m := Manifest{
			Tool: r.env.Name, Version: Version(), Arguments: []string{}, Settings: settings, Inputs: inputs,
			Format: res.Format.String(), InputRows: res.Inputs, Rows: res.Rows, Classes: res.Classes, Sums: res.Sums, Files: res.Files,
		}
		for _, arg := range r.env.Args {
			if !oneOf(arg, "--resume", "-resume", "--overwrite", "-overwrite") {
				m.Arguments = append(m.Arguments, r.env.hide.text(arg))
			}
		}
		b, err := json.Marshal(m, json.Deterministic(true), jsontext.WithIndent("  "))
		if err != nil {
			return nil, fmt.Errorf("manifest: %w", err)
		}
		return append(b, '\n'), nil
	}
}
