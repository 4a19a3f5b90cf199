package regex_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
)

var brics = regex.Options{Dialect: regex.Brics}

// TestBricsReads checks how the dialect of dk.brics.automaton is read, by printing the
// tree: its precedence is, from the tightest, ~, repetition, concatenation, & and |.
func TestBricsReads(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`a&b|c`, `a&b|c`},
		{`(a&b)|c`, `a&b|c`},
		{`a&(b|c)`, `a&(b|c)`},
		{`ab&cd`, `ab&cd`},
		{`a(b&c)d`, `a(b&c)d`},
		{`(a&b)&c`, `a&b&c`},
		{`~a*`, `(~a)*`}, // the complement comes first
		{`~(a*)`, `~(a*)`},
		{`~ab`, `~ab`},
		{`(~a)b`, `~ab`},
		{`~~a`, `~~a`},
		{`~a&~b`, `~a&~b`},
		{`#`, `#`},
		{`()`, `()`},
		{`(())a`, `()a`},
		{`@`, `.*`},
		{`@a@`, `.*a.*`},
		{`"a.b"`, `a\.b`},
		{`"ab"*`, `(ab)*`},
		{`""`, `()`},
		{`a""b`, `a()b`},
		{`~"ab"`, `~(ab)`},
		{`a+?`, `(a+)?`}, // no lazy repetition here
		{`a*+`, `(a*)+`},
		{`a{2}{3}`, `(a{2}){3}`},
		{`a{2,}`, `a{2,}`},
		{`a b`, `a b`}, // a space is a character
		{`[^a-z&]`, `[^\&a-z]`},
		{`[a\-z]`, `[\-az]`},
		{`[]a]`, `[\]a]`},
		{`[a-]`, `[\-a]`},
		{`\b[A-Z]\b`, `\b[A-Z]\b`},
		{`~(\b)`, `~\b`},
		{`\b*`, `\b*`},
		{`\.\&\"`, `\.\&\"`},
		{`/a`, `\/a`},
		{`é∗λ`, `é∗λ`},
	} {
		e, err := regex.Parse(tt.text, brics)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		got := e.Text(regex.Brics)
		if got != tt.want {
			t.Errorf("%s is read as %s, want %s", tt.text, got, tt.want)
		}
		if again, err := regex.Parse(got, brics); err != nil || !regex.Same(e, again) {
			t.Errorf("%s is printed as %s, which is read as another tree: %v", tt.text, got, err)
		}
	}
}

// TestBricsRefuses checks the errors of the dialect.
func TestBricsRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{``, `column 1: expected an expression, found end of text`},
		{`a|`, `column 3: expected an expression, found end of text: the empty string is ()`},
		{`(|a)`, `column 2: expected an expression, found "|": the empty string is ()`},
		{`a&&b`, `column 3: expected an expression, found "&": the empty string is ()`},
		{`~`, `column 2: expected an expression behind ~, found end of text`},
		{`~*`, `column 2: expected an expression, found "*": there is nothing to repeat`},
		{`a]`, "column 2: expected an expression, found \"]\": the character itself is written with \\ before it"},
		{`a>`, "column 2: expected an expression, found \">\": the character itself is written with \\ before it"},
		{`^a$`, `column 1: expected an expression, found "^": an expression matches whole lines, without ^ and $; dk.brics.automaton reads them as characters, which are \^ and \$`},
		{`\d`, `column 1: expected an escape of dk.brics.automaton, found "\\d": there, \d is the character d, elsewhere it is not; write d, or the class`},
		{`[\b]`, `column 2: expected an escape of dk.brics.automaton, found "\\b": there, \b is the character b, elsewhere it is not; write b, or the class`},
		{`\B`, `column 1: expected an escape of dk.brics.automaton, found "\\B": there, \B is the character B, elsewhere it is not; write B, or the class`},
		{`a{,3}`, "column 2: expected a count such as {2}, {2,} or {2,5}, found \"{,3}\": the brace itself is \\{"},
		{`"ab`, `column 4: expected a closing ", found end of text`},
		{`<name>`, `column 1: expected an expression, found "<": intervals and named automata are not supported; the character itself is \<`},
		{`a<1-31>`, `column 2: expected an expression, found "<": intervals and named automata are not supported; the character itself is \<`},
		{`(?:a)`, `column 2: expected an expression, found "?": there is nothing to repeat`},
		{`[[:alpha:]]`, `column 2: expected a character of a class, found "[:": named classes are not supported; the bracket itself is \[`},
		{"`a`", "column 1: expected an expression without marks around it, found \"`\": the character itself is \\`"},
		{`(a`, `column 3: expected ")", found end of text: the parenthesis at column 1 is open`},
		{strings.Repeat("~", 20_000) + "a", "column 10002: expected an expression nested at most 10000 deep, found \"~\""},
	} {
		_, err := regex.Parse(tt.text, brics)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%.30s: error %v, want %s", tt.text, err, tt.want)
		}
	}
	strict := regex.Options{Dialect: regex.Brics, Strict: true}
	if _, err := regex.Parse(`~([a\.]{3,}&"b c")|\b`, strict); err != nil {
		t.Error(err)
	}
}

