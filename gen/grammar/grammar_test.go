package grammar

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/data"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       string // the grammar's String, or
		errors     string // lines of the error
	}{
		{name: "rule", text: "S -> '(' S ')' | v", want: "S -> '(' S ')' | v\n"},
		{name: "arrows", text: "S → A\nA ::= B\nB -> v", want: "S -> A\nA -> B\nB -> v\n"},
		{name: "continued", text: "S -> v\n  | '¬' v |\n S '∧' S # and\n\n", want: "S -> v | '¬' v | S '∧' S\n"},
		{name: "arrow at the end", text: "S ->\n v\n | Σ", want: "S -> v | Σ\n"},
		{name: "several rules of one symbol", text: "S -> v\nS -> '¬' S", want: "S -> v | '¬' S\n"},
		{name: "empty alternatives", text: "S -> v K\nK -> '*' | ε\nK -> 'a' '' 'b'", want: "S -> v K\nK -> '*' | ε | 'a' 'b'\n"},
		{name: "quotes", text: `S -> "it's" 'a"b' v`, want: "S -> \"it's\" 'a\"b' v\n"},
		{name: "names", text: "S -> A-1 _b->", errors: `g:1:12: "->": a second arrow on one line`},
		{name: "hyphens", text: "S -> A-1\nA-1 -> v", want: "S -> A-1\nA-1 -> v\n"},
		{name: "windows", text: "\ufeffS -> v\r\n", want: "S -> v\n"},

		{name: "nothing", text: "# no rule\n", errors: `g:1:1: "": the grammar has no rule`},
		{name: "no name", text: "-> v", errors: `g:1:1: "->": expected the rule's name before the arrow`},
		{name: "quoted name", text: "'S' -> v", errors: `g:1:1: "S": expected a nonterminal before the arrow, a bare name`},
		{name: "reserved", text: "S -> v\nv -> 'a'", errors: `g:2:1: "v": this name is filled from the vocabulary and cannot have a rule`},
		{name: "open quote", text: "S -> v\n   | 'a", errors: `g:2:6: "'a": the quote is not closed on this line`},
		{name: "not UTF-8", text: "S -> '\xff'", errors: `g:1:6: "'\xff'": the terminal is not UTF-8`},
		{name: "stray", text: "S -> v ; w", errors: `g:1:8: ";": expected a name, a quoted terminal, "->" or "|"`},
		{name: "column in characters", text: "S -> '∧' ;", errors: `g:1:10: ";": expected a name, a quoted terminal, "->" or "|"`},
		{name: "no alternative", text: "S ->", errors: `g:1:3: "->": expected an alternative after it; the empty string is written ε`},
		{name: "bar at the end", text: "S -> v |\nT -> v", errors: `g:1:8: "|": expected an alternative after it; the empty string is written ε`},
		{name: "two bars", text: "S -> v | | v", errors: `g:1:8: "|": expected an alternative after it; the empty string is written ε`},
		{name: "no rule", text: "S -> v\nv v", errors: `g:2:1: "v": expected a rule, NAME "->" alternatives, or a line that begins with "|"`},
		{name: "bar first", text: "| v", errors: `g:1:1: "|": expected a rule, NAME "->" alternatives, or a line that begins with "|"`},

		{name: "undefined", text: "S -> v T\n  | U v", errors: "g:1:8: \"T\": undefined: no rule has it on its left side (terminals are quoted)"},
		{name: "unreachable", text: "S -> v\nT -> U\nU -> T | v", errors: "g:2:1: \"T\": unreachable: no derivation from the start symbol \"S\" uses it"},
		{name: "not productive", text: "S -> v | T\nT -> '(' U ')'\nU -> T | U U", errors: "g:2:1: \"T\": not productive: none of its alternatives derives a finite string"},
		{name: "start not productive", text: "S -> S S", errors: `g:1:1: "S": not productive: none of its alternatives derives a finite string`},
		{name: "repeated", text: "S -> v |\n '¬' S | v", errors: `g:2:10: "S": the alternative is already on line 1`},
		{name: "a quoted name is not the name", text: "S -> v | 'v'", want: "S -> v | 'v'\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := Parse("g", test.text)
			switch {
			case test.errors == "" && err != nil:
				t.Fatalf("found the error %v", err)
			case test.errors == "" && g.String() != test.want:
				t.Fatalf("found %q, expected %q", g.String(), test.want)
			case test.errors != "" && (err == nil || err.Error() != test.errors):
				t.Fatalf("found the error\n%v\nexpected\n%s", err, test.errors)
			}
		})
	}
}

