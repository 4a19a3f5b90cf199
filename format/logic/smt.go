package logic

import (
	"slices"
	"strings"
)

// An sexpr is an S-expression: a symbol, or a list.
type sexpr struct {
	symbol string
	list   []*sexpr
}

// head returns the symbol that begins a list, or "".
func (e *sexpr) head() string {
	if len(e.list) == 0 {
		return ""
	}
	return e.list[0].symbol
}

// An smtReader reads a formula in SMT-LIB's notation (Barrett, Fontaine and Tinelli,
// The SMT-LIB Standard 2.6, section 3). It also accepts the names of the connectives in
// Common Logic.
type smtReader struct {
	p     *parser
	toks  []string
	depth int
	bound binders
	known bool               // an operator of SMT-LIB occurs; (p q) alone is refused
	sort  string             // the only sort of the variables; it is ignored
	uses  map[string][2]bool // by name: certain uses as a formula, and as a term
	other uses               // in the texts beside it; nil: not yet read
}

var smtConnectives = map[string]Op{
	"and": OpAnd, "or": OpOr, "xor": OpXor, "=>": OpImplies, "implies": OpImplies, "if": OpImplies, "->": OpImplies,
	"iff": OpIff, "<=>": OpIff, "<->": OpIff, "not": OpNot, "forall": OpForall, "exists": OpExists,
}

// readSMT reads a whole text as one S-expression in which every operator comes first,
// perhaps within (assert ...). It returns nil for anything else, and if the sides of an
// equality could be formulas or terms.
func readSMT(s string, o Options) (*Formula, *parser) {
	text := strings.TrimSpace(s)
	if !strings.HasPrefix(text, "(") {
		return nil, nil
	}
	r := &smtReader{
		p: newParser(text, o), toks: smtTokens(text), bound: binders{exact: o.CaseSensitive},
		uses: map[string][2]bool{},
	}
	e := r.expression()
	if e == nil || len(r.toks) > 0 {
		return nil, nil
	}
	if e.head() == "assert" && len(e.list) == 2 {
		e, r.known = e.list[1], true
	}
	r.survey(e, 0)
	if !r.known {
		return nil, nil
	}
	f := r.formula(e)
	if f == nil {
		return nil, nil
	}
	r.p.joined = true // perhaps: the propositions are not checked
	return f, r.p
}

// survey notes how names are used. as is 0 in the place of a formula, 1 in the place of a
// term, and 2 on a side of an equality, which may be either.
func (r *smtReader) survey(e *sexpr, as int) {
	name, args := e.symbol, []*sexpr(nil)
	if len(e.list) > 0 {
		name, args = e.head(), e.list[1:]
	}
	inner := 1
	r.known = r.known || len(e.list) > 1 && as != 1 && (r.certain(e) || as == 0 && branching(e))
	switch {
	case smtConnectives[name].IsQuantifier():
		args, inner = args[min(1, len(args)):], 0
	case smtConnectives[name] != 0, name == "!", name == "ite" && as == 0:
		inner = 0
	case name == "=", name == "distinct":
		inner = 2
		if slices.ContainsFunc(args, r.certain) {
			inner = 0
		}
	case as < 2:
		u := r.uses[Fold(name)]
		u[as] = true
		r.uses[Fold(name)] = u
	}
	for _, a := range args {
		r.survey(a, inner)
	}
}

// smtTokens divides a text into brackets and symbols. It skips comments.
func smtTokens(s string) []string {
	var toks []string
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case class[c]&isSpace != 0:
			i++
		case c == ';':
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return toks
			}
			i += n
		case c == '(' || c == ')':
			toks = append(toks, s[i:i+1])
			i++
		default:
			n := strings.IndexAny(s[i:], " \t\r\n();")
			if n < 0 {
				n = len(s) - i
			}
			toks = append(toks, s[i:i+max(n, 1)])
			i += max(n, 1)
		}
	}
	return toks
}

