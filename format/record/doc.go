// Package record holds the row that flows between the programs: its fields,
// their closed sets of values, and its JSON form. Reading and writing files of
// rows is package shard's.
package record
