package logic

import (
	"strconv"
	"strings"
	"sync"
)

// A parser reads one text. Its stacks are kept for the next text, its trees
// are not.
//
// Operands wait on a stack until it is known which node takes them. An
// expression leaves there either one formula or, if it is a conjunction,
// disjunction or exclusive disjunction whose parent is not known yet, its
// operands: a parent of the same kind takes them as its own, any other parent
// seals them into a node first. So a chain is flat whatever brackets divide
// it, and none of its operands is moved twice.
type parser struct {
	Options
	s        string
	pos      int
	depth    int
	latex    answer // to inLaTeX
	foreign  bool   // s holds runes that have plain forms
	scoped   bool   // another scope would read s differently
	bodyAt   int    // offset of the body of the last quantifier without punctuation
	prefixed bool   // the quantifier just read had brackets around its head: (∀x)(...)
	err      *SyntaxError

	infixAt  int // offset for which infixSym and infixEnd hold
	infixSym symbol
	infixEnd int

	operands []*Formula
	frames   []frame
	waiting  int // operands of frames
	coder    coder
	terms    []Term
	bound    binders
	names    []span
	arena    arena
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// Parse reads a formula. Its error is a *SyntaxError, for any input whatever.
func Parse(s string, o Options) (*Formula, error) {
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	f, _, err := p.read(s, o)
	return f, err
}

// Readings reads a formula under o.Scope and under the other two scopes, and
// returns the trees that differ, that of o.Scope first. More than one means
// that the meaning of the text hangs on how far its quantifiers reach.
func Readings(s string, o Options) ([]*Formula, error) {
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	return p.readings(nil, s, o)
}

// A Parser reads texts whose trees are of no use for long, and allocates
// nothing once it has memory for one of them. The zero Parser is ready. It is
// for one goroutine at a time.
type Parser struct{ p parser }

// Readings is the function of this name. The trees are valid until Reset.
func (p *Parser) Readings(s string, o Options) ([]*Formula, error) {
	p.p.arena.again = true
	return p.p.readings(p.p.arena.list(1)[:0], s, o)
}

// Reset takes the memory of all trees back. Some of them, and their texts,
// stay reachable until it is used again.
func (p *Parser) Reset() {
	p.p.arena.takeBack()
	p.p.coder.takeBack()
}

// readings appends to readings, which is empty.
func (p *parser) readings(readings []*Formula, s string, o Options) ([]*Formula, error) {
	f, scoped, err := p.read(s, o)
	if err != nil {
		return nil, err
	}
	readings = append(readings, f)
	if !scoped {
		return readings, nil
	}
next:
	for _, scope := range [...]Scope{ScopeDotWide, ScopeTight, ScopeWide} {
		if scope == o.Scope {
			continue
		}
		o := o
		o.Scope = scope
		g, _, err := p.read(s, o)
		if err != nil {
			continue // ∀x A → x has no wide reading, where x would be a variable
		}
		for _, f := range readings {
			if Same(f, g) {
				continue next
			}
		}
		readings = append(readings, g)
	}
	return readings, nil
}

// read also reports whether another scope may give another tree. The error
// is a nil interface, or holds a *SyntaxError.
func (p *parser) read(s string, o Options) (f *Formula, scoped bool, err error) {
	f = p.parse(s, o)
	scoped = p.scoped
	if !o.Strict && (p.foreign || p.err != nil && holdsForeign(s)) {
		// Once in plain forms, there is nothing foreign left.
		p.arena.release()
		f = p.parse(plainText(s), o)
		scoped = p.scoped
		if p.err != nil {
			off := plainOffset(s, p.err.Offset)
			found := p.err.Found
			if found == foundAt(p.s, p.err.Offset) {
				found = ""
			}
			p.err = syntaxErrorAt(s, off, p.err.Expected, found)
		}
	}
	if p.err != nil {
		err = p.err
		f = nil
	}
	p.release()
	return f, scoped, err
}

// release drops what would keep a tree or a text alive in the pool, and stacks
// that a monstrous text has left.
func (p *parser) release() {
	p.s, p.err = "", nil
	p.operands = emptied(p.operands)
	p.terms = emptied(p.terms)
	p.names = emptied(p.names)
	p.bound.list = emptied(p.bound.list)
	p.bound.index = nil
	p.arena.release()
}

// emptied is a stack for the next text.
func emptied[T any](stack []T) []T {
	const enough = 1 << 10
	if cap(stack) > enough {
		return nil
	}
	clear(stack[:cap(stack)])
	return stack[:0]
}

// begin makes the parser ready for s.
func (p *parser) begin(s string, o Options) {
	if o.MaxDepth <= 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	if o.MaxSize <= 0 {
		o.MaxSize = DefaultMaxSize
	}
	o.MaxDepth = min(o.MaxDepth, maxMaxDepth)
	p.Options = o
	p.s, p.pos, p.depth, p.err = s, 0, 0, nil
	p.latex = unknown
	p.foreign, p.scoped, p.prefixed = false, false, false
	p.infixAt, p.bodyAt = -1, -1
	p.operands, p.terms = p.operands[:0], p.terms[:0]
	p.bound.reset(o.CaseSensitive)
	p.arena.reset(s)
	if !p.arena.again {
		p.coder.takeBack()
	}
}

func (p *parser) parse(s string, o Options) *Formula {
	p.begin(s, o)
	if c := p.paper(s); c != nil {
		return p.tree(c)
	}
	p.arena.count = 0
	closing := p.open()
	op, ok := p.expression(precIff)
	if !ok {
		return nil
	}
	f := p.seal(0, op)
	if !p.end(closing) {
		return nil
	}
	return f
}

// open takes LaTeX's delimiters at the beginning and says what closes them.
func (p *parser) open() string {
	p.space()
	if p.pos < len(p.s) && (p.s[p.pos] == '$' || p.s[p.pos] == '\\') && !p.Strict {
		for _, d := range delimiters {
			if strings.HasPrefix(p.s[p.pos:], d[0]) {
				p.pos += len(d[0])
				return d[1]
			}
		}
	}
	return ""
}

// end takes what may follow a formula: the closing delimiter and a full stop
// on either side of it.
func (p *parser) end(closing string) bool {
	p.fullStop(closing)
	if closing != "" {
		if !strings.HasPrefix(p.s[p.pos:], closing) {
			return p.fail(p.pos, `an operator or "`+closing+`"`)
		}
		p.pos += len(closing)
		p.space()
		p.fullStop("")
	}
	if p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ')', ']', '}':
			return p.failFound(p.pos, "an operator or the end of input", `a surplus "`+p.s[p.pos:p.pos+1]+`"`)
		}
		return p.fail(p.pos, "an operator or the end of input")
	}
	return true
}

