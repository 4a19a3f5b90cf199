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

// convert writes the rows of spans as a file, which is on the disk when it
// returns.
func (o *Output) convert(name string, format Format, spans []span) error {
	w, err := createFile(name, format)
	if err != nil {
		return err
	}
	for _, s := range spans {
		section := io.NewSectionReader(o.j.data, s.start, s.end-s.start)
		if err := copyLines(w, section); err != nil {
			return errors.Join(fmt.Errorf("writing %s: %w", name, err), w.file.Close())
		}
	}
	return w.Close()
}

// A fileWriter is a writer of a file, which is on the disk when Close returns.
type fileWriter struct {
	Writer
	file *os.File
}

func createFile(name string, format Format) (*fileWriter, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	w, err := NewWriter(f, format)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &fileWriter{w, f}, nil
}

func (w *fileWriter) Close() error {
	err := w.Writer.Close()
	if err == nil {
		err = w.file.Sync()
	}
	if err = errors.Join(err, w.file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", w.file.Name(), err)
	}
	return nil
}

// A partsWriter writes rows into the parts of a directory.
type partsWriter struct {
	dir      string
	rowsEach int64
	part     *fileWriter
	number   int
	rows     int64
}

func (w *partsWriter) Write(row *record.Row) error {
	if w.part != nil && w.rows == w.rowsEach {
		if err := w.closePart(); err != nil {
			return err
		}
	}
	if w.part == nil {
		var err error
		if w.part, err = createFile(filepath.Join(w.dir, partName(w.number)), Parquet); err != nil {
			return err
		}
	}
	w.rows++
	return w.part.Write(row)
}

func (w *partsWriter) closePart() error {
	err := w.part.Close()
	w.part, w.rows, w.number = nil, 0, w.number+1
	return err
}

func (w *partsWriter) Flush() error { return nil }

// Close completes the last part; no rows at all make one empty part.
func (w *partsWriter) Close() error {
	if w.part == nil && w.number == 0 {
		var err error
		if w.part, err = createFile(filepath.Join(w.dir, partName(0)), Parquet); err != nil {
			return err
		}
	}
	if w.part == nil {
		return nil
	}
	return w.closePart()
}

// copyLines writes rows that stand in JSONL.
func copyLines(w Writer, lines io.Reader) error {
	if lw, ok := w.(LineWriter); ok {
		_, err := io.Copy(writerFunc(func(b []byte) (int, error) { return len(b), lw.WriteLines(b) }), lines)
		return err
	}
	r := bufio.NewReaderSize(lines, 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		row := new(record.Row)
		if err := record.Decode(line, row); err != nil {
			return fmt.Errorf("reading back the journal: %w", err)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
