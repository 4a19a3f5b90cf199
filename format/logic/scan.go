package logic

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// Classes of bytes, as bits.
const (
	isName  = 1 << iota // a letter, a digit or an underscore
	isSpace             // ASCII white space
	isWide              // may continue a name, depending on what is around it
)

var class = func() (t [256]uint8) {
	for c := range 256 {
		switch b := byte(c); {
		case isLetter(b), isDigit(b), b == '_':
			t[c] = isName
		case strings.IndexByte(" \t\n\v\f\r", b) >= 0:
			t[c] = isSpace
		case strings.IndexByte(`-.'+{\`, b) >= 0, b >= 0x80:
			t[c] = isWide
		}
	}
	return t
}()

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isNameRune reports whether a rune beyond ASCII may occur in a name.
func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// inName reports whether a rune may occur in a name.
func inName(r rune) bool { return r == '_' || isNameRune(r) }

// A place of a name decides which signs may belong to it, besides letters of any script,
// digits and underscores: Risk-averse, Companies'Stocks, x', c++, mr.smith. If a sign
// cannot belong to a name, it is an operator or punctuation: p v-q is p ∨ ¬q, and the dot
// in ∀x.P(x) ends the quantifier's variables.
type place uint8

const (
	placeBinder  place = iota // among a quantifier's variables: primes
	placeFormula              // at the head of an atom: also inner hyphens, trailing +
	placeTerm                 // in an argument or beside =: also inner dots
)

// space skips white space and typesetting commands.
func (p *parser) space() {
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		if class[c]&isSpace != 0 {
			p.pos++
			continue
		}
		if c != '\\' || p.Strict {
			return
		}
		name, end := syntax.Command(p.s, p.pos)
		if commands[name] != symSpace {
			return
		}
		p.pos = end
	}
}

// accept reads the byte c, if it is next, and the space behind it.
func (p *parser) accept(c byte) bool {
	if p.pos == len(p.s) || p.s[p.pos] != c {
		return false
	}
	p.pos++
	p.space()
	return true
}

// name reads the name at offset i. If there is none, end is i.
func (p *parser) name(i int, at place) (name string, end int) {
	if p.letters {
		return p.letterName(i, at)
	}
	name, end = p.plainName(i)
	wide := end < len(p.s) && class[p.s[end]]&isWide != 0
	if !p.Strict && (wide || p.latex && strings.Contains(name, "_")) {
		return p.wideName(i, at)
	}
	return name, end
}

// wideName reads a name that may contain other runes than ASCII letters, digits
// and underscores, or LaTeX.
func (p *parser) wideName(i int, at place) (name string, end int) {
	w := nameReader{p: p, at: at, i: i}
	for w.step() {
	}
	end = w.i
	if len(w.buf) == 0 {
		return "", i
	}
	name = compose(string(w.buf))
	if p.latex {
		name = syntax.DropSubscript(name)
	}
	return name, end
}

// plainName reads letters, digits and underscores of ASCII only.
func (p *parser) plainName(i int) (name string, end int) {
	end = i
	for end < len(p.s) && class[p.s[end]]&isName != 0 {
		end++
	}
	return p.s[i:end], end
}

// A nameReader collects a wide name.
type nameReader struct {
	p   *parser
	at  place
	i   int // offset of the next part
	buf []byte
}

// step reads the next part of the name. It returns false at the end of the name.
func (w *nameReader) step() bool {
	s := w.p.s
	if w.i >= len(s) {
		return false
	}
	c := s[w.i]
	inner := len(w.buf) > 0
	switch {
	case c == '_' && inner && strings.HasPrefix(s[w.i:], "_{"):
		return w.subscript()
	case class[c]&isName != 0, c == '\'' && inner:
		return w.take(1)
	case c == '-' && inner && w.at != placeBinder, c == '.' && inner && w.at == placeTerm:
		return w.nameAt(w.i+1) && w.take(1)
	case c == '+' && inner && w.at != placeBinder:
		n := 1
		for w.i+n < len(s) && s[w.i+n] == '+' {
			n++
		}
		return !w.nameAt(w.i+n) && w.take(n)
	case c == '\\':
		return w.command()
	case c >= 0x80:
		r, width := utf8.DecodeRuneInString(s[w.i:])
		if isForeign(r) {
			w.p.foreign = true
			return false
		}
		return isNameRune(r) && (inner || !unicode.IsMark(r)) && w.take(width)
	}
	return false
}

func (w *nameReader) take(n int) bool {
	w.buf = append(w.buf, w.p.s[w.i:w.i+n]...)
	w.i += n
	return true
}

// nameAt reports whether a letter or a digit is at offset i.
func (w *nameReader) nameAt(i int) bool {
	s := w.p.s
	if i >= len(s) || s[i] < 0x80 {
		return i < len(s) && (isLetter(s[i]) || isDigit(s[i]))
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	if isForeign(r) {
		w.p.foreign = true
	}
	return isNameRune(r) && !unicode.IsMark(r)
}

// subscript reads _{1} and appends 1 to the name, or reads _{abc} and appends _abc.
func (w *nameReader) subscript() bool {
	s := w.p.s
	end := w.i + 2
	digits := true
	for end < len(s) && class[s[end]]&isName != 0 {
		digits = digits && isDigit(s[end])
		end++
	}
	if end == len(s) || s[end] != '}' || end == w.i+2 {
		return false
	}
	if !digits {
		w.buf = append(w.buf, '_')
	}
	w.buf = append(w.buf, s[w.i+2:end]...)
	w.i = end + 1
	return true
}

// command reads \_, or at the start of a name \mathrm{name} or \phi.
func (w *nameReader) command() bool {
	s := w.p.s
	name, end := syntax.Command(s, w.i)
	switch sym := commands[name]; {
	case name == "_":
		w.buf = append(w.buf, '_')
		w.i = end
		return true
	case len(w.buf) > 0:
		return false
	case sym == symGreek:
		w.buf = append(w.buf, name...)
		w.i = end
		return true
	case sym == symFont:
		word, end, ok := fontArgument(s, end)
		if !ok || !w.isName(word) {
			return false
		}
		w.buf = append(w.buf, word...)
		w.i = end
		return true
	}
	return false
}

// isName reports whether the argument of a font command is a name.
func (w *nameReader) isName(word string) bool {
	inner := parser{s: word, latex: holdsLaTeX(word)}
	_, end := inner.name(0, w.at)
	return end == len(word) && strings.IndexByte(word, '\\') < 0 && !inner.foreign
}
