package regex_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// TestParse compares the printed tree or the error of each text.
func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		// The paper's notation.
		{"1", "1"},
		{"(01)*", "(01)*"},
		{"(((1)*)*)0", "(1*)*0"},
		{"((0)((1)(0)))", "010"},
		{"0**", "(0*)*"},
		{" 0 1 *\n", "01*"},
		{"(0*\n1)", "0*1"},

		// Operators beside it.
		{"0|1|", "0|1|ε"},
		{"(|0)", "ε|0"},
		{"((0|1)|01)", "0|1|01"},
		{"(0|1)0", "(0|1)0"},
		{"()", "ε"},
		{"()*", "ε*"},
		{"0+1", "0+1"},
		{"(0+)+", "(0+)+"},
		{"0?1", "0?1"},
		{"0.1", "0.1"},
		{".*", ".*"},
		{"∅|ε|ϵ|λ", "∅|ε|ε|ε"},
		{"^0$", "^0$"},
		{"0^1$2", "0^1$2"},
		{"$*", "$*"},
		{"(^)*", "(^)*"},

		// Counts.
		{"0{2}", "0{2}"},
		{"0{2,}", "0{2,}"},
		{"0{,2}", "0{0,2}"},
		{"0{ 2 , 3 }", "0{2,3}"},
		{"0{1000000}", "0{1000000}"},
		{"((0{1000}){1000}){1000}", "((0{1000}){1000}){1000}"},
		{"0{2}{3}", "(0{2}){3}"},

		// Lazy and possessive marks.
		{"0*?1+?2??3{2}?", "0*1+2?3{2}"},
		{"0*+1++2?+3{2}+", "0*1+2?3{2}"},
		{"0*?*", "(0*)*"},
		{"0???", "(0?)?"},

		// Classes.
		{"[01]", "[01]"},
		{"[10-5]", "[0-5]"},
		{"[^a]", "[^a]"},
		{"[^a]|[^^]", `[^a]|[^\^]`},
		{"[]a]", `[\]a]`},
		{"[^]a]", `[^\]a]`},
		{"[a-]", `[\-a]`},
		{"[-a]", `[\-a]`},
		{"[a b]", `[\x20ab]`},
		{"[0]", "0"},
		{`[\d_]`, "[0-9_]"},
		{`[\]\\\-]`, `[\-\\\]]`},
		{`[\n\x41-\x43]`, `[\x0AA-C]`},
		{"[[:digit:]a]", `column 2: expected a character of a class, found "[:": named classes are not supported; the bracket itself is \[`},
		{"[[a]", `[\[a]`},
		{"[[:]", `[:\[]`},
		{"[(){}[:]", `[():\[{}]`},
		{`[\s\S]`, "."},
		{`[^\s\S]`, "∅"},
		{"[．-９]", "[.-9]"},
		{"[ε]", `\x{3B5}`},
		{`\d\w\s`, `[0-9][0-9A-Z_a-z][\x09-\x0D\x20]`},
		{`\D`, "[^0-9]"},

		// Escapes.
		{`\*\.\(\\\/\"`, `\*\.\(\\\/\"`},
		{`\x41\u0042\u{43}\x{44}\U00000045`, "ABCDE"},
		{`\n\t`, `\x0A\x09`},
		{`\ `, `\x20`},
		{`\ε\∗`, `\x{3B5}\x{2217}`},
		{"\\u2028\\x{10FFFF}", `\x{2028}\x{10FFFF}`},

		// Typographic forms.
		{"０＊（１｜２）", "0*(1|2)"},
		{"0∗1⋆2＊", "0*1*2*"},
		{"0∪1∣2", "0|1|2"},
		{"0·1⋅2", "012"},
		{"\ufeff0\u200b*", "0*"},
		{`\epsilon\cup 0\ast\mid\emptyset\left(1\right)\cdot 2`, "ε|0*|∅12"},
		{"0^*1^+2^{*}3^{+}4^{2}", "0*1+2*3+4{2}"},

		// Groups.
		{"(?:01)(?:1)*", "011*"},

		// Symbols like any others.
		{"a-b,c:d=e", "a-b,c:d=e"},
		{"it's", `it\'s`},
		{"a/b", `a\/b`},
		{"日本*", "日本*"},

		// Errors.
		{"", `column 1: expected an expression, found end of text`},
		{"  ", `column 3: expected an expression, found end of text`},
		{"*0", `column 1: expected an expression, found "*": there is nothing to repeat`},
		{"0|*1", `column 3: expected an expression, found "*": there is nothing to repeat`},
		{"(+)", `column 2: expected an expression, found "+": there is nothing to repeat`},
		{"^*", `column 1: expected an expression, found "^": there is nothing to repeat`},
		{"{0,1}*", `column 1: expected an expression before the count, found "{": there is nothing to repeat`},
		{"0)", `column 2: expected an operator, a symbol or end of text, found ")": no parenthesis is open`},
		{"(0*1)) and more", `column 6: expected an operator, a symbol or end of text, found ")": no parenthesis is open`},
		{"ε(0", `column 4: expected ")", found end of text: the parenthesis at column 2 is open`},
		{"0]", `column 2: expected an expression, found "]": the character itself is written with \ before it`},
		{"0}", `column 2: expected an expression, found "}": the character itself is written with \ before it`},
		{"[0", `column 3: expected "]", found end of text: the class is open`},
		{"[]", `column 3: expected "]", found end of text: the class is open`},
		{"[0-", `column 4: expected "]", found end of text: the class is open`},
		{"[1-0]", `column 2: expected a range in ascending order, found "1-0"`},
		{`[0-\d]`, `column 2: expected a range between two characters, found "0-\\d"`},
		{"0{}", `column 2: expected a count such as {2}, {2,} or {2,5}, found "{}": the brace itself is \{`},
		{"0{a}", `column 2: expected a count such as {2}, {2,} or {2,5}, found "{a": the brace itself is \{`},
		{"0{1 2}", `column 2: expected a count such as {2}, {2,} or {2,5}, found "{1 2": the brace itself is \{`},
		{"0{1,2", `column 2: expected a count such as {2}, {2,} or {2,5}, found "{1,2": the brace itself is \{`},
		{"0{3,2}", `column 2: expected a count whose maximum is at least its minimum, found "{3,2}"`},
		{"0{1000001}", `column 3: expected a count of at most 1000000, found "1000001"`},
		{"0{99999999999999999999}", `column 3: expected a count of at most 1000000, found "9999999"`},
		{`0\`, `column 3: expected a character after \, found end of text`},
		{`\q`, `column 1: expected an escape of a regular expression, found "\\q": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported`},
		{`(0)\1`, `column 4: expected an escape of a regular expression, found "\\1": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported`},
		{`\k<n>`, `column 1: expected an escape of a regular expression, found "\\k": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported`},
		{`\b0`, `column 1: expected an escape of a regular expression, found "\\b": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported`},
		{`\pL`, `column 1: expected an escape of a regular expression, found "\\p": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported`},
		{`\x4`, `column 1: expected 2 hexadecimal digits, or digits in braces, found "\\x"`},
		{`\x{}`, `column 1: expected 2 hexadecimal digits, or digits in braces, found "\\x{}"`},
		{`\uD800`, `column 1: expected a Unicode scalar value, found "\\uD800"`},
		{`\x{110000}`, `column 1: expected a Unicode scalar value, found "\\x{110000}"`},
		{"0(?=1)", `column 2: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"0(?!1)", `column 2: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?<=1)0", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?<!1)0", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?>1)0", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?P=n)", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?i)a", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"(?<n)", `column 1: expected a group of a regular expression, found "(?": names, lookaround, flags and recursion are not supported`},
		{"/0*/", "column 1: expected an expression without marks around it, found \"/\": the character itself is \\x{2F}"},
		{"```0*```", "column 1: expected an expression without marks around it, found \"`\": the character itself is \\x{60}"},
		{"“0”", "column 1: expected an expression without marks around it, found \"“\": the character itself is \\x{201C}"},
		{"(0*…", `column 4: expected the whole expression, found "…": an ellipsis leaves a part out; \x{2026} is the character`},
		{"0\x00", `column 2: expected an expression or \xHH for the character, found "\x00": a raw control character`},
		{"é\xff", `column 2: expected text in UTF-8, found "\xff"`},
		{"[\xff]", `column 2: expected text in UTF-8, found "\xff"`},
		{"\\\xff", `column 2: expected text in UTF-8, found "\xff"`},
	}
	for _, tt := range tests {
		e, err := regex.Parse(tt.text, regex.Options{})
		got := ""
		if err != nil {
			got = err.Error()
			var se *syntax.Error
			if !errors.As(err, &se) || se.Offset > len(tt.text) {
				t.Errorf("Parse(%q): error %#v", tt.text, err)
			}
		} else {
			got = e.String()
		}
		if got != tt.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestParseStrict(t *testing.T) {
	for _, s := range []string{"0", "((0)*1)*", "a1B", " 0 1* ", "0**", "é"} {
		if _, err := regex.Parse(s, regex.Options{Strict: true}); err != nil {
			t.Errorf("Parse(%q): %v", s, err)
		}
	}
	for s, want := range map[string]string{
		"0|1":    `column 2: expected a letter, a digit, *, ( or ), found "|": the strict notation has nothing else`,
		"0+":     `column 2: expected a letter, a digit, *, ( or ), found "+": the strict notation has nothing else`,
		"0∗":     `column 2: expected a letter, a digit, *, ( or ), found "∗": the strict notation has nothing else`,
		"０":      `column 1: expected a letter, a digit, *, ( or ), found "０": the strict notation has nothing else`,
		"(?:0)":  `column 2: expected a letter, a digit, *, ( or ), found "?": the strict notation has nothing else`,
		"ε":      `column 1: expected a letter, a digit, *, ( or ), found "ε": the strict notation has nothing else`,
		`\ast`:   `column 1: expected a letter, a digit, *, ( or ), found "\\ast": the strict notation has nothing else`,
		"0.":     `column 2: expected a letter, a digit, *, ( or ), found ".": the strict notation has nothing else`,
		"()":     `column 2: expected a symbol or (, found ")": an empty group`,
		"(0":     `column 3: expected ")", found end of text: the parenthesis at column 1 is open`,
		"'0'":    `column 1: expected a letter, a digit, *, ( or ), found "'": the strict notation has nothing else`,
		"0* $":   `column 4: expected a letter, a digit, *, ( or ), found "$": the strict notation has nothing else`,
		"[01]":   `column 1: expected a letter, a digit, *, ( or ), found "[": the strict notation has nothing else`,
		"0{2}":   `column 2: expected a letter, a digit, *, ( or ), found "{": the strict notation has nothing else`,
		"(*0)":   `column 2: expected an expression, found "*": there is nothing to repeat`,
		"0*)1":   `column 3: expected an operator, a symbol or end of text, found ")": no parenthesis is open`,
		"0*…":    `column 3: expected the whole expression, found "…": an ellipsis leaves a part out; \x{2026} is the character`,
		"\u00a0": `column 2: expected an expression, found end of text`,
	} {
		_, err := regex.Parse(s, regex.Options{Strict: true})
		if err == nil || err.Error() != want {
			t.Errorf("Parse(%q)\n got %v\nwant %s", s, err, want)
		}
	}
}

func TestParseLimits(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("(", n) + "0" + strings.Repeat(")", n) }
	tests := []struct {
		name, text string
		o          regex.Options
		wantErr    string
	}{
		{"default depth reached", nest(syntax.Limits{}.OrDefaults().MaxDepth), regex.Options{}, ""},
		{"default depth exceeded", nest(100_000), regex.Options{}, "at most 10000 parentheses inside each other"},
		{"only open", strings.Repeat("(", 100_000), regex.Options{}, "at most 10000 parentheses inside each other"},
		{"depth", nest(3), regex.Options{Limits: syntax.Limits{MaxDepth: 2}}, "at most 2 parentheses"},
		{"flat alternation", "((0|1)|0)", regex.Options{Limits: syntax.Limits{MaxDepth: 2}}, ""},
		{"stars", "0" + strings.Repeat("*", 100_000), regex.Options{}, "nested at most 10000 deep"},
		{"stars around groups", strings.Repeat("(", 6000) + "0" + strings.Repeat("**)", 6000), regex.Options{}, "nested at most 10000 deep"},
		{"size reached", strings.Repeat("0", 9), regex.Options{Limits: syntax.Limits{MaxSize: 10}}, ""},
		{"size", strings.Repeat("0", 11), regex.Options{Limits: syntax.Limits{MaxSize: 10}}, "at most 10 nodes"},
		{"default size", strings.Repeat("0*", 600_000), regex.Options{}, "at most 1000000 nodes"},
		{"left nesting", strings.Repeat("(", 9000) + "0" + strings.Repeat("1)", 9000), regex.Options{}, ""},
		{"right nesting", strings.Repeat("(0", 9000) + strings.Repeat(")", 9000), regex.Options{}, ""},
	}
	for _, tt := range tests {
		_, err := regex.Parse(tt.text, tt.o)
		if tt.wantErr == "" && err != nil || tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.wantErr)
		}
	}
}