// expression removes one expression from the tokens. It returns nil if there is none.
func (r *smtReader) expression() *sexpr {
	if len(r.toks) == 0 || r.toks[0] == ")" {
		return nil
	}
	tok := r.toks[0]
	r.toks = r.toks[1:]
	if tok != "(" {
		return &sexpr{symbol: tok}
	}
	if r.depth++; r.depth > r.p.MaxDepth {
		return nil
	}
	e := &sexpr{}
	for len(r.toks) > 0 && r.toks[0] != ")" {
		inner := r.expression()
		if inner == nil {
			return nil
		}
		e.list = append(e.list, inner)
	}
	if len(r.toks) == 0 {
		return nil
	}
	r.toks = r.toks[1:]
	r.depth--
	return e
}

// formula reads e as a formula. It returns nil if e is not a formula.
func (r *smtReader) formula(e *sexpr) *Formula {
	if r.p.size++; r.p.size > r.p.MaxSize {
		return nil
	}
	switch e.symbol {
	case "true":
		return Top()
	case "false":
		return Bottom()
	case "":
	default:
		if !r.isName(e.symbol, placeFormula) || r.bound.find(e.symbol) != nil {
			return nil
		}
		return Atom(e.symbol)
	}
	if len(e.list) < 2 {
		return nil
	}
	switch head := e.head(); head {
	case "":
		return nil
	case "=", "distinct":
		return r.equality(e, head == "distinct")
	case "!":
		return r.formula(e.list[1])
	default:
		if branching(e) {
			return r.branches(e.list[1:])
		}
		if op, ok := smtConnectives[head]; ok {
			return r.connective(op, e.list[1:])
		}
		if !r.isName(head, placeFormula) || isConnective(head) {
			return nil
		}
		terms := r.terms(e.list[1:])
		if terms == nil {
			return nil
		}
		return Atom(head, terms...)
	}
}

func (r *smtReader) connective(op Op, args []*sexpr) *Formula {
	if op.IsQuantifier() {
		return r.quantifier(op, args)
	}
	var fs []*Formula
	for _, a := range args {
		f := r.formula(a)
		if f == nil {
			return nil
		}
		fs = append(fs, f)
	}
	switch {
	case op == OpNot && len(fs) == 1:
		return Not(fs[0])
	case op == OpNot, op == OpIff && len(fs) != 2, op == OpImplies && len(fs) < 2:
		return nil
	case op == OpImplies:
		f := fs[len(fs)-1]
		for _, g := range slices.Backward(fs[:len(fs)-1]) {
			f = Implies(g, f)
		}
		return f
	}
	return Connect(op, fs...)
}

// branching reports whether e is (ite p q r), or (if p q r) as in Lisp. (if p q) is an
// implication, as in Common Logic.
func branching(e *sexpr) bool {
	return e.head() == "ite" || e.head() == "if" && len(e.list) == 4
}

// branches reads the three formulas of a branching.
func (r *smtReader) branches(args []*sexpr) *Formula {
	var fs []*Formula
	for _, a := range args {
		f := r.formula(a)
		if f == nil {
			return nil
		}
		fs = append(fs, f)
	}
	if len(fs) != 3 {
		return nil
	}
	f, _ := calledIf.apply(fs)
	return r.limited(f)
}

// quantifier reads ((x S) (y S)) and a body, or (x y) and a body.
func (r *smtReader) quantifier(op Op, args []*sexpr) *Formula {
	if len(args) != 2 || len(args[0].list) == 0 {
		return nil
	}
	base := len(r.bound.list)
	for _, v := range args[0].list {
		name := v.symbol
		if len(v.list) == 2 && v.list[1].symbol != "" {
			name = v.list[0].symbol
			sort := v.list[1].symbol
			if sort == "Bool" || r.sort != "" && r.sort != sort {
				return nil
			}
			r.sort = sort
		}
		if n, end := r.named(name, placeBinder); n != name || end != len(name) || !r.p.isVariable(name) {
			return nil
		}
		r.bound.push(name, 0)
	}
	f := r.formula(args[1])
	if f == nil {
		return nil
	}
	for _, b := range slices.Backward(r.bound.list[base:]) {
		r.p.vacuous = r.p.vacuous || !b.used
		f = &Formula{Op: op, Name: b.name, Args: []*Formula{f}}
	}
	r.bound.pop(base)
	return f
}

