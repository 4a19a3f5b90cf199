// Package shard reads and writes files of rows, maps rows in parallel and keeps
// their order, and keeps the finished rows of a killed run.
//
// # Input
//
// Open takes names: files, patterns, directories of parts, and "-" for the standard
// input. The first bytes of a file give its format: Parquet, an Arrow IPC stream or
// file, gzip or zstd around one of these or around text, and text otherwise. Text is
// CSV or TSV if its name ends in .csv or .tsv, and JSONL otherwise. Each row is a Record
// with its Position. Text that is not a row becomes a malformed row, and the run
// continues. An error of Read means that the file itself cannot be read; it ends the
// run.
//
// One goroutine cuts JSONL into lines, and the workers decode the lines, since
// decoding takes most of the time. A Parquet file needs seeking, so Parquet from a
// pipe is first copied to a temporary file. No length in a file is trusted: memory
// grows only with the data that is present, and a page of Parquet has at most 256 MB. A
// panic of a library on damaged data becomes an error of the damaged file. docs/interop.md
// lists the faults of the libraries.
//
// # Parallel map
//
// Pipe is the ordered parallel map that all stages use. It hands out single rows.
// Rejected: batches of rows. If a model needs a minute for one row of a batch, the
// other rows of the batch wait. Batches are not faster either: Pipe moves millions of
// items per second, and decoding and encoding limit the rate (BenchmarkPipe).
//
// Scan is for programs that read rows and write none. It reads only the columns
// that the program needs. Count is a Scan for programs that only count rows. If n rows
// of a part of a Parquet or Arrow file are equal, the program gets one row and the
// number n. One goroutine adds up values. If each worker did, sums of floats would depend
// on the number of workers.
//
// # Output
//
// NewWriter writes a stream. Output writes a file or directory that appears under
// its name only when it is complete. Until then its rows are in a journal. The
// journal consists of two files:
//
//	NAME.partial      the output rows as JSONL, in the order in which they finish
//	NAME.partial.log  JSON lines that record which input rows have which output
//
// The log has lines of three kinds:
//
//	{"run":{"seed":"1",...}}        first: the settings; a resumed run must have the same
//	{"done":{"first":0,"count":64,  input rows 0 to 63 are done;
//	  "sum":123,                    a checksum of these rows, from the CRC-32C of each;
//	  "end":4096,                   the byte of NAME.partial where their output rows end;
//	  "crc":456,                    the CRC-32C of these output rows;
//	  "rows":64,...}}               the number of these output rows
//	{"made":"NAME.tmp"}             last: the complete result has this name
//
// Output rows are written to NAME.partial before their line is written to the log.
// A later run reads the log up to the first line that is incomplete or whose
// checksum does not match NAME.partial. It cuts both files there and continues.
// Output.Commit adds rows to the journal. Without OutputOptions.Sync, it may keep them
// in memory until Flush. With Sync, they are on the disk when Commit returns.
//
// Finish puts the rows into the order of the inputs and into the final format, in
// new files with temporary names, and syncs them. Then it writes the line "made",
// renames the new files and removes the journal. If the run is killed after the rename,
// a later run finds the output, no temporary file, and a log whose last line is "made".
// So it knows that the output is complete, and removes the log. The log is locked
// as long as a process writes the output.
//
// Finish encodes the row groups of a Parquet file on all cores; see parquetWriter.
// Rejected: a Parquet file that grows while rows arrive. It would be useless after a
// crash. It would not save time either, because the workers use all cores during a run.
//
// The journal is JSONL, because a Parquet file without its footer cannot be read.
// Rejected: a database for the journal, since users read an unfinished output with head
// and jq. Also rejected: a resumed run that only counts the lines of the unfinished
// output, since a stage may write several rows for one input row.
//
// # Unknown fields in tables
//
// An unknown field is one that record.Row does not define. JSONL keeps such fields
// as they are. In Parquet and Arrow, a field whose values are scalars gets a column
// of its own. All other unknown fields of a row are members of one JSON object in
// the column extra; see extraColumns.
//
// # Tables of other programs
//
// The name of a column determines the field of the row. If the type of the column is
// not that of the field, lossless conversions are applied. docs/row.md lists how types that JSON lacks, such as
// decimals, times and bytes, are encoded. A union is an error that names the column.
// Parquet has no durations. A top-level column of durations is recognised by the
// Arrow schema that Arrow's writers add; other durations are read as integers.
package shard
