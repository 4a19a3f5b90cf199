package temporal

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/truthloop/truthloop/format/syntax"
)

type tokenKind uint8

const (
	tokEnd     tokenKind = iota
	tokName              // name
	tokOp                // op: a connective, a temporal operator or a constant
	tokOpen              // an opening bracket, which closer closes
	tokClose             // the closing bracket closer
	tokStop              // a full stop
	tokUnknown           // anything else
)

type token struct {
	kind     tokenKind
	op       Op
	closer   byte
	name     string
	off, end int // offsets in bytes
	next     int // offset behind the token and the space that follows it

	// The first word of a name may be an operator where a name cannot stand: O, since.
	maybe   Op
	wordEnd int  // the end of this word
	applied bool // the name goes on with arguments: O(a)
}

// A lexer splits a text into tokens. Each token depends only on the text, not on
// what the parser expects. These signs and letters could mean two things:
//
//   - ^ is refused, since it means xor in Spot and "and" elsewhere.
//   - ∪ is refused, since it means "or" in Spot and U elsewhere; so is its counterpart ∩.
//   - The letter v, which can look like ∨, is a name.
//   - Words of contextual, such as O and since, are names. The parser takes them for
//     operators where a name cannot stand.
//   - + and * beside a comparison are refused: x > y + z.
type lexer struct {
	text   string
	strict bool
	latex  bool            // the text has LaTeX: p_1 means p1
	names  map[string]bool // the words of the text; nil until they are needed

	gluedEnd int // an unread rune before this offset is an operator of one letter
}

// next reads the token at offset off, which is not at white space.
func (l *lexer) next(off int) token {
	t := token{kind: tokEnd, off: off, end: off}
	if off < len(l.text) {
		r, width := l.rune(off)
		t.kind, t.end = tokUnknown, off+width
		switch {
		case off < l.gluedEnd:
			l.letter(&t)
		case r == '"':
			l.quoted(&t)
		case isNameStart(r):
			l.word(&t)
		default:
			l.sign(&t, r)
		}
	}
	t.next = l.skip(t.end)
	return t
}

// skip returns the offset behind the white space and the LaTeX spaces at off.
func (l *lexer) skip(off int) int {
	for off < len(l.text) {
		r, width := utf8.DecodeRuneInString(l.text[off:])
		switch {
		case r == ' ' || r >= '\t' && r <= '\r', !l.strict && (unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)):
			off += width
		case r == '$' && !l.strict:
			off++
		case r == '\\' && !l.strict:
			name, end := syntax.Command(l.text, off)
			if !spaces[name] {
				return off
			}
			off = end
		default:
			return off
		}
	}
	return off
}

// rune returns the plain form of the rune at off, and its width in the text. For
// full-width forms, mathematical letters and subscript digits, this is NFKC, if one rune.
func (l *lexer) rune(off int) (rune, int) {
	r, width := utf8.DecodeRuneInString(l.text[off:])
	if r < utf8.RuneSelf || l.strict || !isForeign(r) {
		return r, width
	}
	plain := norm.NFKC.String(string(r))
	if p, n := utf8.DecodeRuneInString(plain); n == len(plain) {
		r = p
	}
	return r, width
}

