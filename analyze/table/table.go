// Package table holds a small table of results, such as that of metrics. It writes the
// table as aligned text, CSV, JSON, Markdown or LaTeX. A Condition selects rows
// by the values of their columns. For example, the condition n >= 10 selects the rows
// whose value in the column n is at least 10.
//
// All cells of a column have one type: text, integer or float. A cell without a value is
// nil. Such a cell is empty in text, Markdown, LaTeX and CSV, and null in JSON.
// Floats have three decimals in text, Markdown and LaTeX, and all their digits in CSV and
// JSON.
package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Kind is the type of a column's cells.
type Kind uint8

// The kinds of column and the Go types of their cells.
const (
	String Kind = iota + 1 // string
	Int                    // int64
	Float                  // float64; NaN and infinities are no value
)

// A Column names a column and its kind.
type Column struct {
	Name string
	Kind Kind
}

// Strings makes columns of text.
func Strings(names ...string) []Column { return columnsOfKind(String, names) }

// Ints makes columns of integers.
func Ints(names ...string) []Column { return columnsOfKind(Int, names) }

// Floats makes columns of floating-point numbers.
func Floats(names ...string) []Column { return columnsOfKind(Float, names) }

func columnsOfKind(kind Kind, names []string) []Column {
	columns := make([]Column, len(names))
	for i, name := range names {
		columns[i] = Column{name, kind}
	}
	return columns
}

// Place returns the index of the named column, or −1.
func (t *Table) Place(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// A Table has columns, and rows of cells in their order. If Total is set, the last row
// is the row of all rows. Text, Markdown and LaTeX name it "all" in its first column;
// the other formats leave its keys empty.
type Table struct {
	Columns []Column
	Rows    [][]any
	Total   bool
}

// Format is the output format of a table.
type Format uint8

// The formats.
const (
	Text Format = iota
	CSV
	JSON
	Markdown
	LaTeX
)

var formats = [...]struct {
	name, ending string
	write        func(*Table, io.Writer) error
}{
	Text:     {"table", ".txt", (*Table).writeText},
	CSV:      {"csv", ".csv", (*Table).writeCSV},
	JSON:     {"json", ".json", (*Table).writeJSON},
	Markdown: {"markdown", ".md", (*Table).writeMarkdown},
	LaTeX:    {"latex", ".tex", (*Table).writeLaTeX},
}

func (f Format) String() string { return formats[f].name }

// ParseFormat reads the name of a format: table, csv, json, markdown or latex.
func ParseFormat(s string) (Format, error) {
	var names []string
	for f, format := range formats {
		if format.name == s {
			return Format(f), nil
		}
		names = append(names, format.name)
	}
	return 0, fmt.Errorf("format %q: expected one of %s", s, strings.Join(names, ", "))
}

// FormatOf returns the format for a file's name by its ending: Text for .txt and for
// names without an ending.
func FormatOf(name string) (Format, error) {
	ending := strings.ToLower(filepath.Ext(name))
	for f, format := range formats {
		if ending == format.ending || ending == "" {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("output %s: found no known ending, expected .csv, .json, .md, .tex, or .txt for text", name)
}

// Write writes t to w in format f.
func (t *Table) Write(w io.Writer, f Format) error { return formats[f].write(t, w) }

// Value returns the cell, or nil if it is NaN or infinite.
func Value(cell any) any {
	if x, ok := cell.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		return nil
	}
	return cell
}

// text returns the text of a cell, with the given number of decimals or, if decimals is
// negative, as many as the value needs.
func text(cell any, decimals int) string {
	switch v := Value(cell).(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if decimals < 0 && v != 0 && math.Abs(v) < 1e-6 {
			return strconv.FormatFloat(v, 'g', -1, 64) // such as a p-value
		}
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
	panic(fmt.Sprintf("table: cell of type %T", cell))
}

// used returns t without its empty columns.
func (t *Table) used() *Table {
	var names []string
	for i, c := range t.Columns {
		if i == 0 && t.Total || len(t.Rows) == 0 || slices.ContainsFunc(t.Rows, func(row []any) bool { return text(row[i], -1) != "" }) {
			names = append(names, c.Name)
		}
	}
	return t.only(names)
}

// Names lists the names of the columns.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// printable quotes a text with unprintable characters, such as a line break in a name.
func printable(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

func (t *Table) writeCSV(w io.Writer) error {
	lines := [][]string{t.Names()}
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = text(v, -1)
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// writeJSON writes one array with an object per row, keys in column order.
func (t *Table) writeJSON(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("[")
	for n, row := range t.Rows {
		if n > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  {")
		for i, v := range row {
			if i > 0 {
				b.WriteString(", ")
			}
			value, err := json.Marshal(Value(v), jsontext.AllowInvalidUTF8(true))
			if err != nil {
				return fmt.Errorf("write table: row %d: %s: %w", n, t.Columns[i].Name, err)
			}
			name, err := json.Marshal(t.Columns[i].Name, jsontext.AllowInvalidUTF8(true))
			if err != nil {
				return fmt.Errorf("write table: column %d: %w", i, err)
			}
			fmt.Fprintf(&b, "%s: %s", name, value)
		}
		b.WriteString("}")
	}
	b.WriteString("\n]\n")
	_, err := w.Write(b.Bytes())
	return err
}
