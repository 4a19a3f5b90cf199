package automata

import (
	"errors"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// TestExponential compares expressions whose subset automata have 2^31 states.
func TestExponential(t *testing.T) {
	tests := []struct {
		left, right string
		equal       bool
		shortest    int
	}{
		{"(a|b)*a(a|b){30}", "(b*a)+(a|b){30}", true, 0},
		{"(a|b)*a(a|b){30}", "[ab]*a([ab]{3}){10}", true, 0},
		{"(a|b)*a(a|b){30}", "(a*b*)*a(a|b)(a|b){29}", true, 0},
		{"(a|b)*a(a|b){30}", "(a|b)*a(a|b){31}", false, 31},
		{"(a|b)*a(a|b){30}", "(a|b)*b(a|b){30}", false, 31},
		{"(a|b)*a(a|b){30}", "(a|b)*a(a|b){30}|b{40}", false, 40},
	}
	for _, tt := range tests {
		c, err := Compare(parse(t, tt.left), parse(t, tt.right), Limits{States: 2000, Steps: 1_000_000})
		if err != nil || c.Equal != tt.equal || len(c.Shortest) != tt.shortest {
			t.Errorf("Compare(%s, %s) = %+v, %v", tt.left, tt.right, c, err)
		}
	}
}

func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	huge := parse(t, "((a{1000}){1000}){1000}")
	blowup := parse(t, "(a|b)*a(a|b){30}")
	wide := parse(t, "("+strings.Repeat("a?b*", 4000)+")*")
	all := parse(t, "(a|b)*a(a|b){30}|.*")
	idle := parse(t, "((ε{1000000}){1000000}){1000000}")
	var many []*regex.Expr
	for r := range rune(3000) {
		many = append(many, regex.Symbol('一'+r))
	}
	letters := regex.Concat(regex.Alternate(many...), &regex.Expr{Op: regex.OpRepeat, Args: []*regex.Expr{regex.Symbol('a')}, Min: 3000, Max: 3000})
	calls := map[string]func() error{
		"measure positions":  func() error { _, err := Measure(huge, Limits{}); return err },
		"measure states":     func() error { _, err := Measure(blowup, Limits{}); return err },
		"measure few states": func() error { _, err := Measure(blowup, Limits{States: 10}); return err },
		"measure few steps":  func() error { _, err := Measure(blowup, Limits{Steps: 100}); return err },
		"measure followers":  func() error { _, err := Measure(wide, Limits{Steps: 1_000_000}); return err },
		"measure memory":     func() error { _, err := Measure(letters, Limits{}); return err },
		"measure idle":       func() error { _, err := Measure(idle, Limits{}); return err },
		"compare positions":  func() error { _, err := Compare(huge, blowup, Limits{}); return err },
		"compare steps": func() error {
			_, err := Compare(blowup, parse(t, "(a|b)*a(a|b){30}ε"), Limits{Steps: 1000})
			return err
		},
		"compare states": func() error {
			_, err := Compare(blowup, parse(t, "(a|b)*a(a|b){30}ε"), Limits{States: 20})
			return err
		},
		"universal": func() error { _, err := Compare(parse(t, ".*"), all, Limits{States: 2}); return err },
	}
	for name, call := range calls {
		first := call()
		if !errors.Is(first, ErrLimit) {
			t.Errorf("%s: error %v, want ErrLimit", name, first)
			continue
		}
		if second := call(); second.Error() != first.Error() {
			t.Errorf("%s: error %q the first time, %q the second", name, first, second)
		}
	}
}

// TestUndecidedInclusion runs out of states after equality is refuted. The shortest
// string is returned; the inclusion is not decided.
func TestUndecidedInclusion(t *testing.T) {
	a, b := parse(t, "(a|b)*a(a|b){30}"), parse(t, "((a|b)*a(a|b){15})*")
	if c, err := Compare(a, b, Limits{}); err != nil || c.LeftOnly == nil || len(*c.LeftOnly) != 31 {
		t.Errorf("without a limit Compare = %+v, %v", c, err)
	}
	c, err := Compare(a, b, Limits{States: 20})
	if err != nil || c.Equal || c.Decided || c.Shortest != "" || c.InLeft || c.RightOnly == nil || c.LeftOnly != nil {
		t.Errorf("Compare = %+v, %v", c, err)
	}
}

func TestRepresentatives(t *testing.T) {
	tests := []struct{ left, right, want string }{
		{".", "∅", "0"},
		{"[^0-9]", "∅", "a"},
		{"[^0-9a-z]", "∅", "A"},
		{"[^0-9a-zA-Z]", "∅", "!"},
		{`[^!-~]`, "∅", " "},
		{`[^ -~]`, "∅", "¡"},
		{"[^0]|0", "0", "1"},
		{`\n`, "∅", "\n"},
		{`[\x00-\x20]`, "∅", " "},
		{`\x{D7FF}|\x{E000}`, `\x{E000}`, "\uD7FF"},
		{"[日-本]語", "日語", "旦語"},
	}
	for _, tt := range tests {
		c, err := Compare(parse(t, tt.left), parse(t, tt.right), Limits{})
		if err != nil || c.Shortest != tt.want || !c.InLeft {
			t.Errorf("Compare(%s, %s): %q, %v; want %q", tt.left, tt.right, c.Shortest, err, tt.want)
		}
	}
}

// FuzzCompare compares the results for any expressions that parse with an enumeration
// of short strings over their symbols and one other symbol.
func FuzzCompare(f *testing.F) {
	for _, pair := range [][2]string{
		{"(0*1*)*", "(0|1)*"},
		{"01", "10"},
		{"1*11*", "1*1*1*"},
		{"(1)*0", "(.*)"},
		{"(^a|b)+$", "a?b*"},
		{"(a{2,3}){2}", "a{4,6}"},
		{"[^a]|a", "."},
		{"(a|b)*a(a|b)(a|b)", "[ab]*a[ab]{2}"},
	} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, left, right string) {
		o := regex.Options{Limits: syntax.Limits{MaxDepth: 30, MaxSize: 60}}
		a, errA := regex.Parse(left, o)
		b, errB := regex.Parse(right, o)
		if errA != nil || errB != nil {
			t.Skip()
		}
		limit := Limits{States: 500, Steps: 1_000_000}
		c, err := Compare(a, b, limit)
		if err != nil {
			if !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			return
		}
		symbols := Symbols(a, b)
		alphabet := string(symbols[:min(len(symbols), 2)]) + "#"
		if c.Decided && c.Positions < 199 {
			checkComparison(t, a, b, c, alphabet, 4)
		}
		sizeA, errA := Measure(a, limit)
		sizeB, errB := Measure(b, limit)
		if errA == nil && errB == nil && c.Equal && sizeA.States != sizeB.States {
			t.Fatalf("%s, %s: equal, with minimal automata of %v and %v", a, b, sizeA, sizeB)
		}
	})
}
