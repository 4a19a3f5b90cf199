// Package shard reads and writes files of rows, maps rows in parallel and in
// order, and keeps the finished rows of a killed run.
//
// # In
//
// Open takes names: files, patterns, directories of parts, and "-". The first
// bytes of a file give its format: Parquet, an Arrow IPC stream or file, gzip or
// zstd around one of these or around JSONL, and JSONL otherwise. Each row is a
// Record with its Position. Text that is not a row becomes a malformed row, and
// the run continues. An error of Read ends the run: the file itself cannot be read.
//
// One goroutine cuts JSONL into lines, and the workers decode them, since
// decoding takes the time. Parquet needs seeking: from a pipe it is copied to a
// temporary file first. No length in a file is trusted: memory grows with the
// data that is present, and a page of Parquet has at most 256 MB. A panic of a
// library on damaged data is an error of that file; docs/interop.md lists the
// faults of the libraries.
//
// # Through
//
// Pipe is the ordered parallel map that all stages use. Rejected: batches of
// rows, in which a row that takes a model a minute delays its neighbours. Batches
// would not be faster: Pipe moves millions of items per second, and decoding and
// encoding limit the rate (BenchmarkPipe).
//
// Scan is for programs that read rows and pass none on. It reads only the
// columns of a table that are asked for. Rejected: counting in the workers,
// since sums of floats would then depend on the number of workers.
//
// # Out
//
// NewWriter writes a stream. Output writes a result that appears under its name
// only when it is complete. Its rows first go to a journal of two files:
//
//	NAME.partial      the output rows as JSONL, in the order in which they finish
//	NAME.partial.log  JSON lines that record from which input rows these come
//
// The log has lines of three kinds:
//
//	{"run":{"seed":"1",...}}        first: the settings that a resumed run must share
//	{"done":{"first":0,"count":64,  input rows 0 to 63 are done,
//	  "sum":123,                    CRC-32C of these input rows, chained,
//	  "end":4096,                   their output ends at this byte of NAME.partial,
//	  "crc":456,"rows":64,...}}     and its CRC-32C and number of rows
//	{"made":"NAME.tmp"}             last: the complete result has this name
//
// The data is written before its line of the log. A later run reads the log up
// to the first line that is torn or whose data does not match, cuts both files
// there, and goes on. With Sync every Commit is on the disk when it returns.
// Finish puts the rows into the order of the inputs and into the final format,
// syncs the new files, renames them and removes the journal. If the last line of a
// log is "made" and the temporary file that it names is gone, the run was killed
// after the rename: the output is complete and the log is removed. The log is
// locked as long as a process writes the output.
//
// Parquet without its footer and a compressed stream without its end are lost as
// a whole, so neither is ever appended to. Rejected: a database for the journal,
// since users read an unfinished output with head and jq; and a resume that only
// counts the lines of the unfinished output, since a stage may make several rows
// of one.
//
// # Unknown fields in tables
//
// An unknown field is one that record.Row does not define. JSONL keeps such fields
// as they are. In Parquet and Arrow, scalars get columns of their own, and
// everything else is a JSON object in the column extra; see extraColumns.
//
// # Tables of other programs
//
// Tables are read by the names of their columns. Lossless conversions to the type
// of the row are applied. docs/row.md lists the forms of types that JSON lacks,
// such as decimals, times and bytes; a union is an error that names the column.
// Parquet has no durations. A top-level column of durations is recognised by the
// Arrow schema that Arrow's writers add; other durations are read as integers.
package shard