// terms reads a list of terms. It returns nil if an element is not a term.
func (r *smtReader) terms(es []*sexpr) []Term {
	var ts []Term
	for _, e := range es {
		if r.p.size++; r.p.size > r.p.MaxSize {
			return nil
		}
		var t Term
		switch {
		case e.symbol != "":
			t.Name = e.symbol
			if b := r.bound.find(e.symbol); b != nil {
				b.used = true
				t.Name, t.Var = b.name, true
			} else if !r.isName(e.symbol, placeTerm) {
				return nil
			}
		case len(e.list) < 2 || !r.isName(e.head(), placeTerm) || isConnective(e.head()):
			return nil
		default:
			t.Name = e.head()
			if t.Args = r.terms(e.list[1:]); t.Args == nil {
				return nil
			}
		}
		ts = append(ts, t)
	}
	return ts
}

// named reads a name as Parse does.
func (r *smtReader) named(name string, at place) (string, int) {
	inner := parser{s: name}
	n, end := inner.name(0, at)
	if inner.foreign {
		return "", 0
	}
	return n, end
}

// isName reports whether a symbol is a name at this place.
func (r *smtReader) isName(name string, at place) bool {
	n, end := r.named(name, at)
	return name != "" && n == name && end == len(name) && smtConnectives[name] == 0 &&
		!(at == placeFormula && (isNumber(name) || wordSymbol(name) != symNone && len(name) > 1))
}

// equality reads (= a b) or (distinct a b), where = is ↔ between formulas. It returns nil
// unless it is certain whether the sides are formulas or terms.
func (r *smtReader) equality(e *sexpr, distinct bool) *Formula {
	if len(e.list) < 3 || len(e.list) > 3 && !distinct || len(e.list) > maxDistinct+1 {
		return nil
	}
	formulas, terms := false, false
	for _, side := range e.list[1:] {
		name := side.symbol + side.head()
		formulas = formulas || r.certain(side) || r.uses[Fold(name)][0]
		terms = terms || isNumber(name) || r.bound.find(name) != nil || r.uses[Fold(name)][1]
	}
	if formulas == terms && len(r.p.Beside) > 0 {
		if r.other == nil {
			r.other = uses{}
			r.p.beside(r.p.s, func(f *Formula, p *parser) { r.other.add(f, p.undecided()) })
		}
		for _, side := range e.list[1:] {
			v := r.other[use{Fold(side.symbol + side.head()), side.symbol == ""}]
			formulas = formulas || v.formula && !v.term
			terms = terms || v.term && !v.formula
		}
	}
	switch {
	case formulas == terms: // there are two readings
		return nil
	case formulas && distinct:
		var fs []*Formula
		for _, side := range e.list[1:] {
			f := r.formula(side)
			if f == nil {
				return nil
			}
			fs = append(fs, f)
		}
		f, _ := calledDistinct.apply(fs)
		return r.limited(f)
	case formulas:
		return r.connective(OpIff, e.list[1:])
	}
	ts := r.terms(e.list[1:])
	switch {
	case ts == nil:
		return nil
	case distinct:
		return r.limited(pairwise(ts, func(a, b Term) *Formula { return Not(Equal(a, b)) }))
	}
	return Equal(ts[0], ts[1])
}

// limited returns f, or nil if it makes the tree too large.
func (r *smtReader) limited(f *Formula) *Formula {
	if r.p.size += f.nodes(r.p.MaxSize); r.p.size > r.p.MaxSize {
		return nil
	}
	return f
}

// certain reports whether e can only be a formula.
func (r *smtReader) certain(e *sexpr) bool {
	head := e.head()
	return e.symbol == "true" || e.symbol == "false" || head == "=" || head == "distinct" || smtConnectives[head] != 0 && !branching(e)
}
