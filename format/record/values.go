package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// SchemaVersion is the version of the row's contract. It is written into the
// metadata of Parquet and Arrow files, and grows when a field changes its
// meaning or its type; new fields leave it as it is.
const SchemaVersion = 1

// MalformedField is the unknown field that keeps the text of a row that could
// not be read.
const MalformedField = "malformed"

// FormulaID is the identity of a formula: 24 hexadecimal digits of the SHA-256
// of dataset and fs. Among ten million formulas two share one with a
// probability below 10⁻¹⁴.
func FormulaID(dataset, fs string) string {
	h := sha256.New()
	h.Write([]byte(dataset))
	h.Write([]byte{0})
	h.Write([]byte(fs))
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Malformed is the row that stands for text that could not be read, for the
// reason of err, which should tell the position too.
func Malformed(text []byte, err error) *Row {
	r := &Row{Error: &Error{Stage: "read", Kind: "malformed", Message: err.Error()}}
	r.SetExtra(MalformedField, jsontext.Value(appendString(nil, string(text))))
	return r
}

// IsMalformed says whether the row stands for text that could not be read.
func (r *Row) IsMalformed() bool {
	return r.Error != nil && r.Error.Stage == "read" && r.Error.Kind == "malformed"
}

// Get finds a field by its column name: a string, int64, float64, bool,
// []string, or a nested value as Row has it (*Vocabulary, []Conversation,
// ...). Of an unknown field a JSON string, integer, number or truth value comes
// as the Go value, everything else as a jsontext.Value; so does what a path such
// as error.kind or judgements.0.verdict leads to. It is false where the field is
// absent.
func (r *Row) Get(name string) (any, bool) {
	i, ok := byName[name]
	if !ok {
		raw, ok := r.ExtraField(name)
		if !ok {
			raw, ok = r.inside(name)
		}
		if !ok || raw.Kind() == 'n' {
			return nil, false
		}
		return scalar(raw), true
	}
	switch f := columns[i].field(r).(type) {
	case *string:
		return *f, *f != ""
	case **int64:
		return deref(*f)
	case **float64:
		return deref(*f)
	case **bool:
		return deref(*f)
	case *[]string:
		return *f, *f != nil
	case **Vocabulary:
		return *f, *f != nil
	case *[]Conversation:
		return *f, len(*f) > 0
	case *[]Usage:
		return *f, len(*f) > 0
	case **Error:
		return *f, *f != nil
	case *[]Judgement:
		return *f, len(*f) > 0
	}
	return nil, false
}

func deref[T any](p *T) (any, bool) {
	if p == nil {
		return nil, false
	}
	return *p, true
}

func scalar(raw jsontext.Value) any {
	switch raw.Kind() {
	case '"':
		s, _ := jsontext.AppendUnquote(nil, raw)
		return string(s)
	case 't', 'f':
		return raw.Kind() == 't'
	case '0':
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return n
		}
		if x, err := strconv.ParseFloat(string(raw), 64); err == nil {
			return x
		}
	}
	return raw
}

// Text is the field as one string: a string as it is, numbers and truth values
// in digits and words, everything else as JSON without spaces, as tables give
// it; false where it is absent.
func (r *Row) Text(name string) (string, bool) {
	if i, ok := byName[name]; ok {
		if s, ok := columns[i].field(r).(*string); ok {
			return *s, *s != ""
		}
	}
	v, ok := r.Get(name)
	if !ok {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case jsontext.Value:
		v = bytes.Clone(v)
		_ = v.Compact() // what is too deep for it stays as it is
		return string(v), true
	}
	if i, ok := byName[name]; ok {
		b, present := appendField(nil, columns[i].field(r))
		return string(b), present
	}
	return fmt.Sprint(v), true
}

// SetString sets a field by its column name from text: a string as it is,
// numbers and truth values from digits and words, lists and structs from JSON,
// an unknown field as a JSON string. The empty text makes the field absent.
// The error is a *FieldError.
func (r *Row) SetString(name, value string) error {
	i, ok := byName[name]
	if !ok {
		if value == "" {
			r.DeleteExtra(name)
			return nil
		}
		r.SetExtra(name, jsontext.Value(appendString(nil, value)))
		return nil
	}
	if s, ok := columns[i].field(r).(*string); ok {
		*s = strings.ToValidUTF8(value, "\uFFFD")
		return nil
	}
	value = strings.TrimSpace(value)
	if value == "" {
		value = "null"
	}
	expected := "JSON of its type"
	switch columns[i].field(r).(type) {
	case **bool:
		value = strings.ToLower(value) // True and False, as Python writes them
		expected = "true or false"
	case **int64:
		value = strings.TrimPrefix(value, "+")
		expected = "an integer of 64 bits"
	case **float64:
		value = strings.TrimPrefix(value, "+")
		expected = "a number"
	}
	err := r.SetJSON(name, jsontext.Value(value))
	var field *FieldError
	if err != nil && !errors.As(err, &field) {
		return &FieldError{Field: name, Found: fmt.Sprintf("%.40q", value), Expected: expected}
	}
	return err
}

