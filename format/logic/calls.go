package logic

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// call reads a connective that is written as a function, And(p, q), as in z3py and
// sympy. The connective's name ends at end, and a bracket follows.
func (p *parser) call(op Op, end int) (Op, bool) {
	at, base := p.pos, len(p.operands)
	if !p.callArguments(op, end) {
		return 0, false
	}
	if op == OpIff || op == OpImplies {
		if n := len(p.operands) - base; n != 2 {
			return 0, p.failFound(at, "a connective with 2 arguments", strconv.Itoa(n))
		}
		p.push(base, p.node(op, p.operands[base], p.operands[base+1]))
		return 0, true
	}
	if len(p.operands) > base+1 {
		return op, true
	}
	if p.level.comma && op != OpAnd { // P(x), or (Q(x)): it is between two formulas
		return 0, p.failFound(at, `"∧" beside a comma`, p.s[at:end])
	}
	return 0, true
}

// callArguments reads the formulas in the brackets behind the name that ends at end. They
// may be in a list, And([p, q]). An argument that is a chain of op leaves its operands.
func (p *parser) callArguments(op Op, end int) bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.called = true
	p.pos = end
	p.space()
	closing := closer[p.s[p.pos]]
	p.accept(p.s[p.pos])
	level := p.level
	p.level = chainLevel{}
	inList := false
	for n := 0; n == 0 || p.accept(','); n++ {
		first := len(p.operands)
		inner, ok := Op(0), false
		if n == 0 && p.pos < len(p.s) && p.s[p.pos] == '[' {
			inner, inList, ok = p.listOrGroup()
		} else {
			inner, ok = p.expression(precIff)
		}
		if !ok {
			return false
		}
		if inner != op || op == OpIff || op == OpImplies {
			p.push(first, p.seal(first, inner))
		}
	}
	if inList && !p.accept(']') {
		return p.fail(p.pos, `"," or "]" or an operator`)
	}
	if !p.accept(closing) {
		return p.fail(p.pos, `"," or "`+string(rune(closing))+`" or an operator`)
	}
	p.level = level
	p.depth--
	return true
}

// listOrGroup reads the first argument of a call, which begins with [. If a comma follows
// the first formula in these brackets, inList is true, and the others are still to be read.
// Otherwise, the brackets are a group.
func (p *parser) listOrGroup() (op Op, inList, ok bool) {
	base, behind := len(p.operands), p.behind(p.pos)
	if !p.enter(p.pos, 1) {
		return 0, false, false
	}
	p.accept('[')
	if op, ok = p.expression(precIff); !ok {
		return 0, false, false
	}
	p.depth--
	if p.pos < len(p.s) && p.s[p.pos] == ',' {
		return op, true, true
	}
	if !p.accept(']') {
		return 0, false, p.fail(p.pos, `"," or "]" or an operator`)
	}
	if op, ok = p.equivalence(base, op, behind); ok {
		op, ok = p.connectives(base, op, precIff)
	}
	return op, false, ok
}

// A calledName is a connective that is only written as a function. A predicate may have
// the same name, so the arguments decide: see parser.choose.
type calledName uint8

const (
	calledNone calledName = iota
	calledEquivalent
	calledDistinct
	calledIf
	calledNand
	calledNor
	calledXnor
)

// calledNames has the names of sympy, z3py and pySMT, and equiv of the DFG syntax.
var calledNames = map[string]calledName{
	"equivalent": calledEquivalent, "equiv": calledEquivalent, "distinct": calledDistinct, "if": calledIf, "ite": calledIf,
	"nand": calledNand, "nor": calledNor, "xnor": calledXnor,
}

// calledAs returns the connective of a name. It ignores case.
func calledAs(name string) calledName {
	if n := len(name); n < len("if") || n > len("equivalent") || strings.IndexByte("edinx", name[0]|0x20) < 0 {
		return calledNone
	}
	return calledNames[strings.ToLower(name)]
}

// isConnective reports whether a function of this name would be a connective.
func isConnective(name string) bool {
	switch sym := wordSymbol(name); {
	case symAnd <= sym && sym <= symNot:
		return len(name) > len("v")
	case sym == symForall || sym == symExists:
		return len(name) >= len("forall")
	}
	return calledAs(name) != calledNone
}

// namedCall reads a calledName with its arguments. The name ends at end, and a bracket
// follows. If all arguments may be terms, an atom stands for the call until parser.decided.
func (p *parser) namedCall(c calledName, name string, end int) (Op, bool) {
	at, base := p.pos, len(p.operands)
	if _, ok := p.plainTerms(p.skipSpace(end), 0); ok {
		p.pos = end
		p.space()
		terms := len(p.terms)
		if !p.arguments() {
			return 0, false
		}
		f := p.node(OpAtom)
		f.Name, f.Terms = name, p.popTerms(terms)
		p.choices = append(p.choices, choice{f: f, at: at, call: c})
		p.operands = append(p.operands, f)
		return 0, true
	}
	if p.Strict {
		return 0, p.fail(at, "a formula")
	}
	if !p.callArguments(0, end) {
		return 0, false
	}
	f, expected := c.apply(p.operands[base:])
	if f == nil {
		return 0, p.failFound(at, strconv.Quote(name)+" with "+expected, strconv.Itoa(len(p.operands)-base))
	}
	if p.size += f.nodes(p.MaxSize); p.size > p.MaxSize {
		return 0, p.tooLarge(at)
	}
	if f.Op == OpAnd { // a parent of the same kind takes the operands over
		p.operands = append(p.operands[:base], f.Args...)
		return OpAnd, true
	}
	p.push(base, f)
	return 0, true
}

