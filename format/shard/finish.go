package shard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
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

// Finish makes the output from the committed rows. If describe is given, Finish writes
// the text that it returns for the result to NAME.manifest.json. Then the result gets
// its final name, and the journal is removed. A crash at any point leaves either the
// journal or the complete output.
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
	// With this line the log counts as a leftover as soon as the result has its
	// name.
	if err := o.j.writeLog(true, logLine{Made: made}); err != nil {
		return err
	}
	if err := o.j.data.Close(); err != nil { // Windows does not rename open files
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
	var all []io.Reader
	for _, s := range sections {
		all = append(all, io.NewSectionReader(o.j.data, s.start, s.end-s.start))
	}
	rows := bufio.NewReaderSize(io.MultiReader(all...), 64<<10)
	if err := RemoveUnfinished(o.name); err != nil { // of a killed run
		return "", err
	}
	made := uniqueName(o.name)
	if o.format != Dir {
		return made, writeRows(made, o.format, rows, math.MaxInt64)
	}
	err := os.Mkdir(made, 0o777)
	for n := 0; err == nil; n++ {
		err = writeRows(filepath.Join(made, fmt.Sprintf("part-%05d.parquet", n)), Parquet, rows, o.part)
		if err == nil {
			_, err = rows.Peek(1)
		}
	}
	if errors.Is(err, io.EOF) {
		err = syncDir(made)
	}
	return made, err
}

// writeRows writes at most the given number of JSONL rows to a new file. The file is on
// the disk when it returns.
func writeRows(name string, format Format, rows *bufio.Reader, most int64) error {
	f, err := createNew(name)
	if err != nil {
		return err
	}
	w, err := NewWriter(f, format)
	if err == nil {
		err = errors.Join(copyRows(w, rows, most), w.Close(), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

func copyRows(w Writer, rows *bufio.Reader, most int64) error {
	switch w := w.(type) {
	case *lineWriter:
		_, err := io.Copy(w.out, rows)
		return err
	case *tableWriter:
		return w.copyLines(rows, most)
	}
	for range most {
		line, err := rows.ReadBytes('\n')
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
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
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
	name := ManifestName(o.name)
	if err := RemoveUnfinished(name); err != nil { // of a killed run
		return err
	}
	return replace(name, text)
}

// takeName gives the result its final name. A rename cannot replace a directory that
// contains files, so the old one is renamed first.
func (o *Output) takeName(made string) error {
	if o.o.Existing == Refuse && exists(o.name) {
		return fmt.Errorf("found a file of this name that the run did not make; use --resume, which replaces it, or move it")
	}
	old := uniqueName(o.name)
	if o.format == Dir && exists(o.name) {
		if err := os.Rename(o.name, old); err != nil {
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
