package translate_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

func TestThinking(t *testing.T) {
	tests := []struct{ reply, answer, thinking string }{
		{"", "", ""},
		{" p1\n", "p1", ""},
		{"<think>a</think>p1", "p1", "a"},
		{"<think>\na\n</think>\n\np1\n", "p1", "a"},
		{"a</think>p1", "p1", "a"},
		{"<think>a", "", "a"},
		{"p1<think>a", "p1", "a"},
		{"<think>a</think>p1<think>b</think>p2", "p1p2", "ab"},
		{"<think>a<think>b</think>p1", "p1", "a<think>b"},
		{"<think>a</think>b</think>p1", "p1", "ab"},
		{"</think>p1", "p1", ""},
		{"<think></think>", "", ""},
		{"p1 < p2 <thinking> p3", "p1 < p2 <thinking> p3", ""},
	}
	for _, tt := range tests {
		answer, thinking := translate.Thinking(tt.reply)
		if answer != tt.answer || thinking != tt.thinking {
			t.Errorf("Thinking(%q) = %q, %q; want %q, %q", tt.reply, answer, thinking, tt.answer, tt.thinking)
		}
	}
}

// A conversation's message reads back as the response that it was made of.
func TestThinkingOfMessage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z<>/ ]{0,10}`)
		r := translate.Response{Content: strings.TrimSpace(text.Draw(t, "content")), Reasoning: strings.TrimSpace(text.Draw(t, "reasoning"))}
		answer, thinking := translate.Thinking(r.Message().Content)
		if answer != r.Content || thinking != r.Reasoning {
			t.Fatalf("%q reads back as %q, %q", r.Message().Content, answer, thinking)
		}
	})
}

func TestThinkingIsLinear(t *testing.T) {
	for _, piece := range []string{"<", "<think>", "</think>", "<think></think>", "</think><think>"} {
		start := time.Now()
		translate.Thinking(strings.Repeat(piece, 4<<20/len(piece)))
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("4 MB of %q took %v", piece, took)
		}
	}
}

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
		if got := translate.Flexible.Formula(record.Propositional, tt.answer); got != tt.flexible {
			t.Errorf("flexible: %q gives %q, want %q", tt.answer, got, tt.flexible)
		}
		if got, want := translate.Strict.Formula(record.Propositional, tt.answer), strings.TrimSpace(tt.answer); got != want {
			t.Errorf("strict: %q gives %q, want %q", tt.answer, got, want)
		}
	}
	for _, x := range []translate.Extraction{translate.Strict, translate.Flexible} {
		if got, err := translate.ParseExtraction(x.String()); err != nil || got != x {
			t.Errorf("ParseExtraction(%q) = %q, %v", x, got, err)
		}
	}
	if _, err := translate.ParseExtraction("loose"); err == nil {
		t.Error("ParseExtraction took loose")
	}
}

// Lines that only look like regular expressions to a parser are left alone.
func TestExtractionOfExpressions(t *testing.T) {
	for answer, want := range map[string]string{
		"The expression is\n(01)*1":      "(01)*1",
		"(01)*1\nSure.":                  "(01)*1",
		"Take 0 and 1\n$0^*1$\nas asked": "0^*1",
		"no idea\nat all":                "no idea\nat all",
		"0 1\n1 0":                       "0 1\n1 0",
	} {
		if got := translate.Flexible.Formula(record.Regex, answer); got != want {
			t.Errorf("%q gives %q, want %q", answer, got, want)
		}
	}
}

func TestExtractionIsLinear(t *testing.T) {
	for _, piece := range []string{"(\n", "p1 ∧\n", "`\n", "(((((((((\n"} {
		start := time.Now()
		translate.Flexible.Formula(record.FirstOrder, strings.Repeat(piece, 1<<20/len(piece)))
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("1 MB of %q took %v", piece, took)
		}
	}
}
