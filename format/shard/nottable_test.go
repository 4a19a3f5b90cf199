package shard

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// A binary file had hundreds of thousands of malformed rows, and metrics gave them an
// accuracy of 0.
func TestInputThatIsNoTableIsRefused(t *testing.T) {
	const row = `{"id":"a"}` + "\n"
	for _, tt := range []struct {
		name, text string
		rows       int
		found      string // "": a table
	}{
		{"page", "\n <!DOCTYPE HTML><html>", 0, "text/html"},
		{"document", "%PDF-1.7\n", 0, "application/pdf"},
		{"image", "\x89PNG\r\n\x1a\n", 0, "image/png"},
		{"spreadsheet", "PK\x03\x04\x14", 0, "application/zip"},
		{"program", "\x7fELF\x02\x01\x01\x00", 0, "bytes that are no text in UTF-8"},
		{"UTF-16", "\xff\xfe{\x00", 0, "text/plain; charset=utf-16le"},
		{"a heading like a bitmap", "BMI,age\n" + row, 2, ""},
		{"random bytes", "a\x80\xfe\n" + row, 0, "bytes that are no text in UTF-8"},
		{"NUL", "a\x00b\n" + row, 0, "bytes that are no text in UTF-8"},
		{"one line of prose", "some text\n", 1, ""},
		{"characters", strings.Repeat("é∀", 40_000) + "\n" + row, 2, ""},
		{"a later line is damaged", row + "\x00\x00\xff\n", 2, ""},
		{"a color of a terminal before a row", "\x1b[31m{\"fs\":\"p\"}\n" + row, 2, ""},
		{"a damaged row", "{\"id\":\"\xff\x00\n" + row, 2, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := Open(t.Context(), nil, strings.NewReader(tt.text), Part{})
			if err != nil {
				t.Fatal(err)
			}
			rows := 0
			for {
				if _, err = in.Read(); err != nil {
					break
				}
				rows++
			}
			var none *NotTableError
			if rows != tt.rows || errors.Is(err, io.EOF) != (tt.found == "") || errors.As(err, &none) && !strings.HasPrefix(none.Found, tt.found) {
				t.Errorf("read %d rows, then %v; want %d rows, then %q", rows, err, tt.rows, tt.found)
			}
		})
	}
}

// A reply of a web server may come in pieces, and a character may be torn at the end of
// what has come.
func TestTornCharacterIsText(t *testing.T) {
	for text := range map[string]bool{"é": true, "∀x": true, "a𝒜": true} {
		for n := range len(text) {
			if err := notTable("f", []byte(text[:n])); err != nil {
				t.Errorf("%q: %v", text[:n], err)
			}
		}
	}
}
