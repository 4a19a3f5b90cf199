package logic

import (
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// An operation is the meaning of an operator between terms: a predicate of this name. An
// empty name means that there is no operator.
type operation struct {
	name    string
	swapped bool // a > b is less_than(b, a)
	arrow   bool // <= may be an arrow to the left, > may be ⊃
}

// comparisons are the signs of predicates between terms, a longer one before its prefix.
var comparisons = []struct {
	sign string
	op   operation
}{
	{">=", operation{name: "at_most", swapped: true}},
	{"=<", operation{name: "at_most"}},
	{"<=", operation{name: "at_most", arrow: true}},
	{"≥", operation{name: "at_most", swapped: true}},
	{"⩾", operation{name: "at_most", swapped: true}},
	{"≤", operation{name: "at_most"}},
	{"⩽", operation{name: "at_most"}},
	{">", operation{name: "less_than", swapped: true, arrow: true}},
	{"<", operation{name: "less_than"}},
}

var comparisonCommands = map[string]string{
	"geq": "≥", "ge": "≥", "leq": "≤", "le": "≤", "gt": ">", "lt": "<",
}

// operator reads the operator between terms at p.pos. Its name is empty if there is none.
// A connective does not count, and neither does <-, which may be an arrow.
func (p *parser) operator() (op operation, end int) {
	rest := p.s[p.pos:]
	if rest == "" {
		return op, p.pos
	}
	if sym, _ := p.infix(); sym != symNone {
		return op, p.pos
	}
	if rest[0] == '\\' {
		name, end := syntax.Command(p.s, p.pos)
		sign := comparisonCommands[name]
		for _, c := range comparisons {
			if c.sign == sign {
				return c.op, end
			}
		}
		return op, p.pos
	}
	for _, c := range comparisons {
		if !strings.HasPrefix(rest, c.sign) {
			continue
		}
		end = p.pos + len(c.sign)
		if end < len(p.s) && strings.IndexByte("<>=-", p.s[end]) >= 0 {
			break
		}
		return c.op, end
	}
	return op, p.pos
}

// operatorAhead reports whether an operator between terms is at p.pos.
func (p *parser) operatorAhead() bool {
	op, _ := p.operator()
	return op.name != ""
}

// looseLeft reads the rest of a comparison or an equality. Its left side begins with the
// term left, at offset at.
func (p *parser) looseLeft(at int, left Term) bool {
	base := len(p.terms)
	p.terms = append(p.terms, left)
	op, end := p.operator()
	if op.name == "" {
		sym, next := p.equality()
		if sym == symNone {
			return p.fail(p.pos, "a comparison")
		}
		left := p.terms[base]
		p.terms = p.terms[:base]
		return p.equate(base, left, sym, next)
	}
	p.pos = end
	p.space()
	if !p.looseTerm() {
		return false
	}
	p.repairs.add(Comparison)
	if op.arrow {
		p.noteArrow(p.terms[base:])
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = op.name, p.popTerms(base)
	if op.swapped {
		f.Terms[0], f.Terms[1] = f.Terms[1], f.Terms[0]
	}
	p.operands = append(p.operands, f)
	if op, _ := p.operator(); op.name != "" {
		return p.fail(p.pos, "one comparison")
	}
	if sym, _ := p.equality(); sym != symNone {
		return p.fail(p.pos, "one comparison")
	}
	return p.standsAlone(at)
}

// standsAlone refuses a comparison beside ^, which is read as ∧: x^2 > 4 may contain a
// power. It also refuses one behind -, which is read as ¬: -5 < x may be about -5.
func (p *parser) standsAlone(at int) bool {
	before := strings.TrimRight(p.s[:at], " ")
	if strings.HasSuffix(before, "-") {
		return p.fail(at, `no "-" before a comparison`)
	}
	if strings.HasSuffix(before, "^") || p.pos < len(p.s) && p.s[p.pos] == '^' {
		return p.fail(at, `no "^" beside a comparison`)
	}
	return true
}

// noteArrow notes the names of both sides of <= or >. If a side is a number or a variable,
// the sign is not an arrow, and noteArrow notes nothing.
func (p *parser) noteArrow(sides []Term) {
	for _, t := range sides {
		if t.Var || isNumber(t.Name) || isDigit(t.Name[0]) {
			return
		}
	}
	for _, t := range sides {
		p.arrowSides = append(p.arrowSides, Fold(t.Name))
	}
}

// termAhead reports whether only a term can begin at p.pos, in the place of an operand
// that does not begin with a name: a quotation, or an amount of money.
func (p *parser) termAhead() bool {
	return p.pos < len(p.s) && (p.quoteAt(p.pos) != "" || p.currencyAt(p.pos) != "")
}

// looseAtom reads an atom that begins with a quoted name. It also reads a comparison or
// an equality that does not begin with a name.
func (p *parser) looseAtom() bool {
	at := p.pos
	quoted := p.quoteAt(at)
	base := len(p.terms)
	if !p.looseTerm() {
		return false
	}
	if sym, _ := p.equality(); sym != symNone || p.operatorAhead() {
		left := p.terms[base]
		p.terms = p.terms[:base]
		return p.looseLeft(at, left)
	}
	t := p.terms[base]
	p.terms = p.terms[:base]
	name, end := (&parser{s: t.Name}).name(0, placeFormula)
	if quoted == "" || name != t.Name || end != len(name) || wordSymbol(name) != symNone || isNumber(name) ||
		len(t.Args) == 0 && (t.Var || quoted[1:len(quoted)-1] != name) { // a quoted sentence or formula
		return p.fail(at, "a formula")
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = t.Name, t.Args
	p.operands = append(p.operands, f)
	return true
}
