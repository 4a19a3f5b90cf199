package verify_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/logic"
)

// Options.Strict refused ⊕ and ≠, although the packaged prompts offer them.
func TestStrictReadsWhatThePromptsOffer(t *testing.T) {
	forms := map[rune]string{'¬': "¬p(a)", '≠': "a ≠ b", '∀': "∀x. (p(x))", '∃': "∃x. (p(x))"}
	for _, c := range "∧∨⊕→↔" {
		forms[c] = "(p(a) " + string(c) + " q(b))"
	}
	files, err := fs.Glob(data.FS, "prompts/*.autoformalize.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("found %v, %v, expected the prompts", files, err)
	}
	offered := 0
	for _, name := range append(files, "prompts/reason/linc.txt") {
		text, err := fs.ReadFile(data.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		for c, form := range forms {
			if !strings.ContainsRune(string(text), c) {
				continue
			}
			offered++
			if _, err := logic.Parse(form, logic.Options{Strict: true}); err != nil {
				t.Errorf("%s offers %c: %v", name, c, err)
			}
		}
		for _, c := range string(text) {
			if _, known := forms[c]; c > 0x7f && !known {
				t.Errorf("%s: found %c, expected a sign of %v", name, c, forms)
			}
		}
	}
	if offered < 30 {
		t.Errorf("found %d signs in the prompts, expected 30 or more", offered)
	}
}
