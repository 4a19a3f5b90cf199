package convert

import (
	"bytes"
	"path/filepath"
	"strings"

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
	return eachRow(in, emit, func(row *record.Row, rec *shard.Record) error {
		o.finish(row, o.describe, rec.Pos.Row)
		return emit(row)
	})
}
