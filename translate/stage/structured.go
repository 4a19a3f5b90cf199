package stage

import (
	"maps"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
)

// responseFormat asks for an object with the reasoning before the answer. The
// order matters: an endpoint that is held to the schema writes the members in
// it, and an answer before its reasons would not follow from them.
const responseFormat = `{"type":"json_schema","json_schema":{"name":"formalization","strict":true,"schema":{"type":"object",` +
	`"properties":{"reasoning":{"type":"string","description":"How the formula follows from the description, step by step."},` +
	`"answer":{"type":"string","description":"The formula and nothing else."}},` +
	`"required":["reasoning","answer"],"additionalProperties":false}}}`

// structure is whether answers are asked for as JSON. It ends for a run as
// soon as the endpoint refuses it.
type structure struct{ refused atomic.Bool }

// structured says whether the next request is to ask for JSON.
func (s *Stage) structured() bool { return s.Structured && !s.structure.refused.Load() }

// withFormat is p with the response format.
func withFormat(p translate.Params) translate.Params {
	p.Extra = maps.Clone(p.Extra)
	if p.Extra == nil {
		p.Extra = map[string]jsontext.Value{}
	}
	p.Extra["response_format"] = jsontext.Value(responseFormat)
	return p
}

// answerOf is the answer of a reply that was asked for as JSON; the reply
// itself where it is none, as from an endpoint that ignores the format.
func answerOf(reply string) string {
	var object struct {
		Answer *string `json:"answer"`
	}
	text := jsontext.Value(strings.TrimSpace(reply))
	if json.Unmarshal(text, &object, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil || object.Answer == nil {
		return reply
	}
	return *object.Answer
}
