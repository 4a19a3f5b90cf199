package logic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// A parser reads one text. It has no separate lexer, since the meaning of a sign or a word
// depends on whether an operand or an operator is expected. Rejected: a parser generator,
// since its error texts are less clear; backtracking, since hostile texts make it
// exponential; edits of the text until it parses, since the nearest formula may have
// another meaning.
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
	latex    bool // s contains LaTeX: p_1 means p1, ^ is not ∧, and ~ is not always ¬
	foreign  bool // s contains runes that have other plain forms
	scoped   bool // another scope could read s differently
	vacuous  bool // a quantifier binds nothing
	joined   bool // a proposition may be a predicate with its variables: Px
	bodyAt   int  // offset of the body of the last quantifier without punctuation
	prefixed bool // the quantifier just read had brackets around its head: (∀x)(...)
	lenient  bool // make repairs
	letters  bool // juxtaposed predicates: Px is P(x)
	called   bool // a connective or a quantifier is written as a function
	err      *syntax.Error

	infixAt  int // the offset to which infixSym and infixEnd belong
	infixSym symbol
	infixEnd int

	operands []*Formula
	terms    []Term
	bound    binders
	choices  []choice // parts that may be formulas or terms
	unsure   bool     // nothing decides one of choices
	names    []span
	size     int // nodes and terms made

	level   chainLevel
	rightAt int // offset of the last operand behind a connective
	sameAt  int // offset of the last operand behind ==
	ruleAt  int // offset of the body of the last ∀

	uniqueLike string // the variable of the first ∃!; empty if there is none
	*repair           // nil for the default reading
}

// Parse reads a formula. An error is always a *syntax.Error.
func Parse(s string, o Options) (*Formula, error) {
	f, _, err := read(s, o)
	return f, err
}

// A Reading is the result of Read.
type Reading struct {
	// Formulas are the different trees under the three scopes, beginning with the tree
	// under Options.Scope. If there is more than one, the meaning of the text depends on
	// how far its quantifiers reach.
	Formulas []*Formula

	// Leniencies are the repairs, each once; empty without Options.Lenient.
	Leniencies []Leniency

	// Vacuous means that a quantifier binds nothing: its variable does not occur in
	// its body.
	Vacuous bool

	// Unsure means that a part may be formulas or terms, and neither the text nor
	// Options.Beside decides it: P(a) == Q(a), Equivalent(a, b).
	Unsure bool
}

// Read reads a formula as Parse does, and also reports what may be unexpected in it.
func Read(s string, o Options) (Reading, error) {
	f, p, err := read(s, o)
	if err != nil {
		return Reading{}, err
	}
	r := Reading{Formulas: []*Formula{f}, Leniencies: p.leniencies(), Vacuous: p.vacuous, Unsure: p.unsure}
	for scope := ScopeDotWide; p.scoped && scope <= ScopeWide; scope++ {
		o.Scope = scope
		g, _, err := read(s, o)
		same := func(f *Formula) bool { return Same(f, g) }
		if err == nil && !slices.ContainsFunc(r.Formulas, same) { // ∀x A → x has no wide reading: x would be a variable
			r.Formulas = append(r.Formulas, g)
		}
	}
	return r, nil
}

// read reads a text and returns the parser that accepts it. With Options.Universal, it
// closes the formula. The error is a nil interface or holds a *syntax.Error.
func read(s string, o Options) (*Formula, *parser, error) {
	f, p, err := readOpen(s, o)
	if err == nil {
		var fault *syntax.Error
		if f, fault = p.decided(f, s); fault != nil {
			return nil, p, fault
		}
	}
	if err == nil && o.Universal {
		var fault *syntax.Error
		if f, fault = closed(f, s, p); fault != nil {
			return nil, p, fault
		}
	}
	return f, p, err
}

// readOpen reads a text as read does, but does not decide its choices, and does not close
// the formula.
func readOpen(s string, o Options) (*Formula, *parser, error) {
	p := newParser(s, o)
	f := p.parse()
	if !o.Strict && (p.foreign || p.err != nil && strings.ContainsFunc(s, isForeign)) {
		p = newParser(plainText(s), o)
		f = p.parse()
	}
	if p.err != nil && !o.Strict {
		if g, q := p.otherwise(); q != nil {
			f, p = g, q
		}
	}
	if f != nil && (p.vacuous || p.joined) {
		f, p = p.predicates(f)
	} else if f != nil && p.err == nil {
		f, p = p.ground(f, s)
	}
	if p.err == nil {
		return f, p, nil
	}
	err := p.err
	if p.s != s {
		found := err.Found
		if found == foundAt(p.s, err.Offset) {
			found = ""
		}
		err = syntaxErrorAt(s, plainOffset(s, err.Offset), err.Expected, found)
	}
	if name := looksLike(s); name != "" {
		err.Note = "; looks like " + name
	}
	return nil, p, err
}

// otherwise reads, in another notation or with repairs, the text that p refused. If there
// is no such reading, the formula is nil, and the parser is nil or holds the error.
func (p *parser) otherwise() (*Formula, *parser) {
	o := p.Options
	if f, q := juxtaposed(p.s, o); f != nil {
		return f, q
	}
	if o.Lenient {
		return readLenient(p.s, o)
	}
	return nil, nil
}

func newParser(s string, o Options) *parser {
	o.Limits = o.OrDefaults()
	return &parser{Options: o, s: s, latex: holdsLaTeX(s), infixAt: -1, bodyAt: -1, rightAt: -1, sameAt: -1, ruleAt: -1, bound: binders{exact: o.CaseSensitive}}
}

func (p *parser) parse() *Formula {
	closing := p.open()
	if annotated.MatchString(p.s) {
		p.fail(0, "a formula without an annotation")
		return nil
	}
	op, ok := p.expression(precIff)
	if !ok {
		return nil
	}
	f := p.seal(0, op)
	if !p.end(closing) {
		return nil
	}
	return p.nameUniques(f)
}

// open reads an opening LaTeX delimiter and returns the closing one.
func (p *parser) open() string {
	p.space()
	if p.pos < len(p.s) && (p.s[p.pos] == '$' || p.s[p.pos] == '\\') && p.latex && !p.Strict {
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
			if p.lenient {
				p.surplus = p.pos
			}
			return p.failFound(p.pos, "an operator or the end of input", `a surplus "`+p.s[p.pos:p.pos+1]+`"`)
		}
		return p.fail(p.pos, "an operator or the end of input")
	}
	return true
}

// fullStop reads a dot if only the closing delimiter or the end follows.
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
