package logic_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
)

// general reads s with the parser proper: other limits than the usual ones are
// not for the reader of the paper's notation.
func general(s string, strict bool) (*logic.Formula, error) {
	return logic.Parse(s, logic.Options{Strict: strict, MaxDepth: logic.DefaultMaxDepth + 1})
}

// FuzzPaper holds the reader of the paper's notation against the parser proper.
func FuzzPaper(f *testing.F) {
	for _, s := range []string{
		"(p1 ∧ ¬(p2 ∨ p3))", "¬¬p → q ↔ (r → s ∧ t) ∨ ( u ∨ v1 )", "((p))", "p ∧", "p)", "(p", "p ∨ v ∨ q",
		"p(x)", "p1 ∧ (q1 ∧ (r1 ∧ s1)) ∧ t1", "¬(p ∧ q) ∧ r", "P ∧ not ∧ iffy", "a_1 ∨ _b ∨ 1c", "p ∧ q .", "p∧q ¬r", "p = q", "p→q→r↔s↔t",
		"all ∧ true", "averylongname ∧ averylongnames ∧ plainname", "p q", "p−q", "", "¬", "p ∧ ¬", "()",
	} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, strict bool) {
		tree, err := logic.Parse(s, logic.Options{Strict: strict})
		want, wantErr := general(s, strict)
		var p logic.Parser
		if c := p.Code(s, logic.Options{Strict: strict}); c != nil && (wantErr != nil || !logic.Same(p.Tree(c), want)) {
			t.Fatalf("%q: has the code %v, the parser finds %v, %v", s, c.Words, want, wantErr)
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: found %v, the parser finds %v", s, err, wantErr)
		}
		if err != nil {
			if err.Error() != wantErr.Error() {
				t.Fatalf("%q: found %v, the parser finds %v", s, err, wantErr)
			}
			return
		}
		if !logic.Same(tree, want) || tree.IsPropositional() != want.IsPropositional() {
			t.Fatalf("%q: read as %s, propositional %t; the parser reads %s", s, tree, tree.IsPropositional(), want)
		}
	})
}

// TestParserUsesMemoryAgain: a tree is not touched before Reset, whatever is
// read after it, and none is left in the trees of later texts.
func TestParserUsesMemoryAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p logic.Parser
		for range 4 {
			p.Reset()
			var texts []string
			var trees []*logic.Formula
			for range rapid.IntRange(1, 4).Draw(t, "texts") {
				f := logictest.Formula(t, logictest.Config{FirstOrder: rapid.Bool().Draw(t, "first order"), Equality: true, Functions: true, Truth: true, Size: 60})
				read, err := p.Readings(f.String(), logic.Options{})
				if err != nil || len(read) != 1 {
					t.Fatalf("%s: found %v, %v", f, read, err)
				}
				texts, trees = append(texts, f.String()), append(trees, read[0])
			}
			for i, f := range trees {
				want, err := logic.Parse(texts[i], logic.Options{})
				if err != nil || !logic.Same(f, want) {
					t.Fatalf("%s: became %s", texts[i], f)
				}
			}
		}
	})
}

// TestParserSteadyState: texts that fit the memory of those before allocate
// nothing.
func TestParserSteadyState(t *testing.T) {
	texts := propositionalTexts(16)
	var p logic.Parser
	read := func() {
		for _, s := range texts {
			p.Reset()
			if _, err := p.Readings(s, logic.Options{}); err != nil {
				t.Fatal(err)
			}
			p.Reset()
			p.Tree(p.Code(s, logic.Options{}))
		}
	}
	read()
	if n := testing.AllocsPerRun(20, read); n != 0 {
		t.Errorf("%v allocations for %d texts, expected none", n, len(texts))
	}
}
