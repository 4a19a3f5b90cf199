package figure

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// reader prints what an independent reader of PDF finds, as JSON.
const reader = `
import json, sys
try:
    import pypdf
except ImportError:
    sys.exit(9)
r = pypdf.PdfReader(sys.argv[1], strict=True)
p = r.pages[0]
fonts = [f.get_object() for f in p["/Resources"]["/Font"].values()]
print(json.dumps({"pages": len(r.pages), "width": float(p.mediabox.width), "height": float(p.mediabox.height),
    "text": p.extract_text(), "info": sorted(r.metadata or {}), "embedded": all("/FontFile2" in f["/FontDescriptor"] for f in fonts)}))
`

// The PDF opens in another program, has the text as text and the fonts embedded, and
// is the same whenever it is made.
func TestPDF(t *testing.T) {
	charts, _ := someLines(rand.New(rand.NewPCG(1, 1)), 2, 3, 4)
	draw := func() []byte {
		var b bytes.Buffer
		o := Options{Format: PDF, Note: "A title with ρ, ∧ and −"}
		if err := Lines(&b, o, charts, Axes{X: "depth", Intervals: []string{"± 1 sd"}}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first := draw()
	time.Sleep(1100 * time.Millisecond) // dates in a PDF have seconds
	for range 5 {
		if !bytes.Equal(first, draw()) {
			t.Fatal("the same figure has other bytes")
		}
	}
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python with pypdf: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, first, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", reader, file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 9 {
		t.Skip("Python has no pypdf: pip install -r tools/requirements.txt")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var found struct {
		Pages         int
		Width, Height float64
		Text          string
		Info          []string
		Embedded      bool
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	if found.Pages != 1 || math.Abs(found.Width-17*72/2.54) > 0.01 || found.Height <= 0 || !found.Embedded {
		t.Errorf("found %+v", found)
	}
	for _, want := range []string{"panel 0", "panel 1", "depth", "accuracy", "meta-llama/Llama-3-2", "± 1 sd"} {
		if !strings.Contains(found.Text, want) {
			t.Errorf("the text lacks %q: %s", want, found.Text)
		}
	}
	if s := strings.Join(found.Info, " "); strings.Contains(s, "Date") {
		t.Errorf("the PDF has dates: %s", s)
	}
}