// isForeign reports whether r is a variant of a plain rune: a full-width form, a
// mathematical letter, or a subscript digit.
func isForeign(r rune) bool {
	return r >= '！' && r <= '～' || r >= 0x1D400 && r <= 0x1D7FF || r >= '₀' && r <= '₉'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isUnaryLetter(c byte) bool { return c == 'X' || c == 'F' || c == 'G' }

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isNameRune(r rune) bool { return isNameStart(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// sign reads an operator that is a sign, a bracket, or LaTeX. Its first rune is r.
func (l *lexer) sign(t *token, r rune) {
	rest := l.text[t.off:]
	if r == utf8.RuneError && t.end == t.off+1 {
		return
	}
	for _, s := range signs[r] {
		if !strings.HasPrefix(rest, s.text) && len(s.text) > 1 {
			continue
		}
		if l.strict && s.text != s.op.Letter() {
			continue
		}
		end := max(t.end, t.off+len(s.text))
		if isDigit(s.text[0]) && end < len(l.text) {
			if after, _ := l.rune(end); isNameRune(after) {
				return // a number, or a name that begins with a digit
			}
		}
		t.kind, t.op, t.end = tokOp, s.op, end
		return
	}
	switch {
	case r == '(':
		t.kind, t.closer = tokOpen, ')'
	case r == ')':
		t.kind, t.closer = tokClose, ')'
	case l.strict:
	case r == '[' || r == '{':
		t.kind, t.closer = tokOpen, byte(r)+2
	case r == ']' || r == '}':
		t.kind, t.closer = tokClose, byte(r)
	case r == '.':
		t.kind = tokStop
	case r == '\\':
		l.command(t)
	}
}

// word reads a name, a keyword, or the first operator of letters such as GF.
func (l *lexer) word(t *token) {
	var plain []byte // the name without notation
	end := t.off
	for end < len(l.text) {
		r, width := l.rune(end)
		if r == '.' && end+width < len(l.text) {
			if after, _ := l.rune(end + width); !isNameRune(after) {
				break
			}
		} else if sub := l.subscript(end); sub != "" {
			plain = append(plain, sub...)
			end += len("_{}") + len(sub)
			continue
		} else if !isNameRune(r) {
			break
		}
		plain = utf8.AppendRune(plain, r)
		end += width
	}
	name := string(plain)
	if l.latex {
		name = syntax.DropSubscript(name)
	}
	if n := l.glued(name); n > 0 {
		l.gluedEnd = t.off
		for range n {
			_, width := l.rune(l.gluedEnd)
			l.gluedEnd += width
		}
		l.letter(t)
		return
	}
	t.kind, t.name, t.end = tokName, name, end
	if op, ok := letterOps[name[0]]; ok && len(name) == 1 {
		t.kind, t.op = tokOp, op
	} else {
		l.keyword(t)
	}
	if t.kind == tokName {
		l.extend(t)
	}
	if l.strict && (t.kind == tokName && begins(name) || t.kind == tokOp && name != t.op.Letter()) {
		t.kind = tokUnknown
	}
}

// The limits of the arguments of a name, so that the text is read in linear time.
const (
	maxArguments     = 256 // bytes
	maxArgumentDepth = 3
)

type comparison struct{ sign, printed string }

// comparisons are the signs between two terms, the longer ones first, as they are printed.
var comparisons = []comparison{
	{"<=", "<="}, {">=", ">="}, {"!=", "!="}, {"==", "="}, {"=", "="}, {"<", "<"}, {">", ">"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="},
}

// letter reads a rune before gluedEnd.
func (l *lexer) letter(t *token) {
	r, width := l.rune(t.off)
	t.kind, t.op, t.end = tokOp, letterOps[byte(r)], t.off+width
}

// begins reports whether a name begins like an operator X, F or G without a space behind
// it.
func begins(name string) bool {
	return isUnaryLetter(name[0]) && (len(name) == 1 || !isDigit(name[1]))
}

// subscript returns the digits of LaTeX's _{12} at off.
func (l *lexer) subscript(off int) string {
	rest := l.text[off:]
	if l.strict || !strings.HasPrefix(rest, "_{") {
		return ""
	}
	digits, _, closed := strings.Cut(rest[2:min(len(rest), 24)], "}")
	if !closed || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return digits
}

// keyword turns t, which is a name, into an operator if the name is a keyword.
func (l *lexer) keyword(t *token) {
	word := strings.ToLower(t.name)
	op, ok := words[word]
	if second, first := phrases[word]; first && !l.strict {
		next := token{off: l.skip(t.end)}
		next.end = next.off
		for next.end < len(l.text) && isLetter(l.text[next.end]) {
			next.end++
		}
		if op, ok = second[strings.ToLower(l.text[next.off:next.end])]; ok {
			t.end = next.end
		}
	}
	if ok {
		t.kind, t.op = tokOp, op
	}
}

// glued returns how many of the first letters of a name are the unary operators X, F
// and G without a space behind them. The letters are operators in three cases:
//
//   - The rest of the name is empty: XX a.
//   - The rest is a single letter, perhaps with a number: GFa, Xp1.
//   - The rest is itself a word of the text: grant | Fgrant.
//
// If the rest is a number, the last letter belongs to a name: X1 is a name, and GX1 is G
// before X1, as in Spot. In all other cases, the whole word is a name, such as Green. Spot
// reads Green as G reen, so String writes Green in quotes.
func (l *lexer) glued(name string) int {
	n := 0
	for n < len(name) && isUnaryLetter(name[n]) {
		n++
	}
	rest := name[n:]
	switch {
	case n == 0 || l.strict:
		return 0
	case rest == "":
		return n
	case isDigit(rest[0]): // the last letter begins a name like X1
		if strings.Trim(rest, "0123456789") == "" {
			return n - 1
		}
		return 0
	case isLetter(rest[0]) && strings.Trim(rest[1:], "0123456789") == "":
		return n
	}
	if l.names == nil {
		l.collect()
	}
	if l.names[rest] {
		return n
	}
	return 0
}

func (l *lexer) collect() {
	l.names = map[string]bool{}
	for w := range strings.FieldsFuncSeq(l.text, func(r rune) bool { return !isNameRune(r) && r != '.' }) {
		l.names[w] = true
	}
}

// quoted reads a name in double quotes, in which a backslash escapes " and \, as in Spot.
func (l *lexer) quoted(t *token) {
	var name []byte
	for i := t.end; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '"':
			if len(name) > 0 && !bytes.ContainsRune(name, utf8.RuneError) { // only UTF-8
				t.kind, t.name, t.end = tokName, string(name), i+1
			}
			return
		case c == '\\' && i+1 < len(l.text) && (l.text[i+1] == '"' || l.text[i+1] == '\\'):
			i++
			name = append(name, l.text[i])
		default:
			name = append(name, c)
		}
	}
}
