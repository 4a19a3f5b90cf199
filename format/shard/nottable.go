package shard

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"
)

// A NotTableError is the error of an input that holds no rows in any format: an image, a
// web page, an executable. Such an input is refused. Otherwise each of its lines would
// count as a malformed row.
type NotTableError struct {
	Name  string // of the input
	Found string // the kind of the input
}

func (e *NotTableError) Error() string {
	return fmt.Sprintf("input %s: found %s, expected rows in JSONL, Parquet, Arrow or CSV", e.Name, e.Found)
}

// notTable returns an error if the first line of a text cannot be part of a table. Only
// the first line counts: a file in which a crash damaged later lines still has rows.
// head is the beginning of the text. A line that begins a JSON object is a row, though
// it may be malformed.
func notTable(name string, head []byte) error {
	line := bytes.TrimLeft(head, " \t\r\n")
	if bytes.HasPrefix(line, []byte("{")) {
		return nil
	}
	kind := http.DetectContentType(line)
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	} else {
		line = bytes.TrimRightFunc(line, func(r rune) bool { return r == utf8.RuneError }) // a torn character
	}
	isText := utf8.Valid(line) && bytes.IndexByte(line, 0) < 0
	switch document := slices.Contains([]string{"text/html; charset=utf-8", "text/xml; charset=utf-8", "application/pdf", "application/zip"}, kind); {
	case isText && !document:
		return nil
	case kind == "application/octet-stream" || kind == "text/plain; charset=utf-8":
		kind = "bytes that are no text in UTF-8"
	}
	return &NotTableError{name, kind}
}
