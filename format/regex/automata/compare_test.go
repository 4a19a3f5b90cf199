package automata

import (
	"testing"

	"github.com/truthloop/truthloop/format/regex"
)

func parse(t testing.TB, s string) *regex.Expr {
	t.Helper()
	e, err := regex.Parse(s, regex.Options{})
	if err != nil {
		t.Fatalf("parse %q: %v", s, err)
	}
	return e
}

func TestCompare(t *testing.T) {
	none := "none"
	tests := []struct {
		left, right         string
		leftOnly, rightOnly string
	}{
		{"01", "10", "01", "10"},
		{"(0*1*)*", "(0|1)*", none, none},
		{"1*0", "(1*)10", "0", none},
		{"(1*)*0", "((1*)0)*", none, ""},
		{"1*11*", "1*1*1*", none, ""},
		{"(1)*0", "(.*)", none, ""},
		{"0**", "0*", none, none},
		{"(0|1)*", "(0*1*)*", none, none},
		{"(0|1)*", ".*", none, "2"},
		{"[^0]", "1", "2", none},
		{"∅", "ε", none, ""},
		{"a∅", "∅*b", none, "b"},
		{"a{2,4}", "aa|aaa|aaaa", none, none},
		{"a{2,}", "aaa*", none, none},
		{"(a?){3}", "a{0,3}", none, none},
		{"(a*b){0}", "ε", none, none},
		{"^a$", "a", none, none},
		{"a^b", "∅", none, none},
		{"(^a)*", "a?", none, none},
		{"(a$)*b", "b", none, none},
		{"(^|a)b", "a?b", none, none},
		{"(^|a)(^|a)b", "(^|a)(a|^)b", none, none},
		{"(^|a){2}b", "b|ab|aab", none, none},
		{"a*^$", "ε", none, none},
		{"($|b)(^|a)", "ε|ba", none, none},
		{"[a-z]", "[a-y]|z", none, none},
		{".", `[\s\S]`, none, none},
		{`[^\d]`, `\D`, none, none},
		{"a|b", "[ab]", none, none},
	}
	for _, tt := range tests {
		a, b := parse(t, tt.left), parse(t, tt.right)
		c, err := Compare(a, b, Limits{})
		if err != nil {
			t.Errorf("Compare(%s, %s): %v", tt.left, tt.right, err)
			continue
		}
		show := func(s *string) string {
			if s == nil {
				return none
			}
			return *s
		}
		if l, r := show(c.LeftOnly), show(c.RightOnly); l != tt.leftOnly || r != tt.rightOnly || !c.Decided {
			t.Errorf("Compare(%s, %s): only left %q, only right %q, decided %t; want %q, %q", tt.left, tt.right, l, r, c.Decided, tt.leftOnly, tt.rightOnly)
		}
		if c.Equal != (tt.leftOnly == none && tt.rightOnly == none) {
			t.Errorf("Compare(%s, %s).Equal = %t", tt.left, tt.right, c.Equal)
		}
	}
}
