// Package shard reads and writes files of rows, maps rows in parallel, and keeps the
// finished rows of a killed run.
//
// # Input
//
// Open takes the names of files, patterns, directories of parts, and "-" for the
// standard input. The first bytes of a file give its format: Parquet, an Arrow IPC
// stream or file, or text, each also compressed by gzip or zstd. Text is CSV or TSV if
// its name ends in .csv or .tsv, and JSONL otherwise.
//
// Read returns each row as a Record with its Position. Text that is not a row becomes a
// malformed row. An error of Read means that the file itself cannot be read. Memory grows
// only with the data that is present, not with a length that a file states.
//
// In tables of other programs, the name of a column determines the field of the row. If
// its type is not that of the field, lossless conversions are applied (docs/reference/columns.md).
//
// # Parallel map
//
//   - Pipe maps items in parallel and keeps their order. All stages use it.
//   - Scan reads only the columns that a program needs, for programs that write no rows.
//
// # Output
//
// NewWriter writes a stream. Output writes a file or directory that appears under its
// name only when it is complete. Until then its rows are in a journal of two files:
//
//	NAME.partial      the output rows as JSONL, in the order in which they finish
//	NAME.partial.log  JSON lines that record which input rows have which output
//
// Output.Commit adds rows to the journal. With OutputOptions.Sync, they are on the disk
// when Commit returns. Without it, they may stay in memory until Flush. A later run
// continues from the part of the journal that is complete. Output.Finish puts the rows
// into the order of the inputs and into the final format, and removes the journal.
//
// # Unknown fields
//
// An unknown field is one that record.Row does not define. JSONL keeps such fields. In
// Parquet and Arrow, a field whose values are scalars gets a column of its own. The other
// unknown fields of a row are members of one JSON object in the column extra.
package shard