// fullStop takes a dot that nothing follows, or closing.
func (p *parser) fullStop(closing string) {
	at := p.pos
	if p.Strict || at == len(p.s) || p.s[at] != '.' {
		return
	}
	p.pos++
	p.space()
	if p.pos < len(p.s) && (closing == "" || !strings.HasPrefix(p.s[p.pos:], closing)) {
		p.pos = at
	}
}

// enter counts n more levels of nesting.
func (p *parser) enter(at, n int) bool {
	p.depth += n
	return p.depth <= p.MaxDepth && p.arena.count <= p.MaxSize || p.tooLarge(at)
}

// tooLarge records which limit is exceeded; it is false.
func (p *parser) tooLarge(at int) bool {
	if p.depth > p.MaxDepth {
		return p.failFound(at, "at most "+strconv.Itoa(p.MaxDepth)+" levels of nesting", "more")
	}
	return p.failFound(at, "at most "+strconv.Itoa(p.MaxSize)+" nodes", "more")
}

// fail records that something else was expected at offset at; it is false.
func (p *parser) fail(at int, expected string) bool { return p.failFound(at, expected, "") }

func (p *parser) failFound(at int, expected, found string) bool {
	if p.err == nil {
		p.err = syntaxErrorAt(p.s, at, expected, found)
	}
	return false
}