func TestErrorsCanBeTakenApart(t *testing.T) {
	_, err := Parse("mine.cfg", "S -> v | T\nU -> v")
	var one *Error
	if !errors.As(err, &one) || one.File != "mine.cfg" || one.Line != 1 || one.Column != 10 || one.Symbol != "T" {
		t.Errorf("found %+v, expected the error of T in line 1", one)
	}
}

func TestSteps(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // name:least of each rule
	}{
		{"S -> v", "S:0"},
		{"S -> A B\nA -> v\nB -> A | v", "S:1 A:0 B:0"},
		{"S -> S S | '(' P P ')'\nP -> v", "S:1 P:0"},
		{"S -> A\nA -> B | v\nB -> A '¬'", "S:1 A:0 B:1"},
		{"S -> S | v", "S:0"},
		{"S -> A A\nA -> B B\nB -> C C\nC -> v", "S:7 A:3 B:1 C:0"},
	} {
		g, err := Parse("g", test.text)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, r := range g.Rules {
			found = append(found, r.Name+":"+string(rune('0'+r.MinSteps)))
		}
		if s := strings.Join(found, " "); s != test.want {
			t.Errorf("%q: found %s, expected %s", test.text, s, test.want)
		}
	}
}

func TestPackagedGrammars(t *testing.T) {
	files, err := fs.Glob(data.FS, "grammars/*.cfg")
	if err != nil || len(files) == 0 {
		t.Fatalf("found the files %v and the error %v", files, err)
	}
	for _, file := range files {
		text, err := data.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		again, err := Parse(file, g.String())
		if err != nil || again.String() != g.String() {
			t.Errorf("%s: written as %q it reads as %v, %v", file, g.String(), again, err)
		}
	}
}

// FuzzParse checks the promises of the package comment for any text:
// positions within it, and a grammar that reads back as itself and can be
// derived from.
func FuzzParse(f *testing.F) {
	files, _ := fs.Glob(data.FS, "grammars/*.cfg")
	for _, file := range files {
		text, err := data.FS.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("S -> A | ε\n  | 'x' \"'\" # c\nA ::= p f")
	f.Add("S ->\n|")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse("g", text)
		if err != nil {
			lines := strings.Split(text, "\n")
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("found the error %v of type %T", err, err)
			}
			if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len(lines[e.Line-1])+1 {
				t.Errorf("the position of %v is not in the text", e)
			}
			return
		}
		again, err := Parse("g", g.String())
		if err != nil {
			t.Fatalf("%q reads, but written as %q it does not: %v", text, g.String(), err)
		}
		if again.String() != g.String() {
			t.Errorf("%q is written as %q and then as %q", text, g.String(), again.String())
		}
		for _, r := range g.Rules {
			if len(r.Branching)+len(r.Terminal) != len(r.Productions) || r.MinSteps >= Unbounded {
				t.Errorf("%q: rule %s has %d steps", text, r.Name, r.MinSteps)
			}
			if slices.ContainsFunc(r.Terminal, func(j int) bool { return r.Productions[j].Branching() }) {
				t.Errorf("%q: rule %s has a branching production among the terminal ones", text, r.Name)
			}
		}
	})
}
