package simllm

import (
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"
)

// An apiError is a failure in the shape in which OpenAI's API reports it.
type apiError struct {
	status  int
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func (e *apiError) Error() string { return e.Message }

// typeInvalid is the type of all errors that are the request's.
const typeInvalid = "invalid_request_error"

// invalid is an error of the request; param and code may be empty.
func invalid(status int, param, code, format string, a ...any) *apiError {
	return failure(status, typeInvalid, param, code, fmt.Sprintf(format, a...))
}

func failure(status int, kind, param, code, message string) *apiError {
	e := &apiError{status: status, Type: kind, Message: message}
	if param != "" {
		e.Param = &param
	}
	if code != "" {
		e.Code = &code
	}
	return e
}

// body is the error as a reply carries it.
func (e *apiError) body() []byte {
	return marshal(struct {
		Error *apiError `json:"error"`
	}{e})
}

// writeError answers with an error. A client that has gone away need not be
// told, so whether it arrived does not matter.
func writeError(w http.ResponseWriter, e *apiError) { writeJSON(w, e.status, e.body()) }

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// marshal is v as JSON. All that is given to it is made by this package of
// strings and numbers, so it cannot fail; invalid UTF-8 is replaced.
func marshal(v any) []byte {
	b, err := json.Marshal(v, lenient, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("simllm: %T as JSON: %v", v, err))
	}
	return b
}
