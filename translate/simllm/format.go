package simllm

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	formatText   = "text"
	formatObject = "json_object"
	formatSchema = "json_schema"
)

// A responseFormat is the required form of a reply: text, any JSON object, or
// JSON by a schema. Schemas may be objects of strings, integers and arrays, such
// as {"reasoning": ..., "answer": ...}.
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

// emptyValues are the empty values of the supported types of properties, by the
// type as JSON.
var emptyValues = map[string]string{`"string"`: `""`, `"integer"`: `0`, `"array"`: `[]`}

// problem returns why the model cannot answer in this form, or "" if it can.
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
		if emptyValues[string(schema.Properties[name].Type)] == "" {
			return "json_schema: property " + name + ": expected a string, an integer or an array"
		}
	}
	return ""
}

// wrap converts an answer that is not a JSON object to this form. The property "answer",
// or else the last required property, gets the answer if it is a string. The other
// properties are empty.
func (f *responseFormat) wrap(answer string) string {
	object := jsontext.Value(answer)
	if f.Type == "" || f.Type == formatText || object.Kind() == jsontext.KindBeginObject && object.IsValid() {
		return answer
	}
	if f.Type == formatObject {
		return `{"answer":` + string(marshal(answer)) + "}"
	}
	required := f.JSONSchema.Schema.Required
	place := slices.Index(required, "answer")
	if place < 0 {
		place = len(required) - 1
	}
	var members []string
	for i, name := range required {
		if slices.Contains(required[:i], name) {
			continue
		}
		kind := string(f.JSONSchema.Schema.Properties[name].Type)
		value := emptyValues[kind]
		if i == place && kind == `"string"` {
			value = string(marshal(answer))
		}
		members = append(members, string(marshal(name))+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}
