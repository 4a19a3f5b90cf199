package record

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Append writes the row as one JSON object, without a newline, in the order of
// the contract and then the unknown fields in their own. Absent fields are
// left out. Strings that are not UTF-8 are written with U+FFFD in place of what
// is not. It does not fail: NaN and the infinities, for which JSON has no
// number, count as absent.
//
// It is written out rather than reflected on because encoding bounds the rate
// of every stage; a test holds it against the struct's tags.
func Append(dst []byte, r *Row) []byte {
	dst = append(dst, '{')
	for i := range columns {
		mark := len(dst)
		dst = append(dst, '"')
		dst = append(dst, columns[i].name...)
		dst = append(dst, '"', ':')
		var present bool
		if dst, present = appendField(dst, columns[i].field(r)); !present {
			dst = dst[:mark]
			continue
		}
		dst = append(dst, ',')
	}
	dst = appendExtra(dst, r.Extra)
	return closing(dst, '}')
}

// MarshalJSON is Append for encoding/json and its relatives.
func (r *Row) MarshalJSON() ([]byte, error) { return Append(nil, r), nil }

// appendField writes a field given a pointer to it and says whether it is present.
func appendField(dst []byte, field any) ([]byte, bool) {
	switch f := field.(type) {
	case *string:
		if *f == "" {
			return dst, false
		}
		return appendString(dst, *f), true
	case **int64:
		if *f == nil {
			return dst, false
		}
		return strconv.AppendInt(dst, **f, 10), true
	case **float64:
		if *f == nil || math.IsNaN(**f) || math.IsInf(**f, 0) {
			return dst, false
		}
		return appendFloat(dst, **f), true
	case **bool:
		if *f == nil {
			return dst, false
		}
		return strconv.AppendBool(dst, **f), true
	case *[]string:
		return appendList(dst, *f, func(dst []byte, s *string) []byte { return appendString(dst, *s) }), len(*f) > 0
	case **Vocabulary:
		if *f == nil {
			return dst, false
		}
		mark := len(dst)
		dst = appendVocabulary(dst, *f)
		return dst, len(dst)-mark > len("{}")
	case *[]Conversation:
		return appendList(dst, *f, appendConversation), len(*f) > 0
	case *[]Usage:
		return appendList(dst, *f, appendUsage), len(*f) > 0
	case **Error:
		if *f == nil {
			return dst, false
		}
		return appendError(dst, *f), true
	case *[]Judgement:
		return appendList(dst, *f, appendJudgement), len(*f) > 0
	}
	panic("record: field of an unforeseen type") // the columns table is fixed; a test visits each
}

// appendString quotes s; invalid UTF-8 becomes U+FFFD. Text that needs no
// escape, which most is, is copied in runs: the library looks at each rune,
// which takes twice as long on formulas.
func appendString(dst []byte, s string) []byte {
	mark := len(dst)
	dst = append(dst, '"')
	for start := 0; ; {
		i := clean(s, start)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '"')
		}
		if s[i] >= utf8.RuneSelf {
			dst, _ = jsontext.AppendQuote(dst[:mark], s) // the error says what we know
			return dst
		}
		dst = appendEscape(dst, s[i])
		start = i + 1
	}
}

// appendEscape writes a byte that a string cannot hold as it is, as RFC 8785
// has it.
func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// appendFloat writes the shortest text that reads back as f, without an
// exponent in the range where ECMAScript and RFC 8785 have none.
func appendFloat(dst []byte, f float64) []byte {
	form := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	dst = strconv.AppendFloat(dst, f, form, -1, 64)
	if n := len(dst); form == 'e' && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // e-09 is written e-9
		dst = dst[:n-1]
	}
	return dst
}

func appendList[T any](dst []byte, list []T, one func([]byte, *T) []byte) []byte {
	dst = append(dst, '[')
	for i := range list {
		dst = append(one(dst, &list[i]), ',')
	}
	return closing(dst, ']')
}

// closing puts the end of an object or list in place of a trailing comma.
func closing(dst []byte, end byte) []byte {
	if n := len(dst) - 1; dst[n] == ',' {
		dst[n] = end
		return dst
	}
	return append(dst, end)
}
