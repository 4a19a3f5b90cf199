package convert

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// lines makes a row of each line that is not empty.
func lines(name string, text []byte) (rows []*record.Row, _ error) {
	dataset := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if name == shard.Stdin {
		dataset = "text"
	}
	for line := range bytes.Lines(text) {
		if fs := strings.ToValidUTF8(strings.TrimSpace(string(line)), "\uFFFD"); fs != "" {
			rows = append(rows, &record.Row{Dataset: dataset, Index: record.Int(len(rows)), FS: fs})
		}
	}
	return rows, nil
}

// tables emits the rows of CSV or TSV.
func (o *options) tables(in *shard.Input, emit func(*record.Row) error) error {
	format, err := shard.ParseFormat(o.from)
	if err != nil {
		return err
	}
	in.ReadTables(format)
	for {
		rec, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row := rec.Row()
		o.finish(row, o.describe && !row.IsMalformed())
		if err := emit(row); err != nil {
			return err
		}
	}
}

// guess infers the layout of the first input from its name and its beginning.
func guess(names []string) (string, error) {
	if len(names) == 0 || names[0] == shard.Stdin {
		return "rows", nil // a pipe cannot be read twice
	}
	name := strings.ToLower(names[0])
	switch {
	case strings.HasSuffix(name, ".txt"):
		return "", errors.New("--from auto: found text, expected --from text with --formalism")
	case strings.HasSuffix(name, ".csv"), strings.HasSuffix(name, ".tsv"):
		return name[len(name)-3:], nil
	}
	info, err := os.Stat(names[0])
	if err != nil || !info.Mode().IsRegular() {
		return "rows", nil // the reader of rows reports the error
	}
	f, err := os.Open(names[0])
	if err != nil {
		return "", fmt.Errorf("input: %w", err)
	}
	defer f.Close()
	dec := jsontext.NewDecoder(bufio.NewReaderSize(f, 64<<10), jsontext.AllowInvalidUTF8(true))
	return guessObject(dec), nil
}

// guessObject infers the layout from the member names of the first object.
func guessObject(dec *jsontext.Decoder) string {
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return "rows"
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return "rows"
		}
		switch name.String() {
		case "premises-FOL":
			return "folio"
		case "data":
			if dec.PeekKind() == '[' {
				return "autoeval"
			}
		}
		if dec.SkipValue() != nil {
			return "rows"
		}
	}
	return "rows"
}

// setJSON sets an unknown field. JSON can hold all values that occur.
func setJSON(row *record.Row, name string, value any) {
	b, err := json.Marshal(value, jsontext.AllowInvalidUTF8(true))
	if err == nil {
		row.SetExtra(name, b)
	}
}