// TestPaperIsUnchanged checks that the signs of the dialect Brics are characters in
// the paper's dialect, and that a word boundary is refused there.
func TestPaperIsUnchanged(t *testing.T) {
	e, err := regex.Parse(`a&~b#@<1-2>`, regex.Options{})
	if err != nil || e.Depth() != 2 || e.String() != `a&~b#@<1-2>` {
		t.Errorf("read as %v, %v", e, err)
	}
	if _, err := regex.Parse(`\ba`, regex.Options{}); err == nil {
		t.Error(`\ba parses`)
	}
}

// TestSharedNLRX parses both shared halves of NL-RX and reads what it prints again.
// No regex of them is an exception.
func TestSharedNLRX(t *testing.T) {
	for _, name := range []string{"turk", "synth"} {
		f, err := os.Open("../../../shared/testdata/regex/nl-rx-" + name + ".jsonl")
		if err != nil {
			t.Skipf("the shared data is absent: %v", err)
		}
		defer f.Close()
		n := 0
		for lines := bufio.NewScanner(f); lines.Scan(); n++ {
			var row struct{ ID, Regex string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			e, err := regex.Parse(row.Regex, brics)
			if err != nil {
				t.Errorf("%s: %s: %v", row.ID, row.Regex, err)
				continue
			}
			text := e.Text(regex.Brics)
			if again, err := regex.Parse(text, brics); err != nil || !regex.Same(e, again) {
				t.Errorf("%s: %s is printed as %s: %v", row.ID, row.Regex, text, err)
			}
		}
		if n != 5000 {
			t.Errorf("%s: %d rows, want 5000", name, n)
		}
	}
}

// TestBricsPrintsWhatItReads reads random texts of the dialect's signs. What parses is
// printed such that it is read as the same tree.
func TestBricsPrintsWhatItReads(t *testing.T) {
	signs := []rune("aab01.*+?|&~()()[]^-{2,}#@\"\"<1-9>\\b\\ é/`'$!\n")
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(signs), 1, 12, -1).Draw(t, "text")
		for _, strict := range []bool{false, true} {
			e, err := regex.Parse(text, regex.Options{Dialect: regex.Brics, Strict: strict})
			if err != nil {
				continue
			}
			read++
			printed := e.Text(regex.Brics)
			if again, err := regex.Parse(printed, regex.Options{Dialect: regex.Brics, Strict: strict}); err != nil || !regex.Same(e, again) {
				t.Fatalf("%q is printed as %q, which is read as another tree: %v", text, printed, err)
			}
		}
	})
	if read == 0 {
		t.Error("no text parses")
	}
}
