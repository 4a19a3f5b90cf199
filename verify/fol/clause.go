package fol

import (
	"encoding/binary"
	"math/bits"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prop"
)

// literal is a predicate of terms, negated or not.
type literal struct {
	pred int32 // index of predicates, predEqual, or a name (definitions or higher)
	neg  bool
	args []termID
}

// definitions is the first number of a predicate that names a subformula.
const definitions int32 = 1 << 24

// clausifier turns closed literals of a theory into clauses. Subformulas are
// named (Plaisted and Greenbaum, "A structure-preserving clause form
// translation", J. Symb. Comput. 2, 1986): a name implies its subformula or is
// implied by it, depending on the polarity of its occurrences. A quantified leaf has
// the same name on both sides of a pair, so a part that both sides share is refuted
// by its name, without its clauses. Existential leaves are Skolemized over only their
// free variables; miniscoping keeps their number small.
//
// The variables of clauses are placeholders. Skolem functions are functions of
// the theory, after those of the formulas.
type clausifier struct {
	*builder
	names   map[prop.Lit]int32 // of subformulas that are not atoms
	wanted  map[prop.Lit]bool  // the literals l for which the clauses of name → l are needed
	todo    []prop.Lit         // those of wanted that are not defined yet
	clauses [][]literal
	first   int32 // the first of its own Skolem functions
	equal   bool  // whether an equality occurs
	err     error
}

// clausify returns the clauses of the conjunction of closed literals. If an equality
// occurs, they include the axioms of equality.
func (b *builder) clausify(ls ...prop.Lit) ([][]literal, error) {
	c := &clausifier{builder: b, names: map[prop.Lit]int32{}, wanted: map[prop.Lit]bool{}, first: int32(len(b.functions))}
	for _, l := range ls {
		c.assert(nil, l)
	}
	for len(c.todo) > 0 && c.err == nil {
		l := c.todo[0]
		c.todo = c.todo[1:]
		c.define(l)
	}
	if c.equal {
		c.equality()
	}
	return c.clauses, c.err
}

// assert adds clauses that require l or one of the literals of or to be true.
func (c *clausifier) assert(or []literal, l prop.Lit) {
	if !c.spend(1+len(or)) || len(c.clauses) > maxClauses {
		c.err = errSize
	}
	if c.err != nil || l == prop.True {
		return
	}
	if l == prop.False {
		c.clauses = append(c.clauses, append([]literal(nil), or...))
		return
	}
	kind, args := c.graph.Node(l)
	switch {
	case kind == prop.AndNode && l&1 == 0:
		for _, a := range args {
			c.assert(or, a)
		}
	case kind == prop.AndNode:
		c.assertOr(or, args)
	case kind == prop.XorNode:
		x, y := args[0]^l&1, c.graph.Xor(args[1:]...)
		c.assert(or, c.graph.Or(x, y))
		c.assert(or, c.graph.Or(x.Not(), y.Not()))
	default:
		c.clauses = append(c.clauses, append(append([]literal(nil), or...), c.leafLiteral(l)))
	}
}

// maxClauses bounds the number of clauses of one direction, without instances.
const maxClauses = 20_000

// assertOr adds clauses for ¬args[0] ∨ ¬args[1] ∨ ...: a leaf becomes a literal
// of the clause, one conjunction may be multiplied out, and every other operand
// gets a name.
func (c *clausifier) assertOr(or []literal, args []prop.Lit) {
	clause := append([]literal(nil), or...)
	var inner prop.Lit
	found := false
	for _, a := range args {
		d := a.Not()
		switch {
		case c.isLeaf(d):
			clause = append(clause, c.leafLiteral(d))
		case !found:
			inner, found = d, true
		default:
			c.want(d)
			clause = append(clause, c.name(d))
		}
	}
	if found {
		c.assert(clause, inner)
		return
	}
	c.clauses = append(c.clauses, clause)
}

// leafLiteral returns the literal of a leaf. A quantified leaf gets a name, which is
// defined later.
func (c *clausifier) leafLiteral(l prop.Lit) literal {
	f := c.leafOf(l)
	if f.pred != predQuant {
		c.equal = c.equal || f.pred == predEqual
		return literal{pred: f.pred, neg: l&1 != 0, args: f.args}
	}
	out := c.name(l &^ 1)
	out.neg = l&1 != 0
	c.want(l)
	return out
}

