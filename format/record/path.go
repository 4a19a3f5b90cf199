package record

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// inside finds what a path leads to: names of members and places in lists,
// from 0, with points between, such as error.kind or judgements.0.verdict. It
// begins with a field of the contract or an unknown one.
func (r *Row) inside(path string) (jsontext.Value, bool) {
	top, rest, ok := strings.Cut(path, ".")
	if !ok {
		return nil, false
	}
	var value jsontext.Value
	if i, known := byName[top]; known {
		value, ok = appendField(nil, columns[i].field(r))
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

// memberOf finds a member of an object or a list.
func memberOf(value jsontext.Value, name string) (jsontext.Value, bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(value), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	begin, err := dec.ReadToken()
	if err != nil {
		return nil, false
	}
	place := -1
	switch begin.Kind() {
	case '{':
	case '[':
		if place, err = strconv.Atoi(name); err != nil || place < 0 {
			return nil, false
		}
	default:
		return nil, false
	}
	for i := 0; ; i++ {
		found := i == place
		switch kind := dec.PeekKind(); {
		case kind == '}' || kind == ']' || kind == 0:
			return nil, false
		case place < 0:
			token, err := dec.ReadToken()
			if err != nil {
				return nil, false
			}
			found = token.String() == name
		}
		v, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		if found {
			return v, true
		}
	}
}
