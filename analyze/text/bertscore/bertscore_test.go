package bertscore

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/internal/reference"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// Vectors in the plane, of which the cosines are plain.
func TestOf(t *testing.T) {
	special := []float32{0, 3}
	east, west, north, diagonal := []float32{2, 0}, []float32{-1, 0}, []float32{0, 5}, []float32{1, 1}
	of := func(own ...[]float32) Embedding { return append(append(Embedding{special}, own...), special) }
	root := math.Sqrt(0.5)
	for _, c := range []struct {
		name                string
		sentence, reference Embedding
		want                Score
	}{
		{"the same", of(east, diagonal), of(east, diagonal), Score{1, 1, 1}},
		{"one more", of(east, west), of(east), Score{(1 + 0.0) / 2, 1, 2.0 / 3}}, // of west, [CLS] is the closest
		{"one fewer", of(diagonal), of(diagonal, west), Score{1, (1 + 0.0) / 2, 2.0 / 3}},
		{"special ones can be the closest", of(north), of(east), Score{1, 0, 0}},
		{"halfway", of(east), of(diagonal), Score{root, root, root}},
		{"nothing", of(), of(east), Score{}},
		{"no direction", of([]float32{0, 0}), of(east), Score{0, 0, 0}},
	} {
		if got := Of(c.sentence, c.reference); !near(got.Precision, c.want.Precision) || !near(got.Recall, c.want.Recall) || !near(got.F1, c.want.F1) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

var words = strings.Fields(`[PAD] [UNK] [CLS] [SEP] the dog cat ##s chases does not all some every is and or if then p1 p2 . , ( ) it true that`)

// model makes a model, and says where ONNX Runtime is.
func model(t *testing.T) (dir, library string) {
	t.Helper()
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python to make a model with: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if err := exec.CommandContext(t.Context(), python, "-c", "import onnx, onnxruntime, tokenizers").Run(); err != nil {
		t.Skip("no onnx, onnxruntime and tokenizers in " + python)
	}
	dir = t.TempDir()
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), python, "testdata/model.py", dir, strings.Join(words, " "))
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return dir, string(out)
}

// The reference runs the same network in numpy, on the pieces of Hugging Face's
// tokenizer, and matches greedily as bert_score does: weights of 0 for the
// special tokens, 1 for the others. bert_score itself wants PyTorch.
const inNumpy = `
from tokenizers import BertWordPieceTokenizer
from scipy.special import erf, softmax
w = np.load(%q)
pieces = BertWordPieceTokenizer(%q)
def norm(x):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * w["scale"] + w["shift"]
def embed(s):
    ids = pieces.encode(s).ids
    ids = ids if len(ids) <= 32 else ids[:31] + ids[-1:]
    x = norm(w["words"][ids] + w["types"][0] + w["places"][:len(ids)])
    x = norm(x + softmax((x @ w["query"]) @ (x @ w["key"]).T / 12**0.5, axis=-1) @ (x @ w["value"]) @ w["out"])
    up = x @ w["up"]
    x = norm(x + (up / 2 * (1 + erf(up / 2**0.5))) @ w["down"])
    return x / np.linalg.norm(x, axis=-1, keepdims=True)
def score(s, r):
    s, r = embed(s), embed(r)
    weights = lambda x: np.array([0] + [1] * (len(x) - 2) + [0]) / max(1, len(x) - 2)
    similarity = s @ r.T
    p, q = similarity.max(1) @ weights(s), similarity.max(0) @ weights(r)
    if len(s) == 2 or len(r) == 2: p = q = 0
    return p, q, 2 * p * q / (p + q) if p + q else 0`

func TestAgreesWithNumpy(t *testing.T) {
	dir, library := model(t)
	m, err := Open(dir, library)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}()
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() string {
		some := make([]string, r.IntN(12))
		for i := range some {
			some[i] = strings.TrimPrefix(words[4+r.IntN(len(words)-4)], "##")
		}
		return strings.Join(some, " ")
	}
	pairs := [][2]string{{"", "the dog"}, {"the dog", "the dog"}, {strings.Repeat("dogs ", 40), "the dog"}, {"¬p1 東京", "p1"}}
	for range 60 {
		pairs = append(pairs, [2]string{draw(), draw()})
	}
	var claims []reference.Claim
	for _, p := range pairs {
		got, err := m.Score(p[0], p[1])
		if err != nil {
			t.Fatal(err)
		}
		call := "score(*" + reference.List(p[:]) + ")"
		claims = append(claims, reference.Of("precision", call+"[0]", got.Precision), reference.Of("recall", call+"[1]", got.Recall), reference.Of("F1", call+"[2]", got.F1))
		again, err := m.Score(p[0], p[1])
		if err != nil || again != got {
			t.Errorf("%q: %v, then %v, %v", p, got, again, err)
		}
	}
	reference.CheckWithin(t, 1e-5, fmt.Sprintf(inNumpy, filepath.Join(dir, "weights.npz"), filepath.Join(dir, "vocab.txt")), claims)
	if _, err := Open(dir, library); err == nil || !strings.Contains(err.Error(), "found another model open") {
		t.Errorf("opened two models: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	open := func(want string) {
		t.Helper()
		if _, err := Open(dir, filepath.Join(dir, "nothing.so")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open("found no model.onnx, there or in onnx")
	write("model.onnx", "not a model")
	open("found neither tokenizer.json nor vocab.txt")
	write("vocab.txt", strings.Join(words, "\n"))
	open("load ONNX Runtime:")
}

// A model that does not open leaves nothing open.
func TestOpenRefusesModels(t *testing.T) {
	dir, library := model(t)
	if err := os.WriteFile(filepath.Join(dir, "model.onnx"), []byte("not a model"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := Open(dir, library); err == nil || !strings.Contains(err.Error(), "model.onnx: ") {
			t.Errorf("got %v", err)
		}
	}
}