// SetJSON sets a field by its column name from a JSON value, as Decode does;
// null makes it absent, and so does an error. The error is a *FieldError, or
// says where the JSON breaks.
func (r *Row) SetJSON(name string, value jsontext.Value) error {
	i, ok := byName[name]
	if !ok {
		if !value.IsValid(jsontext.AllowInvalidUTF8(true)) {
			return &FieldError{Field: name, Found: "something else", Expected: "JSON"}
		}
		r.SetExtra(name, value)
		return nil
	}
	err := r.setJSON(i, name, value)
	if !isUnknownMember(err) {
		return err
	}
	known, moved, err := flatten(value, reflect.TypeOf(columns[i].field(r)), name+".")
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for field, v := range (&Row{Extra: append(append([]byte{'{'}, moved[1:]...), '}')}).ExtraFields() {
		r.SetExtra(field, v)
	}
	return r.setJSON(i, name, known)
}

func (r *Row) setJSON(i int, name string, value jsontext.Value) error {
	clearField(columns[i].field(r))
	return decode(value, func(d *decoder) error {
		err := d.field(name, columns[i].field(r))
		var field *FieldError
		if err != nil && !errors.As(err, &field) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		if field != nil && field.Field != name { // it is the path within the value
			field.Field = strings.TrimSuffix(name+"/"+field.Field, "/")
		}
		if err != nil {
			return err
		}
		if _, err := d.json.ReadToken(); !errors.Is(err, io.EOF) {
			return &FieldError{Field: name, Found: "more after the value", Expected: "its end"}
		}
		return nil
	})
}

// clearField makes the field at the pointer absent.
func clearField(field any) {
	switch f := field.(type) {
	case *string:
		*f = ""
	case **int64:
		*f = nil
	case **float64:
		*f = nil
	case **bool:
		*f = nil
	case *[]string:
		*f = nil
	case **Vocabulary:
		*f = nil
	case *[]Conversation:
		*f = nil
	case *[]Usage:
		*f = nil
	case **Error:
		*f = nil
	case *[]Judgement:
		*f = nil
	}
}

// ExtraField finds an unknown field by its name.
func (r *Row) ExtraField(name string) (jsontext.Value, bool) {
	for n, v := range r.ExtraFields() {
		if n == name {
			return v, true
		}
	}
	return nil, false
}

// SetExtra sets an unknown field to a JSON value, in its place where it is
// there, else at the end. The value must be valid JSON.
func (r *Row) SetExtra(name string, value jsontext.Value) {
	out, found := jsontext.Value{'{'}, false
	put := func(v jsontext.Value) {
		out = append(append(append(appendString(out, name), ':'), v...), ',')
	}
	for n, v := range r.ExtraFields() {
		if n == name {
			put(value)
			found = true
			continue
		}
		out = append(append(append(appendString(out, n), ':'), v...), ',')
	}
	if !found {
		put(value)
	}
	r.Extra = closing(out, '}')
}

// DeleteExtra makes an unknown field absent.
func (r *Row) DeleteExtra(name string) {
	if _, ok := r.ExtraField(name); !ok {
		return
	}
	out := jsontext.Value{'{'}
	for n, v := range r.ExtraFields() {
		if n != name {
			out = append(append(append(appendString(out, n), ':'), v...), ',')
		}
	}
	if r.Extra = closing(out, '}'); len(r.Extra) == len("{}") {
		r.Extra = nil
	}
}

// ExtraFields yields the unknown fields in their order. The values are r's own
// memory: a decoder of a bytes.Buffer works in place.
func (r *Row) ExtraFields() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		if len(r.Extra) <= len("{}") {
			return
		}
		dec := jsontext.NewDecoder(bytes.NewBuffer(r.Extra), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
		if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
			return
		}
		for dec.PeekKind() == '"' {
			t, err := dec.ReadToken()
			if err != nil {
				return
			}
			name := t.String()
			value, err := dec.ReadValue()
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}

// ClearVerdict takes back all that was found of fs_out: for a stage that
// replaces it, or finds it anew.
func (r *Row) ClearVerdict() {
	r.Verdict, r.VerdictReason, r.VerdictEngine, r.VerdictSeconds = "", "", "", nil
	r.Relation, r.ScopeSensitive, r.Witness, r.Certificate = "", nil, "", ""
	r.Disagreement, r.DisagreementError = nil, nil
	r.Diagnosis, r.Repair = "", ""
	r.Judgements = nil
}
