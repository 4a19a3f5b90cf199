package simllm_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
)

// Any request gets an answer of one choice or an error with a message, and is
// counted as exactly one of them.
func FuzzChat(f *testing.F) {
	for _, body := range []string{
		request(f, 1, nil),
		request(f, 1, map[string]any{"stop": []string{"", "true"}, "max_tokens": 3, "seed": -1}),
		request(f, 1, map[string]any{"response_format": map[string]any{"type": "json_object"}}),
		`{"model":"simllm","messages":[{"role":"user","content":[{"type":"text","text":null}]}]}`,
		`{"model":"simllm","messages":[{"role":"user","content":null}],"stream":false,"stop":null}`,
		`{"model":"simllm","messages":[{"role":"user","content":"\ud800"}],"model":"simllm"}`,
		`[]`, `{"messages":{}}`, "\xff", "",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := simllm.New(simllm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", path, strings.NewReader(string(body))))
		var reply struct {
			Choices []struct {
				Finish string `json:"finish_reason"`
			}
			Usage struct{ Total_tokens int }
			Error *struct{ Message string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
			t.Fatalf("reply %q: %v", w.Body, err)
		}
		stats, want := s.Stats(), int64(0)
		switch {
		case w.Code == 200:
			want = 1
			if len(reply.Choices) != 1 || reply.Choices[0].Finish == "" || reply.Usage.Total_tokens < 4 {
				t.Errorf("reply %s", w.Body)
			}
		case w.Code < 400 || w.Code >= 500 || reply.Error == nil || reply.Error.Message == "":
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		if stats.Completions != want || stats.Rejected[w.Code] != 1-want || stats.UnderWay != 0 || stats.Requests != 1 {
			t.Errorf("status %d: stats %+v", w.Code, stats)
		}
	})
}
