package record

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The functions below write the structs inside a row. Each member ends in a
// comma that closing takes back.

// member writes a string member; an optional one only where there is something.
func member(dst []byte, name, value string, optional bool) []byte {
	if value == "" && optional {
		return dst
	}
	dst = append(append(append(dst, '"'), name...), '"', ':')
	return append(appendString(dst, value), ',')
}

// count writes an integer member where it is not zero.
func count(dst []byte, name string, n int64) []byte {
	if n == 0 {
		return dst
	}
	dst = append(append(append(dst, '"'), name...), '"', ':')
	return append(strconv.AppendInt(dst, n, 10), ',')
}

// nested writes a member through appendField where it is present.
func nested(dst []byte, name string, field any) []byte {
	mark := len(dst)
	dst = append(append(append(dst, '"'), name...), '"', ':')
	dst, present := appendField(dst, field)
	if !present {
		return dst[:mark]
	}
	return append(dst, ',')
}

func appendVocabulary(dst []byte, v *Vocabulary) []byte {
	dst = append(dst, '{')
	dst = nested(dst, "propositions", &v.Propositions)
	if len(v.Predicates) > 0 {
		dst = append(dst, `"predicates":`...)
		dst = append(appendList(dst, v.Predicates, appendPredicate), ',')
	}
	dst = nested(dst, "constants", &v.Constants)
	dst = nested(dst, "variables", &v.Variables)
	dst = nested(dst, "alphabet", &v.Alphabet)
	if len(v.Meanings) > 0 {
		dst = append(dst, `"meanings":`...)
		dst = append(appendList(dst, v.Meanings, appendMeaning), ',')
	}
	return closing(dst, '}')
}

func appendPredicate(dst []byte, p *Predicate) []byte {
	dst = member(append(dst, '{'), "name", p.Name, false)
	dst = append(strconv.AppendInt(append(dst, `"arity":`...), p.Arity, 10), ',')
	dst = member(dst, "positive", p.Positive, true)
	dst = member(dst, "negative", p.Negative, true)
	return closing(dst, '}')
}

func appendMeaning(dst []byte, m *Meaning) []byte {
	dst = member(append(dst, '{'), "symbol", m.Symbol, false)
	return closing(member(dst, "meaning", m.Meaning, false), '}')
}

func appendConversation(dst []byte, c *Conversation) []byte {
	dst = member(append(dst, '{'), "stage", c.Stage, false)
	dst = appendList(append(dst, `"messages":`...), c.Messages, appendMessage)
	return append(dst, '}')
}

func appendMessage(dst []byte, m *Message) []byte {
	dst = member(append(dst, '{'), "role", m.Role, false)
	return closing(member(dst, "content", m.Content, false), '}')
}

func appendUsage(dst []byte, u *Usage) []byte {
	dst = member(append(dst, '{'), "stage", u.Stage, false)
	dst = count(dst, "prompt_tokens", u.PromptTokens)
	dst = count(dst, "completion_tokens", u.CompletionTokens)
	dst = count(dst, "cached_tokens", u.CachedTokens)
	dst = count(dst, "reasoning_tokens", u.ReasoningTokens)
	dst = nested(dst, "cost_usd", &u.CostUSD)
	dst = nested(dst, "latency_seconds", &u.LatencySeconds)
	dst = count(dst, "attempts", u.Attempts)
	return closing(dst, '}')
}

func appendError(dst []byte, e *Error) []byte {
	dst = member(append(dst, '{'), "stage", e.Stage, false)
	dst = member(dst, "kind", e.Kind, false)
	return closing(member(dst, "message", e.Message, false), '}')
}

func appendJudgement(dst []byte, j *Judgement) []byte {
	dst = member(append(dst, '{'), "judge", j.Judge, false)
	dst = member(dst, "answer", j.Answer, true)
	dst = member(dst, "verdict", string(j.Verdict), true)
	if len(j.Conversation) > 0 {
		dst = append(dst, `"conversation":`...)
		dst = append(appendList(dst, j.Conversation, appendMessage), ',')
	}
	if j.Usage != nil {
		dst = append(appendUsage(append(dst, `"usage":`...), j.Usage), ',')
	}
	return closing(dst, '}')
}

// appendExtra writes the members of extra, each ending in a comma. What it is
// given is one JSON object, which Decode and SetExtra keep; white space that
// would break a line is taken out.
func appendExtra(dst []byte, extra jsontext.Value) []byte {
	extra = bytes.TrimSpace(extra)
	if len(extra) <= len("{}") || extra[0] != '{' {
		return dst
	}
	if bytes.ContainsAny(extra, "\n\r") {
		extra = bytes.Clone(extra)
		if err := extra.Compact(jsontext.AllowInvalidUTF8(true)); err != nil {
			return dst
		}
	}
	inner := bytes.TrimSpace(extra[1 : len(extra)-1])
	if len(inner) == 0 {
		return dst
	}
	return append(append(dst, inner...), ',')
}
