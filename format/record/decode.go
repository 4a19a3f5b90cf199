package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A FieldError is a field that is not of its type.
type FieldError struct {
	Field    string // the path to it, as in conversations/0/stage
	Found    string
	Expected string
}

func (e *FieldError) Error() string {
	text := fmt.Sprintf("found %s, expected %s", e.Found, e.Expected)
	if e.Field == "" { // the row itself
		return text
	}
	return e.Field + ": " + text
}

// A decoder keeps what reading a line needs, for the next line.
type decoder struct {
	json  *jsontext.Decoder
	name  []byte
	plain plainReader
}

var decoders = sync.Pool{New: func() any {
	return &decoder{json: jsontext.NewDecoder(bytes.NewReader(nil))}
}}

// Decode reads one JSON object into r, whatever r held before. Fields of the
// contract must have their types, null being absent and a number without a
// fraction, such as the 3.0 that pandas writes, an integer. All other fields go
// to Extra byte for byte, in their order, and behind them, as fields named by
// their path, such as error.code, members that a struct inside the row does not
// have. Names that occur twice are an error. Bytes that are not UTF-8 become
// U+FFFD.
//
// The error is a *FieldError, or says where the JSON breaks. r is then in no
// defined state. r keeps no reference to line.
func Decode(line []byte, r *Row) error {
	*r = Row{}
	return r.decode(line)
}

// New is the row of a line; see Decode.
func New(line []byte) (*Row, error) {
	r := new(Row)
	return r, r.decode(line)
}

// decode is Decode into a row that holds nothing.
func (r *Row) decode(line []byte) error {
	d := decoders.Get().(*decoder)
	plain := d.plain.row(line, r)
	decoders.Put(d)
	if plain {
		return nil
	}
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	err := decode(line, func(d *decoder) error { return d.row(r) })
	if isUnknownMember(err) {
		return decodeFlat(line, r)
	}
	return err
}

// decode calls read with a decoder at the start of line.
func decode(line []byte, read func(*decoder) error) error {
	d := decoders.Get().(*decoder)
	defer decoders.Put(d)
	d.json.Reset(bytes.NewBuffer(line), jsontext.AllowInvalidUTF8(true), json.RejectUnknownMembers(true))
	return read(d)
}

// UnmarshalJSON is Decode for encoding/json and its relatives.
func (r *Row) UnmarshalJSON(b []byte) error { return Decode(b, r) }

// row reads the object and what must follow it: nothing.
func (d *decoder) row(r *Row) error {
	*r = Row{}
	switch kind := d.json.PeekKind(); kind {
	case '{':
	case 0:
		_, err := d.json.ReadToken()
		if errors.Is(err, io.EOF) {
			return errors.New("found nothing, expected a JSON object")
		}
		return syntaxError(err)
	default:
		if err := d.json.SkipValue(); err != nil {
			return syntaxError(err)
		}
		return fmt.Errorf("found %s, expected a JSON object", kindName(kind))
	}
	if _, err := d.json.ReadToken(); err != nil {
		return syntaxError(err)
	}
	for d.json.PeekKind() != '}' {
		if err := d.member(r); err != nil {
			return err
		}
	}
	if _, err := d.json.ReadToken(); err != nil {
		return syntaxError(err)
	}
	if n := len(r.Extra); n > 0 {
		r.Extra[n-1] = '}'
	}
	if _, err := d.json.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("byte %d: found more after the JSON object, expected the end of the line", d.json.InputOffset()+1)
	}
	return nil
}

// member reads one name and its value.
func (d *decoder) member(r *Row) error {
	raw, err := d.json.ReadValue()
	if err != nil {
		return syntaxError(err)
	}
	// Until the value is read, raw is the decoder's own memory.
	name := raw[1 : len(raw)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		d.name, _ = jsontext.AppendUnquote(d.name[:0], raw)
		name = d.name
	}
	if i, ok := byName[string(name)]; ok {
		return d.field(columns[i].name, columns[i].field(r))
	}
	if len(r.Extra) == 0 {
		r.Extra = append(r.Extra, '{')
	}
	r.Extra = append(append(r.Extra, raw...), ':')
	value, err := d.json.ReadValue()
	if err != nil {
		return syntaxError(err)
	}
	r.Extra = append(append(r.Extra, value...), ',')
	return nil
}

// field reads a value into the field at the pointer into.
func (d *decoder) field(name string, into any) error {
	if d.json.PeekKind() == 'n' {
		_, err := d.json.ReadToken()
		return syntaxError(err)
	}
	switch f := into.(type) {
	case *string:
		t, err := d.token(name, '"', "a string")
		if err == nil {
			*f = t.String()
		}
		return err
	case **bool:
		if d.json.PeekKind() == 't' {
			_, err := d.json.ReadToken()
			*f = Bool(true)
			return syntaxError(err)
		}
		_, err := d.token(name, 'f', "true or false")
		*f = Bool(false)
		return err
	case **int64:
		t, err := d.token(name, '0', "an integer")
		if err != nil {
			return err
		}
		n, ok := integer(t.String())
		if !ok {
			return &FieldError{Field: name, Found: t.String(), Expected: "an integer of 64 bits"}
		}
		*f = &n
		return nil
	case **float64:
		t, err := d.token(name, '0', "a number")
		if err != nil {
			return err
		}
		x, err := strconv.ParseFloat(t.String(), 64)
		if err != nil {
			return &FieldError{Field: name, Found: t.String(), Expected: "a number within the range of 64 bits"}
		}
		*f = &x
		return nil
	}
	return JSONError(json.UnmarshalDecode(d.json, into))
}

// token reads a token of the given kind.
func (d *decoder) token(name string, kind jsontext.Kind, expected string) (jsontext.Token, error) {
	if k := d.json.PeekKind(); k != kind && k != 0 {
		return jsontext.Token{}, &FieldError{Field: name, Found: kindName(k), Expected: expected}
	}
	t, err := d.json.ReadToken()
	return t, syntaxError(err)
}

// integer reads a JSON number that has no fraction, however it is written.
func integer(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	// Beyond 2⁵³ a float may stand for an integer other than the one written.
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
		return 0, false
	}
	return int64(x), true
}

// JSONError says in our words where the JSON of a struct is not what it should
// be, as a *FieldError where the JSON itself is well formed. The library's own
// words differ from build to build, on purpose; rows carry errors, and must
// not. A nil error stays nil.
func JSONError(err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return syntaxError(err)
	}
	e := &FieldError{
		Field:    strings.TrimPrefix(string(semantic.JSONPointer), "/"),
		Found:    kindName(semantic.JSONKind),
		Expected: "another type",
	}
	switch {
	case errors.Is(err, json.ErrUnknownName):
		e.Found, e.Expected = foundUnknown, "only those of the row's description"
	case semantic.GoType != nil:
		e.Expected = typeName(semantic.GoType.Kind().String())
		if semantic.JSONKind == '0' && e.Expected == "a number" {
			e.Found, e.Expected = string(semantic.JSONValue), "an integer of 64 bits"
		}
	}
	return e
}

// syntaxError says where in the line the JSON breaks, counting bytes from 1.
func syntaxError(err error) error {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		if err != nil {
			return fmt.Errorf("reading JSON: %w", err)
		}
		return nil
	}
	return fmt.Errorf("byte %d: %w, expected a JSON object", syntactic.ByteOffset+1, syntactic.Err)
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return k.String()
	case 'n':
		return "null"
	case '{', '}':
		return "an object"
	case '[', ']':
		return "a list"
	}
	return "no JSON"
}

func typeName(goKind string) string {
	switch goKind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "a list"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	}
	return "a number"
}
