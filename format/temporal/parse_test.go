package temporal_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// TestParse reads texts, and prints them with the fewest brackets.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// Spot's precedences and associativity.
		{"a U b R c", "a U b R c"},
		{"(a U b) U c", "(a U b) U c"},
		{"a & b U c", "a & b U c"},
		{"(a & b) U c", "(a & b) U c"},
		{"a -> b <-> c", "a -> b <-> c"},
		{"(a -> b) <-> c", "(a -> b) <-> c"},
		{"a -> (b <-> c)", "a -> b <-> c"},
		{"a | b xor c & d", "a | b xor c & d"},
		{"((a | b) xor c) & d", "((a | b) xor c) & d"},
		{"G a U b", "G a U b"},
		{"G (a U b)", "G (a U b)"},
		{"!a U b", "!a U b"},
		{"!(a U b)", "!(a U b)"},
		{"! X ! a", "!X !a"},
		{"X a -> F b", "X a -> F b"},
		{"((a & b) & (c & d)) & e", "a & b & c & d & e"},
		{"a -> b -> c", "a -> b -> c"},
		{"a W (b M c)", "a W b M c"},
		// What nl2spec, Spot and NuSMV print.
		{"(G(e) U F(G(F(d))))", "G e U F G F d"},
		{"G (a && X b -> X X c)", "G (a & X b -> X X c)"},
		{"G ( a -> (X !a | XX !a | XXX !a))", "G (a -> X !a | X X !a | X X X !a)"},
		{"a R b. ", "a R b"},
		{"GFa -> FGb", "G F a -> F G b"},
		{"G(p0 -> XXXp1)", "G (p0 -> X X X p1)"},
		{"grant | Fgrant", "grant | F grant"},
		{"(request xor GFrequest) M 1", "(request xor G F request) M true"},
		{"FX100", "F X100"},
		{"X0 & F1a", "X0 & F1a"},
		{`G("a<=b+c" -> "G")`, `G ("a<=b+c" -> "G")`},
		{" G (proc1.req -> F proc1.ack)", "G (proc1.req -> F proc1.ack)"},
		{"(p V q) U TRUE", "(p R q) U true"},
		{"F [1,2] a", "X (a | X a)"},
		{"X[3]a & F[2:3]b & G[0..2]c", "X X X a & X X (b | X b) & c & WX (c & WX c)"},
		{"F[2:]a | G[:1]b | X[0]c | X[!]d", "X X F a | b & WX b | c | X d"},
		{"[]<>a && <>[]b && ()c", "G F a & F G b & X c"},
		{"F[<=2] a | G[<2] b | F[>=2] c", "a | X (a | X a) | b & WX b | X X F c"},
		{"a U[1,2] b & a R[0,1] b", "a & X (b | a & X b) & b & (a | WX b)"},
		{"O[0,1] a & H[1,1] b & a S[0,1] b", "(a | Y a) & Z b & (b | a & Y b)"},
		// In a text with X[!], X is Spot's weak next.
		{"X a & X[!] b", "WX a & X b"},
		{"X[2] a & X [!]b", "WX WX a & X b"},
		// Operators about the past, and names that look like them.
		{"Y a & Z b & O c | H (a S b) T c", "Y a & Z b & O c | H (a S b) T c"},
		{"G (ack -> O (req & Y !ack))", "G (ack -> O (req & Y !ack))"},
		{"O & (H U S) -> T", `"O" & "H" U "S" -> "T"`},
		{"O S a | O O", `"O" S a | O "O"`},
		{"a S(b)", "a S b"},
		{"S(b) U c", `"S(b)" U c`},
		{"a since b & once c -> historically previously d", "a S b & O c -> H Y d"},
		{"once & since", `"once" & "since"`},
		{"weak next a | WX b | weak previous c", "WX a | WX b | Z c"},
		// Names with arguments, and comparisons.
		{"globally ( photo(car_3) double_implies next deliver( zebra , left(2) ) )", "G (photo(car_3) <-> X deliver(zebra,left(2)))"},
		{"G(p) & F(q) & X(r(s))", "G p & F q & X r(s)"},
		{"G (x > 5 -> F y<=x) & s = idle | f(x) ≠ 3", "G (x > 5 -> F y <= x) & s = idle | f(x) != 3"},
		{"search(hair-drier) -> x-> y", "search(hair-drier) -> x -> y"},
		{"x <-> y & !x=-1.5", "x <-> y & !x = -1.5"},
		{"negation ( a conjunction b ) imply finally [0, 1] ( c equal d )", "!(a & b) -> (c <-> d) | X (c <-> d)"},
		// Operators before all operands.
		{"F & a b", "F (a & b)"},
		{"& F h & G F d ! U a b", "F h & G F d & !(a U b)"},
		{"G i a X e b c", "G (a -> X (b <-> c))"},
		// Words.
		{"always (a implies eventually b)", "G (a -> F b)"},
		{"Globally not a OR next b", "G !a | X b"},
		{"a until b releases c", "a U b R c"},
		{"a weak until b strong  release c", "a W b M c"},
		{"weak & strong", "weak & strong"},
		{"a iff b unless c", "a <-> b W c"},
		// Unicode and LaTeX.
		{"□(a → ◇b) ∧ ○¬c ∨ ⊤", "G (a -> F b) & X !c | true"},
		{"◻⋄p₁ ⊕ 𝖦q", `G F p1 xor G q`},
		{`$\Box (a \rightarrow \Diamond b_{12})$`, "G (a -> F b12)"},
		{`\(\mathbf{G}\, a_1 \mathcal{U} \text{not } \mathit{b\_x} \)`, "G a1 U !b_x"},
		{`\lnot\bigcirc a \leftrightarrow \{ b \}`, "!X a <-> b"},
		{"（ａ ＆ b）", "a & b"},
		{"[a & {b | c}]", "a & (b | c)"},
		{"Green -> X Red", `"Green" -> X Red`},
		{"für U straße_1", "für U straße_1"},
	} {
		f, err := temporal.Parse(c.text, temporal.Options{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := f.String(); got != c.want {
			t.Errorf("%q: %s, expected %s", c.text, got, c.want)
		}
		for _, strict := range []bool{false, true} {
			again, err := temporal.Parse(f.String(), temporal.Options{Strict: strict})
			if err != nil || !temporal.Same(f, again) {
				t.Errorf("%q: printed as %s, read as %v, %v (strict %v)", c.text, f, again, err, strict)
			}
		}
	}
}

// TestErrors refuses texts, with the column, what was found and what was expected.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "column 1: expected a formula, found end of input"},
		{"a &", "column 4: expected a formula, found end of input"},
		{"a b", `column 3: expected an operator or the end of input, found "b"`},
		{"a v b", `column 3: expected an operator or the end of input, found "v"`},
		{"(a | b", `column 7: expected ")" or an operator, found end of input`},
		{"a | b)", `column 6: expected an operator or the end of input, found a surplus ")"`},
		{"(a | b]", `column 7: expected ")" or an operator, found "]"`},
		{"a U & b", `column 5: expected a formula, found "&"`},
		{"a ^ b", `column 3: expected an operator or the end of input, found "^"`},
		{"a ∪ b", `column 3: expected an operator or the end of input, found "∪"`},
		{"U", `column 1: expected a formula, found "U"`},
		{"(a -> (b U 3))", `column 12: expected a formula, found "3"`},
		{"1a", `column 1: expected a formula, found "1"`},
		{"a != !b", `column 3: expected an operator or the end of input, found "!"`},
		{"at (room)", `column 4: expected an operator or the end of input, found "("`},
		{"at(room | hall)", `column 3: expected an operator or the end of input, found "("`},
		{"x > y + z", `column 1: expected a formula, found "x"`},
		{"x + 1 > z", `column 7: expected an operator or the end of input, found ">"`},
		{"1 < x", `column 3: expected an operator or the end of input, found "<"`},
		{"b & O(a)", `column 5: expected a space behind an operator, or a name in quotes, found "O(a)", which could be both`},
		{"G imply(a, b)", `column 3: expected an operator between its operands, or a name in quotes, found "imply(a, b)", which could be both`},
		{"O S(b)", `column 1: expected a space behind an operator, or a name in quotes, found "O", which could be both`},
		{"O S a b", `column 7: expected an operator or the end of input, found "b"`},
		{"& a", `column 1: expected a formula, found "&"`},
		{"& i e a b", `column 1: expected a formula, found "&"`},
		{"F[0,1000000000] a", `column 2: expected at most 10000 levels of nesting, found more`},
		{"a U[0,1000000000] b", `column 4: expected at most 10000 levels of nesting, found more`},
		{"F[<0] a", `column 2: expected a range of steps such as [2:5], found "["`},
		{"F[99999999999999999999] a", `column 3: expected a formula, found "9"`},
		{"F[3:2] a", `column 2: expected a range of steps such as [2:5], found "["`},
		{"X[20000] a", `column 2: expected at most 10000 levels of nesting, found more`},
		{"G[0:9999] G[0:9999] a", `column 21: expected at most 10000 levels of nesting, found more`},
		{`"`, `column 1: expected a formula, found "\""`},
		{`""`, `column 1: expected a formula, found "\""`},
		{"é & \xff", "column 5: expected a formula, found byte 0xff, which is not UTF-8"},
		{"a. b", `column 2: expected an operator or the end of input, found "."`},
		{`a \frac b`, `column 3: expected an operator or the end of input, found "\\frac"`},
		{strings.Repeat("abcdefgh", 9) + " b b", `column 74: expected an operator or the end of input, found "b"`},
		{"(a " + strings.Repeat("b", 99), `column 4: expected ")" or an operator, found "bbbbbbbbbbbbbbbbbbbbbbbb..."`},
	} {
		if f, err := temporal.Parse(c.text, temporal.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, %v, expected %s", c.text, f, err, c.want)
		}
	}
}

