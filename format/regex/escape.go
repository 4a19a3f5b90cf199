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

// escapedItem parses an escape outside a class and pushes its leaf.
func (p *parser) escapedItem() {
	if p.dialect == Brics && strings.HasPrefix(p.text[p.tok.end:], "b") {
		p.push(boundary)
		p.tok.end++
		p.advance()
		return
	}
	class, r, end := p.escape(p.tok.off)
	if p.err != nil {
		return
	}
	if class != nil {
		p.push(Class(class...))
	} else {
		p.push(Symbol(r))
	}
	p.tok.end = end
	p.advance()
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
func (p *parser) class() {
	pos := p.tok.end
	negated := strings.HasPrefix(p.text[pos:], "^")
	if negated {
		pos++
	}
	var ranges []Range
	for first := true; ; first = false {
		r, end, ok := p.classRune(pos)
		if !ok {
			return
		}
		if r == ']' && !first {
			pos = end
			break
		}
		if r == '[' && posixClass.MatchString(p.text[pos:]) {
			p.fail(pos, pos+len("[:"), "a character of a class", `named classes are not supported; the bracket itself is \[`)
			return
		}
		var member []Range
		if member, pos = p.member(r, pos, end); p.err != nil {
			return
		}
		ranges = append(ranges, member...)
	}
	ranges = normalize(ranges)
	if negated {
		ranges = Complement(ranges)
	}
	p.push(Class(ranges...))
	p.tok.end = pos
	p.advance()
}

// classRune reads the character at pos inside a class.
func (p *parser) classRune(pos int) (r rune, end int, ok bool) {
	if pos >= len(p.text) {
		p.fail(pos, pos, `"]"`, "the class is open")
		return 0, 0, false
	}
	r, n := utf8.DecodeRuneInString(p.text[pos:])
	if r == utf8.RuneError && n == 1 {
		p.fail(pos, pos+1, "text in UTF-8", "")
		return 0, 0, false
	}
	if p.dialect == Brics {
		return r, pos + n, true
	}
	return fold(r), pos + n, true
}

// member reads one escape, one rune or one range. It starts with r at pos.
func (p *parser) member(r rune, pos, end int) (rs []Range, next int) {
	start := pos
	lo, class, pos := p.bound(r, pos, end)
	if p.err != nil || class != nil || !strings.HasPrefix(p.text[pos:], "-") {
		return single(class, lo), pos
	}
	r, end, ok := p.classRune(pos + 1)
	if !ok || r == ']' {
		return single(nil, lo), pos // the hyphen is the last member
	}
	hi, class, pos := p.bound(r, pos+1, end)
	switch {
	case p.err != nil:
	case class != nil:
		p.fail(start, pos, "a range between two characters", "")
	case hi < lo:
		p.fail(start, pos, "a range in ascending order", "")
	}
	return []Range{{lo, hi}}, pos
}

func single(class []Range, r rune) []Range {
	if class != nil {
		return class
	}
	return []Range{{r, r}}
}

// bound reads an escape at pos, or returns r.
func (p *parser) bound(r rune, pos, end int) (rune, []Range, int) {
	if r != '\\' || p.text[pos] != '\\' {
		return r, nil, end
	}
	class, r, end := p.escape(pos)
	return r, class, end
}
