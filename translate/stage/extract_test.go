package stage_test

import (
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

func TestExtraction(t *testing.T) {
	const f = "(p1 ∧ p2)"
	tests := []struct{ answer, flexible string }{
		{f, f},
		{" " + f + "\n", f},
		{"```\n" + f + "\n```", f},
		{"Here it is:\n```text\n" + f + "\n```\nI hope it helps.", f},
		{"```\nfirst\n```\nor rather\n```\n" + f + "\n```", f},
		{"Formula: " + f, f},
		{"Let me think.\n**Formula:** `" + f + "`", f},
		{"the answer: x\nAnswer: $" + f + "$", f},
		{"$$" + f + "$$", f},
		{`\(` + f + `\)`, f},
		{"**" + f + "**", f},
		{"`p1` ∧ `p2`", "`p1` ∧ `p2`"},
		{"(01)**", "(01)**"},
		{"$0$1$", "$0$1$"},
		{"The formula says a lot.", "The formula says a lot."},
		{"I read it so:\n\n" + f + "\n\nIs that right?", f},
		{"First (p1 ∨ p2)\n(p1 ∨ p2)\n`" + f + "`\nNote: p1 comes first.", f},
		{"Sure\np1\nYes", "p1"},
		{"One line: (p1 ∧ p2)", "One line: (p1 ∧ p2)"},
		{"Sorry.\nI cannot.", "Sorry.\nI cannot."},
		{"``", "``"},
		{"```", "```"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := stage.Flexible.Formula(record.Propositional, tt.answer); got != tt.flexible {
			t.Errorf("flexible: %q gives %q, want %q", tt.answer, got, tt.flexible)
		}
		if got, want := stage.Strict.Formula(record.Propositional, tt.answer), strings.TrimSpace(tt.answer); got != want {
			t.Errorf("strict: %q gives %q, want %q", tt.answer, got, want)
		}
	}
}

// Prose that parses as a regular expression is not extracted.
func TestExtractionOfExpressions(t *testing.T) {
	for answer, want := range map[string]string{
		"The expression is\n(01)*1":      "(01)*1",
		"(01)*1\nSure.":                  "(01)*1",
		"Take 0 and 1\n$0^*1$\nas asked": "0^*1",
		"no idea\nat all":                "no idea\nat all",
		"0 1\n1 0":                       "0 1\n1 0",
	} {
		if got := stage.Flexible.Formula(record.Regex, answer); got != want {
			t.Errorf("%q gives %q, want %q", answer, got, want)
		}
	}
}

func TestExtractionIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, piece := range []string{"(\n", "p1 ∧\n", "`\n", "(((((((((\n"} {
		start := time.Now()
		stage.Flexible.Formula(record.FirstOrder, strings.Repeat(piece, 1<<20/len(piece)))
		if took := time.Since(start); took > time.Minute {
			t.Errorf("1 MB of %q took %v", piece, took)
		}
	}
}
