package logic

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// An operation is the meaning of an operator between terms: a predicate of this name. An
// empty name means that there is no operator.
type operation struct {
	name     string
	kind     Leniency
	swapped  bool // a > b is less_than(b, a)
	negative bool
	arrow    bool // <= may be an arrow to the left, > may be ⊃
}

// comparisons are the signs of predicates between terms, a longer one before its prefix.
var comparisons = []struct {
	sign string
	op   operation
}{
	{">=", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"=<", operation{name: "at_most", kind: Comparison}},
	{"<=", operation{name: "at_most", kind: Comparison, arrow: true}},
	{"≥", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"⩾", operation{name: "at_most", kind: Comparison, swapped: true}},
	{"≤", operation{name: "at_most", kind: Comparison}},
	{"⩽", operation{name: "at_most", kind: Comparison}},
	{">", operation{name: "less_than", kind: Comparison, swapped: true, arrow: true}},
	{"<", operation{name: "less_than", kind: Comparison}},
	{"∈", operation{name: "element_of", kind: Membership}},
	{"∉", operation{name: "element_of", kind: Membership, negative: true}},
}

var comparisonCommands = map[string]string{
	"geq": "≥", "ge": "≥", "leq": "≤", "le": "≤", "gt": ">", "lt": "<", "in": "∈", "notin": "∉",
}

// operations are the names of functions that repairs make.
var operations = []string{"list", "set"}

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
	if op.kind == Membership && p.domainAhead() {
		return p.membership(base, op)
	}
	if !p.looseTerm() {
		return false
	}
	if p.alts > 0 {
		return p.fail(at, "no disjunction among terms")
	}
	p.repairs.add(op.kind)
	if op.arrow {
		p.noteArrow(p.terms[base:])
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = op.name, p.popTerms(base)
	if op.swapped {
		f.Terms[0], f.Terms[1] = f.Terms[1], f.Terms[0]
	}
	if op.negative {
		f = p.node(OpNot, f)
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

// noteArrow notes the names of both sides of <= or >. If a side is a number, a variable
// or an operation, the sign is not an arrow, and noteArrow notes nothing.
func (p *parser) noteArrow(sides []Term) {
	for _, t := range sides {
		if t.Var || isNumber(t.Name) || isDigit(t.Name[0]) || slices.Contains(operations, t.Name) {
			return
		}
	}
	for _, t := range sides {
		p.arrowSides = append(p.arrowSides, Fold(t.Name))
	}
}

// domainAhead reports whether the right side of ∈ at p.pos is a predicate: a name that no
// quantifier binds.
func (p *parser) domainAhead() bool {
	name, end := p.name(p.pos, placeFormula)
	if name == "" || isNumber(name) || wordSymbol(name) != symNone || p.bound.find(name) != nil {
		return false
	}
	i := p.skipSpace(end)
	return i == len(p.s) || p.s[i] != '('
}

// membership makes t ∈ D the atom D(t), as the bounded quantifier ∀x ∈ D does.
func (p *parser) membership(base int, op operation) bool {
	name, end := p.name(p.pos, placeFormula)
	p.pos = end
	p.space()
	if p.alts > 0 {
		return p.fail(p.pos, "no disjunction among terms")
	}
	p.repairs.add(Membership)
	p.domains = with(p.domains, Fold(name))
	f := p.node(OpAtom)
	f.Name, f.Terms = name, p.popTerms(base)
	if op.negative {
		f = p.node(OpNot, f)
	}
	p.operands = append(p.operands, f)
	return true
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
	if !p.factor() {
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
	if p.alts > 0 {
		return p.distribute(at, f)
	}
	p.operands = append(p.operands, f)
	return true
}
