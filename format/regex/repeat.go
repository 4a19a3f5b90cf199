package regex

// repetitions applies the operators behind an item or a group, whose items are on the
// stack from base.
func (p *parser) repetitions(base int) {
	for p.err == nil {
		if p.tok.kind == tokCaret && p.superscript() {
			p.advance()
		}
		op, min, max := OpStar, 0, 0
		switch p.tok.kind {
		case tokStar:
		case tokPlus:
			op = OpPlus
		case tokQuestion:
			op = OpOptional
		case tokOpenBrace:
			op, min, max = p.braces()
		default:
			return
		}
		if p.err != nil {
			return
		}
		p.advance()
		if p.dialect == Paper && (p.tok.kind == tokQuestion || p.tok.kind == tokPlus) {
			p.advance() // a lazy or possessive mark
		}
		p.reduce(base, OpConcat)
		it := p.stack[base]
		p.stack = p.stack[:base]
		p.pushTree(&Expr{Op: op, Args: []*Expr{it.e}, Min: min, Max: max}, it.depth+1)
	}
}

// superscript reports whether the caret at the token is a superscript of LaTeX: it is
// directly before an operator of repetition.
func (p *parser) superscript() bool {
	switch p.scan(p.tok.end).kind {
	case tokStar, tokPlus, tokQuestion, tokOpenBrace:
		return true
	}
	return false
}

// braces parses {n}, {n,}, {,m} and {n,m}, and in a superscript {*} and {+}, up to the
// closing brace.
func (p *parser) braces() (op Op, min, max int) {
	open := p.tok
	super := open.off > 0 && p.text[open.off-1] == '^'
	p.advance()
	switch {
	case super && p.tok.kind == tokStar:
		op = OpStar
		p.advance()
	case super && p.tok.kind == tokPlus:
		op = OpPlus
		p.advance()
	default:
		op = OpRepeat
		min, max = p.counts(open)
	}
	if p.err == nil && p.tok.kind != tokCloseBrace {
		p.badCount(open)
	}
	return op, min, max
}

func (p *parser) counts(open token) (min, max int) {
	min, hasMin := p.count()
	max, hasMax := min, hasMin
	if p.tok.kind == tokSymbol && p.tok.r == ',' {
		p.advance()
		if max, hasMax = p.count(); !hasMax {
			max = -1
		}
	}
	switch {
	case !hasMin && (!hasMax || p.dialect == Brics):
		p.badCount(open)
	case max >= 0 && max < min:
		p.fail(open.off, p.tok.end, "a count whose maximum is at least its minimum", "")
	}
	return min, max
}

func (p *parser) badCount(open token) {
	p.fail(open.off, p.tok.end, "a count such as {2}, {2,} or {2,5}",
		`the brace itself is \{`)
}

// count reads adjacent decimal digits.
func (p *parser) count() (n int, ok bool) {
	start, end := p.tok.off, p.tok.off
	for p.tok.kind == tokSymbol && p.tok.r >= '0' && p.tok.r <= '9' && p.tok.off == end {
		n, ok = n*10+int(p.tok.r-'0'), true
		if end = p.tok.end; n > MaxCount {
			p.fail(start, end, "a count of at most 1000000", "")
			return 0, false
		}
		p.advance()
	}
	return n, ok
}
