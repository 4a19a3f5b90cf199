package regex

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// String writes e in the dialect Paper.
func (e *Expr) String() string { return e.Text(Paper) }

// Text writes e with the fewest parentheses from which Parse reads the same tree in
// the dialect d, if d has all operators of e. A repetition directly below a repetition
// keeps its parentheses, as in (0*)*: the paper's notation has no 0**, and elsewhere
// 0*? and 0*+ are lazy and possessive stars. A complement below a repetition keeps
// them, too, since ~(01)* is easily misread.
func (e *Expr) Text(d Dialect) string { return string(e.AppendTo(nil, d)) }

// AppendTo appends e to b as Text writes it.
func (e *Expr) AppendTo(b []byte, d Dialect) []byte {
	switch e.Op {
	case OpEmpty:
		return append(b, [...]string{Paper: "∅", Brics: "#"}[d]...)
	case OpEpsilon:
		return append(b, [...]string{Paper: "ε", Brics: "()"}[d]...)
	case OpClass:
		return appendClass(b, e.Class, d)
	case OpBegin:
		return append(b, '^')
	case OpEnd:
		return append(b, '$')
	case OpBoundary:
		return append(b, `\b`...)
	case OpComplement:
		b = append(b, '~')
	}
	for i, a := range e.Args {
		if i > 0 && e.Op == OpAlternate {
			b = append(b, '|')
		}
		if i > 0 && e.Op == OpIntersect {
			b = append(b, '&')
		}
		if grouped(e, a) {
			b = append(a.AppendTo(append(b, '('), d), ')')
		} else {
			b = a.AppendTo(b, d)
		}
	}
	switch e.Op {
	case OpStar:
		b = append(b, '*')
	case OpPlus:
		b = append(b, '+')
	case OpOptional:
		b = append(b, '?')
	case OpRepeat:
		b = appendCounts(b, e.Min, e.Max)
	}
	return b
}

// grouped reports whether operand a of e needs parentheses.
func grouped(e, a *Expr) bool {
	switch e.Op {
	case OpConcat:
		return a.Op == OpAlternate || a.Op == OpIntersect || a.Op == OpConcat
	case OpIntersect:
		return a.Op == OpAlternate || a.Op == OpIntersect
	case OpAlternate:
		return a.Op == OpAlternate
	}
	switch a.Op {
	case OpEmpty, OpEpsilon, OpClass, OpEnd, OpBoundary:
		return false
	case OpComplement:
		return e.Op != OpComplement
	}
	return true // ^ too: ^* is a superscript
}

func appendCounts(b []byte, min, max int) []byte {
	b = strconv.AppendInt(append(b, '{'), int64(min), 10)
	if max != min {
		b = append(b, ',')
		if max >= 0 {
			b = strconv.AppendInt(b, int64(max), 10)
		}
	}
	return append(b, '}')
}

func appendClass(b []byte, class []Range, d Dialect) []byte {
	if len(class) == 1 && class[0].Lo == class[0].Hi {
		return appendSymbol(b, class[0].Lo, d)
	}
	if len(class) == 1 && class[0] == (Range{0, utf8.MaxRune}) {
		return append(b, '.')
	}
	b = append(b, '[')
	if n := len(class); n > 0 && class[n-1].Hi == utf8.MaxRune {
		class = Complement(class)
		b = append(b, '^')
	}
	for _, r := range class {
		b = appendMember(b, r.Lo, d)
		if r.Hi == r.Lo {
			continue
		}
		if r.Hi > Next(r.Lo) {
			b = append(b, '-')
		}
		b = appendMember(b, r.Hi, d)
	}
	return append(b, ']')
}

// appendSymbol writes r so that Parse reads it as r outside a class.
func appendSymbol(b []byte, r rune, d Dialect) []byte {
	if d == Brics {
		if isQuote(r) || r < utf8.RuneSelf && bricsTokens[r] != tokSymbol {
			b = append(b, '\\')
		}
		return utf8.AppendRune(b, r)
	}
	if r < utf8.RuneSelf {
		switch k := asciiTokens[r]; {
		case k == tokSymbol && !isQuote(r):
			return append(b, byte(r))
		case k != tokIgnored && k != tokControl:
			return append(b, '\\', byte(r))
		}
		return fmt.Appendf(b, `\x%02X`, r)
	}
	if k, f := wideToken(r); k != tokSymbol || f != r || isQuote(r) || !unicode.IsGraphic(r) {
		return fmt.Appendf(b, `\x{%X}`, r)
	}
	return utf8.AppendRune(b, r)
}

// appendMember writes r so that Parse reads it as r in a class.
func appendMember(b []byte, r rune, d Dialect) []byte {
	switch r {
	case '\\', '[', ']', '^', '-':
		return append(b, '\\', byte(r))
	}
	if r > ' ' && r < 0x7F && d == Paper {
		return append(b, byte(r))
	}
	return appendSymbol(b, r, d)
}
