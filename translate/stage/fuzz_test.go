package stage_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/stage"
)

// Extraction never fails, and its results are parts of the reply.
func FuzzAnswer(f *testing.F) {
	for _, reply := range []string{
		"", "<think>a</think>p1", "a</think>b<think>c", "```\np1\n```", "Formula: $p1$", "**`p1`**", `\(\(p1\)\)`, "<<think><think>", "\xff",
	} {
		f.Add(reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		answer, thinking := translate.Thinking(reply)
		marked := strings.Contains(reply, "<think>") || strings.Contains(reply, "</think>")
		if len(answer)+len(thinking) > len(reply) || !marked && (answer != strings.TrimSpace(reply) || thinking != "") {
			t.Errorf("%q gives %q and %q", reply, answer, thinking)
		}
		for _, x := range []stage.Extraction{stage.Strict, stage.Flexible} {
			formula := x.Formula(record.FirstOrder, answer)
			if !strings.Contains(answer, formula) || formula != strings.TrimSpace(formula) {
				t.Errorf("%s: %q gives %q", x, answer, formula)
			}
		}
	})
}