func TestDepth(t *testing.T) {
	for text, want := range map[string]int{"0": 1, "((0)*)": 2, "(01)*1": 4, "0|1|[a-z]+": 3, "(ε|∅){2}?": 3} {
		e, err := regex.Parse(text, regex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Depth(); got != want {
			t.Errorf("%s: depth %d, want %d", text, got, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formattest.Regex("01aε*\\].-^ \n'(").Draw(t, "e")
		text := e.String()
		again, err := regex.Parse(text, regex.Options{})
		if err != nil || !regex.Same(e, again) {
			t.Fatalf("%q reads as %v (%v)", text, again, err)
		}
	})
}

func TestRoundTripStrict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formattest.PaperRegex("01").Draw(t, "e")
		again, err := regex.Parse(e.String(), regex.Options{Strict: true})
		if err != nil || !regex.Same(e, again) {
			t.Fatalf("%q reads as %v (%v)", e, again, err)
		}
	})
}

// TestFewestParentheses removes each pair of parentheses from a printed tree. The
// rest must be another tree or not parse.
func TestFewestParentheses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formattest.Regex("01").Draw(t, "e")
		text := e.String()
		var open []int
		for i := range len(text) {
			switch text[i] {
			case '(':
				open = append(open, i)
			case ')':
				from := open[len(open)-1]
				open = open[:len(open)-1]
				bare := text[:from] + text[from+1:i] + text[i+1:]
				other, err := regex.Parse(bare, regex.Options{})
				towers := strings.ContainsAny(text[i-1:i], "*+?}^") // see String
				if err == nil && !towers && regex.Same(e, other) {
					t.Fatalf("%s is the same as %s", text, bare)
				}
			}
		}
	})
}

