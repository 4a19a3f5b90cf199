package shard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/truthloop/truthloop/format/record"
)

// A Result describes a finished output.
type Result struct {
	Format  Format
	Files   []File // one, or the parts of a directory, in order; names without the directory
	Inputs  int64
	Rows    int64
	Classes map[string]int64
	Sums    map[string]int64
}

// Finish makes the output of the committed rows. The text that describe makes of
// the result, if given, is written to NAME.manifest.json. Then the result takes
// its final name, and the journal goes away. A crash at any point leaves either
// the journal or the complete output.
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
	// With this line the log is a leftover as soon as the result has its name.
	if err := o.j.writeLog(true, logLine{Made: made}); err != nil {
		return err
	}
	if err := o.j.data.Close(); err != nil { // Windows renames no open file
		return err
	}
	if err := o.takeName(made); err != nil {
		return err
	}
	err = errors.Join(removeIfThere(o.partialName()), removeLocked(o.j.log))
	o.j = nil
	return errors.Join(err, syncDir(filepath.Dir(o.name)))
}

// make writes the result under a temporary name, which it returns.
func (o *Output) make() (string, error) {
	sections := o.j.sections()
	if o.format == JSONL && (len(sections) == 0 || len(sections) == 1 && sections[0].start == 0) {
		return o.partialName(), o.j.data.Sync() // the journal's data is the output
	}
	w := &filesWriter{format: o.format, name: func(int) string { return o.name + ".tmp" }}
	made := w.name(0)
	if o.format == Dir {
		made = o.name + ".parts"
		if err := errors.Join(os.RemoveAll(made), os.MkdirAll(made, 0o777)); err != nil {
			return "", err
		}
		w.format, w.rowsEach = Parquet, o.o.PartRows
		w.name = func(n int) string { return filepath.Join(made, fmt.Sprintf("part-%05d.parquet", n)) }
	}
	err := w.open()
	for _, s := range sections {
		if err == nil {
			err = w.copy(io.NewSectionReader(o.j.data, s.start, s.end-s.start))
		}
	}
	if err = errors.Join(err, w.close()); err != nil {
		return "", err
	}
	if o.format == Dir {
		err = syncDir(made)
	}
	return made, err
}

// A filesWriter writes rows of JSONL as one file, or as files of rowsEach rows
// each. A file is on the disk when it is closed.
type filesWriter struct {
	format   Format
	rowsEach int64 // 0: all in one
	name     func(int) string
	number   int // of files so far

	file *os.File
	w    Writer
	rows int64 // in it
}

func (w *filesWriter) open() (err error) {
	if w.file, err = os.Create(w.name(w.number)); err != nil {
		return err
	}
	w.number, w.rows = w.number+1, 0
	w.w, err = NewWriter(w.file, w.format)
	return err
}

func (w *filesWriter) close() error {
	if w.file == nil {
		return nil
	}
	var err error
	if w.w != nil {
		err = w.w.Close()
	}
	if err = errors.Join(err, w.file.Sync(), w.file.Close()); err != nil {
		err = fmt.Errorf("writing %s: %w", w.file.Name(), err)
	}
	w.file, w.w = nil, nil
	return err
}

// copy writes the rows of a section of the journal.
func (w *filesWriter) copy(section io.Reader) error {
	if lines, ok := w.w.(*lineWriter); ok {
		_, err := io.Copy(lines.out, section)
		return err
	}
	r := bufio.NewReaderSize(section, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		row, err := record.New(line)
		if err != nil {
			return fmt.Errorf("reading back the journal: %w", err)
		}
		if w.rowsEach > 0 && w.rows == w.rowsEach {
			if err := errors.Join(w.close(), w.open()); err != nil {
				return err
			}
		}
		if err := w.w.Write(row); err != nil {
			return fmt.Errorf("writing %s: %w", w.file.Name(), err)
		}
		w.rows++
	}
}

// describe writes the manifest.
func (o *Output) describe(made string, describe func(Result) ([]byte, error)) error {
	total := o.Total()
	result := Result{Format: o.format, Inputs: total.Count, Rows: total.Rows, Classes: total.Classes, Sums: total.Sums}
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
	// While the journal is locked no other process uses this temporary name, and
	// a later run overwrites what a kill leaves of it.
	name := ManifestName(o.name)
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	return writeAs(name, f, text)
}

// takeName gives the result its final name. A directory cannot replace one with
// files in it, so the old one is renamed first.
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
