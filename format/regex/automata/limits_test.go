package automata

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/regextest"
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
	var engine Engine
	for _, tt := range tests {
		c, err := engine.Compare(parse(t, tt.left), parse(t, tt.right), Limits{States: 2000, Steps: 1_000_000})
		if err != nil || c.Equal != tt.equal || len(c.Shortest) != tt.shortest {
			t.Errorf("Compare(%s, %s) = %+v, %v", tt.left, tt.right, c, err)
		}
	}
}

func TestLimits(t *testing.T) {
	huge := parse(t, "((a{1000}){1000}){1000}")
	blowup := parse(t, "(a|b)*a(a|b){30}")
	wide := parse(t, "("+strings.Repeat("a?b*", 4000)+")*")
	all := parse(t, "(a|b)*a(a|b){30}|.*")
	idle := parse(t, "((ε{1000000}){1000000}){1000000}")
	var many []*regex.Expr
	for r := range rune(3000) {
		many = append(many, regex.Symbol('一'+r))
	}
	letters := regex.Concat(regex.Alternate(many...), regex.Repeat(regex.Symbol('a'), 3000, 3000))
	var engine Engine
	calls := map[string]func() error{
		"measure positions":  func() error { _, err := engine.Measure(huge, Limits{}); return err },
		"measure states":     func() error { _, err := engine.Measure(blowup, Limits{}); return err },
		"measure few states": func() error { _, err := engine.Measure(blowup, Limits{States: 10}); return err },
		"measure few steps":  func() error { _, err := engine.Measure(blowup, Limits{Steps: 100}); return err },
		"measure followers":  func() error { _, err := engine.Measure(wide, Limits{Steps: 1_000_000}); return err },
		"measure memory":     func() error { _, err := engine.Measure(letters, Limits{}); return err },
		"measure idle":       func() error { _, err := engine.Measure(idle, Limits{}); return err },
		"key":                func() error { _, err := engine.Key(blowup, Limits{}); return err },
		"compare positions":  func() error { _, err := engine.Compare(huge, blowup, Limits{}); return err },
		"compare steps": func() error {
			_, err := engine.Compare(blowup, parse(t, "(a|b)*a(a|b){30}ε"), Limits{Steps: 1000})
			return err
		},
		"compare states": func() error {
			_, err := engine.Compare(blowup, parse(t, "(a|b)*a(a|b){30}ε"), Limits{States: 20})
			return err
		},
		"empty":     func() error { _, err := engine.IsEmpty(huge, nil, Limits{}); return err },
		"universal": func() error { _, err := engine.IsUniversal(all, nil, Limits{States: 2}); return err },
		"census":    func() error { _, err := engine.Census(blowup, []rune("ab"), 60, Limits{}); return err },
		"census steps": func() error {
			_, err := engine.Census(parse(t, "a*"), []rune("a"), 10_000, Limits{Steps: 5000})
			return err
		},
		"census counts": func() error {
			_, err := engine.Census(parse(t, "(.|a)*"), []rune("abcdefghijklmnopqrst"), 20, Limits{})
			return err
		},
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

// TestUndecidedInclusion runs out of states after equality is refuted: the
// verdict and its string stand, the other side stays open.
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

// TestEngineForgets runs questions of all sizes through one engine in random
// order: each answer is that of a new engine.
func TestEngineForgets(t *testing.T) {
	exprs := rapid.OneOf(regextest.Expr("012"), rapid.SampledFrom([]*regex.Expr{
		parse(t, "(a|b)*a(a|b){12}"),
		parse(t, strings.Repeat("[a-z]?", 300)),
		parse(t, "((a{1000}){1000}){1000}"),
		parse(t, "(日|本|[^語])*"),
	}))
	var engine Engine
	rapid.Check(t, func(t *rapid.T) {
		a, b := exprs.Draw(t, "a"), exprs.Draw(t, "b")
		limit := Limits{States: rapid.SampledFrom([]int{0, 5, 50}).Draw(t, "states")}
		show := func(e *Engine) string {
			c, err1 := e.Compare(a, b, limit)
			m, err2 := e.Measure(a, limit)
			k, err3 := e.Key(b, limit)
			left, right := "", ""
			if c.LeftOnly != nil {
				left = *c.LeftOnly
			}
			if c.RightOnly != nil {
				right = *c.RightOnly
			}
			c.LeftOnly, c.RightOnly = nil, nil
			return fmt.Sprintf("%+v %q %q %v %+v %v %q %v", c, left, right, err1, m, err2, k, err3)
		}
		if used, fresh := show(&engine), show(new(Engine)); used != fresh {
			t.Fatalf("%s, %s:\n%s used\n%s fresh", a, b, used, fresh)
		}
	})
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	a, b := parse(t, "((0*1)*0(01*)*)*"), parse(t, "((0*1)*0((0)1*)*)*")
	var engine Engine
	got := testing.AllocsPerRun(100, func() {
		if c, err := engine.Compare(a, b, Limits{}); err != nil || !c.Equal {
			t.Fatal(c, err)
		}
		if _, err := engine.Measure(a, Limits{}); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations per pair, want none", got)
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

// FuzzCompare holds comparisons of whatever parses against enumeration of
// short strings over the symbols of both and one beside them.
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
		o := regex.Options{MaxDepth: 30, MaxSize: 60}
		a, errA := regex.Parse(left, o)
		b, errB := regex.Parse(right, o)
		if errA != nil || errB != nil {
			t.Skip()
		}
		var engine Engine
		limit := Limits{States: 500, Steps: 1_000_000}
		c, err := engine.Compare(a, b, limit)
		if err != nil {
			if !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			return
		}
		symbols := Symbols(a, b)
		alphabet := string(symbols[:min(len(symbols), 2)]) + "#"
		if c.Decided && engine.positions.n < 200 {
			checkComparison(t, a, b, c, alphabet, 4)
		}
		keyA, errA := engine.Key(a, limit)
		keyB, errB := engine.Key(b, limit)
		if errA == nil && errB == nil && (keyA == keyB) != c.Equal {
			t.Fatalf("%s, %s: equal %t, keys equal %t", a, b, c.Equal, keyA == keyB)
		}
	})
}
