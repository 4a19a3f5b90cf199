package logic_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// TestHostileTexts checks that texts beyond the limits are refused quickly and that
// long texts within the limits are read.
func TestHostileTexts(t *testing.T) {
	const n = 100_000
	rep := strings.Repeat
	for _, c := range []struct {
		name, text, want string
	}{
		{"parentheses", rep("(", n) + "p" + rep(")", n), "column 10001: expected at most 10000 levels of nesting, found more"},
		{"parentheses alone", rep("(", n), "column 10001: expected at most 10000 levels of nesting, found more"},
		{"negations", rep("¬", n) + "p", "column 10001: expected at most 10000 levels of nesting, found more"},
		{"words of negation", rep("not ", n) + "p", "column 40001: expected at most 10000 levels of nesting, found more"},
		{"quantifiers", rep("∀x", n) + "P(x)", "column 20001: expected at most 10000 levels of nesting, found more"},
		{"variables", "∀" + rep("x ", n) + ". P(x)", "levels of nesting, found more"},
		{"functions", "P(" + rep("f(", n) + "a" + rep(")", n) + ")", "column 20002: expected at most 10000 levels of nesting, found more"},
		{"implications", rep("p → ", n) + "p", "levels of nesting, found more"},
		{"equivalences", rep("p ↔ ", n) + "p", "levels of nesting, found more"},
		{"heads in brackets", rep("(∀x)", n) + "P(x)", "levels of nesting, found more"},
		{"conjunctions", rep("p ∧ ", 10*n) + "p", "expected at most 1000000 nodes, found more"},
		{"arguments", "P(" + rep("a,", 11*n) + "a)", "expected at most 1000000 nodes, found more"},
		{"look-ahead", rep("∀x y (P(x) ∧ ", n) + "p", "levels of nesting, found more"},
		{"zeros", rep("\x00", n), `column 1: expected a formula, found "\x00"`},
		{"no UTF-8", rep("\xff", n), "column 1: expected a formula, found byte 0xff, which is not UTF-8"},
		{"spaces", rep(" ", n), "column 100001: expected a formula, found end of input"},
		{"foreign", rep("\u200b", n) + ")", `column 100001: expected a formula, found ")"`},
		{"long name", rep("p", n) + " )", `column 100002: expected an operator or the end of input, found a surplus ")"`},
		{"long name found", "p " + rep("q", n), `column 3: expected an operator or the end of input, found "qqqqqqqqqqqqqqqqqqqqqqqq"...`},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			_, err := logic.Parse(c.text, logic.Options{})
			var e *syntax.Error
			if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) {
				t.Errorf("%.200v, want %s", err, c.want)
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %v", d)
			}
		})
	}
	t.Run("long but flat", func(t *testing.T) {
		f, err := logic.Parse(rep("(p ∧ q) ∧ ", n)+"r", logic.Options{})
		if err != nil || len(f.Args) != 2*n+1 {
			t.Fatal(err)
		}
	})
	t.Run("flattened level by level", func(t *testing.T) {
		const depth = 9000
		f, err := logic.Parse(rep("(", depth)+rep("p ∧ ", n)+"q"+rep(" ∧ r)", depth), logic.Options{})
		if err != nil || len(f.Args) != n+1+depth {
			t.Fatal(err)
		}
	})
	t.Run("many binders and many names", func(t *testing.T) {
		var s strings.Builder
		for range 9000 {
			s.WriteString("∀abcdefgh")
		}
		s.WriteString(" (" + rep("P(abcdefgx) ∧ ", n) + "P(abcdefgh))")
		if _, err := logic.Parse(s.String(), logic.Options{}); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("as deep as allowed", func(t *testing.T) {
		f, err := logic.Parse(rep("¬", n)+"p", logic.Options{Limits: syntax.Limits{MaxDepth: n}})
		if err != nil || f.Counts().Depth != n || !logic.Same(f, f) || len(f.String()) != 2*n+1 {
			t.Fatal(err)
		}
	})
	t.Run("a hundred million bytes", func(t *testing.T) {
		if testing.Short() {
			t.Skip("short")
		}
		for i, junk := range []string{"\u200b", "lorem ipsum ", "(", "p∧", "¬(p∧q)→", "∀x y (f(", "∀x∀y.P(x,y)∨", `\text{`, "all ", "$_{"} {
			start := time.Now()
			size := 10_000_000
			if i < 2 {
				size = 100_000_000
			}
			_, err := logic.Parse(rep(junk, size/len(junk)), logic.Options{})
			if err == nil {
				t.Errorf("%q: no error", junk)
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("%q: took %v", junk, d)
			}
		}
	})
}

func TestShadowedBinderComesBack(t *testing.T) {
	// Many binders, among them one name twice.
	text := strings.Repeat("∀a ∀b ", 40) + "∃A (P(a) ∧ ∀a P(A, b)) ∧ Q(a)"
	f, err := logic.Parse("("+text+")", logic.Options{Scope: logic.ScopeWide})
	if err != nil {
		t.Fatal(err)
	}
	if want := "∃A. (P(A) ∧ (∀a. P(a, b)) ∧ Q(A))"; !strings.HasSuffix(f.String(), want) {
		t.Errorf("%s, want ...%s", f, want)
	}
}

// A repair must not make the time of a hostile text grow faster than its length: the time
// for a text ten times as long is compared.
func TestHostileTextsWithRepairs(t *testing.T) {
	rep := strings.Repeat
	for _, c := range []struct{ before, part, after string }{
		{"", "(", "p"},
		{"p", ")", ""},
		{"", "∃!x ", "P(x)"},
		{"P(", "a b, ", "c)"},
		{"P(", `"a" `, ")"},
		{"P(", `'a `, ")"},
		{"x > ", "1 + ", "1"},
		{"x > ", "(", "1"},
		{"", "(x + 1) > (y * 2) ∧ ", "p"},
		{"P(", "[", ")"},
		{"P(a", " | a", ")"},
		{"p", ", p", ""},
		{"p", ". ∧ p", ""},
		{"P(x)", " for all x", ""},
		{"", "(and ", "p"},
		{"", "(and p ", rep(")", 100)},
		{"", "And(p, ", "p"},
		{"", "ForAll(x, ", "p"},
		{"", "Equivalent(p, ", "p"},
		{"", "If(p, q, ", "p"},
		{"", "And([p, ", "p"},
		{"", "And([", "p"},
		{"", "p == (", "q"},
		{"Distinct(a", ", a", ")"},
		{"", "true == ", "p"},
		{"", "(ite p q ", "p"},
		{"", "![X]:", "p(X)"},
		{"", "∀x ∈ D ", "P(x)"},
		{"", "∀x", "Px"},
		{"", "∀x (Px ∧ ", "p"},
		{"", "no x. ", "p"},
		{"", "there exists an x such that ", "P(x)"},
	} {
		duration := func(n int) time.Duration {
			text := c.before + rep(c.part, n) + c.after
			least := time.Duration(1 << 62)
			for range 2 {
				start := time.Now()
				logic.Read(text, logic.Options{Lenient: true})
				least = min(least, time.Since(start))
			}
			return least
		}
		short, long := duration(2_000), duration(20_000)
		if long > 100*max(short, time.Millisecond) {
			t.Errorf("%s%s...%s: %v, and %v for ten times the length", c.before, c.part, c.after, short, long)
		}
	}
}

// Each minus sign was taken for the beginning of an arrow, and all signs behind it were read
// to find its end.
func TestManyMinusSigns(t *testing.T) {
	duration := func(sign string) time.Duration {
		text := strings.Repeat(sign, 300_000)
		start := time.Now()
		logic.Read(text, logic.Options{Lenient: true})
		return time.Since(start)
	}
	if tilde, minus := duration("~"), duration("-"); minus > 100*max(tilde, time.Millisecond) {
		t.Errorf("%v for ~~~..., %v for ---...", tilde, minus)
	}
}
