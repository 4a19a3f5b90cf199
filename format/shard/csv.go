package shard

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// CSV and TSV have a header of column names, and keep every row as it is. An absent field
// is an empty cell without quotation marks; the empty text is "". Columns of the row have
// their types. In other columns, a cell without quotation marks that is a number, true,
// false or null in JSON is this value, and a list or an object in JSON is this value. Any
// other cell is text. A text that would be read as a list or an object is written as a
// JSON string.

// maxCSVColumns bounds the columns of unknown fields.
const maxCSVColumns = 2000

// commas are the signs between the cells of a line.
var commas = map[Format]byte{CSV: ',', TSV: '\t'}

// A csvWriter keeps the rows in a temporary file until Close, since only then all
// columns are known.
type csvWriter struct {
	out     *bufio.Writer
	line    []byte
	comma   byte
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
	return &csvWriter{out: bufio.NewWriterSize(out, 64<<10), comma: commas[format], spool: spool, lines: lines, present: map[string]bool{}}, err
}

func (w *csvWriter) Write(row *record.Row) error {
	for _, name := range record.Columns() {
		if !w.present[name] {
			_, present := row.Get(name)
			w.present[name] = present || row.IsBlank(name)
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
	var header []cell
	for _, name := range slices.Concat(known, w.unknown) {
		header = append(header, cell{text: name})
	}
	err := errors.Join(w.write(header), w.lines.Close(), w.table(known), w.spool.Close())
	if err = errors.Join(err, w.out.Flush()); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// table writes the rows of the spool: the known columns, then the unknown ones.
func (w *csvWriter) table(known []string) error {
	if _, err := w.spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := newLineReader("spool", w.spool)
	at := map[string]int{}
	for i, name := range w.unknown {
		at[name] = len(known) + i
	}
	cells := make([]cell, len(known)+len(w.unknown))
	for rec, err := range rowsOf(r) {
		if err != nil {
			return err
		}
		row := rec.Row()
		clear(cells)
		for i, name := range known {
			cells[i].text, _ = row.Text(name)
			cells[i].quoted = row.IsBlank(name)
		}
		for name, value := range row.ExtraFields() {
			if i, ok := at[name]; ok {
				cells[i] = cellOf(value)
			}
		}
		if err := w.write(cells); err != nil {
			return err
		}
	}
	return nil
}

// write writes a line of cells.
func (w *csvWriter) write(cells []cell) error {
	line := w.line[:0]
	for i, c := range cells {
		if i > 0 {
			line = append(line, w.comma)
		}
		c.quoted = c.quoted || len(cells) == 1 && c.text == "" // an empty line is no row
		line = appendCell(line, c, w.comma)
	}
	w.line = append(line, '\n')
	_, err := w.out.Write(w.line)
	return err
}

// cellOf returns the cell of an unknown field.
func cellOf(value jsontext.Value) cell {
	if value.Kind() != '"' {
		return cell{text: record.CompactText(value)}
	}
	text, ok := record.Scalar(value).(string)
	if !ok || !value.IsValid() || isMarked(text) { // a lone surrogate has a form in JSON only
		return cell{text: string(value)}
	}
	return cell{text, text == "" || isLiteral(text)}
}

// isLiteral reports whether a cell without quotation marks is a value in JSON.
func isLiteral(text string) bool {
	v := jsontext.Value(text)
	return strings.TrimSpace(text) == text && v.IsValid() && strings.ContainsRune("0tfn", rune(v.Kind()))
}

// isMarked reports whether text would be read as something else than this text: as a list
// or an object, or as a JSON string of such a text or of a lone surrogate.
func isMarked(text string) bool {
	v := jsontext.Value(text)
	if text == "" || !strings.ContainsRune(`[{"`, rune(text[0])) || !v.IsValid(jsontext.AllowInvalidUTF8(true)) || strings.TrimSpace(text) != text {
		return false
	}
	if v.Kind() != '"' || !v.IsValid() {
		return true
	}
	inner, _ := record.Scalar(v).(string)
	return isMarked(inner)
}

// value returns the JSON of a cell of an unknown column; nil if the field is absent.
func (c cell) value() jsontext.Value {
	switch {
	case c.text == "" && !c.quoted:
		return nil
	case !c.quoted && isLiteral(c.text), isMarked(c.text):
		return jsontext.Value(c.text)
	}
	return appendText(nil, c.text)
}

// A csvReader reads a table with a header.
type csvReader struct {
	name   string
	in     csvParser
	header []string
}

func newCSVReader(name string, in io.Reader, format Format) (reader, error) {
	r := &csvReader{name: name}
	r.in = csvParser{in: newLineReader(name, in), comma: commas[format], lazy: format == TSV}
	cells, _, err := r.in.record()
	if errors.Is(err, io.EOF) {
		return r, nil
	}
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%s: reading the header: line %d: %w", name, syntax.StartLine, syntax.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: reading the header: %w", name, err)
	}
	for _, c := range cells {
		r.header = append(r.header, c.text)
	}
	if err := CheckColumns(r.header); err != nil {
		return nil, fmt.Errorf("%s: line 1: %w", name, err)
	}
	return r, nil
}

// Read returns the next row. A row is malformed if it has a wrong number of cells, or
// if a cell does not have the type of its column.
func (r *csvReader) Read() (*Record, error) {
	cells, line, err := r.in.record()
	pos := Position{File: r.name, Row: line, Text: true}
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case errors.As(err, &syntax):
		return &Record{Pos: pos, row: malformed(cells, pos, syntax.Err)}, nil
	case err != nil:
		return nil, fmt.Errorf("%s: reading CSV: %w", r.name, err)
	}
	row, err := r.row(cells)
	if err != nil {
		row = malformed(cells, pos, err)
	}
	return &Record{Pos: pos, row: row}, nil
}

func (r *csvReader) row(cells []cell) (*record.Row, error) {
	if len(cells) != len(r.header) {
		return nil, fmt.Errorf("found %d cells, expected %d, one for each column of the header", len(cells), len(r.header))
	}
	row := new(record.Row)
	var unknown []byte
	for i, c := range cells {
		name := r.header[i]
		switch {
		case !record.IsColumn(name):
			if err := record.ValidText(name, c.text); err != nil {
				return nil, err
			}
			if v := c.value(); v != nil {
				unknown = appendMember(unknown, name, v)
			}
		case c.text != "":
			if err := row.SetString(name, c.text); err != nil {
				return nil, err
			}
		case c.quoted:
			row.SetBlank(name)
		}
	}
	row.Extra = endObject(unknown)
	return row, nil
}

// malformed keeps the cells of a row as a JSON list.
func malformed(cells []cell, pos Position, err error) *record.Row {
	text := []byte{'['}
	for i, c := range cells {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendRawText(text, c.text)
	}
	return record.Malformed(append(text, ']'), fmt.Errorf("%v: %w", pos, err))
}
