package translate_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

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

// Thinking is the inverse of Response.Message.
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
		if took := time.Since(start); took > time.Minute {
			t.Errorf("4 MB of %q took %v", piece, took)
		}
	}
}
