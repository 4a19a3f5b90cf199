package shard

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Format is a written form of rows.
type Format uint8

// The formats. The compressed formats contain JSONL.
const (
	JSONL     Format = iota // one JSON object a line
	JSONLGzip               // the same, compressed
	JSONLZstd               // the same, compressed
	Parquet                 // one Parquet file
	Arrow                   // an Arrow IPC stream
	Dir                     // a directory of Parquet parts
	CSV                     // a table with a header
	TSV                     // the same with tabs
)

var formatNames = [...]string{"jsonl", "jsonl.gz", "jsonl.zst", "parquet", "arrow", "dir", "csv", "tsv"}

// String is the format's name, which is also the ending of its files.
func (f Format) String() string { return formatNames[f] }

// ParseFormat reads the name of a format, as String returns it.
func ParseFormat(s string) (Format, error) {
	for i, name := range formatNames {
		if s == name {
			return Format(i), nil
		}
	}
	return 0, fmt.Errorf("format %q: expected one of %s", s, strings.Join(formatNames[:], ", "))
}

// FormatOf returns the format of an output by its name: .jsonl (also .ndjson
// and .json), .jsonl.gz, .jsonl.zst, .parquet, .arrow, .csv, .tsv, or a
// directory's trailing slash.
func FormatOf(name string) (Format, error) {
	lower := strings.ToLower(name)
	for format, endings := range [...][]string{
		JSONL:     {".jsonl", ".ndjson", ".json"},
		JSONLGzip: {".jsonl.gz", ".ndjson.gz", ".json.gz"},
		JSONLZstd: {".jsonl.zst", ".ndjson.zst", ".json.zst"},
		Parquet:   {".parquet"},
		Arrow:     {".arrow", ".arrows", ".ipc"},
		Dir:       {"/"},
		CSV:       {".csv"},
		TSV:       {".tsv"},
	} {
		if slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(lower, ending) }) {
			return Format(format), nil
		}
	}
	return 0, fmt.Errorf("output %s: found no known ending, expected .jsonl, .jsonl.gz, .jsonl.zst, .parquet, .arrow, .csv, .tsv, or a trailing / for a directory of parts", name)
}

// content is the kind of a file, determined by its first bytes.
type content uint8

const (
	isText content = iota // JSONL, or anything else
	isGzip
	isZstd
	isParquet
	isArrowStream
	isArrowFile
)

// sniffLen is the number of bytes that recognise needs.
const sniffLen = 8

// recognise returns the kind of a file by its first bytes. An Arrow stream begins
// with a continuation marker, as all streams since Arrow 0.15 (2019) do.
func recognise(head []byte) content {
	for _, magic := range []struct {
		prefix string
		is     content
	}{
		{"\x1f\x8b", isGzip},
		{"\x28\xb5\x2f\xfd", isZstd},
		{"PAR1", isParquet},
		{"ARROW1\x00\x00", isArrowFile},
		{"\xff\xff\xff\xff", isArrowStream},
	} {
		if bytes.HasPrefix(head, []byte(magic.prefix)) {
			return magic.is
		}
	}
	return isText
}
