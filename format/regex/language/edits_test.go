package language

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// kinds are those of the edits that noise makes.
var kinds = []record.Diagnosis{
	record.NegationDropped, record.OperatorSwapped, record.ScopeWrong, record.SymbolRenamed, record.PartLost, record.StarMisplaced, record.StarPlus,
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		kind    record.Diagnosis
		e, want string
	}{
		{record.StarPlus, "(01)*1", "(01)+1"},
		{record.StarMisplaced, "1*0", "(1*0)*; 10*; (1*0)*; (10)*; 10; (1*)*0; 1*0*"},
		{record.ScopeWrong, "1(0|1)", "10|1; 0|11"},
		{record.ScopeWrong, "1(01)*", "(101)*; 101*; 10*1"},
		{record.SymbolRenamed, "01", "11; 00"},
		{record.PartLost, "011", "11; 01; 01"},
		{record.OperatorSwapped, "01", "0|1"},
	} {
		e, err := regex.Parse(c.e, regex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for x := range syntax.Edits(Paper.Edits(e.In(regex.Paper), syntax.EditOptions{Set: syntax.OfKinds(c.kind), From: e.In(regex.Paper)})) {
			got = append(got, x.Apply().String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v of %s: found %s\nexpected %s", c.kind, c.e, s, c.want)
		}
	}
}

// TestEditsOfBrics: the dialect of dk.brics.automaton has complements and intersections
// to drop, add and swap. In the paper's dialect no edit may insert them.
func TestEditsOfBrics(t *testing.T) {
	for _, c := range []struct {
		kind    record.Diagnosis
		e, want string
	}{
		{record.NegationDropped, `~(ab)&c`, `ab&c`},
		{record.NegationAdded, `~a&b`, `~(~a&b); ~~a&b; ~a&~b`},
		{record.OperatorSwapped, `a&b`, `a|b`},
		{record.OperatorSwapped, `a|b`, `ab; a&b`},
		{record.PartLost, `a&b&c`, `b&c; a&c; a&b`},
		{record.PartLost, `\ba`, `a; \b`},
		{record.StarPlus, `~(a*)`, `~(a+)`},
	} {
		e, err := regex.Parse(c.e, regex.Options{Dialect: regex.Brics})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for x := range syntax.Edits(Brics.Edits(e.In(regex.Brics), syntax.EditOptions{Set: syntax.OfKinds(c.kind), From: e.In(regex.Brics)})) {
			got = append(got, expression(x.Apply()).Text(regex.Brics))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v of %s: found %s\nexpected %s", c.kind, c.e, s, c.want)
		}
	}
	e, err := regex.Parse("(a|b)*", regex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for x := range syntax.Edits(Paper.Edits(e.In(regex.Paper), syntax.EditOptions{Set: syntax.OfKinds(kinds...), From: e.In(regex.Paper)})) {
		for part := range expression(x.Apply()).Subexpressions() {
			if part.Op == regex.OpIntersect || part.Op == regex.OpComplement {
				t.Errorf("an edit of %v makes %s", x.Kind, expression(x.Apply()).Text(regex.Brics))
			}
		}
	}
}