func TestConstructors(t *testing.T) {
	zero, one := regex.Symbol('0'), regex.Symbol('1')
	tests := []struct {
		e    *regex.Expr
		want string
	}{
		{regex.Concat(), "ε"},
		{regex.Concat(zero), "0"},
		{regex.Concat(zero, regex.Concat(one, zero)), "010"},
		{regex.Alternate(), "∅"},
		{regex.Alternate(regex.Alternate(zero, one), zero), "0|1|0"},
		{regex.Class(), "∅"},
		{regex.Class(regex.Range{Lo: '5', Hi: '1'}), "∅"},
		{regex.Class(regex.Range{Lo: 'b', Hi: 'c'}, regex.Range{Lo: 'a', Hi: 'a'}), "[a-c]"},
		{regex.Class(regex.Range{Lo: -5, Hi: 0x7FFFFFFF}), "."},
		{regex.Class(regex.Range{Lo: 0xD800, Hi: 0xDFFF}), "∅"},
		{regex.Class(regex.Range{Lo: 0, Hi: 0xD900}, regex.Range{Lo: 0xDA00, Hi: 0x10FFFF}), "."},
		{regex.Repeat(zero, 0, 0), "0{0}"},
		{regex.Repeat(zero, 3, -1), "0{3,}"},
	}
	for _, tt := range tests {
		if got := tt.e.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"(0*1)*", "0+?[^a-z]{2,3}|ε", `\x{3b5}\d[\]]`, "(?:a|)$", "０＊", "0^{*}", "((", "[[:alpha:]-]", "\xff", `\left(0\right)`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, strict := range []bool{false, true} {
			o := regex.Options{Strict: strict, Limits: syntax.Limits{MaxDepth: 200}}
			e, err := regex.Parse(s, o)
			if err != nil {
				var se *syntax.Error
				if !errors.As(err, &se) || se.Offset < 0 || se.Offset > len(s) || se.Column < 1 {
					t.Fatalf("Parse(%q): error %#v", s, err)
				}
				continue
			}
			text := e.String()
			again, err := regex.Parse(text, regex.Options{Strict: strict})
			if err != nil || !regex.Same(e, again) {
				t.Fatalf("Parse(%q) prints %q, which reads as %v (%v)", s, text, again, err)
			}
			if strict {
				if tolerant, err := regex.Parse(s, regex.Options{}); err != nil || !regex.Same(e, tolerant) {
					t.Fatalf("%q is %s strictly and %s (%v) otherwise", s, e, tolerant, err)
				}
			}
		}
	})
}

// Brackets around a long sequence copied it at each level.
func TestBracketsCopyNothing(t *testing.T) {
	const levels, length = 8000, 100_000
	start := time.Now()
	text := strings.Repeat("(", levels) + strings.Repeat("a", length) + strings.Repeat("b)", levels)
	if _, err := regex.Parse(text, regex.Options{}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("%v for %d levels of brackets", took, levels)
	}
}
