package logic

import (
	"slices"
	"strconv"
	"strings"
)

// A parser reads one text.
//
// Operands stay on a stack until their parent is known. A parsed expression
// leaves one formula there. A conjunction, disjunction or exclusive disjunction
// leaves its operands instead: a parent of the same kind takes them over, and any
// other parent first makes them one node (seal). So a chain is flat whatever
// brackets divide it, and no operand is moved twice.
type parser struct {
	Options
	s        string
	pos      int
	depth    int
	latex    bool // s contains LaTeX: there p_1 is p1, ^ is not ∧ and ~ not always ¬
	foreign  bool // s contains runes that have plain forms
	scoped   bool // another scope could read s differently
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

// Parse reads a formula. The error is a *SyntaxError for every input.
func Parse(s string, o Options) (*Formula, error) {
	f, _, err := read(s, o)
	return f, err
}

// Readings reads a formula under o.Scope and under the other two scopes. It
// returns the different trees, that of o.Scope first. If there is more than one,
// the meaning of the text depends on how far its quantifiers reach.
func Readings(s string, o Options) ([]*Formula, error) {
	f, scoped, err := read(s, o)
	if err != nil {
		return nil, err
	}
	readings := []*Formula{f}
	for scope := ScopeDotWide; scoped && scope <= ScopeWide; scope++ {
		o.Scope = scope
		g, _, err := read(s, o)
		same := func(f *Formula) bool { return Same(f, g) }
		if err == nil && !slices.ContainsFunc(readings, same) { // ∀x A → x has no wide reading: x would be a variable
			readings = append(readings, g)
		}
	}
	return readings, nil
}

// read also reports whether another scope may give another tree. The error
// is a nil interface or holds a *SyntaxError.
func read(s string, o Options) (f *Formula, scoped bool, err error) {
	p := newParser(s, o)
	f = p.parse()
	scoped = p.scoped
	if !o.Strict && (p.foreign || p.err != nil && strings.ContainsFunc(s, isForeign)) {
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
	if p.err == nil && o.Universal {
		f, p.err = closed(f, s, o)
	}
	if p.err != nil {
		return nil, scoped, p.err
	}
	return f, scoped, nil
}

func newParser(s string, o Options) *parser {
	o.MaxDepth = o.maxDepth()
	if o.MaxSize <= 0 {
		o.MaxSize = DefaultMaxSize
	}
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

// open reads an opening LaTeX delimiter and returns the closing one.
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

// end reads what may follow a formula: the closing delimiter, and a full stop
// before or behind it.
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
		if strings.IndexByte(")]}", p.s[p.pos]) >= 0 {
			return p.failFound(p.pos, "an operator or the end of input", `a surplus "`+p.s[p.pos:p.pos+1]+`"`)
		}
		return p.fail(p.pos, "an operator or the end of input")
	}
	return true
}

// fullStop reads a dot that only the closing delimiter or the end follows.
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

// enter adds n levels of nesting and checks the limits.
func (p *parser) enter(at, n int) bool {
	p.depth += n
	return p.depth <= p.MaxDepth && p.size <= p.MaxSize || p.tooLarge(at)
}

// tooLarge records which limit is exceeded. It returns false.
func (p *parser) tooLarge(at int) bool {
	if p.depth > p.MaxDepth {
		return p.failFound(at, "at most "+strconv.Itoa(p.MaxDepth)+" levels of nesting", "more")
	}
	return p.failFound(at, "at most "+strconv.Itoa(p.MaxSize)+" nodes", "more")
}

// fail records what was expected at offset at. It returns false.
func (p *parser) fail(at int, expected string) bool { return p.failFound(at, expected, "") }

func (p *parser) failFound(at int, expected, found string) bool {
	if p.err == nil {
		p.err = syntaxErrorAt(p.s, at, expected, found)
	}
	return false
}
