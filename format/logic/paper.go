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
// parentheses that wait for their right side stand on a stack of frames,
// operands on another, where those of a chain lie side by side as in the
// parser.

// A frame is a connective or an opening parenthesis.
type frame struct {
	base int32 // of its operands on their stack
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

// paper reads s, or nil where it is not for this reader.
func (p *parser) paper(s string) *Formula {
	if len(s) > maxPaperText || p.MaxDepth != DefaultMaxDepth || p.MaxSize != DefaultMaxSize {
		return nil
	}
	i := 0
	frames := p.frames[:0]
	for {
		// An operand: negations, then a parenthesis or a name.
		nots := 0
		for ; i < len(s); i++ {
			if c := s[i]; c == 0xC2 && i+1 < len(s) && s[i+1] == 0xAC {
				i++
				nots++
			} else if c != ' ' {
				break
			}
		}
		if i == len(s) || nots > maxNots {
			return nil
		}
		if s[i] == '(' {
			if len(frames) == maxFrames {
				return nil
			}
			frames = append(frames, frame{base: int32(len(p.operands)), nots: uint8(nots)})
			i++
			continue
		}
		f, end := p.paperName(s, i)
		if f == nil {
			return nil
		}
		i = end
		base := len(p.operands)
		if nots > 0 {
			f = p.paperNot(f, nots)
		}
		p.operands = append(p.operands, f)

		// What follows it: a connective, and with that the next operand, or
		// first the ends of groups.
		op := Op(0)
		for {
			for i < len(s) && s[i] == ' ' {
				i++
			}
			if i == len(s) {
				for len(frames) > 0 {
					top := frames[len(frames)-1]
					if top.prec == 0 {
						return nil
					}
					frames = frames[:len(frames)-1]
					base, op = p.join(top, base, op)
				}
				p.frames = frames
				return p.seal(base, op)
			}
			if s[i] != ')' {
				break
			}
			i++
			for {
				if len(frames) == 0 {
					return nil
				}
				top := frames[len(frames)-1]
				frames = frames[:len(frames)-1]
				if top.prec > 0 {
					base, op = p.join(top, base, op)
					continue
				}
				if top.nots > 0 {
					p.push(base, p.paperNot(p.seal(base, op), int(top.nots)))
					op = 0
				}
				break
			}
		}
		if s[i] != 0xE2 || i+2 >= len(s) {
			return nil
		}
		var next Op
		var prec uint8
		switch uint16(s[i+1])<<8 | uint16(s[i+2]) {
		case 0x88A7:
			next, prec = OpAnd, precAnd
		case 0x88A8:
			next, prec = OpOr, precOr
		case 0x8692:
			next, prec = OpImplies, precImplies
		case 0x8694:
			next, prec = OpIff, precIff
		default:
			return nil
		}
		i += 3
		for len(frames) > 0 {
			top := frames[len(frames)-1]
			if top.prec < prec || top.prec == prec && prec <= precImplies {
				break
			}
			frames = frames[:len(frames)-1]
			base, op = p.join(top, base, op)
		}
		if op != 0 && (op != next || prec <= precImplies) {
			p.push(base, p.seal(base, op))
		}
		if len(frames) == maxFrames {
			return nil
		}
		frames = append(frames, frame{base: int32(base), prec: prec, op: next})
	}
}

// join gives a connective its right side, the operands of chain op from base,
// and returns where its own operands begin and of which chain they are.
func (p *parser) join(left frame, base int, op Op) (int, Op) {
	if op != 0 && (op != left.op || left.prec <= precImplies) {
		p.push(base, p.seal(base, op))
	}
	base = int(left.base)
	if left.prec > precImplies {
		return base, left.op
	}
	p.push(base, p.seal(base, left.op))
	return base, 0
}

// paperName reads a proposition at s[i:], or nil.
func (p *parser) paperName(s string, i int) (f *Formula, end int) {
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
	name := s[i:end]
	if end-i > 8 {
		if class[s[i]]&isKey != 0 { // no keyword is as long, but readers should not have to know
			return nil, i
		}
		return p.arena.proposition(name), end
	}
	slot := &p.arena.literals[hash(name)]
	if slot.word == word {
		p.arena.count++
		return slot.atom, end
	}
	if class[s[i]]&isKey != 0 && wordSymbol(name) != symNone {
		return nil, i
	}
	f = p.arena.proposition(name)
	slot.word = word
	return f, end
}

// paperNot is f with n negations before it.
func (p *parser) paperNot(f *Formula, n int) *Formula {
	if f.Op == OpAtom {
		f = p.arena.literal(f)
		n--
	}
	for range n {
		g := p.arena.node()
		g.Op = OpNot
		g.Args = p.arena.link1(f)
		f = g
	}
	return f
}
