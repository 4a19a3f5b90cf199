package shard

import (
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/truthloop/truthloop/format/record"
)

// arrowColumns returns the columns of a file in Arrow.
func arrowColumns(x *extraColumns) []arrow.Field {
	return append(append(arrowFields(rowShape), x.columns...), arrow.Field{Name: extraColumn, Type: arrow.BinaryTypes.String, Nullable: true})
}

// rowMetadata returns the metadata of our tables in Arrow.
func rowMetadata() *arrow.Metadata {
	meta := arrow.NewMetadata([]string{versionKey}, []string{strconv.Itoa(record.SchemaVersion)})
	return &meta
}
