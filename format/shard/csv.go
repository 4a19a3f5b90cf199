package shard

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// CSV and TSV have a header of column names. Lists, structs and unknown fields that are
// not scalars are JSON in their cells. An absent field is an empty cell. So an unknown
// field that is the empty string or null is lost, and text that looks like a number,
// such as "1", is read as a number. JSONL, Parquet and Arrow keep every row as it is.

// maxCSVColumns bounds the columns of unknown fields.
const maxCSVColumns = 2000

// A cellForm is the written form of cells in a table.
type cellForm struct {
	comma       rune
	write, read func(cell string) string
}

var cellForms = map[Format]cellForm{
	CSV:     {',', plainCell, plainCell},
	TSV:     {'\t', plainCell, plainCell},
	safeCSV: {',', SafeCell, RestoreCell},
	safeTSV: {'\t', SafeCell, RestoreCell},
}

func plainCell(cell string) string { return cell }

// A csvWriter keeps the rows in a temporary file until Close, since only then all
// columns are known.
type csvWriter struct {
	out     io.Writer
	form    cellForm
	spool   *spool
	lines   Writer // to the spool
	present map[string]bool
	unknown []string // in the order in which they first occurred
}

func newCSVWriter(out io.Writer, format Format) (Writer, error) {
	spool, err := newSpool()
	if err != nil {
		return nil, fmt.Errorf("writing CSV: %w", err)
	}
	lines, err := NewWriter(spool, JSONL)
	return &csvWriter{out: out, form: cellForms[format], spool: spool, lines: lines, present: map[string]bool{}}, err
}

func (w *csvWriter) Write(row *record.Row) error {
	for _, name := range record.Columns() {
		if !w.present[name] {
			_, w.present[name] = row.Get(name)
		}
	}
	for name := range row.ExtraFields() {
		if w.present[name] {
			continue
		}
		if w.present[name] = true; len(w.unknown) == maxCSVColumns {
			return fmt.Errorf("writing CSV: found more than %d unknown fields; use JSONL or Parquet for such rows", maxCSVColumns)
		}
		w.unknown = append(w.unknown, name)
	}
	return w.lines.Write(row)
}

func (w *csvWriter) Flush() error { return nil }

// Close writes the table.
func (w *csvWriter) Close() error {
	var known []string
	for _, name := range record.Columns() {
		if w.present[name] {
			known = append(known, name)
		}
	}
	table := csv.NewWriter(w.out)
	table.Comma = w.form.comma
	err := errors.Join(w.write(table, slices.Concat(known, w.unknown)), w.lines.Close(), w.table(table, known), w.spool.Close())
	table.Flush()
	if err = errors.Join(err, table.Error()); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// table writes the rows of the spool: the known columns, then the unknown ones.
func (w *csvWriter) table(table *csv.Writer, known []string) error {
	if _, err := w.spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := newLineReader("spool", w.spool)
	at := map[string]int{}
	for i, name := range w.unknown {
		at[name] = len(known) + i
	}
	cells := make([]string, len(known)+len(w.unknown))
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row := rec.Row()
		clear(cells)
		for i, name := range known {
			cells[i], _ = row.Text(name)
		}
		for name, value := range row.ExtraFields() {
			if i, ok := at[name]; ok {
				cells[i] = record.Text(value)
			}
		}
		if err := w.write(table, cells); err != nil {
			return err
		}
	}
}

// write writes a line of cells, which it may change.
func (w *csvWriter) write(table *csv.Writer, cells []string) error {
	for i, cell := range cells {
		cells[i] = w.form.write(cell)
	}
	return table.Write(cells)
}

// A csvReader reads a table with a header.
type csvReader struct {
	name   string
	form   cellForm
	in     *csv.Reader
	header []string
}

func newCSVReader(name string, in io.Reader, format Format) (Reader, error) {
	r := &csvReader{name: name, form: cellForms[format], in: csv.NewReader(in)}
	r.in.Comma = r.form.comma
	r.in.FieldsPerRecord = -1
	r.in.LazyQuotes = r.form.comma == '\t'
	header, err := r.cells()
	if errors.Is(err, io.EOF) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: reading the header: %w", name, err)
	}
	if err := distinct(header); err != nil {
		return nil, fmt.Errorf("%s: line 1: %w", name, err)
	}
	r.header = header
	return r, nil
}

// Read returns the next row. A row is malformed if it has a wrong number of cells, or
// if a cell does not have the type of its column.
func (r *csvReader) Read() (*Record, error) {
	cells, err := r.cells()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	var syntax *csv.ParseError
	if err != nil && !errors.As(err, &syntax) {
		return nil, fmt.Errorf("%s: reading CSV: %w", r.name, err)
	}
	pos := Position{File: r.name, Text: true}
	if syntax != nil {
		pos.Row = int64(syntax.StartLine)
		return &Record{Pos: pos, row: malformed(cells, pos, syntax.Err)}, nil
	}
	line, _ := r.in.FieldPos(0)
	pos.Row = int64(line)
	row, err := r.row(cells)
	if err != nil {
		row = malformed(cells, pos, err)
	}
	return &Record{Pos: pos, row: row}, nil
}

// cells reads the cells of a line.
func (r *csvReader) cells() ([]string, error) {
	cells, err := r.in.Read()
	for i, cell := range cells {
		cells[i] = r.form.read(cell)
	}
	return cells, err
}

func (r *csvReader) row(cells []string) (*record.Row, error) {
	if len(cells) != len(r.header) {
		return nil, fmt.Errorf("found %d cells, expected %d, one for each column of the header", len(cells), len(r.header))
	}
	row := new(record.Row)
	var unknown []byte
	for i, cell := range cells {
		switch {
		case cell == "":
		case record.IsColumn(r.header[i]):
			if err := row.SetString(r.header[i], cell); err != nil {
				return nil, err
			}
		default:
			unknown = appendMember(unknown, r.header[i], guess(cell))
		}
	}
	row.Extra = endObject(unknown)
	return row, nil
}

// guess converts a cell of an unknown column to JSON: the cell itself if it is JSON
// other than a string or null, otherwise a string.
func guess(cell string) jsontext.Value {
	if v := jsontext.Value(cell); v.IsValid() && v.Kind() != '"' && v.Kind() != 'n' {
		return v
	}
	return appendText(nil, cell)
}

// malformed keeps the cells of a row as a JSON list.
func malformed(cells []string, pos Position, err error) *record.Row {
	text, _ := json.Marshal(cells, jsontext.AllowInvalidUTF8(true)) // strings have a form in JSON
	return record.Malformed(text, fmt.Errorf("%v: %w", pos, err))
}

func (r *csvReader) Close() error { return nil }
