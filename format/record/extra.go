package record

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient reads JSON that is in a row already, whatever set it there.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// ExtraFields yields the unknown fields in their order. The values are r's own
// memory.
func (r *Row) ExtraFields() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		if len(r.Extra) <= len("{}") {
			return
		}
		dec := jsontext.NewDecoder(bytes.NewBuffer(r.Extra), lenient) // which decodes a Buffer in place
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

// ExtraField returns the unknown field of that name.
func (r *Row) ExtraField(name string) (jsontext.Value, bool) {
	for n, v := range r.ExtraFields() {
		if n == name {
			return v, true
		}
	}
	return nil, false
}

// SetExtra sets an unknown field to a JSON value, which must be valid: in its
// place if it is present, else at the end.
func (r *Row) SetExtra(name string, value jsontext.Value) { r.replaceExtra(name, value) }

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

// closing puts the end of an object or list in place of a trailing comma.
func closing(dst []byte, end byte) []byte {
	if n := len(dst) - 1; dst[n] == ',' {
		dst[n] = end
		return dst
	}
	return append(dst, end)
}

// appendExtra writes the members of extra, which is one JSON object, and the
// end of the object that dst holds. It removes white space if that would break
// the line.
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
	if len(inner) > 0 && len(dst) > len("{") {
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
func memberOf(value jsontext.Value, name string) (v jsontext.Value, ok bool) {
	switch value.Kind() {
	case '{':
		var members map[string]jsontext.Value
		if json.Unmarshal(value, &members, lenient) == nil {
			v, ok = members[name]
		}
	case '[':
		var list []jsontext.Value
		place, err := strconv.Atoi(name)
		if err == nil && json.Unmarshal(value, &list, lenient) == nil && 0 <= place && place < len(list) {
			v, ok = list[place], true
		}
	}
	return v, ok
}
