package record

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// blankBits maps the columns that are strings to their bits in Row.blank.
var blankBits = func() map[string]uint64 {
	bits := map[string]uint64{}
	for _, c := range columns {
		if reflect.TypeFor[Row]().Field(c.index).Type.Kind() == reflect.String {
			bits[c.name] = 1 << len(bits)
		}
	}
	if len(bits) > 64 {
		panic("record: found more than 64 columns of strings, which have no bits in Row.blank")
	}
	return bits
}()

// IsBlank reports whether a column of the schema was read as the empty string. Get
// treats such a column as absent.
func (r *Row) IsBlank(name string) bool {
	if r.blank == 0 || r.blank&blankBits[name] == 0 {
		return false
	}
	return columns[byName[name]].value(r).Len() == 0
}

// SetBlank sets a column of the schema to the empty string, if it is a string.
func (r *Row) SetBlank(name string) {
	if bit := blankBits[name]; bit != 0 {
		columns[byName[name]].value(r).SetString("")
		r.blank |= bit
	}
}

// clearBlank makes empty strings absent.
func (r *Row) clearBlank(names ...string) {
	for _, name := range names {
		r.blank &^= blankBits[name]
	}
}

// HasBlank reports whether IsBlank is true of a column.
func (r *Row) HasBlank() bool { return r.blank != 0 }

// readBlank finds the empty strings of a line.
func (r *Row) readBlank(line []byte) {
	if !bytes.Contains(line, []byte(`""`)) {
		return
	}
	for name, value := range each(line) {
		if string(value) == `""` {
			r.SetBlank(name)
		}
	}
}

// appendBlank writes the empty strings as members of an object that is not closed.
func (r *Row) appendBlank(dst []byte) []byte {
	if r.blank == 0 {
		return dst
	}
	for _, c := range columns {
		if !r.IsBlank(c.name) {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, c.name), `:""`...)
	}
	return dst
}

// ValidText returns a FieldError if a text is not UTF-8.
func ValidText(field, text string) error {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return &FieldError{Field: field, Found: fmt.Sprintf("the byte 0x%02x after %d bytes", text[i], i), Expected: "text in UTF-8"}
		}
	}
	return nil
}

// ValidFile returns an error with the line if the text of a file is not UTF-8.
func ValidFile(text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := ValidText(fmt.Sprintf("line %d", n), line); err != nil {
			return err
		}
	}
	return nil
}

// EscapeInvalid writes each byte that is not UTF-8 as \xNN, for messages and for
// MalformedField.
func EscapeInvalid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			fmt.Fprintf(&b, `\x%02x`, text[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// loneSurrogate returns an error if a line has half of a surrogate pair, such as \ud83d,
// in the name of a field or in a column of the schema. Such text is not Unicode, and no
// column can hold it. An unknown field keeps it as it is written.
func loneSurrogate(line []byte) error {
	if !bytes.Contains(line, []byte(`\ud`)) && !bytes.Contains(line, []byte(`\uD`)) || jsontext.Value(line).IsValid() {
		return nil
	}
	const found, expected = "half of a surrogate pair", "Unicode text"
	genuine := bytes.ContainsRune(line, utf8.RuneError) || bytes.Contains(bytes.ToLower(line), []byte(`\ufffd`))
	for name, value := range each(line) {
		switch {
		case IsColumn(name) && !value.IsValid():
			return &FieldError{Field: name, Found: found, Expected: expected}
		case !genuine && strings.ContainsRune(name, utf8.RuneError):
			return &FieldError{Found: found + " in the name of a field", Expected: expected}
		}
	}
	return nil
}
