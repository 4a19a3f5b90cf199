package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// ParquetColumns lists the columns of a Parquet file; nil if some are nested or
// repeated, as in files of rows.
func ParquetColumns(r io.ReaderAt, size int64) ([]Column, error) {
	f, err := open(r, size)
	if err != nil {
		return nil, err
	}
	return columnsOf(f), nil
}

func open(r io.ReaderAt, size int64) (*parquet.File, error) {
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, fmt.Errorf("read table: found no footer of a complete Parquet file: it is truncated or damaged: %w", err)
	}
	return f, nil
}

func columnsOf(f *parquet.File) []Column {
	var columns []Column
	for _, field := range f.Schema().Fields() {
		if !field.Leaf() || field.Repeated() {
			return nil
		}
		kind := String
		switch field.Type().Kind() {
		case parquet.Int32, parquet.Int64:
			kind = Int
		case parquet.Float, parquet.Double:
			kind = Float
		}
		columns = append(columns, Column{field.Name(), kind})
	}
	return columns
}

// ReadParquet reads a table that Write wrote.
func ReadParquet(r io.ReaderAt, size int64) (*Table, error) {
	f, err := open(r, size)
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: columnsOf(f)}
	if t.Columns == nil {
		return nil, errors.New("read table: found nested columns, expected text and numbers")
	}
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		if err := errors.Join(t.add(rows), rows.Close()); err != nil {
			return nil, fmt.Errorf("read table: %w", err)
		}
	}
	return t, nil
}

func (t *Table) add(rows parquet.Rows) error {
	buffer := make([]parquet.Row, 100)
	for {
		n, err := rows.ReadRows(buffer)
		for _, values := range buffer[:n] {
			line := make([]any, len(t.Columns))
			for _, v := range values {
				line[v.Column()] = plain(v)
			}
			t.Rows = append(t.Rows, line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// plain converts a value to a cell.
func plain(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Int32:
		return int64(v.Int32())
	case v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Float:
		return float64(v.Float())
	case v.Kind() == parquet.Double:
		return v.Double()
	case v.Kind() == parquet.ByteArray, v.Kind() == parquet.FixedLenByteArray:
		return string(v.ByteArray())
	}
	return v.String()
}

// ReadJSON reads a list of objects, as Write writes it. The columns are sorted by
// name, and hold text or floats.
func ReadJSON(r io.Reader) (*Table, error) {
	var lines []map[string]any
	if err := json.NewDecoder(r).Decode(&lines); err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	kinds := map[string]Kind{}
	for _, line := range lines {
		for name, v := range line {
			switch v.(type) {
			case nil:
			case float64:
				if _, known := kinds[name]; !known {
					kinds[name] = Float
				}
			default:
				kinds[name] = String
			}
		}
	}
	t := &Table{}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		t.Columns = append(t.Columns, Column{name, kinds[name]})
	}
	for _, line := range lines {
		cells := make([]any, len(t.Columns))
		for i, c := range t.Columns {
			cells[i] = line[c.Name]
			if v := cells[i]; c.Kind == String && v != nil {
				cells[i] = fmt.Sprint(v)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}
