package endpoint

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// lenient accepts invalid JSON that servers write.
var lenient = json.JoinOptions(
	jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), json.MatchCaseInsensitiveNames(true))

// An optional is a member of a reply. A value of another type is ignored, because the
// answer in the same reply is paid for.
type optional[T any] struct{ value T }

func (o *optional[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := d.ReadValue()
	if err != nil {
		return err
	}
	var value T
	if json.Unmarshal(v, &value, lenient) == nil {
		o.value = value
	}
	return nil
}

// each calls fn with the elements of the array that d reads next, one at a time: a list
// of all elements can take a hundred times the memory of the reply. ok is false if the
// value is no array.
func each(d *jsontext.Decoder, fn func(element jsontext.Value)) (ok bool, err error) {
	if d.PeekKind() != '[' {
		return false, nil
	}
	if _, err := d.ReadToken(); err != nil {
		return true, err
	}
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return true, err
		}
		fn(v)
	}
	_, err = d.ReadToken()
	return true, err
}

// A text is a string, or the texts of a message's parts. Any other value is the
// empty text.
type text string

func (t *text) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var b strings.Builder
	array, err := each(d, func(element jsontext.Value) {
		var part struct {
			Text string `json:"text"`
		}
		if json.Unmarshal(element, &part, lenient) == nil {
			b.WriteString(part.Text)
		}
	})
	if *t = text(b.String()); array || err != nil {
		return err
	}
	v, err := d.ReadValue()
	if err != nil {
		return err
	}
	var s string
	if json.Unmarshal(v, &s, lenient) == nil {
		*t = text(s)
	}
	return nil
}

// A first is the element of a list with the least position; found is false if there is
// none.
type first[T interface{ position() int64 }] struct {
	value T
	found bool
}

func (f *first[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var fault error
	array, err := each(d, func(element jsontext.Value) {
		var value T
		if err := json.Unmarshal(element, &value, lenient); err != nil {
			fault = cmp.Or(fault, err)
			return
		}
		if !f.found || value.position() < f.value.position() {
			f.value, f.found = value, true
		}
	})
	if err == nil && !f.found {
		err = fault
	}
	if array || err != nil {
		return err
	}
	return d.SkipValue()
}

// A count is a number of tokens, which may be a float or a string. Any other value, such
// as a negative one or one above 10^15, is 0, which means unknown.
type count int64

func (c *count) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := d.ReadValue()
	if err != nil {
		return err
	}
	*c = 0
	if f, err := strconv.ParseFloat(strings.Trim(string(v), `"`), 64); err == nil && f >= 0 && f <= 1e15 {
		*c = count(math.Round(f))
	}
	return nil
}

// An answer is the part of a reply that is used. For a stream, it is the sum of the
// events.
type answer struct {
	content, reasoning, refusal strings.Builder

	found  bool // the reply has an answer, even if it is empty
	index  int64
	finish string
	usage  record.Usage
}

// addUsage adds the counts of a part of the reply. It keeps the greatest count, since the
// events of a stream repeat and increase them.
func (a *answer) addUsage(u record.Usage) {
	a.usage.PromptTokens = max(a.usage.PromptTokens, u.PromptTokens)
	a.usage.CompletionTokens = max(a.usage.CompletionTokens, u.CompletionTokens)
	a.usage.CachedTokens = max(a.usage.CachedTokens, u.CachedTokens)
	a.usage.ReasoningTokens = max(a.usage.ReasoningTokens, u.ReasoningTokens)
}

// read parses the reply into parts of type T and adds each to a.
func read[T any](x *exchange, a *answer, add func(*answer, *T)) error {
	parts, stream := events(x.body)
	if !stream {
		parts = [][]byte{x.body}
	}
	for _, part := range parts {
		var v T
		if err := json.Unmarshal(part, &v, lenient); err != nil {
			return err
		}
		add(a, &v)
	}
	if stream && a.finish == "" {
		return errors.New("a stream of events that ends early")
	}
	if stream {
		x.client.remark("replies are streams of events although none was requested; they are read as such")
	}
	return nil
}

// events returns the data of a body of server-sent events; ok is false for any other
// body. See https://html.spec.whatwg.org/multipage/server-sent-events.html. The last
// event of OpenAI's streams, [DONE], is omitted.
func events(body []byte) (data [][]byte, ok bool) {
	var event []byte
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		name, value, found := bytes.Cut(line, []byte(":"))
		switch {
		case len(line) == 0:
			if len(event) > 0 {
				data = append(data, event)
			}
			event = nil
		case !found || bytes.ContainsAny(name, "{[<\" "):
			return nil, false
		case string(name) == "data" && string(bytes.TrimSpace(value)) != "[DONE]":
			event = append(append(event, value...), '\n')
		}
	}
	if len(event) > 0 {
		data = append(data, event)
	}
	return data, len(data) > 0
}

// reported returns the usage in a body that is no answer, such as one that is cut off or
// followed by other text. It reads each value of a member "usage" alone. The answer tokens
// of a stream that is cut off are not known: its events count them so far, at best.
func (x *exchange) reported() (u record.Usage, found bool) {
	const most, longest = 100, 4 << 10 // members that are read, and their bytes
	var a answer
	rest := x.body
	for range most {
		var after []byte
		_, after, found := bytes.Cut(rest, []byte(`"usage"`))
		if !found {
			break
		}
		rest = after
		after = bytes.TrimLeft(after[:min(len(after), longest)], " \t\r\n:")
		v, err := jsontext.NewDecoder(bytes.NewReader(after), lenient).ReadValue()
		if err == nil && v.Kind() == '{' {
			a.addUsage(x.client.provider.usage(v))
		}
	}
	u = a.usage
	if start := bytes.TrimSpace(x.body); bytes.HasPrefix(start, []byte("data:")) || bytes.HasPrefix(start, []byte("event:")) {
		u.CompletionTokens = 0
	}
	return u, u.PromptTokens+u.CompletionTokens > 0
}

// usage reads the usage of a reply.
func (p Protocol) usage(v jsontext.Value) record.Usage {
	if p == Anthropic {
		var u anthropicUsage
		_ = json.Unmarshal(v, &u, lenient) // what cannot be read is not known
		return u.usage()
	}
	var u openAIUsage
	_ = json.Unmarshal(v, &u, lenient)
	return u.usage()
}

// response returns the result of x with the answer a. outcome is the outcome that the
// finish reason implies, or "" if it implies none.
func (c *client) response(x *exchange, a *answer, outcome record.Outcome) translate.Response {
	content, reasoning := translate.Thinking(a.content.String())
	refusal := a.refusal.String()
	switch {
	case outcome != "":
	case refusal != "":
		outcome = record.Refused
	case content == "":
		outcome = record.Empty
	default:
		outcome = record.OK
	}
	return translate.Response{
		Content:      c.secrets.Redact(cmp.Or(content, refusal)),
		Reasoning:    c.secrets.Redact(cmp.Or(strings.TrimSpace(a.reasoning.String()), reasoning)),
		FinishReason: c.secrets.Redact(a.finish),
		Usage:        a.usage,
		Outcome:      outcome,
		Hold:         c.hold(x.status, x.header, 0),
	}
}
