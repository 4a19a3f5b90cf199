package simllm

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
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

// types are the known types of properties, with the first sign of their values
// and the empty value.
var types = map[string]struct {
	kind  jsontext.Kind
	empty string
}{"string": {'"', `""`}, "integer": {'0', `0`}, "array": {'[', `[]`}}

// typeOf returns the type of a property as the schema has it.
func (f *responseFormat) typeOf(property string) string {
	var name string // left empty by a list of types
	_ = json.Unmarshal(f.JSONSchema.Schema.Properties[property].Type, &name)
	return name
}

// problem says why the model cannot answer in that form; empty if it can.
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
		if _, known := types[f.typeOf(name)]; !known {
			return "json_schema: property " + name + ": expected a string, an integer or an array"
		}
	}
	return ""
}

// wrap puts an answer into that form, unless it has it already: as the string
// property answer, or else the last required one, with the others empty.
func (f *responseFormat) wrap(answer string) string {
	required := f.JSONSchema.Schema.Required
	switch {
	case f.Type == formatObject:
		if v := jsontext.Value(answer); v.Kind() != jsontext.KindBeginObject || !v.IsValid() {
			return `{"answer":` + string(marshal(answer)) + "}"
		}
		return answer
	case f.Type != formatSchema || f.fits(answer):
		return answer
	}
	place := slices.Index(required, "answer")
	if place < 0 {
		place = len(required) - 1
	}
	var members []string
	for i, name := range required {
		if slices.Contains(required[:i], name) {
			continue
		}
		kind := f.typeOf(name)
		value := types[kind].empty
		if i == place && kind == "string" {
			value = string(marshal(answer))
		}
		members = append(members, string(marshal(name))+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// fits reports whether an answer is an object of the required properties.
func (f *responseFormat) fits(answer string) bool {
	required := f.JSONSchema.Schema.Required
	var object map[string]jsontext.Value
	if json.Unmarshal([]byte(answer), &object) != nil || len(object) != len(required) {
		return false
	}
	return !slices.ContainsFunc(required, func(name string) bool {
		return object[name].Kind() != types[f.typeOf(name)].kind
	})
}
