package shard

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/truthloop/truthloop/format/record"
)

// arrowSchemaKey names the Arrow types of the columns in a Parquet file's metadata:
// an Arrow stream with only a schema, in base64.
const arrowSchemaKey = "ARROW:schema"

// category is the type of a text that is one of few. Parquet stores such
// columns by a dictionary, as it may any, and only by the schema of Arrow do
// pandas and polars know that they are categories.
var category = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// arrowColumns are the columns of a file in Arrow.
func arrowColumns(x *extraColumns) []arrow.Field {
	fields := arrowFields(rowShape)
	for _, c := range x.columns {
		fields = append(fields, arrow.Field{Name: c.name, Type: arrowKinds[c.kind], Nullable: true})
	}
	return append(fields, arrow.Field{Name: extraColumn, Type: arrow.BinaryTypes.String, Nullable: true})
}

// arrowSchemaText is the value of arrowSchemaKey in our files. It agrees with the
// Parquet schema in every column, including what may be null, since polars reads
// it instead.
func arrowSchemaText(schema *parquet.Schema) (string, error) {
	var fields []arrow.Field
	for _, f := range schema.Fields() {
		field := arrowField(f)
		if f.Leaf() && byDictionary(f) {
			field.Type = category
		}
		fields = append(fields, field)
	}
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema(fields, nil)))
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("writing the schema of Arrow: %w", err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

func byDictionary(n parquet.Node) bool {
	return n.Encoding() != nil && n.Encoding().Encoding() == format.RLEDictionary
}

// arrowField is a field of our Parquet files in Arrow.
func arrowField(f parquet.Field) arrow.Field {
	return arrow.Field{Name: f.Name(), Type: arrowType(f), Nullable: f.Optional()}
}

func arrowType(n parquet.Node) arrow.DataType {
	switch {
	case n.Leaf():
		switch n.Type().Kind() {
		case parquet.Boolean:
			return arrow.FixedWidthTypes.Boolean
		case parquet.Int64:
			return arrow.PrimitiveTypes.Int64
		case parquet.Double:
			return arrow.PrimitiveTypes.Float64
		}
		return arrow.BinaryTypes.String
	case n.Fields()[0].Repeated(): // a list
		element := n.Fields()[0].Fields()[0]
		return arrow.ListOfField(arrowField(element))
	}
	var fields []arrow.Field
	for _, f := range n.Fields() {
		fields = append(fields, arrowField(f))
	}
	return arrow.StructOf(fields...)
}

// arrowSchema reads it.
func arrowSchema(text string) (_ *arrow.Schema, err error) {
	message, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	defer recovered(&err)
	r, err := ipc.NewReaderFromMessageReader(&arrowMessages{in: bytes.NewReader(message)})
	if err != nil {
		return nil, err
	}
	defer r.Release()
	return r.Schema(), nil
}

// rowMetadata is that of a table of ours in Arrow.
func rowMetadata() *arrow.Metadata {
	meta := arrow.NewMetadata([]string{versionKey}, []string{strconv.Itoa(record.SchemaVersion)})
	return &meta
}
