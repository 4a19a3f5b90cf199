package logic

// The reader below is for most of what verify is given: propositional formulas
// in the paper's own notation. It knows ¬ ∧ ∨ → ↔, parentheses, spaces and
// names of ASCII letters, digits and underscores that no keyword could be, and
// gives up at anything else, so that the parser proper reads the text from its
// beginning, and finds the errors. What it does read, the parser reads as the
// same tree; a fuzz target holds the two against each other. It takes half the
// time, since nothing in such a text needs a second look.
//
// The method is Dijkstra's (Algol 60 translation, 1961): connectives and
// parentheses that wait for their right side stand on a stack of frames, and
// what leaves it is the formula in postfix order, its Code. Of the operands only
// the number is kept; those of a chain lie side by side, as in the parser. The
// tree is made of the code, where one is asked for: whether two formulas mean
// the same can mostly be told without.

// A frame is a connective or an opening parenthesis.
type frame struct {
	base int32 // of its operands, counted from the first of those that wait
	prec uint8 // of a connective; 0 for a parenthesis
	op   Op
	nots uint8 // negations before a parenthesis
}

// What paper takes on; a limit of Options is checked by the parser.
const (
	maxFrames    = 128
	maxNots      = 16
	maxPaperText = 64 << 10
)

// A run is the operands that wait from the base-th on: those of a conjunction or
// disjunction, or one formula, where op is zero.
type run struct {
	base int
	op   Op
}

// paper is the code of s, or nil where it is not for this reader. It is valid
// until the coder takes its memory back.
func (p *parser) paper(s string) *Code {
	if len(s) > maxPaperText || p.MaxDepth != DefaultMaxDepth || p.MaxSize != DefaultMaxSize {
		return nil
	}
	p.frames, p.waiting = p.frames[:0], 0
	p.coder.begin()
	for i := 0; ; {
		if i = p.paperOperand(s, i); i < 0 {
			return nil
		}
		c := run{base: p.waiting - 1}
		for i < len(s) && (s[i] == ')' || s[i] == ' ') {
			if s[i] == ')' {
				ok := false
				if c, ok = p.paperClose(c); !ok {
					return nil
				}
			}
			i++
		}
		if i == len(s) {
			if !p.paperEnd(c) {
				return nil
			}
			return p.coder.end(p.arena.marked)
		}
		if s[i] != 0xE2 || i+2 >= len(s) || len(p.frames) == maxFrames {
			return nil
		}
		next := frame{}
		switch uint16(s[i+1])<<8 | uint16(s[i+2]) {
		case 0x88A7:
			next.op, next.prec = OpAnd, precAnd
		case 0x88A8:
			next.op, next.prec = OpOr, precOr
		case 0x8692:
			next.op, next.prec = OpImplies, precImplies
		case 0x8694:
			next.op, next.prec = OpIff, precIff
		default:
			return nil
		}
		i += 3
		for n := len(p.frames) - 1; n >= 0; n-- {
			top := p.frames[n]
			if top.prec < next.prec || top.prec == next.prec && next.prec <= precImplies {
				break
			}
			p.frames = p.frames[:n]
			c = p.paperJoin(top, c)
		}
		p.paperSeal(&c, next)
		next.base = int32(c.base)
		p.frames = append(p.frames, next)
	}
}

// paperOperand reads negations and opening parentheses and the literal behind
// them. It returns where that ends, or -1.
func (p *parser) paperOperand(s string, i int) int {
	nots := 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0xC2 && i+1 < len(s) && s[i+1] == 0xAC: // ¬
			i++
			nots++
		case c == '(':
			if len(p.frames) == maxFrames || nots > maxNots {
				return -1
			}
			p.frames = append(p.frames, frame{base: int32(p.waiting), nots: uint8(nots)})
			nots = 0
		case c == ' ':
		default:
			k, end := p.paperName(s, i)
			if k == nil || nots > maxNots {
				return -1
			}
			if nots == 0 {
				p.coder.literal(k.atom)
			} else {
				if k.not == nil {
					p.arena.literal(k.atom)
				}
				p.coder.literal(k.not)
				p.coder.nots(nots - 1)
			}
			p.waiting++
			return end
		}
	}
	return -1
}

// paperClose takes back the frames down to an opening parenthesis.
func (p *parser) paperClose(c run) (run, bool) {
	for n := len(p.frames) - 1; n >= 0; n-- {
		top := p.frames[n]
		p.frames = p.frames[:n]
		if top.prec > 0 {
			c = p.paperJoin(top, c)
			continue
		}
		if top.nots > 0 {
			p.paperSeal(&c, frame{})
			p.coder.nots(int(top.nots))
		}
		return c, true
	}
	return c, false
}

// paperEnd takes back all frames; it is false where a parenthesis is among them.
func (p *parser) paperEnd(c run) bool {
	for n := len(p.frames) - 1; n >= 0; n-- {
		if p.frames[n].prec == 0 {
			return false
		}
		c = p.paperJoin(p.frames[n], c)
	}
	p.paperSeal(&c, frame{})
	return true
}

// paperJoin gives a connective its right side.
func (p *parser) paperJoin(left frame, right run) run {
	p.paperSeal(&right, left)
	c := run{int(left.base), left.op}
	if left.prec <= precImplies {
		p.paperSeal(&c, frame{})
	}
	return c
}

// paperSeal makes one formula of c, unless it is a chain that goes on in the
// connective around it.
func (p *parser) paperSeal(c *run, around frame) {
	if c.op == 0 || c.op == around.op && around.prec > precImplies {
		return
	}
	p.coder.op(c.op, p.waiting-c.base)
	p.waiting = c.base + 1
	c.op = 0
}

// paperName reads a proposition at s[i:], or nil.
func (p *parser) paperName(s string, i int) (k *known, end int) {
	if !isLetter(s[i]) {
		return nil, i
	}
	word := uint64(0)
	end = i
	for end < len(s) && class[s[end]]&isName != 0 {
		word = word<<8 | uint64(s[end])
		end++
	}
	if end < len(s) && class[s[end]]&(isWide|isTail) != 0 && s[end] != 0xE2 {
		return nil, i
	}
	k = &p.arena.literals[hashEnd(byte(word>>8), byte(word))]
	if end-i <= 8 && k.word == word {
		p.arena.count++
		return k, end
	}
	name := s[i:end]
	if class[s[i]]&isKey != 0 && (len(name) > 8 || wordSymbol(name) != symNone) {
		return nil, i // no keyword is as long, but readers should not have to know
	}
	p.arena.proposition(name)
	if len(name) <= 8 {
		k.word = word
	}
	return k, end
}
