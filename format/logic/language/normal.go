package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// normal is a formula in negation normal form. Operands have no order and do not
// repeat; neighbouring quantifiers of one kind are one node.
type normal struct {
	op      logic.Op // OpAtom, OpEqual, OpAnd, OpOr, OpXor, a quantifier or a truth value
	negated bool     // of an atom or ⊕
	atom    *logic.Formula
	names   []string // of a quantifier's variables
	kids    []*normal
	hash    uint64 // equal for formulas that differ only in order and bound names
}

// A scope lists the bound variables, outermost first.
type scope []string

// normalize builds the normal form of f, or of its negation.
func normalize(f *logic.Formula, negated bool, in scope) *normal {
	switch f.Op {
	case logic.OpNot:
		return normalize(f.Args[0], !negated, in)
	case logic.OpAnd, logic.OpOr, logic.OpImplies:
		return operands(f, negated, in)
	case logic.OpXor, logic.OpIff:
		n := &normal{op: logic.OpXor, negated: negated}
		n.parity(f, in)
		return n.seal(in)
	case logic.OpForall, logic.OpExists:
		return quantified(f, negated, in)
	case logic.OpTrue, logic.OpFalse:
		op := f.Op
		if negated {
			op = op.Dual()
		}
		return (&normal{op: op}).seal(in)
	}
	return (&normal{op: f.Op, negated: negated, atom: f}).seal(in)
}

// operands builds a conjunction or disjunction. Operands of the same kind are
// flattened, and each is kept once.
func operands(f *logic.Formula, negated bool, in scope) *normal {
	n := &normal{op: logic.OpOr}
	if (f.Op == logic.OpAnd) != negated {
		n.op = logic.OpAnd
	}
	seen := map[uint64]bool{}
	for i, a := range f.Args {
		kid := normalize(a, negated != (f.Op == logic.OpImplies && i == 0), in)
		kids := []*normal{kid}
		if kid.op == n.op {
			kids = kid.kids
		}
		for _, k := range kids {
			if !seen[k.hash] {
				seen[k.hash] = true
				n.kids = append(n.kids, k)
			}
		}
	}
	if len(n.kids) == 1 {
		return n.kids[0]
	}
	return n.seal(in)
}

// parity gathers the operands of nested ⊕ and ↔. The negation of an operand negates n.
// So an operand that is ∨, ∀, ⊤ or a negated atom is replaced by its negation.
func (n *normal) parity(f *logic.Formula, in scope) {
	for _, a := range f.Args {
		kid := normalize(a, false, in)
		switch {
		case kid.op == logic.OpXor:
			n.negated = n.negated != kid.negated
			n.kids = append(n.kids, kid.kids...)
			continue
		case kid.op == logic.OpOr, kid.op == logic.OpForall, kid.op == logic.OpTrue, kid.negated:
			n.negated = !n.negated
			kid = normalize(a, true, in)
		}
		n.kids = append(n.kids, kid)
	}
	if f.Op == logic.OpIff {
		n.negated = !n.negated
	}
}

// quantified builds a quantifier and merges it with a quantifier of its kind right below.
func quantified(f *logic.Formula, negated bool, in scope) *normal {
	if !slices.Contains(f.Args[0].FreeVariables(), f.Name) {
		return normalize(f.Args[0], negated, in)
	}
	op := f.Op
	if negated {
		op = op.Dual()
	}
	body := normalize(f.Args[0], negated, append(in[:len(in):len(in)], f.Name))
	n := &normal{op: op, names: []string{f.Name}, kids: []*normal{body}}
	if body.op == op {
		n.names = append(n.names, body.names...)
		n.kids = body.kids
	}
	return n.seal(in)
}

// seal sets the hash and returns n.
func (n *normal) seal(in scope) *normal {
	h := syntax.Mix(uint64(n.op), uint64(len(n.names)))
	if n.negated {
		h = syntax.Mix(h, 1)
	}
	if n.atom != nil {
		h = syntax.Mix(syntax.MixText(h, n.atom.Name), hashTerms(n.atom.Terms, in))
	}
	var sum uint64
	for _, k := range n.kids {
		sum += syntax.Mix(k.hash, 7)
	}
	n.hash = syntax.Mix(h, sum)
	return n
}

func hashTerms(terms []logic.Term, in scope) uint64 {
	h := uint64(len(terms))
	for _, t := range terms {
		if t.Var {
			h = syntax.Mix(h, uint64(in.find(t.Name)))
			continue
		}
		h = syntax.Mix(syntax.MixText(h, t.Name), hashTerms(t.Args, in))
	}
	return h
}

// find returns the number of the quantifier that binds a variable, from 1; 0: none does.
func (s scope) find(name string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == name {
			return i + 1
		}
	}
	return 0
}

// key returns the key of the normal form's graph.
func (n *normal) key() uint64 {
	b := &builder{graph: &syntax.Graph{}, nodes: map[string]int{}}
	n.build(b)
	return b.graph.Key()
}

// build adds n to the graph and returns its node.
func (n *normal) build(b *builder) int {
	color := syntax.Mix(syntax.NodeFormula, uint64(n.op))
	if n.negated {
		color = syntax.Mix(color, 1)
	}
	if n.atom != nil {
		return b.atom(n.atom, color)
	}
	at := b.graph.Node(color)
	for _, name := range n.names {
		key := string(rune('a'+syntax.NodeVariable)) + name
		outer, shadowed := b.nodes[key]
		v := b.graph.Node(syntax.NodeVariable)
		b.nodes[key] = v
		b.graph.Join(at, v, syntax.EdgeSymbol)
		defer func() {
			if delete(b.nodes, key); shadowed {
				b.nodes[key] = outer
			}
		}()
	}
	for _, k := range n.kids {
		b.graph.Join(at, k.build(b), syntax.EdgeArgument)
	}
	return at
}
