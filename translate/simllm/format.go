package simllm

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The forms of replies.
const (
	formatText   = "text"
	formatObject = "json_object"
	formatSchema = "json_schema"
)

// A responseFormat is the form a reply is wanted in: text, any JSON object, or
// the JSON of a schema, of which only objects of texts, numbers and lists are known here,
// such as {"reasoning": ..., "answer": ...}.
type responseFormat struct {
	Type       string `json:"type"`
	JSONSchema struct {
		Schema struct {
			Type       string `json:"type"`
			Properties map[string]struct {
				Type jsontext.Value `json:"type"`
			} `json:"properties"`
			Required []string `json:"required"`
		} `json:"schema"`
	} `json:"json_schema"`
}

// problem says why the model cannot answer in that form; empty where it can.
func (f *responseFormat) problem() string {
	switch f.Type {
	case "", formatText, formatObject:
		return ""
	case formatSchema:
	default:
		return "found the type " + f.Type + ", expected text, json_object or json_schema"
	}
	schema := &f.JSONSchema.Schema
	if schema.Type != "object" || len(schema.Required) == 0 {
		return "json_schema: expected an object with required properties"
	}
	for _, name := range schema.Required {
		if empty[string(schema.Properties[name].Type)] == "" {
			return "json_schema: the required property " + name + ": only string, integer and array are known here"
		}
	}
	return ""
}

// empty is the value with nothing in it, by the type in a schema.
var empty = map[string]string{`"string"`: `""`, `"integer"`: `0`, `"array"`: `[]`}

// wrap is an answer in that form. One that is such an object already stays as
// it is. Another is put in as the text named answer, or else as the last that
// is required, with the others empty.
func (f *responseFormat) wrap(answer string) string {
	if f.Type == formatObject {
		if jsontext.Value(answer).Kind() == jsontext.KindBeginObject && jsontext.Value(answer).IsValid() {
			return answer
		}
		return `{"answer":` + string(marshal(answer)) + "}"
	}
	if f.Type != formatSchema || f.fits(answer) {
		return answer
	}
	schema := &f.JSONSchema.Schema
	place := slices.Index(schema.Required, "answer")
	if place < 0 {
		place = len(schema.Required) - 1
	}
	object := []byte{'{'}
	for i, name := range schema.Required {
		if slices.Contains(schema.Required[:i], name) {
			continue
		}
		if i > 0 {
			object = append(object, ',')
		}
		kind := string(schema.Properties[name].Type)
		value := []byte(empty[kind])
		if i == place && kind == `"string"` {
			value = marshal(answer)
		}
		object = append(append(append(object, marshal(name)...), ':'), value...)
	}
	return string(append(object, '}'))
}

// fits says whether an answer is an object of what is required and no more.
func (f *responseFormat) fits(answer string) bool {
	var object map[string]jsontext.Value
	if json.Unmarshal([]byte(answer), &object) != nil || len(object) != len(f.JSONSchema.Schema.Required) {
		return false
	}
	for _, name := range f.JSONSchema.Schema.Required {
		kind := map[jsontext.Kind]string{'"': `"string"`, '0': `"integer"`, '[': `"array"`}[object[name].Kind()]
		if kind == "" || kind != string(f.JSONSchema.Schema.Properties[name].Type) {
			return false
		}
	}
	return true
}
