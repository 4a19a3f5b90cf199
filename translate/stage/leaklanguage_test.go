package stage_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

// Names beside Chinese characters were one word with them, and words of one letter were
// operators.
func TestLeaksInOtherLanguages(t *testing.T) {
	for _, tt := range []struct {
		f                  record.Formalism
		code, fs, nl, want string
	}{
		{"propositional", "zh", "(p1 ∧ ¬p2)", "p1为真，而p2为假！", ""},
		{"propositional", "zh", "(p1 ∧ ¬p2)", "命题A：p1为真且p2为假。", ""},
		{"propositional", "zh", "(p1 ∧ ¬p2)", "命题p1∧非p2", "symbol"},
		{"propositional", "zh", "(p1 ∧ ¬p2)", "要求p1＆p2为真", "symbol"},
		{"propositional", "zh", "(p1 ∧ ¬p2)", "要求p1 & p2为真", "symbol"},
		{"propositional", "zh", "(p1 ∧ ¬p2)", "公式为（p1 ∧ ¬p2）", "copy"},
		{"first_order", "zh", "pred1(x1)", "性质pred1（x1）成立", "application"},
		{"first_order", "zh", "∀x1. pred1(x1)", "对每个x1（即任意对象），pred1都成立", ""},
		{"regex", "zh", "a*b", "字母a出现零次或多次，然后是字母b", ""},
		{"regex", "zh", "a*b", "先是a*，然后是b", "symbol"},
		{"regex", "ja", "(01)*1", "０と１の並びが０回以上、次に１", ""},
		{"ltl", "zh", "G p1", "p1在每一步都为真", ""},
		{"ltl", "zh", "G p1", "即G p1成立", "copy"},
		{"ltl", "zh", "F (p1 | p2)", "从某步起G p1成立", "symbol"},
		{"propositional", "ar", "(p1 ∧ p2)", "كل من p1 و p2 صحيح", ""},
		{"propositional", "ar", "(p1 ∧ p2)", "الصيغة p1∧p2 صحيحة", "symbol"},
		{"propositional", "hi", "(p1 → p2)", "यदि p1 सत्य है, तो p2 सत्य है।", ""},
		{"propositional", "hi", "(p1 → p2)", "यदिp1→p2", "symbol"},
		{"ltl", "es", "p1 U p2", "Se cumple p1. Y p2 se cumple. O p1 no se cumple.", ""},
		{"ltl", "es", "Y p2", "Y p2", "copy"},
		{"ltl", "es", "p1 U p2", "X p1 y p2", "symbol"},
		{"ltl", "en", "p1 U p2", "It holds. Y p2 holds.", "symbol"},
		{"propositional", "cs", "(p1 ∨ p2)", "p1 v p2", "symbol"}, // it was the word "in"
		{"propositional", "sk", "(p1 ∨ p2)", "Platí p1 v p2.", "symbol"},
		{"propositional", "cs", "(p1 ∨ p2)", "Platí p1 nebo p2 v každém případě.", ""},
		{"propositional", "cs", "(p1 ∨ p2)", "V tomto případě platí p1 nebo p2.", ""},
		{"propositional", "de", "(p1 ∨ p2)", "p1 v p2", "symbol"},
	} {
		if got := stage.FindLeak(tt.f, tt.fs, english.ForLeaks(tt.fs, tt.nl, tt.code)); string(got) != tt.want {
			t.Errorf("%s %s: %s: found %q, expected %q", tt.code, tt.fs, tt.nl, got, tt.want)
		}
	}
}
