package edit

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// Formula lists the sites of f. Nodes are in preorder, and the sites of a node
// are in a fixed order. The last sites replace a name in the whole formula.
func Formula(f *logic.Formula, o Options) iter.Seq[Site[*logic.Formula]] {
	if o.Fold == nil {
		o.Fold = logic.Fold
	}
	return func(yield func(Site[*logic.Formula]) bool) {
		p := place[*logic.Formula]{Options: &o, yield: yield, done: new(bool)}
		for at := range Nodes(f) {
			p.replace = at.Replace
			n := &node{p, at.Formula, at.Bound, at.Negated}
			for _, list := range []func(*node){
				(*node).negations, (*node).operators, (*node).quantifiers, (*node).predicate, (*node).arguments, (*node).terms,
				(*node).misplacedNegations, (*node).groups, (*node).scopes, (*node).operands, (*node).literals,
			} {
				list(n)
			}
			if *p.done {
				return
			}
		}
		p.replace = func(g *logic.Formula) *logic.Formula { return g }
		(&node{place: p, f: f}).everywhere()
	}
}

// A node is a Node with its sites.
type node struct {
	place[*logic.Formula]
	f       *logic.Formula
	bound   []string
	negated bool
}

func (n *node) negations() {
	f := n.f
	switch {
	case f.Op == logic.OpNot && isAtom(f.Args[0]):
		n.one(dropNegationOfAtom, "¬", "", func() *logic.Formula { return f.Args[0] })
	case f.Op == logic.OpNot:
		n.one(dropNegation, "¬", "", func() *logic.Formula { return f.Args[0] })
	case !n.negated:
		n.one(addNegationToAtom.where(isAtom(f)), "", "¬", func() *logic.Formula { return logic.Not(f) })
	}
	if !isChain(f.Op) || len(f.Args) > maxRegrouped || !n.wants(searched(record.NegationAdded)) {
		return
	}
	for i, j := range segments(len(f.Args)) {
		if j-i < len(f.Args) {
			n.one(searched(record.NegationAdded), "", "¬", func() *logic.Formula {
				return grouped(f.Op, f.Args, i, j, logic.Not(logic.Connect(f.Op, f.Args[i:j]...)))
			})
		}
	}
}

// The connectives and their signs.
var (
	connectives = []logic.Op{logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpIff, logic.OpXor}
	signs       = map[logic.Op]string{logic.OpAnd: "∧", logic.OpOr: "∨", logic.OpImplies: "→", logic.OpIff: "↔", logic.OpXor: "⊕"}
)

// operators replaces the connective of the whole node, of one sign of a chain, or of a
// group of a chain's operands.
func (n *node) operators() {
	f := n.f
	if !isConnective(f) {
		return
	}
	for gap := 1; gap < len(f.Args) && n.wants(splitChain); gap++ {
		for _, op := range connectives[:4] {
			if op != f.Op {
				n.one(splitChain, signs[f.Op], signs[op], func() *logic.Formula {
					return logic.Connect(op, logic.Connect(f.Op, f.Args[:gap]...), logic.Connect(f.Op, f.Args[gap:]...))
				})
			}
		}
	}
	for _, op := range connectives {
		if op == f.Op {
			continue
		}
		if len(f.Args) == 2 || isChain(op) {
			n.edit(swapAndOr.where(op+f.Op == logic.OpAnd+logic.OpOr), func() *logic.Formula { return logic.Connect(op, f.Args...) })
		}
		if isChain(f.Op) && n.wants(searched(record.OperatorSwapped)) {
			n.operatorOfGroup(op)
		}
	}
	if f.Op == logic.OpImplies {
		n.edit(searched(record.ArgumentOrder), func() *logic.Formula { return logic.Implies(f.Args[1], f.Args[0]) })
	}
}

