package language

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

func parse(t *testing.T, s string) *temporal.Formula {
	t.Helper()
	f, err := temporal.Parse(s, temporal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestEdits lists all edits of a kind that a search tries.
func TestEdits(t *testing.T) {
	from := parse(t, "p & q")
	for _, c := range []struct {
		kind     record.Diagnosis
		fs, want string
	}{
		{record.NegationDropped, "G !p", "G p"},
		{record.NegationAdded, "p U q", "!(p U q); !p U q; p U !q"},
		{record.NegationMisplaced, "!G p", "G !p"},
		{record.NegationMisplaced, "F !p", "!F p"},
		{record.NegationMisplaced, "X !p", ""},
		{record.NegationMisplaced, "!(p U q)", "!p U q; p U !q"},
		{record.OperatorSwapped, "p & q", "p | q; p -> q; p <-> q; p xor q"},
		{record.TemporalSwapped, "G p", "X p; F p"},
		{record.TemporalSwapped, "p U q", "p R q; p M q"},
		{record.UntilSwapped, "p U q", "p W q"},
		{record.UntilSwapped, "p R q", "p M q"},
		{record.TemporalDropped, "X F p", "F p; X p"},
		{record.TemporalAdded, "p", "X p; F p; G p"},
		{record.ArgumentOrder, "p U q", "q U p"},
		{record.ArgumentOrder, "p -> q", "q -> p"},
		{record.ScopeWrong, "G (p & q)", "G p & q; p & G q"},
		{record.ScopeWrong, "G p -> q", "G (p -> q)"},
		{record.ScopeWrong, "G F p", "F G p"},
		{record.ScopeWrong, "p U (q & r)", "p U q & r"},
		{record.ScopeWrong, "p & q U r", "(p & q) U r"},
		{record.SymbolRenamed, "X p", "X q; X q"},
		{record.PartLost, "p & q & X r", "q & X r; p & X r; p & q"},
		{record.PartLost, "p U q", "q; p"},
		{record.PartAdded, "r", "r & p; r | p; p -> r; r -> p; p U r; r & !p; r | !p; !p -> r; r -> !p; !p U r; " +
			"r & q; r | q; q -> r; r -> q; q U r; r & !q; r | !q; !q -> r; r -> !q; !q U r"},
	} {
		var got []string
		for e := range syntax.Edits(Linear.Edits(parse(t, c.fs), syntax.EditOptions{Set: syntax.OfKinds(c.kind), From: from})) {
			if e.Kind != c.kind {
				t.Errorf("%s: found an edit of the kind %v, expected %v", c.fs, e.Kind, c.kind)
			}
			got = append(got, e.Apply().String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v of %s: found %s\nexpected %s", c.kind, c.fs, s, c.want)
		}
	}
}

// TestEditsAreUndone: an edit of noise gives a formula that prints and parses,
// and an edit of the inverse kind undoes most of them. Those that merge a chain with
// its operand need two. In 100 formulas every kind occurs; -short draws 20.
func TestEditsAreUndone(t *testing.T) {
	noise := []record.Diagnosis{
		record.NegationDropped, record.NegationMisplaced, record.OperatorSwapped, record.ScopeWrong, record.SymbolRenamed, record.PartLost,
		record.TemporalSwapped, record.TemporalDropped, record.UntilSwapped, record.ArgumentOrder,
	}
	count, back := map[record.Diagnosis]int{}, map[record.Diagnosis]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := random(12, "p1", "p2", "p3").Draw(t, "formula")
		for _, kind := range noise {
			for e := range syntax.Edits(Linear.Edits(f, syntax.EditOptions{Set: syntax.OfNoise(kind), From: f, Invent: true})) {
				g := formula(e.Apply())
				if again, err := temporal.Parse(g.String(), temporal.Options{}); err != nil || !temporal.Same(again, g) {
					t.Fatalf("%v of %v: %v reads back as %v, %v", e.Kind, f, g, again, err)
				}
				count[kind]++
				for u := range syntax.Edits(Linear.Edits(g, syntax.EditOptions{Set: syntax.OfKinds(syntax.Inverse(e.Kind)), From: f})) {
					if orderless(formula(u.Apply())) == orderless(f) {
						back[kind]++
						break
					}
				}
			}
		}
	})
	for _, k := range noise {
		if share := float64(back[k]) / float64(count[k]); count[k] > 20 && share < 0.5 || count[k] == 0 && !testing.Short() {
			t.Errorf("%v: %d of %d edits are undone", k, back[k], count[k])
		}
		t.Logf("%v: %d of %d", k, back[k], count[k])
	}
}

// orderless is the text of f with the operands of its chains in order.
func orderless(f *temporal.Formula) string {
	var args []string
	for _, g := range f.Args {
		args = append(args, orderless(g))
	}
	if f.Op == temporal.OpAnd || f.Op == temporal.OpOr || f.Op == temporal.OpXor {
		slices.Sort(args)
	}
	return fmt.Sprint(f.Op, f.Name, args)
}
