package record

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A FieldError reports a field with a value of the wrong type.
type FieldError struct {
	Field    string // path of the field, such as conversations/0/stage; empty for the row
	Found    string
	Expected string
}

func (e *FieldError) Error() string {
	text := fmt.Sprintf("found %s, expected %s", e.Found, e.Expected)
	if e.Field == "" {
		return text
	}
	return e.Field + ": " + text
}

// foundUnknown is the Found of a FieldError if a struct lacks the member.
const foundUnknown = "an unknown member"

func isUnknownMember(err error) bool {
	field, ok := errors.AsType[*FieldError](err)
	return ok && field.Found == foundUnknown
}

// JSONError rewords an error of the JSON library: as a *FieldError if the JSON is well
// formed, otherwise with the byte of the syntax error. Rows contain errors, so their
// text must be stable; the text of the library's errors differs from build to build on
// purpose. A nil error stays nil.
func JSONError(err error) error {
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return syntaxError(err)
	}
	path := strings.TrimPrefix(string(semantic.JSONPointer), "/")
	if own, ok := errors.AsType[*FieldError](semantic.Err); ok {
		return &FieldError{Field: path, Found: own.Found, Expected: own.Expected}
	}
	e := &FieldError{Field: path, Found: cmp.Or(kindNames[semantic.JSONKind], "no JSON"), Expected: "another type"}
	switch t := semantic.GoType; {
	case errors.Is(err, json.ErrUnknownName):
		e.Found, e.Expected = foundUnknown, "a member that docs/reference/columns.md lists"
	case t == nil:
	case semantic.JSONKind == '0' && t.Kind() == reflect.Float64:
		e.Found, e.Expected = string(semantic.JSONValue), "a number within the range of 64 bits"
	case semantic.JSONKind == '0' && t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		e.Found, e.Expected = string(semantic.JSONValue), "an integer of 64 bits"
	default:
		e.Expected = cmp.Or(typeNames[t.Kind()], "a number")
	}
	return e
}

// syntaxError names the byte of the syntax error, counting from 1.
func syntaxError(err error) error {
	if err == nil {
		return nil
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Errorf("byte %d: %w, expected a JSON object", syntactic.ByteOffset+1, syntactic.Err)
	}
	return fmt.Errorf("reading JSON: %w", err)
}

// kindNames are the words for values of JSON; any other is no JSON.
var kindNames = map[jsontext.Kind]string{
	'"': "a string", '0': "a number", 't': "true", 'f': "false", 'n': "null",
	'{': "an object", '}': "an object", '[': "a list", ']': "a list",
}

// typeNames are the words for types of Go; any other is a number.
var typeNames = map[reflect.Kind]string{
	reflect.Struct: "an object", reflect.Map: "an object", reflect.Slice: "a list", reflect.Array: "a list",
	reflect.String: "a string", reflect.Bool: "true or false", reflect.Int: "an integer", reflect.Int64: "an integer",
}