// operatorOfGroup undoes a swap that merged a group with its chain: p ∧ q ∧ r
// becomes (p ∨ q) ∧ r, and p ∧ q ∧ r ∧ s becomes (p ∨ (q ∧ r)) ∧ s.
func (n *node) operatorOfGroup(op logic.Op) {
	f := n.f
	for i, j := range segments(len(f.Args)) {
		if j-i < len(f.Args) && (j-i == 2 || isChain(op)) {
			n.edit(searched(record.OperatorSwapped), func() *logic.Formula {
				return grouped(f.Op, f.Args, i, j, logic.Connect(op, f.Args[i:j]...))
			})
		}
		if len(f.Args) > maxRegrouped || !isChain(op) {
			continue
		}
		for k, l := range segments(j - i) {
			if l-k < j-i {
				n.edit(searched(record.OperatorSwapped), func() *logic.Formula {
					inner := grouped(op, f.Args[i:j], k, l, logic.Connect(f.Op, f.Args[i+k:i+l]...))
					return grouped(f.Op, f.Args, i, j, inner)
				})
			}
		}
	}
}

func (n *node) quantifiers() {
	f := n.f
	if !f.Op.IsQuantifier() {
		return
	}
	signs := [2]string{"∀", "∃"}
	if f.Op == logic.OpExists {
		slices.Reverse(signs[:])
	}
	n.one(swapQuantifier, signs[0], signs[1], func() *logic.Formula {
		return &logic.Formula{Op: logic.OpForall + logic.OpExists - f.Op, Name: f.Name, Args: f.Args}
	})
	if g := f.Args[0]; g.Op.IsQuantifier() && n.Fold(f.Name) != n.Fold(g.Name) {
		n.edit(searched(record.QuantifierSwapped), func() *logic.Formula { return With(g, 0, With(f, 0, g.Args[0])) })
	}
}

// misplacedNegations moves a negation into or out of a group or a quantifier, or to
// another operand.
func (n *node) misplacedNegations() {
	f := n.f
	if f.Op == logic.OpNot && f.Args[0].Op != logic.OpNot {
		for i, g := range f.Args[0].Args {
			n.edit(moveNegation, func() *logic.Formula { return With(f.Args[0], i, logic.Not(g)) })
		}
		return
	}
	for i, g := range f.Args {
		if f.Op == logic.OpNot || g.Op != logic.OpNot {
			continue
		}
		n.edit(moveNegation.where(f.Op.IsQuantifier()), func() *logic.Formula { return logic.Not(With(f, i, g.Args[0])) })
		for j, h := range f.Args {
			if j == i {
				continue
			}
			n.edit(moveNegation.where(j == (i+1)%len(f.Args)), func() *logic.Formula {
				args := slices.Clone(f.Args)
				args[i], args[j] = g.Args[0], logic.Not(h)
				return Like(f, args)
			})
		}
	}
}

// operands drops an operand of a chain.
func (n *node) operands() {
	if !isChain(n.f.Op) {
		return
	}
	for i, g := range n.f.Args {
		literal := g.Op == logic.OpAtom || g.Op == logic.OpNot && g.Args[0].Op == logic.OpAtom
		n.edit(dropLiteral.where(literal), func() *logic.Formula { return Like(n.f, slices.Concat(n.f.Args[:i], n.f.Args[i+1:])) })
	}
}

// literals adds a literal to the node.
func (n *node) literals() {
	if !n.wants(searched(record.PartAdded)) {
		return
	}
	for _, l := range n.Literals {
		if slices.ContainsFunc(l.FreeVariables(), func(x string) bool { return !slices.Contains(n.bound, x) }) {
			continue
		}
		for _, added := range []func() *logic.Formula{
			func() *logic.Formula { return logic.And(n.f, l) },
			func() *logic.Formula { return logic.Or(n.f, l) },
			func() *logic.Formula { return logic.Implies(l, n.f) },
			func() *logic.Formula { return logic.Implies(n.f, l) },
		} {
			n.edit(searched(record.PartAdded), added)
		}
	}
}
