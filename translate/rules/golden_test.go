package rules

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The golden file holds formulas with their English, for a person to read. A
// line that begins with a formalism and a colon is a formula; "words:" is a
// first-order formula whose vocabulary is words.
func TestEnglishIsAsInTheGoldenFile(t *testing.T) {
	path := filepath.Join("testdata", "english.golden")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		head, fs, ok := strings.Cut(line, ": ")
		if strings.HasPrefix(line, "#") {
			out.WriteString(line + "\n")
			continue
		}
		if !ok || head == "" || strings.HasPrefix(line, " ") {
			continue
		}
		out.WriteString(line + "\n" + english(t, head, fs) + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if out.String() != string(text) {
		t.Errorf("the English is not that of %s; see what changed with go test -update and git diff", path)
	}
}

// english describes one formula of the golden file, indented, a sentence a line.
func english(t *testing.T, head, fs string) string {
	t.Helper()
	formalism, vocab := record.Formalism(head), (*record.Vocabulary)(nil)
	if head == "words" {
		formalism = record.FirstOrder
		f, err := logic.Parse(fs, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		vocab = vocabularyOf(f)
	}
	nl, err := Informalize(formalism, fs, vocab)
	if err != nil {
		t.Fatalf("%s: %v", fs, err)
	}
	if _, err := Formalize(formalism, nl, nil); err != nil {
		t.Errorf("%s: %v", fs, err)
	}
	nl = strings.NewReplacer(". Claim", ".\n    Claim", ". Part", ".\n    Part").Replace(nl)
	return "    " + nl + "\n"
}
