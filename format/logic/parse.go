package logic

import (
	"strconv"
	"strings"
)

// A parser reads one text.
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
	latex    bool // s holds LaTeX, where p_1 is p1, ^ is not ∧ and ~ not always ¬
	foreign  bool // s holds runes that have plain forms
	scoped   bool // another scope would read s differently
	bodyAt   int  // offset of the body of the last quantifier without punctuation
	prefixed bool // the quantifier just read had brackets around its head: (∀x)(...)
	err      *SyntaxError

	infixAt  int // offset for which infixSym and infixEnd hold
	infixSym symbol
	infixEnd int

	operands []*Formula
	terms    []Term
	bound    binders
	names    []span
	size     int // nodes and terms made
}

// Parse reads a formula. Its error is a *SyntaxError, for any input whatever.
func Parse(s string, o Options) (*Formula, error) {
	f, _, err := read(s, o)
	return f, err
}

// Readings reads a formula under o.Scope and under the other two scopes, and
// returns the trees that differ, that of o.Scope first. More than one means
// that the meaning of the text hangs on how far its quantifiers reach.
func Readings(s string, o Options) ([]*Formula, error) {
	f, scoped, err := read(s, o)
	if err != nil {
		return nil, err
	}
	readings := []*Formula{f}
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
		g, _, err := read(s, o)
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
// is a nil interface or holds a *SyntaxError.
func read(s string, o Options) (f *Formula, scoped bool, err error) {
	p := newParser(s, o)
	f = p.parse()
	scoped = p.scoped
	if !o.Strict && (p.foreign || p.err != nil && holdsForeign(s)) {
		p = newParser(plainText(s), o)
		f = p.parse()
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
		return nil, scoped, p.err
	}
	return f, scoped, nil
}

func newParser(s string, o Options) *parser {
	if o.MaxDepth <= 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	if o.MaxSize <= 0 {
		o.MaxSize = DefaultMaxSize
	}
	o.MaxDepth = min(o.MaxDepth, maxMaxDepth)
	return &parser{Options: o, s: s, latex: holdsLaTeX(s), infixAt: -1, bodyAt: -1, bound: binders{exact: o.CaseSensitive}}
}

func (p *parser) parse() *Formula {
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
	return p.depth <= p.MaxDepth && p.size <= p.MaxSize || p.tooLarge(at)
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
