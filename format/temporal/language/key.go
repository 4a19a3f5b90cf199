package language

import (
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// Key returns the key of a formula, nine bytes: the negation normal form over X, U and R,
// simplified by a few laws. Other equivalences are missed. See the package comment of
// format/logic/language on keys. It returns no error.
func (*Language) Key(t syntax.Tree) (string, error) { return key(formula(t)), nil }

func key(f *temporal.Formula) string {
	g := &syntax.Graph{}
	normalize(f, 0).build(g, map[string]int{})
	return string(binary.BigEndian.AppendUint64([]byte{'t'}, g.Key()))
}

// linear is a temporal formula in negation normal form over U and R. F A is ⊤ U A, and
// G A is ⊥ R A. X occurs only before atoms, since it distributes over all operators.
// Operands of &, | and xor have no order and do not repeat.
type linear struct {
	op      temporal.Op // OpTrue, OpFalse, OpAtom, OpAnd, OpOr, OpXor, OpUntil or OpRelease
	negated bool        // of an atom or xor
	name    string      // of an atom
	next    int         // of an atom: the number of X before it
	kids    []*linear
	hash    uint64 // equal for formulas that differ only in order
}

// normalize builds the normal form of f after next operators X.
func normalize(f *temporal.Formula, next int) *linear {
	if f.Op == temporal.OpNext {
		return normalize(f.Args[0], next+1)
	}
	kids := make([]*linear, len(f.Args))
	for i, a := range f.Args {
		kids[i] = normalize(a, next)
	}
	switch f.Op {
	case temporal.OpAtom:
		return (&linear{op: f.Op, name: f.Name, next: next}).seal()
	case temporal.OpNot:
		return kids[0].not()
	case temporal.OpAnd, temporal.OpOr:
		return chainOf(f.Op, kids...)
	case temporal.OpImplies:
		return chainOf(temporal.OpOr, kids[0].not(), kids[1])
	case temporal.OpXor:
		return parityOf(kids, false)
	case temporal.OpIff:
		return parityOf(kids, true)
	case temporal.OpFinally:
		return untilOf(temporal.OpUntil, constant(temporal.OpTrue), kids[0])
	case temporal.OpGlobally:
		return untilOf(temporal.OpRelease, constant(temporal.OpFalse), kids[0])
	case temporal.OpUntil, temporal.OpRelease:
		return untilOf(f.Op, kids[0], kids[1])
	case temporal.OpWeakUntil: // A W B = B R (A | B)
		return untilOf(temporal.OpRelease, kids[1], chainOf(temporal.OpOr, kids...))
	case temporal.OpStrongRelease: // A M B = B U (A & B)
		return untilOf(temporal.OpUntil, kids[1], chainOf(temporal.OpAnd, kids...))
	}
	return constant(f.Op)
}

func constant(op temporal.Op) *linear { return (&linear{op: op}).seal() }

// not returns the negation of n.
func (n *linear) not() *linear {
	out := *n
	if n.op == temporal.OpAtom || n.op == temporal.OpXor {
		out.negated = !n.negated
		return out.seal()
	}
	out.op = n.op.Dual()
	out.kids = make([]*linear, len(n.kids))
	for i, k := range n.kids {
		out.kids[i] = k.not()
	}
	return out.seal()
}

// chainOf joins kids by & or |. It joins the bodies of several G under &, and of several
// F under |: G A & G B = G (A & B).
func chainOf(op temporal.Op, kids ...*linear) *linear {
	n := &linear{op: op}
	unit, zero, inner := temporal.OpTrue, temporal.OpFalse, temporal.OpRelease
	if op == temporal.OpOr {
		unit, zero, inner = zero, unit, temporal.OpUntil
	}
	var flat, bodies []*linear
	for _, k := range kids {
		if k.op == op {
			flat = append(flat, k.kids...)
		} else {
			flat = append(flat, k)
		}
	}
	for _, k := range flat {
		switch {
		case k.op == zero:
			return k
		case k.op == inner && k.kids[0].op == zero:
			bodies = append(bodies, k.kids[1])
		case k.op != unit:
			n.add(k)
		}
	}
	if len(bodies) > 0 {
		n.add(untilOf(inner, constant(zero), chainOf(op, bodies...)))
	}
	switch len(n.kids) {
	case 0:
		return constant(unit)
	case 1:
		return n.kids[0]
	}
	return n.seal()
}

// add adds k if n does not have this operand yet.
func (n *linear) add(k *linear) {
	if !slices.ContainsFunc(n.kids, func(o *linear) bool { return o.hash == k.hash }) {
		n.kids = append(n.kids, k)
	}
}

// parityOf joins kids by xor. The negation of an operand negates the result, so
// operands that are |, R, ⊤ or negated are replaced by their negations.
func parityOf(kids []*linear, negated bool) *linear {
	n := &linear{op: temporal.OpXor, negated: negated}
	for _, k := range kids {
		switch {
		case k.op == temporal.OpXor:
			n.negated = n.negated != k.negated
			n.kids = append(n.kids, k.kids...)
			continue
		case k.op == temporal.OpOr, k.op == temporal.OpRelease, k.op == temporal.OpTrue, k.negated:
			n.negated = !n.negated
			k = k.not()
		}
		n.kids = append(n.kids, k)
	}
	return n.seal()
}

// untilOf returns a U b or a R b, simplified: A U (A U B) = A U B, and F G F A = G F A.
func untilOf(op temporal.Op, a, b *linear) *linear {
	absorbing, neutral := temporal.OpTrue, temporal.OpFalse // of U: A U ⊤ = ⊤, ⊥ U B = B
	if op == temporal.OpRelease {
		absorbing, neutral = neutral, absorbing
	}
	switch {
	case b.op == absorbing, b.op == neutral, a.op == neutral, a.hash == b.hash, b.op == op && b.kids[0].hash == a.hash:
		return b
	case a.op == absorbing && b.op == op.Dual() && b.kids[0].op == neutral: // F G C
		if c := b.kids[1]; c.op == op && c.kids[0].op == absorbing {
			return b
		}
	}
	return (&linear{op: op, kids: []*linear{a, b}}).seal()
}

// seal sets the hash and returns n.
func (n *linear) seal() *linear {
	h := syntax.Mix(uint64(n.op), uint64(n.next))
	if n.negated {
		h = syntax.Mix(h, 1)
	}
	h = syntax.MixText(h, n.name)
	var sum uint64
	for i, k := range n.kids {
		sum += syntax.Mix(k.hash, n.position(i))
	}
	n.hash = syntax.Mix(h, sum)
	return n
}

// position returns the label of the i-th operand. Only operands of U and R have an order.
func (n *linear) position(i int) uint64 {
	if n.op == temporal.OpUntil || n.op == temporal.OpRelease {
		return syntax.EdgeArgument + uint64(i) + 1
	}
	return syntax.EdgeArgument
}

// build adds n to the graph and returns its node. The occurrences of a proposition share
// one node.
func (n *linear) build(g *syntax.Graph, names map[string]int) int {
	color := syntax.Mix(syntax.Mix(syntax.NodeFormula, uint64(n.op)), uint64(n.next))
	if n.negated {
		color = syntax.Mix(color, 1)
	}
	at := g.Node(color)
	if n.op == temporal.OpAtom {
		symbol, known := names[n.name]
		if !known {
			symbol = g.Node(syntax.Mix(syntax.NodeSymbol, 0))
			names[n.name] = symbol
		}
		g.Join(at, symbol, syntax.EdgeSymbol)
	}
	for i, k := range n.kids {
		g.Join(at, k.build(g, names), n.position(i))
	}
	return at
}