// TestStrict refuses what the printer does not write.
func TestStrict(t *testing.T) {
	for _, s := range []string{"a && b", "always a", "□a", "GFa & a", "a V b", "1", "[a]", "$a$", "a.", "X[2]a", "~a", "a => b", "once a", "F & a b", "p_{1}", "NOT a", "True"} {
		if f, err := temporal.Parse(s, temporal.Options{Strict: true}); err == nil {
			t.Errorf("%q: read as %s", s, f)
		}
	}
}

// TestHostile reads large and deep texts in linear time, or refuses them.
func TestHostile(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"brackets":     strings.Repeat("(", n) + "a" + strings.Repeat(")", n),
		"open":         strings.Repeat("(", n),
		"negations":    strings.Repeat("!", n) + "a",
		"letters":      strings.Repeat("X", n) + " a",
		"words":        strings.Repeat("F", n) + "req & req",
		"untils":       strings.Repeat("a U ", n) + "a",
		"chain":        strings.Repeat("a & ", n) + "a",
		"ranges":       strings.Repeat("F[9:9]", n) + "a",
		"wide":         strings.Repeat("G[0:999]", 4) + "(a & b)",
		"commands":     strings.Repeat(`\ `, n) + "a",
		"phrases":      strings.Repeat("weak ", n),
		"quotes":       strings.Repeat(`"a`, n),
		"backslashes":  strings.Repeat(`\`, n),
		"deep chain":   strings.Repeat("(a & ", 9000) + "a" + strings.Repeat(")", 9000),
		"glued names":  strings.Repeat("Fa1 & Gb2 | ", n) + "a",
		"letters only": strings.Repeat("XFG", n),
	} {
		start := time.Now()
		f, err := temporal.Parse(text, temporal.Options{})
		if err == nil && !temporal.Same(f, f) || err != nil && !errors.As(err, new(*syntax.Error)) {
			t.Errorf("%s: %v", name, err)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
	f, err := temporal.Parse(strings.Repeat("!", 99_000)+"a", temporal.Options{Limits: syntax.Limits{MaxDepth: 1 << 40}})
	if err != nil || f.Counts().Depth != 99_000 {
		t.Errorf("deep negations: %v", err)
	}
	if _, err := temporal.Parse(strings.Repeat("!", 100_001)+"a", temporal.Options{Limits: syntax.Limits{MaxDepth: 1 << 40}}); err == nil {
		t.Error("100,001 levels: read")
	}
	if _, err := temporal.Parse(strings.Repeat("a & ", 9)+"a", temporal.Options{Limits: syntax.Limits{MaxSize: 9}}); err == nil {
		t.Error("10 atoms: read with at most 9 nodes")
	}
}

// checkError checks the position of an error.
func checkError(t *testing.T, s string, err error) {
	t.Helper()
	var e *syntax.Error
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) || e.Column != utf8.RuneCountInString(s[:e.Offset])+1 || e.Expected == "" || e.Found == "" {
		t.Fatalf("%q: %#v", s, err)
	}
}

// FuzzParse parses any bytes. Parse refuses them with a position inside the text or
// returns a tree that survives printing and parsing, also with Options.Strict.
func FuzzParse(f *testing.F) {
	f.Add("G (a -> F b) & !c U d", false)
	f.Add(`□(p₁ → ◇"x \" y") xor X[2]F[1:2]GFa`, false)
	f.Add("a W b M c R d <-> true -> false | e", true)
	f.Add("O S a -> H[1,2](x > 5 S p(q, -1)) T WX Y Z b", false)
	f.Add("& i a O(b) e c X[!] d once equal = 3", false)
	f.Fuzz(func(t *testing.T, s string, strict bool) {
		tree, err := temporal.Parse(s, temporal.Options{Strict: strict, Limits: syntax.Limits{MaxDepth: 1000, MaxSize: 10_000}})
		if err != nil {
			checkError(t, s, err)
			return
		}
		for _, strict := range []bool{strict, false, true} {
			again, err := temporal.Parse(tree.String(), temporal.Options{Strict: strict, Limits: syntax.Limits{MaxDepth: 100_000}})
			if err != nil {
				t.Fatalf("%q: printed as %s: %v", s, tree, err)
			}
			if !temporal.Same(tree, again) {
				t.Fatalf("%q: printed as %s, read as %s", s, tree, again)
			}
		}
		if strict {
			same, err := temporal.Parse(s, temporal.Options{})
			if err != nil || !temporal.Same(tree, same) {
				t.Fatalf("%q: %s, but %v, %v where everything is allowed", s, tree, same, err)
			}
		}
	})
}

// Brackets around a long conjunction copied it at each level.
func TestBracketsCopyNothing(t *testing.T) {
	const levels, length = 8000, 100_000
	start := time.Now()
	text := strings.Repeat("(p & ", levels) + strings.Repeat("q & ", length) + "q" + strings.Repeat(")", levels)
	f, err := temporal.Parse(text, temporal.Options{})
	if err != nil || len(f.Args) != levels+length+1 {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("%v for %d levels of brackets", took, levels)
	}
}
