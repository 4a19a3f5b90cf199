package metrics

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"testing"
)

// The tests below compare figures of metrics, stats and text with those of Python
// libraries. TRUTHLOOP_PYTHON names the Python; make test installs one with pinned
// versions. Without it, these tests are skipped.

// A claim is a figure of ours and the Python expression for the reference's.
type claim struct {
	name, expression string
	ours             float64
}

// list is xs as Python writes it.
func list[T any](xs []T) string {
	data, err := json.Marshal(xs)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// agree evaluates the claims' expressions in one process, after prelude, and
// fails t where one is off by more than 1e-9, relative above 1. numpy is np;
// what is not finite is taken for NaN, and NaN for equal to NaN.
func agree(t *testing.T, prelude string, claims []claim) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel() // the libraries take seconds to load
	expressions := make([]string, len(claims))
	for i, c := range claims {
		expressions[i] = c.expression
	}
	for i, want := range evaluate(t, prelude, expressions) {
		c := claims[i]
		if math.IsNaN(want) && math.IsNaN(c.ours) {
			continue
		}
		if !(math.Abs(c.ours-want) <= 1e-9*max(1, math.Abs(want))) {
			t.Errorf("%s: %v, reference %v\n%s", c.name, c.ours, want, c.expression)
		}
	}
}

func evaluate(t *testing.T, prelude string, expressions []string) []float64 {
	t.Helper()
	path := os.Getenv("TRUTHLOOP_PYTHON")
	if path == "" {
		t.Skip("no Python with the reference libraries: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	program := `
import json, math, sys, warnings
warnings.simplefilter("ignore")
import numpy as np
` + prelude + `
clean = lambda x: None if not math.isfinite(x) else float(x)
print(json.dumps([clean(eval(e)) for e in json.load(sys.stdin)]))`
	in, err := json.Marshal(expressions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", program)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var values []*float64
	if err := json.Unmarshal(out, &values); err != nil {
		t.Fatal(err)
	}
	floats := make([]float64, len(values))
	for i, v := range values {
		floats[i] = math.NaN()
		if v != nil {
			floats[i] = *v
		}
	}
	return floats
}
