// Package record defines the row that the programs exchange: its fields, the values
// that each field may have, and its JSON form. Package shard reads and writes files
// of rows.
//
// The struct tags of Row are the schema. The JSON library
// github.com/go-json-experiment/json encodes and decodes rows by these tags. The list
// of columns is derived from the tags, too. An unknown field is a field of the input
// that has no tag in Row. Row.Extra keeps unknown fields byte for byte.
package record
