package metrics

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// tinyModel writes an ONNX model of three words with fixed vectors, and its
// tokenizer, to the working directory.
const tinyModel = `
import numpy, onnx, tokenizers
from onnx import TensorProto, helper, numpy_helper
words = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "p": 3, "q": 4, "r": 5}
vectors = numpy.array([[-1, 0], [-1, 0], [0, -1], [2, 0], [0, 3], [0.6, 0.8]], "float32")
graph = helper.make_graph(
    [helper.make_node("Gather", ["vectors", "input_ids"], ["last_hidden_state"])], "tiny",
    [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
    [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", 2])],
    [numpy_helper.from_array(vectors, "vectors")])
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), "model.onnx")
tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, "[UNK]"))
tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
tokenizer.post_processor = tokenizers.processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)])
tokenizer.save("tokenizer.json")`

// tinyWordNet knows that a car is an auto.
var tinyWordNet = map[string]string{
	"index.noun": "car n 1 0 1 0 00000000\nauto n 1 0 1 0 00000000\n",
	"data.noun":  "00000000 06 n 02 car 0 auto 0 000 | a vehicle\n",
	"index.verb": "", "data.verb": "", "index.adj": "", "data.adj": "", "index.adv": "", "data.adv": "",
	"noun.exc": "", "verb.exc": "", "adj.exc": "", "adv.exc": "",
}

// The figures are worked out by hand. METEOR: of three words two match and the
// third is a synonym, in one chunk: 1 − 0.5 (1/3)³. BERTScore: of "p q" and "p r"
// the cosines are 1 and 0.8 from either side.
func TestTextScores(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if err := exec.CommandContext(t.Context(), python, "-c", "import nltk, onnx, onnxruntime, pyarrow, tokenizers").Run(); err != nil {
		t.Skip("no nltk, onnx, onnxruntime, pyarrow and tokenizers in " + python)
	}
	script, err := filepath.Abs("../../data/examples/text_scores.py")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, content := range tinyWordNet {
		write(t, name, content)
	}
	write(t, "rows.jsonl", `{"model":"a","nl":"A red auto","own":"a red car","verdict":"equivalent"}
{"model":"b","nl":"p q","own":"p r","verdict":"not_equivalent","note":"é"}
{"model":"c","nl":"p","verdict":"equivalent"}
`)
	runPython := func(args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), python, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	runPython("-c", tinyModel)
	runPython("-c", `import pyarrow.json, pyarrow.parquet; pyarrow.parquet.write_table(pyarrow.json.read_json("rows.jsonl"), "rows.parquet")`)
	for _, format := range []string{"jsonl", "parquet"} {
		runPython(script, "--reference", "own", "--meteor", "--wordnet", ".", "--bertscore", ".", "rows."+format, "scored."+format)
		var stdout, stderr bytes.Buffer
		args := []string{"metrics", "--by", "model", "--no-total", "--score-columns", "meteor,bertscore", "--format", "csv", "scored." + format}
		if err := Command().Run(context.Background(), args, nil, &stdout, &stderr); err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		lines, err := csv.NewReader(strings.NewReader(stdout.String())).ReadAll()
		if err != nil || len(lines) != 4 {
			t.Fatalf("%v: %q", err, lines)
		}
		place := map[string]int{}
		for i, name := range lines[0] {
			place[name] = i
		}
		for _, c := range []struct {
			line   int
			column string
			want   float64
		}{{1, "meteor", 1 - 0.5/27}, {2, "bertscore", 0.9}} {
			if got, err := strconv.ParseFloat(lines[c.line][place[c.column]], 64); err != nil || math.Abs(got-c.want) > 1e-6 {
				t.Errorf("%s: %s of %q: got %v, want %v", format, c.column, lines[c.line], got, c.want)
			}
		}
		if got := lines[3][place["meteor"]] + lines[3][place["bertscore"]]; got != "" {
			t.Errorf("%s: a row without a reference has the scores %q", format, got)
		}
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