// want asks for the clauses of name → l.
func (c *clausifier) want(l prop.Lit) {
	if !c.wanted[l] {
		c.wanted[l] = true
		c.todo = append(c.todo, l)
	}
}

// name returns the predicate that names l, applied to the free variables of l.
func (c *clausifier) name(l prop.Lit) literal {
	p, ok := c.names[l]
	if !ok {
		p = definitions + int32(len(c.names))
		c.names[l] = p
	}
	return literal{pred: p, args: c.freeTerms(c.info(l).free)}
}

func (c *clausifier) freeTerms(free vars) []termID {
	var out []termID
	for h := free.held; h != 0; h &= h - 1 {
		out = append(out, c.variable(placeholder+int32(bits.TrailingZeros64(h))))
	}
	return out
}

// define adds the clauses that connect a name with its subformula.
func (c *clausifier) define(l prop.Lit) {
	if !c.isLeaf(l) {
		not := c.name(l)
		not.neg = true
		c.assert([]literal{not}, l)
		return
	}
	f := *c.leafOf(l)
	side := c.name(l &^ 1)
	if l&1 != 0 { // ¬name → ∀v. ¬body
		c.assert([]literal{side}, f.body.Not())
		return
	}
	side.neg = true // name → body with a witness for v
	args := c.freeTerms(f.free)
	fn := int32(len(c.functions))
	c.functions = append(c.functions, check.Symbol{Name: "skolem", Arity: len(args)})
	body, err := c.substitute(f.body, f.v, c.apply(fn, args))
	if err != nil {
		c.err = err
		return
	}
	c.assert([]literal{side}, body)
}

// equality adds the axioms of equality for the symbols of the theory: reflexivity,
// transitivity and congruence. Symmetry needs no axiom, since the sides of an
// equality are sorted.
func (c *clausifier) equality() {
	v := func(i int) termID { return c.variable(placeholder + int32(i)) }
	eq := func(neg bool, a, b termID) literal {
		return c.sorted(literal{pred: predEqual, neg: neg, args: []termID{a, b}})
	}
	c.clauses = append(c.clauses,
		[]literal{eq(false, v(0), v(0))},
		[]literal{eq(true, v(0), v(1)), eq(true, v(1), v(2)), eq(false, v(0), v(2))})
	congruence := func(arity int, conclude func(xs, ys []termID) []literal) {
		if arity >= maxClauseVariables || !c.spend(2*arity*arity) {
			c.err = errSize
			return
		}
		for k := range arity {
			xs, ys := make([]termID, arity), make([]termID, arity)
			for i := range arity {
				xs[i], ys[i] = v(i), v(i)
			}
			ys[k] = v(arity)
			c.clauses = append(c.clauses, append([]literal{eq(true, xs[k], ys[k])}, conclude(xs, ys)...))
		}
	}
	for i, p := range c.predicates {
		congruence(p.Arity, func(xs, ys []termID) []literal {
			return []literal{{pred: int32(i), neg: true, args: xs}, {pred: int32(i), args: ys}}
		})
	}
	for i, f := range c.functions {
		if i >= c.written && i < int(c.first) {
			continue // a function of other clauses
		}
		congruence(f.Arity, func(xs, ys []termID) []literal {
			return []literal{eq(false, c.apply(int32(i), xs), c.apply(int32(i), ys))}
		})
	}
}

// sorted orders the sides of an equality.
func (t *theory) sorted(l literal) literal {
	if l.pred == predEqual && l.args[0] > l.args[1] {
		l.args = []termID{l.args[1], l.args[0]}
	}
	return l
}

// appendKey appends a key that is unique to the literal.
func (l literal) appendKey(k []byte) []byte {
	k = binary.LittleEndian.AppendUint32(k, uint32(l.pred))
	if l.neg {
		k = append(k, 1)
	} else {
		k = append(k, 0)
	}
	return appendIDs(k, l.args)
}
