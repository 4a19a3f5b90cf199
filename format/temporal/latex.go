package temporal

import (
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

// holdsLaTeX reports whether s has a dollar sign or a command outside quotes; /\ and \/
// are not commands.
func holdsLaTeX(s string) bool {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case quoted:
		case c == '$':
			return true
		case c == '\\' && (i == 0 || s[i-1] != '/') && i+1 < len(s) && s[i+1] != '/':
			return true
		}
	}
	return false
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
		if sub := l.subscript(t.end); sub != "" {
			t.name += sub
			t.end += len("_{}") + len(sub)
		} else if rest, ok := strings.CutPrefix(l.text[t.end:], "_"); ok && rest != "" && isDigit(rest[0]) {
			digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
			t.name += digits
			t.end += len("_") + len(digits)
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
