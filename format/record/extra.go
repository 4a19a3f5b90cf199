package record

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient accepts the JSON that is already in a row, whatever its source.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// ExtraFields yields the unknown fields in their order. The values are r's own
// memory.
func (r *Row) ExtraFields() iter.Seq2[string, jsontext.Value] {
	if len(r.Extra) <= len("{}") {
		return func(func(string, jsontext.Value) bool) {}
	}
	return each(r.Extra)
}

// each yields the members of an object with their names, or the elements of a list
// with their positions, up to the first error. The values are v's own memory.
func each(v jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewBuffer(v), lenient) // a Buffer is read in place
		begin, err := dec.ReadToken()
		if err != nil || begin.Kind() != '{' && begin.Kind() != '[' {
			return
		}
		for i := 0; dec.PeekKind() != begin.Kind()+2; i++ { // ] and } are two after [ and {
			name := strconv.Itoa(i)
			if begin.Kind() == '{' {
				token, err := dec.ReadToken()
				if err != nil {
					return
				}
				name = token.String()
			}
			value, err := dec.ReadValue()
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}

// ExtraField returns the unknown field of that name.
func (r *Row) ExtraField(name string) (jsontext.Value, bool) {
	// Most rows lack the name, and there are many rows. Without escapes and invalid
	// UTF-8, JSON contains a name as it is.
	if !bytes.Contains(r.Extra, []byte(name)) && !bytes.ContainsRune(r.Extra, '\\') && !strings.ContainsRune(name, utf8.RuneError) {
		return nil, false
	}
	return memberOf(r.Extra, name)
}

// SetExtra sets an unknown field to a JSON value, which must be valid. A new field goes
// to the end.
func (r *Row) SetExtra(name string, value jsontext.Value) { r.replaceExtra(name, value) }

// SetValue sets an unknown field to a Go value, which must have a JSON form.
func (r *Row) SetValue(name string, value any) {
	if b, err := json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true)); err == nil {
		r.SetExtra(name, b)
	}
}

// DeleteExtra makes an unknown field absent.
func (r *Row) DeleteExtra(name string) {
	if _, ok := r.ExtraField(name); ok {
		r.replaceExtra(name, nil)
	}
}

// replaceExtra sets an unknown field; nil deletes it.
func (r *Row) replaceExtra(name string, value jsontext.Value) {
	out := jsontext.Value{'{'}
	put := func(name string, v jsontext.Value) {
		if v != nil {
			out = append(append(append(appendString(out, name), ':'), v...), ',')
		}
	}
	found := false
	for n, v := range r.ExtraFields() {
		if n == name {
			found, v = true, value
		}
		put(n, v)
	}
	if !found {
		put(name, value)
	}
	if r.Extra = closing(out, '}'); string(r.Extra) == "{}" {
		r.Extra = nil
	}
}

// closing ends an object or list. The end replaces a trailing comma.
func closing(dst []byte, end byte) []byte {
	if n := len(dst) - 1; dst[n] == ',' {
		dst[n] = end
		return dst
	}
	return append(dst, end)
}

// appendExtra writes the members of extra, which is one JSON object, and ends the
// object in dst. If extra has line breaks, it removes the white space.
func appendExtra(dst []byte, extra jsontext.Value) []byte {
	if bytes.ContainsAny(extra, "\n\r") {
		extra = bytes.Clone(extra)
		if err := extra.Compact(jsontext.AllowInvalidUTF8(true)); err != nil {
			return append(dst, '}')
		}
	}
	inner := bytes.TrimSpace(extra)
	if len(inner) > 0 && inner[0] == '{' {
		inner = bytes.TrimSpace(inner[1 : len(inner)-1])
	} else {
		inner = nil
	}
	if len(inner) > 0 && dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(append(dst, inner...), '}')
}

// inside follows a path of member names and list positions, counted from 0 and
// separated by points, such as error.kind or judgements.0.verdict.
func (r *Row) inside(path string) (jsontext.Value, bool) {
	top, rest, ok := strings.Cut(path, ".")
	if !ok {
		return nil, false
	}
	var value jsontext.Value
	if i, known := byName[top]; known {
		value, ok = columns[i].json(r)
	} else {
		value, ok = r.ExtraField(top)
	}
	for name := range strings.SplitSeq(rest, ".") {
		if !ok {
			return nil, false
		}
		value, ok = memberOf(value, name)
	}
	return value, ok
}

// memberOf returns a member of an object or a list.
func memberOf(value jsontext.Value, name string) (jsontext.Value, bool) {
	for n, v := range each(value) {
		if n == name {
			return v, true
		}
	}
	return nil, false
}
