package endpoint

import (
	"bytes"
	"cmp"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// lenient accepts invalid UTF-8, which models write, and repeated members.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// A list is an array whose elements are read one at a time and passed to add: all
// elements together can take a hundred times the memory of the reply. The elements are
// read by encoding/json, for which the types of go-openai are written.
type list[T any] struct{ add func(element T) error }

func (l *list[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if kind := d.PeekKind(); kind != '[' {
		if err := d.SkipValue(); err != nil || kind == 'n' {
			return err
		}
		return errMismatch
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		var element T
		if err := stdjson.Unmarshal(v, &element); err != nil {
			return err
		}
		if err := l.add(element); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// read reads a reply whose lists have the type list.
func read(body []byte, to any) error { return mismatch(json.Unmarshal(body, to, lenient)) }

// errMismatch is the error of a reply with a value of another type than in the protocol.
var errMismatch = errors.New("found a value of another type than in the protocol")

// mismatch shortens the errors of the JSON packages.
func mismatch(err error) error {
	var semantic *json.SemanticError
	var kind *stdjson.UnmarshalTypeError
	switch {
	case errors.As(err, &semantic):
		if err = errMismatch; semantic.Err != nil {
			err = mismatch(semantic.Err)
		}
		if semantic.JSONPointer != "" {
			err = fmt.Errorf("%s: %w", strings.Trim(string(semantic.JSONPointer), "/"), err)
		}
	case errors.As(err, &kind):
		err = errMismatch
	}
	return err
}

// An answer is the part of a reply that is used.
type answer struct {
	content, reasoning, refusal string
	finish                      string
}

// reported returns the usage in a body, also in one that is no answer, because it is cut off
// or followed by other text. It reads each value of a member "usage" alone, and takes the
// greatest counts, because a repeated member could hide what the endpoint charges. The answer tokens of a stream are not known: its events count them so
// far, at best.
func (x *exchange) reported() (u record.Usage, found bool) {
	const most, longest = 100, 4 << 10 // members that are read, and their bytes
	rest := x.body
	for range most {
		_, after, found := bytes.Cut(rest, []byte(`"usage"`))
		if !found {
			break
		}
		rest = after
		after = bytes.TrimLeft(after[:min(len(after), longest)], " \t\r\n:")
		v, err := jsontext.NewDecoder(bytes.NewReader(after), lenient).ReadValue()
		if err != nil {
			continue
		}
		part := usageOf(v)
		u.PromptTokens = max(u.PromptTokens, part.PromptTokens)
		u.CompletionTokens = max(u.CompletionTokens, part.CompletionTokens)
		u.CachedTokens = max(u.CachedTokens, part.CachedTokens)
		u.ReasoningTokens = max(u.ReasoningTokens, part.ReasoningTokens)
	}
	if start := bytes.TrimSpace(x.body); bytes.HasPrefix(start, []byte("data:")) || bytes.HasPrefix(start, []byte("event:")) {
		u.CompletionTokens = 0
	}
	return u, u.PromptTokens+u.CompletionTokens > 0
}

// usageOf reads the usage in a reply of either protocol; zero if it cannot be read, because
// the answer in the same reply is paid for. A negative count is unknown. In Anthropic's
// protocol, cached tokens are not part of the input tokens. A reply with the counts of both
// protocols is a gateway's, and OpenAI's counts are complete.
func usageOf(v jsontext.Value) record.Usage {
	var u openai.Usage
	if stdjson.Unmarshal(v, &u) != nil {
		u = openai.Usage{}
	}
	var own struct { // Anthropic's
		Input         int64 `json:"input_tokens"`
		CacheRead     int64 `json:"cache_read_input_tokens"`
		CacheCreation int64 `json:"cache_creation_input_tokens"`
		Output        int64 `json:"output_tokens"`
		OutputDetails struct {
			Thinking int64 `json:"thinking_tokens"`
		} `json:"output_tokens_details"`
	}
	out := record.Usage{PromptTokens: int64(max(u.PromptTokens, 0)), CompletionTokens: int64(max(u.CompletionTokens, 0))}
	if out.PromptTokens+out.CompletionTokens == 0 {
		if stdjson.Unmarshal(v, &own) != nil {
			return record.Usage{}
		}
		out.CachedTokens = max(own.CacheRead, 0)
		out.PromptTokens = max(own.Input, 0) + out.CachedTokens + max(own.CacheCreation, 0)
		out.CompletionTokens, out.ReasoningTokens = max(own.Output, 0), max(own.OutputDetails.Thinking, 0)
		return out
	}
	if d := u.PromptTokensDetails; d != nil {
		out.CachedTokens = int64(max(d.CachedTokens, 0))
	}
	if d := u.CompletionTokensDetails; d != nil {
		out.ReasoningTokens = int64(max(d.ReasoningTokens, 0))
	}
	return out
}

// outcomeOf returns the outcome that a finish reason implies, or "" if it implies none. Some
// reasons are Mistral's, or forwarded by gateways from other providers.
func outcomeOf(reason string) record.Outcome {
	switch reason {
	case "length", "model_length", "max_tokens", "model_context_window_exceeded", "pause_turn":
		return record.Truncated
	case "content_filter", "refusal", "safety":
		return record.Refused
	}
	return ""
}

// response returns the result of x, whose reply has a status of success. The error is a
// *translate.CallError if it is no answer, or reports a failure.
func (c *Client) response(ctx context.Context, x *exchange) (translate.Response, error) {
	a, err := c.read(x.body)
	if err != nil {
		return c.fault(ctx, x, err)
	}
	content, reasoning := translate.Thinking(a.content)
	usage, _ := x.reported()
	outcome := outcomeOf(a.finish)
	switch {
	case outcome != "":
	case a.refusal != "":
		outcome = record.Refused
	case content == "":
		outcome = record.Empty
	default:
		outcome = record.OK
	}
	resp := translate.Response{
		Content:      c.secrets.Redact(cmp.Or(content, a.refusal)),
		Reasoning:    c.secrets.Redact(cmp.Or(strings.TrimSpace(a.reasoning), reasoning)),
		FinishReason: c.secrets.Redact(a.finish),
		Usage:        usage,
		Outcome:      outcome,
		Hold:         hold(x.status, x.header, 0),
	}
	// An answer may have U+FFFD of its own, in a body that is Unicode.
	resp.Replaced = strings.ContainsRune(resp.Content+resp.Reasoning, utf8.RuneError) &&
		!jsontext.Value(x.body).IsValid(jsontext.AllowDuplicateNames(true))
	return resp, nil
}
