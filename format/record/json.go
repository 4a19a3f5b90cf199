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

// The tags of Row define the schema of a line. These options define the rest.
var (
	decoding = json.JoinOptions(
		jsontext.AllowInvalidUTF8(true), // of unknown fields; see loneSurrogate
		json.RejectUnknownMembers(true), // in nested structs; flatten then keeps them
		json.WithUnmarshalers(json.UnmarshalFromFunc(decodeInteger)),
	)
	encoding = json.JoinOptions(
		jsontext.AllowInvalidUTF8(true),
		json.WithMarshalers(json.MarshalToFunc(encodeNumber)),
	)
)

// members is a Row without its methods, which would call themselves.
type members Row

// Append writes the row as one JSON object, without a newline: the columns in their
// order, then texts that were read as empty, then the unknown fields in their order. It
// omits absent fields. NaN and the infinities, which JSON cannot express, are absent.
// Bytes that are not UTF-8 become U+FFFD; no reader of rows and answers passes them on.
func Append(dst []byte, r *Row) []byte {
	known := *r
	known.Extra = nil // the library would remove the spaces
	dst = appendJSON(dst, (*members)(&known))
	return appendExtra(r.appendBlank(dst[:len(dst)-1]), r.Extra)
}

// MarshalJSON makes encoding/json write rows as Append does.
func (r *Row) MarshalJSON() ([]byte, error) { return Append(nil, r), nil }

// appendJSON writes a part of a row.
func appendJSON(dst []byte, v any) []byte {
	b := bytes.NewBuffer(dst)
	if err := json.MarshalWrite(b, v, encoding); err != nil {
		panic(fmt.Sprintf("record: encoding %T: %v", v, err)) // every value has a form in JSON
	}
	return b.Bytes()
}

// appendString quotes s; bytes that are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // the error reports bytes that are not UTF-8
	return dst
}

func encodeNumber(enc *jsontext.Encoder, x *float64) error {
	if math.IsNaN(*x) || math.IsInf(*x, 0) {
		return enc.WriteToken(jsontext.Null)
	}
	return errors.ErrUnsupported // the library then encodes it
}

// decodeInteger accepts integers that are written with a point, such as the 3.0
// of pandas.
func decodeInteger(dec *jsontext.Decoder, n *int64) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported // the library then reports it
	}
	text, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if *n, err = strconv.ParseInt(string(text), 10, 64); err == nil {
		return nil
	}
	if whole, fraction, ok := strings.Cut(string(text), "."); ok && strings.Trim(fraction, "0") == "" {
		if *n, err = strconv.ParseInt(whole, 10, 64); err == nil {
			return nil
		}
	}
	// A decimal of at most 15 digits is an integer if its float is one.
	mantissa, _, _ := strings.Cut(strings.ToLower(string(text)), "e")
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) >= 1e15 || len(mantissa) > 15 {
		return &FieldError{Found: string(text), Expected: "an integer of 64 bits"}
	}
	*n = int64(x)
	return nil
}

// Decode reads one JSON object into r and discards what r held before. Fields
// of the schema must have their types; null is absent, and 3.0 is an integer.
// All other fields go to Extra byte for byte, in their order. Unknown members of
// structs inside the row follow them, as fields named by their path, such as
// error.code. Names that occur twice are an error, and so are bytes that are not UTF-8,
// and half of a surrogate pair in a field of the schema.
//
// The error is a *FieldError or names the byte of the syntax error; r is then
// undefined. r keeps no reference to line.
func Decode(line []byte, r *Row) error {
	*r = Row{}
	if !utf8.Valid(line) {
		return ValidText("", string(line))
	}
	switch text := bytes.TrimSpace(line); {
	case len(text) == 0:
		return errors.New("found nothing, expected a JSON object")
	case string(text) == "null": // the library reads it as an empty struct
		return errors.New("found null, expected a JSON object")
	}
	err := decodeValue(line, (*members)(r))
	if isUnknownMember(err) {
		var flat []byte
		if flat, err = flatten(line); err != nil {
			return err
		}
		*r = Row{}
		err = decodeValue(flat, (*members)(r))
	}
	if field, ok := errors.AsType[*FieldError](err); ok && field.Field == "" {
		field.Expected = "a JSON object"
	}
	if err == nil {
		err = loneSurrogate(line)
		r.readBlank(line)
	}
	return err
}

// New returns the row of a line; see Decode.
func New(line []byte) (*Row, error) {
	r := new(Row)
	return r, Decode(line, r)
}

// UnmarshalJSON makes encoding/json read rows as Decode does.
func (r *Row) UnmarshalJSON(b []byte) error { return Decode(b, r) }

var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(bytes.NewReader(nil)) }}

// decodeValue reads one JSON value and nothing after it.
func decodeValue(text []byte, into any) error {
	dec := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(dec)
	dec.Reset(bytes.NewBuffer(text), decoding)
	if err := json.UnmarshalDecode(dec, into); err != nil {
		return JSONError(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("byte %d: found more after the JSON value, expected its end", dec.InputOffset()+1)
	}
	return nil
}
