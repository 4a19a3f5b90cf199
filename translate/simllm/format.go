package simllm

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A responseFormat is the form a reply is wanted in: text, or the JSON of a
// schema, of which only objects of texts are known here, such as
// {"reasoning": ..., "answer": ...}.
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
	case "", "text":
		return ""
	case "json_schema":
	default:
		return "only text and json_schema are known here"
	}
	schema := &f.JSONSchema.Schema
	if schema.Type != "object" || len(schema.Required) == 0 {
		return "json_schema: expected an object with required properties"
	}
	for _, name := range schema.Required {
		if string(schema.Properties[name].Type) != `"string"` {
			return "json_schema: the required property " + name + ": only strings are known here"
		}
	}
	return ""
}

// wrap is an answer in that form: as the property named answer, or else as the
// last that is required, with the others empty.
func (f *responseFormat) wrap(answer string) string {
	if f.Type != "json_schema" {
		return answer
	}
	names := f.JSONSchema.Schema.Required
	place := slices.Index(names, "answer")
	if place < 0 {
		place = len(names) - 1
	}
	object := []byte{'{'}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		if i > 0 {
			object = append(object, ',')
		}
		value := ""
		if i == place {
			value = answer
		}
		object = append(append(append(object, marshal(name)...), ':'), marshal(value)...)
	}
	return string(append(object, '}'))
}
