package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// The forms of edits that only formulas of logic have. A negation of an atom, and a single
// sign of a chain, are places of their own for perturbations.
var (
	dropNegationOfAtom = syntax.Form{Kind: record.NegationDropped, Noise: record.NegationDropped, Perturbation: syntax.Negation}
	addNegationToAtom  = syntax.Form{Kind: record.NegationAdded, Perturbation: syntax.Negation}
	splitChain         = syntax.Form{Kind: record.OperatorSwapped, Perturbation: syntax.Operator, Drawn: true}                         // A ∧ B ∧ C becomes A ∨ (B ∧ C)
	swapQuantifier     = syntax.Form{Kind: record.QuantifierSwapped, Noise: record.QuantifierSwapped, Perturbation: syntax.Quantifier} // ∀x A becomes ∃x A
	renamePredicate    = syntax.Form{Kind: record.SymbolRenamed, Noise: record.SymbolRenamed, Perturbation: syntax.Predicate}
	renameConstant     = syntax.Form{Kind: record.SymbolRenamed, Noise: record.SymbolRenamed, Perturbation: syntax.Constant}
	swapConstant       = syntax.Noisy(record.ConstantVariable)
	swapArguments      = syntax.Form{Kind: record.ArgumentOrder, Perturbation: syntax.Arguments}
	dropArgument       = syntax.Form{Kind: record.Arity, Noise: record.PartLost}
)

// options select the edits of a formula.
type options struct {
	set  syntax.Set
	fold func(string) string // names with the same result are equal; nil: logic.Fold

	// Names and parts that edits may insert. An argument is added or dropped only if
	// names has the predicate with the new arity.
	names    logic.Signature
	literals []*logic.Formula

	// invent also allows arities that names lacks. If names has no other name, it allows
	// the name with the next number.
	invent bool
}

// sites lists the sites of f. Nodes are in preorder, and the sites of a node are in a
// fixed order. The last sites replace a name in the whole formula.
func (o options) sites(f *logic.Formula) iter.Seq[syntax.Site] {
	if o.fold == nil {
		o.fold = logic.Fold
	}
	return syntax.Sites(f, o.set, tree, func(p *syntax.Place[*logic.Formula]) {
		n := &node{p, &o, p.Tree}
		for _, list := range []func(*node){
			(*node).negations, (*node).operators, (*node).quantifiers, (*node).predicate, (*node).arguments, (*node).terms,
			(*node).displaced, (*node).groups, (*node).scopes, (*node).operands, (*node).literals,
		} {
			list(n)
		}
	}, func(p *syntax.Place[*logic.Formula]) { (&node{p, &o, p.Tree}).everywhere() })
}

// literalsOf lists the different atoms and negated atoms of f, at most 24.
func literalsOf(f *logic.Formula) []*logic.Formula {
	var found []*logic.Formula
	seen := map[string]bool{}
	for f := range f.Subformulas() {
		g := f
		if f.Op == logic.OpNot {
			g = f.Args[0]
		}
		if text := f.String(); isAtom(g) && !seen[text] && len(found) < syntax.MaxParts {
			seen[text] = true
			found = append(found, f)
		}
	}
	return found
}

// A node is a place in a formula.
type node struct {
	*syntax.Place[*logic.Formula]
	*options
	f *logic.Formula
}

// bound lists the variables of the enclosing quantifiers, outermost first.
func (n *node) bound() []string {
	var names []string
	for at := n.Above; at != nil; at = at.Above {
		if at.Tree.Op.IsQuantifier() {
			names = append(names, at.Tree.Name)
		}
	}
	slices.Reverse(names)
	return names
}

