package logic_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

func TestFold(t *testing.T) {
	for _, group := range [][]string{
		{"p1", "P1"},
		{"isTall", "ISTALL", "istall"},
		{"Świątek", "świątek", "S\u0301wia\u0328tek"},
		{"ΣΑΣ", "σας", "σασ"},
		{"p_1", "P_1"},
		{"Risk-Averse", "risk-averse"},
		{"\U00010400", "\U00010428"}, // Deseret, beyond 16 bits
	} {
		for _, name := range group {
			if got, want := logic.Fold(name), logic.Fold(group[0]); got != want {
				t.Errorf("%q folds to %q, %q to %q", name, got, group[0], want)
			}
		}
	}
	for _, pair := range [][2]string{{"p1", "p2"}, {"p_1", "p1"}, {"e", "é"}, {"\U00010041\u0300", "À"}, {"", "p"}} {
		if logic.Fold(pair[0]) == logic.Fold(pair[1]) {
			t.Errorf("%q and %q fold to the same", pair[0], pair[1])
		}
	}
	if s := "already_folded-1"; testing.AllocsPerRun(100, func() { logic.Fold(s) }) > 0 {
		t.Error("folding a folded name allocates")
	}
}

// TestSignatureOfManyNames has many names, each twice and in two cases.
func TestSignatureOfManyNames(t *testing.T) {
	var text []string
	for i := range 2 * 100 {
		p := "p"
		if i >= 100 {
			p = "P"
		}
		n := i % 100
		text = append(text, fmt.Sprintf("%s%d ∧ %sred%d(%sonst%d, %sun%d(a)) ∧ ∀%sv%d. ⊤", p, n, p, n, p, n, p, n, p, n))
	}
	f, err := logic.Parse("("+strings.Join(text, ") ∧ (")+")", logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		exact bool
		want  int
	}{{false, 100}, {true, 200}} {
		s := f.Signature(c.exact)
		got := []int{len(s.Propositions), len(s.Predicates), len(s.Functions), len(s.Constants) - 1, len(s.Variables)}
		for _, n := range got {
			if n != c.want {
				t.Errorf("case-sensitive %v: %v names, want %d each", c.exact, got, c.want)
				break
			}
		}
		for i, name := range s.Propositions[:100] {
			if name != fmt.Sprintf("p%d", i) {
				t.Errorf("proposition %d is %s", i, name)
			}
		}
	}
}

func TestSignatureTellsAritiesApart(t *testing.T) {
	f, err := logic.Parse("P ∧ P(a) ∧ p(a, b) ∧ P(f(a), f(a, b)) ∧ f(P)", logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%+v", f.Signature(false))
	want := "{Propositions:[P] Predicates:[{Name:P Arity:1} {Name:p Arity:2} {Name:f Arity:1}] " +
		"Functions:[{Name:f Arity:1} {Name:f Arity:2}] Constants:[a b P] Variables:[]}"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestParsersDoNotShareTrees parses different texts concurrently.
func TestParsersDoNotShareTrees(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			var kept []*logic.Formula
			var want []string
			for j := range 500 {
				s := fmt.Sprintf("(p%d ∧ (∀x%d. P(x%d, c%d)) ∧ ¬p%d)", i, j, j, i, i)
				f, err := logic.Parse(s, logic.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				if j%7 == 0 {
					logic.Parse(s+" ∧ (q", logic.Options{}) // an error leaves nothing behind
				}
				kept, want = append(kept, f), append(want, s)
			}
			for j, f := range kept {
				if f.String() != want[j] {
					t.Errorf("%s became %s", want[j], f)
				}
			}
		})
	}
	wg.Wait()
}
