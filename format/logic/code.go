package logic

// A Code is a propositional formula in postfix order (Łukasiewicz's notation,
// turned round), for readers that need each node once and the names never: a
// word below CodeOp is the mark of a proposition or of its negation; any other
// is CodeOp, an Op shifted by CodeArgs and below it the number of the operands
// that it takes off a stack.
type Code struct {
	Words  []uint16
	Marked []*Formula // the nodes that have the marks, from 0, which none has
}

// The parts of a word.
const (
	CodeOp   = 0x8000
	CodeArgs = 11 // bits
)

// Code is the formula's code, or nil: only the trees that a Parser reads from
// the paper's notation have one.
func (f *Formula) Code() *Code { return f.code }

// Code reads a propositional formula in the paper's notation without making its
// tree, which takes a third less time. It is nil for any other text, good or
// bad. The code is valid until Reset.
func (p *Parser) Code(s string, o Options) *Code {
	p.p.arena.again = true
	p.p.begin(s, o)
	c := p.p.paper(s)
	p.p.s = ""
	p.p.arena.release()
	return c
}

// Tree is the formula of a code that this Parser has made since its last Reset:
// what Readings gives for the text. It is valid until Reset.
func (p *Parser) Tree(c *Code) *Formula {
	return p.p.tree(c)
}

// tree makes the tree of a code.
func (p *parser) tree(c *Code) *Formula {
	p.operands = p.operands[:0]
	for _, word := range c.Words {
		if word < CodeOp {
			p.operands = append(p.operands, c.Marked[word])
			continue
		}
		op, n := Op(word&^CodeOp>>CodeArgs), int(word&(1<<CodeArgs-1))
		base := len(p.operands) - n
		p.push(base, p.seal(base, op))
	}
	f := p.operands[0]
	p.operands = p.operands[:0]
	f.plain = true
	if p.arena.again {
		f.code = c
	}
	return f
}

// A coder collects codes; the memory is a Parser's.
type coder struct {
	words []uint16
	codes []Code
	from  int  // of the code that is being made, in words
	fits  bool // all that was to be coded can be
}

func (c *coder) begin() {
	c.from = len(c.words)
	c.fits = true
}

func (c *coder) literal(f *Formula) {
	c.fits = c.fits && 0 < f.mark && f.mark < CodeOp
	c.words = append(c.words, f.mark)
}

func (c *coder) op(op Op, n int) {
	c.fits = c.fits && n < 1<<CodeArgs
	c.words = append(c.words, CodeOp|uint16(op)<<CodeArgs|uint16(n))
}

// nots codes n negations.
func (c *coder) nots(n int) {
	for range n {
		c.op(OpNot, 1)
	}
}

// end gives the code, nil where there is none.
func (c *coder) end(marked []*Formula) *Code {
	if !c.fits {
		return nil
	}
	if len(c.codes) == cap(c.codes) { // those handed out stay where they are
		c.codes = make([]Code, 0, 8+2*len(c.codes))
	}
	c.codes = append(c.codes, Code{Words: c.words[c.from:len(c.words):len(c.words)], Marked: marked})
	return &c.codes[len(c.codes)-1]
}

func (c *coder) takeBack() { c.words, c.codes = c.words[:0], c.codes[:0] }
