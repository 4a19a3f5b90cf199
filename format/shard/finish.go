package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A File is a file of a finished output, or one that it was made of.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// A Result describes a finished output.
type Result struct {
	Format  Format
	Files   []File // one, or the parts of a directory, in order; names without the directory
	Inputs  int64
	Rows    int64
	Classes map[string]int64
	Sums    map[string]int64
}

// Finish makes the output of the committed rows. Where describe is given, what
// it makes of the result is written to NAME.manifest.json. Then the result
// takes its final name, and the journal goes away. A crash at any point leaves
// either the journal or the complete output.
func (o *Output) Finish(describe func(Result) ([]byte, error)) error {
	if err := o.finish(describe); err != nil {
		return fmt.Errorf("output %s: %w", o.o.Name, err)
	}
	return nil
}

func (o *Output) finish(describe func(Result) ([]byte, error)) error {
	if err := o.Flush(); err != nil {
		return err
	}
	made, err := o.make()
	if err != nil {
		return err
	}
	if describe != nil {
		if err := o.describe(made, describe); err != nil {
			return err
		}
	}
	if err := o.j.finished(made); err != nil {
		return err
	}
	if err := o.takeName(made); err != nil {
		return err
	}
	// From here on the output is complete, and the journal a leftover.
	err = errors.Join(o.j.data.Close(), removeIfThere(o.partialName()), os.Remove(o.logName()), o.j.log.Close())
	o.j = nil
	return errors.Join(err, syncDir(filepath.Dir(o.name)))
}

// make writes the result under a temporary name, which it returns.
func (o *Output) make() (string, error) {
	switch o.format {
	case Dir:
		if o.o.Sync {
			return o.partsName(), errors.Join(o.divide(), syncDir(o.partsName()))
		}
		for o.j.inPart > 0 || o.j.part == 0 {
			if err := o.completePart(); err != nil {
				return "", err
			}
		}
		return o.partsName(), syncDir(o.partsName())
	case JSONL:
		if o.inOrder() {
			return o.partialName(), o.j.data.Sync()
		}
	}
	tmp := o.name + ".tmp"
	return tmp, o.convert(tmp, o.format, o.j.ordered())
}

// inOrder says whether the journal's data is the output as it stands.
func (o *Output) inOrder() bool {
	for i := 1; i < len(o.j.spans); i++ {
		if o.j.spans[i].first < o.j.spans[i-1].first {
			return false
		}
	}
	return true
}

// completePart makes a part of the journal's data and begins the next.
func (o *Output) completePart() error {
	if err := os.MkdirAll(o.partsName(), 0o777); err != nil {
		return err
	}
	name := filepath.Join(o.partsName(), partName(o.j.part))
	if err := o.convert(name+".tmp", Parquet, o.j.ordered()); err != nil {
		return err
	}
	if err := os.Rename(name+".tmp", name); err != nil {
		return err
	}
	if err := syncDir(o.partsName()); err != nil {
		return err
	}
	return o.j.nextPart()
}

func partName(n int) string { return fmt.Sprintf("part-%05d.parquet", n) }

// divide makes all parts at once, of data whose units came in any order.
func (o *Output) divide() error {
	if err := errors.Join(os.RemoveAll(o.partsName()), os.MkdirAll(o.partsName(), 0o777)); err != nil {
		return err
	}
	w := &partsWriter{dir: o.partsName(), rowsEach: o.o.PartRows}
	for _, s := range o.j.ordered() {
		if err := copyLines(w, io.NewSectionReader(o.j.data, s.start, s.end-s.start)); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}

// describe writes the manifest.
func (o *Output) describe(made string, describe func(Result) ([]byte, error)) error {
	result := Result{Format: o.format, Inputs: o.Inputs(), Rows: o.Rows(), Classes: o.Classes(), Sums: o.Sums()}
	names := []string{made}
	if o.format == Dir {
		var err error
		if names, err = partsOf(made); err != nil {
			return err
		}
	}
	for _, name := range names {
		file, err := Digest(name)
		if err != nil {
			return err
		}
		if o.format != Dir {
			file.Name = filepath.Base(o.name)
		}
		result.Files = append(result.Files, file)
	}
	text, err := describe(result)
	if err != nil {
		return err
	}
	// While the journal is locked nobody else has this name, and what a kill
	// leaves of it is used again.
	name := ManifestName(o.name)
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	return writeAs(name, f, text)
}

// Digest tells the size and the checksum of a file.
func Digest(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return File{}, err
	}
	return File{Name: filepath.Base(name), Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// takeName gives the result its final name. A directory cannot replace one
// that has files in it, so that one steps aside first.
func (o *Output) takeName(made string) error {
	old := o.name + ".old"
	if o.format == Dir && exists(o.name) {
		if err := errors.Join(os.RemoveAll(old), os.Rename(o.name, old)); err != nil {
			return err
		}
	}
	if err := os.Rename(made, o.name); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(o.name)); err != nil {
		return err
	}
	return os.RemoveAll(old)
}

// WriteFile writes a whole file in one step: it is there with all its content,
// on the disk, or as it was before. Of several who write it at the same time
// one is last.
func WriteFile(name string, content []byte) error {
	f, err := createUnique(name)
	if err != nil {
		return err
	}
	return writeAs(name, f, content)
}

// writeAs writes the content to a new file, closes it and gives it its name.
func writeAs(name string, f *os.File, content []byte) error {
	tmp := f.Name()
	_, err := f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", name, err), os.Remove(tmp))
	}
	if err := os.Rename(tmp, name); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return syncDir(filepath.Dir(name))
}

// createUnique creates a file beside the named one that nobody else has, with
// the permissions of any new file, which os.CreateTemp does not give.
func createUnique(name string) (*os.File, error) {
	for {
		f, err := os.OpenFile(fmt.Sprintf("%s.%08x.tmp", name, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
}

func removeIfThere(name string) error {
	if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// syncDir makes the names in a directory durable.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