// apply returns the formula of a call. If the number of arguments is wrong, it returns
// nil and the right number.
func (c calledName) apply(fs []*Formula) (f *Formula, expected string) {
	switch {
	case c == calledIf && len(fs) == 2: // as in Common Logic
		return Implies(fs[0], fs[1]), ""
	case c == calledIf && len(fs) != 3:
		return nil, "2 or 3 arguments"
	case len(fs) < 2:
		return nil, "2 arguments"
	case c == calledDistinct && len(fs) > maxDistinct:
		return nil, tooManyDistinct
	}
	switch c {
	case calledIf:
		return And(Implies(fs[0], fs[1]), Implies(Not(fs[0]), fs[2])), ""
	case calledNand:
		return Not(And(fs...)), ""
	case calledNor:
		return Not(Or(fs...)), ""
	case calledXnor:
		return Not(Xor(fs...)), ""
	case calledDistinct:
		return pairwise(fs, func(a, b *Formula) *Formula { return Not(Iff(a, b)) }), ""
	}
	var all []*Formula
	for i := range fs[1:] {
		all = append(all, Iff(fs[i], fs[i+1]))
	}
	return And(all...), ""
}

// maxDistinct is the largest number of arguments of Distinct, which has a formula for each
// pair of them.
const maxDistinct = 1000

const tooManyDistinct = "at most 1,000 arguments"

// pairwise returns the conjunction of relation over all pairs.
func pairwise[T any](of []T, relation func(a, b T) *Formula) *Formula {
	var all []*Formula
	for i := range of {
		for j := range i {
			all = append(all, relation(of[j], of[i]))
		}
	}
	return And(all...)
}

// nodes counts the nodes of f. It stops above the limit: nested calls of If double the
// tree at each level.
func (f *Formula) nodes(limit int) int { return syntax.CountTo(f.Subformulas(), limit) }

// plainTerms reports whether the brackets at i hold only terms that the default level
// reads, none with the name of a connective. end is the offset behind them.
func (p *parser) plainTerms(i, depth int) (end int, ok bool) {
	closing := closer[p.s[i]]
	i = p.skipSpace(i + 1)
	for ok = i < len(p.s) && depth < p.MaxDepth; ok; i = p.skipSpace(i + 1) {
		if i, ok = p.plainTerm(i, depth+1); !ok || i == len(p.s) {
			return i, false
		}
		if p.s[i] == closing {
			return i + 1, true
		}
		ok = p.s[i] == ','
	}
	return i, false
}

// plainTerm reports whether a term as in plainTerms is at i. end is the offset behind it
// and the space.
func (p *parser) plainTerm(i, depth int) (end int, ok bool) {
	name, end := p.name(i, placeTerm)
	if name == "" {
		return i, false
	}
	end = p.skipSpace(end)
	if end < len(p.s) && (p.s[end] == '(' || p.s[end] == '[' && !p.Strict) {
		if isConnective(name) {
			return i, false
		}
		if end, ok = p.plainTerms(end, depth); !ok {
			return i, false
		}
		return p.skipSpace(end), true
	}
	sym := wordSymbol(name)
	return end, sym != symTrue && sym != symFalse && sym != symNot
}

// calledHead reads the variables of ForAll([x, y], P(x)) behind the first bracket;
// open is the second one.
func (p *parser) calledHead(open byte) (punctuated, call, ok bool) {
	p.pos++
	p.space()
	if !p.nameRun() {
		return false, false, false
	}
	if closing := closer[open]; p.names[len(p.names)-1].comma || !p.accept(closing) {
		return false, false, p.fail(p.pos, `a variable or "`+string(rune(closing))+`"`)
	}
	if !p.accept(',') {
		return false, false, p.fail(p.pos, `","`)
	}
	p.bindNames(len(p.names))
	return false, true, true
}

// calledQuantifier reads the body of ForAll(x, P(x)) and the bracket behind it.
func (p *parser) calledQuantifier(base int, op Op, unique bool) (Op, bool) {
	if !p.enter(p.pos, 1) {
		return 0, false
	}
	p.called = true
	level := p.level
	p.level = chainLevel{}
	body := len(p.operands)
	inner, ok := p.expression(precIff)
	if !ok {
		return 0, false
	}
	if !p.accept(')') {
		return 0, p.fail(p.pos, `")" or an operator`)
	}
	p.level = level
	p.depth--
	p.bind(base, body, inner, op, unique)
	return 0, true
}

// nothingAhead reports whether no operand can begin at p.pos.
func (p *parser) nothingAhead() bool {
	if p.endsAt(p.pos) || p.s[p.pos] == ',' {
		return true
	}
	if sym, _ := p.infix(); sym != symNone {
		return true
	}
	c, _ := p.bracket(p.pos)
	return c != 0 && closer[c] == 0
}
