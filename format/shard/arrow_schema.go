package shard

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/truthloop/truthloop/format/record"
)

// arrowSchemaKey names the Arrow types of the columns in a Parquet file's metadata:
// an Arrow stream with only a schema, in base64.
const arrowSchemaKey = "ARROW:schema"

// category is the type of a text with few different values. Parquet can store any text
// column with a dictionary. Only the schema of Arrow shows pandas and polars that the
// column is a category.
var category = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

// arrowColumns returns the columns of a file in Arrow.
func arrowColumns(x *extraColumns) []arrow.Field {
	return append(append(arrowFields(rowShape), x.columns...), arrow.Field{Name: extraColumn, Type: arrow.BinaryTypes.String, Nullable: true})
}

// arrowSchemaText returns the value of arrowSchemaKey for a file with this schema.
func arrowSchemaText(schema *arrow.Schema) (string, error) {
	fields := schema.Fields()
	for i := range rowShape {
		if rowShape[i].category {
			fields[i].Type = category
		}
	}
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema(fields, nil)))
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("writing the schema of Arrow: %w", err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// rowMetadata returns the metadata of our tables in Arrow.
func rowMetadata() *arrow.Metadata {
	meta := arrow.NewMetadata([]string{versionKey}, []string{strconv.Itoa(record.SchemaVersion)})
	return &meta
}
