package logic

import (
	"slices"
	"strings"
)

// In Python, == and != compare formulas as well as terms. Between formulas, they are ↔ and
// its negation. Python's precedences differ from those of logic, p & q == r is (p & q) == r
// in Python, so == between formulas needs brackets beside a connective.

// isDouble reports whether the equality at p.pos is == or !=.
func (p *parser) isDouble() bool {
	return !p.Strict && (strings.HasPrefix(p.s[p.pos:], "==") || p.s[p.pos] == '!')
}

// formulaBehind reports whether the equality at p.pos is == or !=, and only a formula can
// begin at next. A bracket may also begin a term of a repair.
func (p *parser) formulaBehind(next int) bool {
	if !p.isDouble() || p.letters {
		return false
	}
	at := p.pos
	p.pos = p.skipSpace(next)
	defer func() { p.pos = at }()
	sym, name, end := p.operand()
	switch {
	case sym == symNot && p.lenient && name == "" && p.s[p.pos] == '-': // a negative number
		return false
	case sym != symNone:
		return true
	case name != "":
		return isConnective(name) && p.argumentsBehind(end)
	}
	c, _ := p.bracket(p.pos)
	return closer[c] != 0 && !p.lenient
}

// argumentsBehind reports whether arguments follow the name that ends at end.
func (p *parser) argumentsBehind(end int) bool {
	return p.nextIs(end, '(') || !p.Strict && p.nextIs(end, '[')
}

// carry makes the operand behind a negation at offset at the operand of the same
// connective.
func (p *parser) carry(at int) {
	p.space()
	if p.rightAt == at {
		p.rightAt = p.pos
	}
	if p.sameAt == at {
		p.sameAt = p.pos
	}
}

// A position says what is before an operand.
type position struct {
	at         int
	connective bool // a connective
	same       bool // == or !=
}

// behind returns the position of the operand at offset at.
func (p *parser) behind(at int) position {
	return position{at: at, connective: p.rightAt == at, same: p.sameAt == at}
}

// mixed reports whether a connective is before pos or at p.pos.
func (p *parser) mixed(pos position) bool {
	sym, _ := p.infix()
	return pos.connective || sym != symNone
}

// single refuses p == q == r, which is p == q and q == r in Python. pos is the position of
// the left side of an equality that ends at p.pos.
func (p *parser) single(pos position) bool {
	if sym, _ := p.equality(); pos.same || sym != symNone {
		return p.fail(p.pos, "brackets around one of two equalities")
	}
	return true
}

// equivalence reads == or != behind the operand that lies on the stack from base and has
// the given position. It does nothing if there is neither.
func (p *parser) equivalence(base int, op Op, pos position) (Op, bool) {
	sym, next := p.equality()
	if sym == symNone || !p.isDouble() || p.letters {
		return op, true
	}
	if pos.same { // refused before the right side, so that a chain does not nest
		return 0, p.single(pos)
	}
	left := p.seal(base, op)
	p.pos = next
	p.space()
	p.sameAt = p.pos
	branchLeft, branchRight := p.branches(pos.at), p.branches(p.pos)
	right := len(p.operands)
	op, ok := p.unary(0)
	if !ok || !p.single(pos) {
		return 0, false
	}
	f := p.node(OpIff, left, p.seal(right, op))
	if (branchLeft || p.isPlain(left)) && branchRight || branchLeft && p.isPlain(f.Args[1]) {
		return 0, p.fail(pos.at, `no "If" beside "==", which may be between terms`)
	}
	if p.isPlain(f.Args[0]) && p.isPlain(f.Args[1]) { // (P(a)) == (Q(a)): perhaps terms
		f.Op, f.Args, f.Terms = OpEqual, nil, []Term{f.Args[0].term(), f.Args[1].term()}
		p.choices = append(p.choices, choice{f: f, at: pos.at, mixed: p.mixed(pos), inner: true})
	} else if p.mixed(pos) {
		return 0, p.fail(pos.at, `brackets around "==" beside a connective`)
	}
	if sym == symNotEqual {
		f = p.node(OpNot, f)
	}
	p.push(base, f)
	return 0, true
}

// branches reports whether a call of If is at offset i.
func (p *parser) branches(i int) bool {
	name, end := p.plainName(i)
	return name != "" && calledAs(name) == calledIf && p.argumentsBehind(end)
}

// isPlain reports whether f is an atom whose reading is not open.
func (p *parser) isPlain(f *Formula) bool { return f.Op == OpAtom && calledAs(f.Name) == calledNone }

func (f *Formula) term() Term { return Term{Name: f.Name, Args: f.Terms} }

func (t Term) atom() *Formula { return Atom(t.Name, t.Args...) }

// mayRelateFormulas notes the equality f, or its negation, which has the given position, unless
// a side can only be a term.
func (p *parser) mayRelateFormulas(pos position, f *Formula) {
	if f.Op == OpNot {
		f = f.Args[0]
	}
	if slices.ContainsFunc(f.Terms, func(t Term) bool { return t.Var || isNumber(t.Name) }) {
		return
	}
	p.choices = append(p.choices, choice{f: f, at: pos.at, mixed: p.mixed(pos)})
}
