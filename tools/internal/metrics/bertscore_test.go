package metrics

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A model scores the rows: the same sentence has 1.
func TestBERTScore(t *testing.T) {
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python to make a model with: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if err := exec.CommandContext(t.Context(), python, "-c", "import onnx, onnxruntime").Run(); err != nil {
		t.Skip("no onnx and onnxruntime in " + python)
	}
	dir := t.TempDir()
	library, err := exec.CommandContext(t.Context(), python, "../../../analyze/text/bertscore/testdata/model.py", dir, "[PAD] [UNK] [CLS] [SEP] it is the case that p q").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows := filepath.Join(dir, "rows.jsonl")
	const content = `{"model":"a","nl":"It is the case that p","own":"it is the case that p","verdict":"equivalent"}
{"model":"b","nl":"p","own":"it is the case that q","verdict":"not_equivalent"}
`
	if err := os.WriteFile(rows, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"metrics", "--by", "model", "--no-total", "--show", "text", "--reference", "own", "--bertscore", dir, "--onnxruntime", string(library), "--format", "csv", rows}
	for range 2 { // the model is let go of, and can be opened again
		stdout.Reset()
		if err := Run(context.Background(), args, nil, &stdout, &stderr); err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
	}
	lines, err := csv.NewReader(strings.NewReader(stdout.String())).ReadAll()
	if err != nil || len(lines) != 3 {
		t.Fatalf("%v: %q", err, lines)
	}
	for i, name := range lines[0] {
		if !strings.HasPrefix(name, "bertscore") || strings.HasSuffix(name, "_r") {
			continue
		}
		if same := strings.HasPrefix(lines[1][i], "0.99999") || lines[1][i] == "1"; !same || lines[2][i] >= "0.99" {
			t.Errorf("%s: %s of a sentence with itself, %s of two", name, lines[1][i], lines[2][i])
		}
	}
}
