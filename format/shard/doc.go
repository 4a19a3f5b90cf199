// Package shard reads and writes files of rows, maps rows in parallel and in
// order, and keeps what a killed run has done.
//
// # In
//
// Open takes names: files, patterns, directories of parts, and "-". A file is
// what its first bytes say it is: Parquet, an Arrow IPC stream or file, gzip or
// zstd around one of these or around JSONL, and JSONL otherwise. Each row comes
// as a Record with its Position. A row that cannot be read is a malformed row
// that flows on; an error of Read is one of reading itself, and ends the run.
//
// JSONL is cut into lines by one goroutine and decoded by whichever needs the
// row, since decoding is what takes the time. A Parquet file cannot be read
// without seeking; from a pipe it is copied to a temporary file first. A file of
// Arrow is read as the stream that it has inside. No length that a file tells is
// taken for granted: memory grows with the data that is there, and what the
// libraries make of damaged data, panics among it, is an error of that file.
//
// # Through
//
// Pipe is the ordered parallel map that all stages are made of. Rejected:
// batches of rows, which would keep a row that took a model a minute waiting
// for its neighbours, and gain nothing: the map moves millions of items a
// second, and decoding and encoding a row bound the rate (BenchmarkPipe).
//
// Scan is for programs that read rows and pass none on: it takes the columns
// that are asked for and no others, reads several row groups, batches or pieces
// of text at a time, and gives the rows in their order, in memory that is used
// again. What a stage may do, to look at any field and to keep the row, costs
// ten times as much and more (BenchmarkScan and BenchmarkRead). Rejected: to count in
// the workers and add up at the end, which is faster on many cores, but sums of
// floats would depend on the number of these.
//
// # Out
//
// NewWriter writes a stream. Output writes a result that is there only when it
// is complete: its rows go to a journal first, plain JSONL with a log beside it
// that says which inputs are done, and a finished result takes its name in one
// step. A Parquet file without its footer is lost whole, and so is the end of a
// compressed stream, so neither is ever appended to; both are made from the
// journal at the end, a directory's parts as they fill up. Rejected: a database
// for the journal (users look into an unfinished output with head and jq), and
// counting the lines of the unfinished output, which cannot tell how far a
// stage got that makes several rows of one.
//
// # Unknown fields in tables
//
// JSONL keeps fields that the row does not have as they are. In Parquet and
// Arrow those that are scalars get columns of their own, and everything else
// stands as a JSON object in the column extra; see extraColumns.
//
// # What others wrote
//
// A table that is not ours is read by the names of its columns; what can be
// converted to the type of the row without loss is. For what JSON has no form
// for there is one, whether it comes from Parquet or from Arrow:
//
//	decimal             a number with all its digits: 12.30
//	float of 16 bits    a number; of 32, the shortest that is the same in 32 bits
//	NaN, ±infinity      "NaN", "Infinity", "-Infinity"; such strings go into tables
//	                    as floats. In a column of the row NaN is no value, and an
//	                    infinity makes the row malformed
//	date                "2024-02-29"
//	time                "03:04:05.0006"
//	timestamp           "2024-01-02T03:04:05Z" in UTC; without Z where the column
//	                    is of local times
//	duration, interval  ISO 8601: "PT90.5S", "P14M3DT2.5S"
//	UUID                "12345678-1234-5678-1234-567812345678"
//	bytes               base64; where a column of the row is bytes, the text in them
//	map                 a list of {"key": …, "value": …}
//	union               an error that names the column
//
// Parquet has no durations: those that Arrow's writers put there are known by
// the schema that they add, at the top level only, and are integers elsewhere.
package shard
