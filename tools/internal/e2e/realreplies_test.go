//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// requestsOf are requests that servers answer in different ways. The keys are cases of
// endpointtest.Recorded. Each changes members of a request for a chat completion, or the path.
var requestsOf = map[string]struct {
	Path   string // empty: chat/completions
	Change map[string]any
	Body   string // replaces the JSON body
	Key    string // replaces the right one; "-" for none
}{
	"answer":                    {},
	"unknown model":             {Change: map[string]any{"model": "nope"}},
	"wrong key":                 {Key: "sk-wrong-key-000000"},
	"no key":                    {Key: "-"},
	"prompt beyond the context": {Change: says(strings.Repeat("hello ", 9000))},
	"body that is not JSON":     {Body: "{oops"},
	"no messages":               {Change: map[string]any{"messages": nil}},
	"max_tokens -5":             {Change: map[string]any{"max_tokens": -5}},
	"unknown response format":   {Change: map[string]any{"response_format": map[string]any{"type": "wibble"}}},
	"schema of an unknown type": {Change: map[string]any{"response_format": map[string]any{
		"type": "json_schema", "json_schema": map[string]any{"name": "a", "strict": true, "schema": map[string]any{"type": "wibble"}},
	}}},
	"unknown path": {Path: "chat/complete"},
	"embeddings":   {Path: "embeddings", Change: map[string]any{"input": []string{"a", "b"}}},
}

func says(text string) map[string]any {
	return map[string]any{"messages": []map[string]string{{"role": "user", "content": text}}}
}

// send sends the named request to the model at a base URL, with the key, and returns the
// reply.
func send(t testing.TB, name, url, model, key string) (status int, body string) {
	t.Helper()
	q := requestsOf[name]
	request := says("Say hello.")
	request["model"], request["max_tokens"], request["temperature"] = model, 12, 0
	for member, value := range q.Change {
		if request[member] = value; value == nil {
			delete(request, member)
		}
	}
	b, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if q.Body != "" {
		b = []byte(q.Body)
	}
	path := "chat/completions"
	if q.Path != "" {
		path = q.Path
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/"+path, bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if q.Key != "" {
		key = q.Key
	}
	if key != "" && key != "-" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err = io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// shape describes the body of an error, or the message of a chat completion, by its
// members and the types of their values. For the members type, code and param of an
// error, it has the values. A body that is not JSON is returned unchanged.
func shape(body string) string {
	var v map[string]any
	if json.Unmarshal([]byte(body), &v) != nil {
		return body
	}
	if choices, ok := v["choices"].([]any); ok && len(choices) > 0 {
		v, _ = choices[0].(map[string]any)["message"].(map[string]any)
	}
	var parts []string
	walkMembers("", v, func(path string, value any) { parts = append(parts, fmt.Sprintf("%s=%v", path, value)) })
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

func walkMembers(path string, v any, add func(string, any)) {
	members, ok := v.(map[string]any)
	switch {
	case ok:
		for name, value := range members {
			walkMembers(path+"/"+name, value, add)
		}
	case slices.Contains([]string{"/error/type", "/error/code", "/error/param"}, path):
		add(path, v)
	default:
		add(path, fmt.Sprintf("%T", v))
	}
}