func (n *node) negations() {
	f := n.f
	switch {
	case f.Op == logic.OpNot && isAtom(f.Args[0]):
		n.One(dropNegationOfAtom, "¬", "", func() *logic.Formula { return f.Args[0] })
	case f.Op == logic.OpNot:
		n.One(syntax.DropNegation, "¬", "", func() *logic.Formula { return f.Args[0] })
	case !syntax.Negated(n.Place):
		n.One(addNegationToAtom.Where(isAtom(f)), "", "¬", func() *logic.Formula { return logic.Not(f) })
	}
	if !f.Boolean().IsChain() || len(f.Args) > syntax.MaxRegrouped || !n.Wants(syntax.Searched(record.NegationAdded)) {
		return
	}
	for i, j := range syntax.Segments(len(f.Args)) {
		if j-i < len(f.Args) {
			n.One(syntax.Searched(record.NegationAdded), "", "¬", func() *logic.Formula {
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
	for gap := 1; gap < len(f.Args) && n.Wants(splitChain); gap++ {
		for _, op := range connectives[:4] {
			if op != f.Op {
				n.One(splitChain, signs[f.Op], signs[op], func() *logic.Formula {
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
			n.Edit(syntax.SwapAndOr.Where(op+f.Op == logic.OpAnd+logic.OpOr), func() *logic.Formula { return logic.Connect(op, f.Args...) })
		}
		if f.Boolean().IsChain() && n.Wants(syntax.Searched(record.OperatorSwapped)) {
			n.operatorOfGroup(op)
		}
	}
	if f.Op == logic.OpImplies {
		n.Edit(syntax.Searched(record.ArgumentOrder), func() *logic.Formula { return logic.Implies(f.Args[1], f.Args[0]) })
	}
}

// operatorOfGroup undoes a swap that merged a group with its chain: p ∧ q ∧ r
// becomes (p ∨ q) ∧ r, and p ∧ q ∧ r ∧ s becomes (p ∨ (q ∧ r)) ∧ s.
func (n *node) operatorOfGroup(op logic.Op) {
	f := n.f
	for i, j := range syntax.Segments(len(f.Args)) {
		if j-i < len(f.Args) && (j-i == 2 || isChain(op)) {
			n.Edit(syntax.Searched(record.OperatorSwapped), func() *logic.Formula {
				return grouped(f.Op, f.Args, i, j, logic.Connect(op, f.Args[i:j]...))
			})
		}
		if len(f.Args) > syntax.MaxRegrouped || !isChain(op) {
			continue
		}
		for k, l := range syntax.Segments(j - i) {
			if l-k < j-i {
				n.Edit(syntax.Searched(record.OperatorSwapped), func() *logic.Formula {
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
	n.One(swapQuantifier, signs[0], signs[1], func() *logic.Formula {
		return &logic.Formula{Op: logic.OpForall + logic.OpExists - f.Op, Name: f.Name, Args: f.Args}
	})
	if g := f.Args[0]; g.Op.IsQuantifier() && n.fold(f.Name) != n.fold(g.Name) {
		n.Edit(syntax.Searched(record.QuantifierSwapped), func() *logic.Formula { return syntax.With(g, 0, syntax.With(f, 0, g.Args[0])) })
	}
}

func (n *node) displaced() {
	syntax.MoveNegations(n.Place, func(*logic.Formula) bool { return false })
}

// operands drops an operand of a chain.
func (n *node) operands() {
	if !n.f.Boolean().IsChain() {
		return
	}
	for i, g := range n.f.Args {
		literal := g.Op == logic.OpAtom || g.Op == logic.OpNot && g.Args[0].Op == logic.OpAtom
		n.Edit(syntax.DropLiteral.Where(literal), func() *logic.Formula { return n.f.WithOperands(slices.Concat(n.f.Args[:i], n.f.Args[i+1:])) })
	}
}

// literals adds a literal to the node.
func (n *node) literals() {
	if !n.Wants(syntax.Searched(record.PartAdded)) {
		return
	}
	bound := n.bound()
	for _, l := range n.options.literals {
		if slices.ContainsFunc(l.FreeVariables(), func(x string) bool { return !slices.Contains(bound, x) }) {
			continue
		}
		for _, added := range []func() *logic.Formula{
			func() *logic.Formula { return logic.And(n.f, l) },
			func() *logic.Formula { return logic.Or(n.f, l) },
			func() *logic.Formula { return logic.Implies(l, n.f) },
			func() *logic.Formula { return logic.Implies(n.f, l) },
		} {
			n.Edit(syntax.Searched(record.PartAdded), added)
		}
	}
}
