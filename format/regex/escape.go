package regex

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The meanings of the letters of escapes.
var (
	namedRunes   = map[byte]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}
	namedClasses = map[byte][]Range{
		'd': digits, 'D': Complement(digits), 'w': words, 'W': Complement(words), 's': spaces, 'S': Complement(spaces),
	}
	hexDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}
)

// posixClass is a named class such as [:alpha:], inside a class.
var posixClass = regexp.MustCompile(`^\[:\^?[A-Za-z]+:\]`)

// escapedItem parses an escape outside a class.
func (p *parser) escapedItem() item {
	if p.dialect == Brics && strings.HasPrefix(p.text[p.tok.end:], "b") {
		return p.behind(p.tok.end+1, &Expr{Op: OpBoundary})
	}
	class, r, end := p.escape(p.tok.off)
	if p.err != nil {
		return item{}
	}
	return p.behind(end, Class(single(class, r)...))
}

// escape reads the escape whose backslash is at off. It returns a class, or a rune if
// class is nil, and the offset behind the escape.
func (p *parser) escape(off int) (class []Range, r rune, end int) {
	if off+1 == len(p.text) {
		p.fail(off+1, off+1, `a character after \`, "")
		return nil, 0, 0
	}
	c := p.text[off+1]
	if c >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(p.text[off+1:])
		if r == utf8.RuneError && n == 1 {
			p.fail(off+1, off+2, "text in UTF-8", "")
		}
		return nil, r, off + 1 + n
	}
	end = off + 2
	if p.dialect == Brics {
		return nil, p.bricsEscape(off), end
	}
	if class, ok := namedClasses[c]; ok {
		return class, 0, end
	}
	if n, ok := hexDigits[c]; ok {
		r, end = p.hex(off, n)
		return nil, r, end
	}
	if r, ok := namedRunes[c]; ok {
		return nil, r, end
	}
	if isLetter(c) || c >= '0' && c <= '9' || asciiTokens[c] == tokControl {
		p.fail(off, end, "an escape of a regular expression", "backreferences, anchors such as \\A, word boundaries, octal escapes and classes of Unicode are not supported")
	}
	return nil, rune(c), end
}

// hex reads the escape \x, \u or \U at off: exactly digits hexadecimal digits, or
// any number of them in braces.
func (p *parser) hex(off, digits int) (r rune, end int) {
	s := p.text[off+2:]
	expected := fmt.Sprintf("%d hexadecimal digits, or digits in braces", digits)
	end = off + 2
	i := strings.IndexByte(s, '}')
	switch {
	case strings.HasPrefix(s, "{") && i > 0:
		s, end = s[1:i], end+i+1
	case len(s) >= digits:
		s, end = s[:digits], end+digits
	default:
		s = ""
	}
	n, err := strconv.ParseUint(s, 16, 32)
	switch {
	case err != nil:
		p.fail(off, end, expected, "")
	case n > utf8.MaxRune || !utf8.ValidRune(rune(n)):
		p.fail(off, end, "a Unicode scalar value", "")
	}
	return rune(n), end
}

// class parses a class in brackets. White space is significant there. Paper folds
// full-width forms. A ] in the first place is a member.
func (p *parser) class() item {
	pos := p.tok.end
	negated := strings.HasPrefix(p.text[pos:], "^")
	if negated {
		pos++
	}
	var ranges []Range
	for start := pos; ; {
		if posixClass.MatchString(p.text[pos:]) {
			p.fail(pos, pos+len("[:"), "a character of a class", `named classes are not supported; the bracket itself is \[`)
		}
		at := pos
		var m member
		if m, pos = p.member(at); p.err != nil {
			return item{}
		}
		if m.closes && at > start {
			break
		}
		if m.class != nil || !strings.HasPrefix(p.text[pos:], "-") {
			ranges = append(ranges, single(m.class, m.r)...)
			continue
		}
		last, end := p.member(pos + 1)
		switch {
		case p.err != nil:
			return item{}
		case last.closes: // the hyphen is the last member
			ranges = append(ranges, Range{m.r, m.r})
			continue
		case last.class != nil:
			p.fail(at, end, "a range between two characters", "")
		case last.r < m.r:
			p.fail(at, end, "a range in ascending order", "")
		}
		ranges, pos = append(ranges, Range{m.r, last.r}), end
	}
	ranges = normalize(ranges)
	if negated {
		ranges = Complement(ranges)
	}
	return p.behind(pos, Class(ranges...))
}

// A member is a part of a class: a class, or a rune if class is nil.
type member struct {
	class  []Range
	r      rune
	closes bool // it is the bracket that closes the class, if it is not the first member
}

// member reads an escape or a rune at pos inside a class. It returns the offset behind it.
func (p *parser) member(pos int) (m member, end int) {
	if pos >= len(p.text) {
		p.fail(pos, pos, `"]"`, "the class is open")
		return m, pos
	}
	r, n := utf8.DecodeRuneInString(p.text[pos:])
	switch {
	case r == '\\':
		m.class, m.r, end = p.escape(pos)
		return m, end
	case r == utf8.RuneError && n == 1:
		p.fail(pos, pos+1, "text in UTF-8", "")
	case p.dialect == Paper:
		r = fold(r)
	}
	return member{r: r, closes: r == ']'}, pos + n
}

func single(class []Range, r rune) []Range {
	if class != nil {
		return class
	}
	return []Range{{r, r}}
}
