package informalize_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/informalize"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// Bytes that are not UTF-8 and halves of surrogate pairs in an answer became U+FFFD
// without a word. Such an answer was paid for, so it is kept and counted. U+FFFD that the
// model wrote itself was counted, too.
func TestAnswersThatAreNotUnicodeAreCounted(t *testing.T) {
	for content, replaced := range map[string]bool{"p1 \xff": true, `p1 \ud83d`: true, `p1 \ud83d\ude00`: false, "p1 \uFFFD": false, `p1 \ufffd`: false} {
		own := strings.Contains(strings.ToLower(content), `\ufffd`) || strings.Contains(content, "\uFFFD")
		server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
			_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"`+content+`"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":5}}`)
		})
		var out, stderr bytes.Buffer
		args := []string{"informalize", "--model", "m", "--base-url", server.URL}
		if err := informalize.Informalize().Run(t.Context(), args, strings.NewReader(`{"formalism":"propositional","fs":"p1"}`), &out, &stderr); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(stderr.String(), "1 answers with U+FFFD in place of bytes that are no text"); got != replaced || strings.Contains(out.String(), "\uFFFD") != (replaced || own) {
			t.Errorf("%q: %s%s", content, out.String(), stderr.String())
		}
	}
}
