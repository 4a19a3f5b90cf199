package rank

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// The instruction stood before the sentence only, so that candidates went without
// one (NL-FOL-LT, appendix H, has one for sentences and another for formulas), and
// rows did not say which was used.
func TestInstructionsBeforeEveryInput(t *testing.T) {
	var inputs []string
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		var body struct{ Input []string }
		if err := json.Unmarshal(r.Body, &body); err != nil {
			t.Error(err)
		}
		inputs = body.Input
		reply := `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]},{"index":2,"embedding":[1,0]},{"index":3,"embedding":[0,1]}]}`
		if _, err := w.Write([]byte(reply)); err != nil {
			t.Error(err)
		}
	})
	output := filepath.Join(t.TempDir(), "out.jsonl")
	run := func(args ...string) (stdout, stderr string, err error) {
		var out, messages bytes.Buffer
		args = append([]string{"rank", "--embeddings", "--model", "m", "--base-url", server.URL, "--form", "fol"}, args...)
		err = Command().Run(t.Context(), args, strings.NewReader(similar), &out, &messages)
		return out.String(), messages.String(), err
	}
	out, stderr, err := run("--instruction", "Sentence: ", "--candidate-instruction", "Formula: ")
	if err != nil {
		t.Fatal(err, stderr)
	}
	// The order shown is C, A, B.
	if want := []string{"Sentence: Every cube is small.", "Formula: C", "Formula: A", "Formula: B"}; !slices.Equal(inputs, want) {
		t.Errorf("inputs %q, want %q", inputs, want)
	}
	if !strings.Contains(out, `"instruction":"Sentence: "`) || !strings.Contains(out, `"candidate_instruction":"Formula: "`) {
		t.Errorf("row %s", out)
	}
	if out, _, _ = run(); strings.Contains(out, "instruction") {
		t.Errorf("without instructions: %s", out)
	}
	// A finished output is of its instructions.
	if _, stderr, err := run("--candidate-instruction", "Formula: ", "-o", output); err != nil {
		t.Fatal(err, stderr)
	}
	if _, _, err := run("--candidate-instruction", "Other: ", "-o", output, "--resume"); err == nil || !strings.Contains(err.Error(), "candidate_instruction") {
		t.Errorf("resume with another instruction: %v", err)
	}
}
