package temporal

import (
	"regexp"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// The LaTeX commands that only affect the typesetting, and those whose argument is a name
// or an operator.
var (
	spaces = set(syntax.LaTeXSpaces + " ( ) [ ]")
	fonts  = set(syntax.LaTeXFonts)
)

func set(words string) map[string]bool {
	m := map[string]bool{" ": true}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	latexMark      = regexp.MustCompile(`\$|(?:^|[^/])\\[^/]`)
	quotedName     = regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"?`)
	greekSubscript = regexp.MustCompile(`^_(?:\{(\d+)\}|(\d+))`)
)

// holdsLaTeX reports whether s has a dollar sign or a command outside quotes; /\ and \/
// are not commands.
func holdsLaTeX(s string) bool {
	return strings.ContainsAny(s, `$\`) && latexMark.MatchString(quotedName.ReplaceAllString(s, `""`))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// command reads the LaTeX command at t: an operator, a Greek letter, \{ or \}, or a name
// or an operator in a font, as in \mathsf{G}.
func (l *lexer) command(t *token) {
	name, end := syntax.Command(l.text, t.off)
	t.end = end
	if op, ok := commands[name]; ok {
		t.kind, t.op = tokOp, op
		return
	}
	switch {
	case logic.IsGreek(name):
		t.kind, t.name = tokName, name
		if sub := greekSubscript.FindStringSubmatch(l.text[t.end:]); sub != nil {
			t.name += sub[1] + sub[2]
			t.end += len(sub[0])
		}
	case name == "{":
		t.kind, t.closer = tokOpen, '}'
	case name == "}":
		t.kind, t.closer = tokClose, '}'
	case fonts[name] && strings.HasPrefix(l.text[t.end:], "{"):
		word, _, closed := strings.Cut(l.text[t.end+1:min(len(l.text), t.end+100)], "}")
		end := t.end + len("{}") + len(word)
		word = strings.ReplaceAll(strings.TrimSpace(word), `\_`, "_")
		inner := lexer{text: word, latex: true}
		if w := inner.next(0); closed && w.end == len(word) && (w.kind == tokName || w.kind == tokOp) {
			t.kind, t.op, t.name, t.end = w.kind, w.op, w.name, end
		}
	}
}
