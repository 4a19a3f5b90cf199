package record

import (
	"math"
	"slices"
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
	dst = slices.Grow(dst, len(r.ID)+len(r.FS)+len(r.NL)+len(r.FSOut)+len(r.Witness)+len(r.Extra)+atLeast)
	dst = append(dst, '{')
	dst = appendText(dst, `"id":`, r.ID)
	dst = appendText(dst, `"dataset":`, r.Dataset)
	dst = appendInt(dst, `"batch":`, r.Batch)
	dst = appendInt(dst, `"index":`, r.Index)
	dst = appendText(dst, `"formalism":`, string(r.Formalism))
	dst = appendText(dst, `"fs":`, r.FS)
	dst = appendInt(dst, `"depth":`, r.Depth)
	dst = appendInt(dst, `"num_operators":`, r.NumOperators)
	dst = appendInt(dst, `"num_and":`, r.NumAnd)
	dst = appendInt(dst, `"num_or":`, r.NumOr)
	dst = appendInt(dst, `"num_not":`, r.NumNot)
	dst = appendInt(dst, `"num_implies":`, r.NumImplies)
	dst = appendInt(dst, `"num_iff":`, r.NumIff)
	dst = appendInt(dst, `"num_quantifiers":`, r.NumQuantifiers)
	dst = appendInt(dst, `"num_predicates":`, r.NumPredicates)
	dst = appendInt(dst, `"num_propositions":`, r.NumPropositions)
	dst = appendInt(dst, `"dfa_states":`, r.DFAStates)
	dst = appendInt(dst, `"dfa_edges":`, r.DFAEdges)
	dst = appendNumber(dst, `"dfa_density":`, r.DFADensity)
	dst = nested(dst, "vocabulary", &r.Vocabulary)
	dst = appendInt(dst, `"run":`, r.Run)
	dst = appendInt(dst, `"sample":`, r.Sample)
	dst = appendInt(dst, `"step":`, r.Step)
	dst = appendText(dst, `"model":`, r.Model)
	dst = appendText(dst, `"prompt":`, r.Prompt)
	dst = appendText(dst, `"params":`, r.Params)
	dst = appendText(dst, `"fs_told":`, r.FSTold)
	dst = appendText(dst, `"nl":`, r.NL)
	dst = appendTruth(dst, `"nl_leak":`, r.NLLeak)
	dst = appendText(dst, `"nl_leak_kind":`, r.NLLeakKind)
	dst = appendText(dst, `"fs_out":`, r.FSOut)
	dst = appendText(dst, `"fs_out_strict":`, r.FSOutStrict)
	dst = nested(dst, "conversations", &r.Conversations)
	dst = nested(dst, "usage", &r.Usage)
	dst = appendText(dst, `"outcome":`, string(r.Outcome))
	dst = nested(dst, "error", &r.Error)
	if r.Premises != nil { // an empty list is one, too
		dst = append(appendList(append(dst, `"premises":`...), r.Premises, appendElement), ',')
	}
	dst = appendText(dst, `"conclusion":`, r.Conclusion)
	dst = appendText(dst, `"verdict":`, string(r.Verdict))
	dst = appendText(dst, `"verdict_reason":`, r.VerdictReason)
	dst = appendText(dst, `"verdict_engine":`, r.VerdictEngine)
	dst = appendNumber(dst, `"verdict_seconds":`, r.VerdictSeconds)
	dst = appendText(dst, `"relation":`, string(r.Relation))
	dst = appendTruth(dst, `"scope_sensitive":`, r.ScopeSensitive)
	dst = appendText(dst, `"witness":`, r.Witness)
	dst = appendText(dst, `"certificate":`, r.Certificate)
	dst = appendNumber(dst, `"disagreement":`, r.Disagreement)
	dst = appendNumber(dst, `"disagreement_error":`, r.DisagreementError)
	dst = appendText(dst, `"strings":`, r.Strings)
	dst = appendText(dst, `"diagnosis":`, string(r.Diagnosis))
	dst = appendText(dst, `"repair":`, r.Repair)
	dst = nested(dst, "judgements", &r.Judgements)
	dst = appendExtra(dst, r.Extra)
	return closing(dst, '}')
}

// atLeast is room for the fields of a row that has been verified, beside its
// texts.
const atLeast = 640

// The functions below write a member and a comma where the field is present.

func appendText(dst []byte, name, s string) []byte {
	if s == "" {
		return dst
	}
	return append(appendString(append(dst, name...), s), ',')
}

func appendInt(dst []byte, name string, n *int64) []byte {
	if n == nil {
		return dst
	}
	return append(strconv.AppendInt(append(dst, name...), *n, 10), ',')
}

func appendNumber(dst []byte, name string, x *float64) []byte {
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return dst
	}
	return append(appendFloat(append(dst, name...), *x), ',')
}

func appendTruth(dst []byte, name string, b *bool) []byte {
	if b == nil {
		return dst
	}
	return append(strconv.AppendBool(append(dst, name...), *b), ',')
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
		return appendList(dst, *f, appendElement), len(*f) > 0
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

func appendElement(dst []byte, s *string) []byte { return appendString(dst, *s) }

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
