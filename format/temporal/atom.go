package temporal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/truthloop/truthloop/format/logic"
)

// extend adds to a name the arguments and the comparison behind it: photo(car_3), x > 5.
func (l *lexer) extend(t *token) {
	t.wordEnd = t.end
	if op, ok := contextual[t.name]; ok && len(t.name) < 3 {
		t.maybe = op
	} else if op, ok := contextual[strings.ToLower(t.name)]; ok && len(t.name) > 1 && !l.strict {
		t.maybe = op
	}
	if list, end := l.arguments(t.end, 0); end > 0 {
		t.name, t.end, t.applied = t.name+list, end, true
	}
	l.compare(t)
}

// arguments reads a list of terms in parentheses at off: (car_3, left(2)). It returns the
// list without spaces, and its end; 0: there is none.
func (l *lexer) arguments(off, depth int) (list string, end int) {
	if depth > maxArgumentDepth || off >= len(l.text) || l.text[off] != '(' {
		return "", 0
	}
	list = "("
	for at := off + 1; ; {
		term, end := l.term(l.skip(at), depth+1)
		if end == 0 || end > off+maxArguments {
			return "", 0
		}
		list += term
		if at = l.skip(end); at >= len(l.text) {
			return "", 0
		}
		switch l.text[at] {
		case ')':
			return list + ")", at + 1
		case ',':
			list += ","
			at++
		default:
			return "", 0
		}
	}
}

// term reads a number, or a name with or without arguments, at off.
func (l *lexer) term(off, depth int) (term string, end int) {
	end = off
	if end < len(l.text) && l.text[end] == '-' {
		end++
	}
	start := end
	for end < len(l.text) && end-off < maxArguments {
		r, width := l.rune(end)
		if (r == '.' || r == '-' && depth > 0) && end > start && end+width < len(l.text) { // hair-drier
			r, _ = l.rune(end + width)
		}
		if !isNameRune(r) {
			break
		}
		end += width
	}
	if end == start || start > off && !isDigit(l.text[start]) {
		return "", 0
	}
	term = norm.NFKC.String(l.text[off:end])
	if list, after := l.arguments(end, depth); after > 0 {
		return term + list, after
	}
	return term, end
}

// SharedVariable reports whether two of the names are comparisons, such as x > 5 and x >= 6,
// that have a variable in common. Case is ignored.
func SharedVariable(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		if !slices.ContainsFunc(comparisons, func(c comparison) bool { return strings.Contains(name, " "+c.printed+" ") }) {
			continue
		}
		in := map[string]bool{}
		for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return !isNameRune(r) && r != '.' }) {
			if r, _ := utf8.DecodeRuneInString(word); isNameStart(r) {
				in[logic.Fold(word)] = true
			}
		}
		for word := range in {
			if seen[word] {
				return true
			}
			seen[word] = true
		}
	}
	return false
}

// compare adds to a term the comparison behind it.
func (l *lexer) compare(t *token) bool {
	at := l.skip(t.end)
	for _, c := range comparisons {
		if !strings.HasPrefix(l.text[at:], c.sign) {
			continue
		}
		r, _ := utf8.DecodeRuneInString(l.text[at:])
		for _, s := range signs[r] {
			if len(s.text) > len(c.sign) && strings.HasPrefix(l.text[at:], s.text) {
				return false // <-> or =>
			}
		}
		term, end := l.term(l.skip(at+len(c.sign)), 0)
		if end == 0 {
			return false
		}
		// x > y + z could be a sum, or "or".
		before := strings.TrimRight(l.text[:t.off], " \t\r\n")
		after := l.text[l.skip(end):]
		if before != "" && strings.ContainsRune("+*-/", rune(before[len(before)-1])) ||
			after != "" && (strings.ContainsRune("+*%", rune(after[0])) || after[0] == '-' && !strings.HasPrefix(after, "->") && !strings.HasPrefix(after, "-->")) {
			t.kind = tokUnknown
			return true
		}
		t.kind, t.name, t.end, t.maybe = tokName, t.name+" "+c.printed+" "+term, end, 0
		return true
	}
	return false
}
