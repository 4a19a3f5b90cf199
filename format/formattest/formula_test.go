package formattest_test

import (
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"pgregory.net/rapid"
)

// TestFormulaKeepsToItsConfig checks that a formula has only what its config allows.
func TestFormulaKeepsToItsConfig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		cfg := formattest.FormulaConfig{
			FirstOrder: flag("first-order"), Equality: flag("equality"), Functions: flag("functions"),
			Mixed: flag("mixed"), Truth: flag("truth"), WideNames: flag("wide"),
			Size:         rapid.IntRange(1, 20).Draw(t, "bound"),
			Propositions: rapid.IntRange(1, 4).Draw(t, "propositions"),
			Predicates:   rapid.IntRange(1, 4).Draw(t, "predicates"),
		}
		if flag("free") {
			cfg.Free = []string{"y1"}
		}
		if flag("conjunctions only") {
			cfg.Connectives = []logic.Op{logic.OpAnd}
		}
		f := formattest.Formula(t, cfg)

		c, sig := f.Counts(), f.Signature(true)
		inner, equalities := 0, 0
		for g := range f.Subformulas() {
			if len(g.Args) > 0 {
				inner++
			}
			switch g.Op {
			case logic.OpAnd, logic.OpOr, logic.OpXor:
				if len(g.Args) < 2 || slices.ContainsFunc(g.Args, func(h *logic.Formula) bool { return h.Op == g.Op }) {
					t.Fatalf("%s: not flat", f)
				}
			case logic.OpTrue, logic.OpFalse:
				if !cfg.Truth {
					t.Fatalf("%s: a truth value", f)
				}
			case logic.OpEqual:
				equalities++
				if !cfg.Equality || !cfg.FirstOrder {
					t.Fatalf("%s: an equality", f)
				}
			}
		}
		if inner > cfg.Size+equalities {
			t.Fatalf("%s: %d inner nodes, at most %d wanted", f, inner, cfg.Size)
		}
		for _, v := range f.FreeVariables() {
			if !slices.Contains(cfg.Free, v) {
				t.Fatalf("%s: %s is free", f, v)
			}
		}
		switch {
		case !cfg.FirstOrder && !f.IsPropositional():
			t.Fatalf("%s: not propositional", f)
		case cfg.FirstOrder && !cfg.Mixed && len(sig.Propositions) > 0:
			t.Fatalf("%s: propositions", f)
		case !cfg.Functions && len(sig.Functions) > 0:
			t.Fatalf("%s: functions", f)
		case cfg.Connectives != nil && c.Or+c.Xor+c.Implies+c.Iff > 0:
			t.Fatalf("%s: connectives %+v", f, c)
		case len(sig.Propositions) > cfg.Propositions || len(sig.Predicates) > cfg.Predicates:
			t.Fatalf("%s: names %+v", f, sig)
		}
	})
}
