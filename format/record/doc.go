// Package record defines the row that flows between the programs: its fields,
// their closed sets of values, and its JSON form. Package shard reads and writes
// files of rows.
//
// The struct tags of Row are the schema. The JSON library
// github.com/go-json-experiment/json encodes and decodes by them, and the list
// of columns is derived from them. An unknown field is kept in Row.Extra, byte
// for byte.
package record
