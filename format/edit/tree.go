package edit

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

func isAtom(f *logic.Formula) bool       { return f.Op == logic.OpAtom || f.Op == logic.OpEqual }
func isConnective(f *logic.Formula) bool { return slices.Contains(connectives, f.Op) }
func isChain(op logic.Op) bool           { return op == logic.OpAnd || op == logic.OpOr || op == logic.OpXor }

// A Node is a subformula at its place in a formula.
type Node struct {
	*logic.Formula
	Bound   []string                            // variables of the enclosing quantifiers, outermost first
	Negated bool                                // it is the operand of a negation
	Replace func(*logic.Formula) *logic.Formula // the whole formula with another node in this place
}

// Nodes lists the nodes of f in preorder.
func Nodes(f *logic.Formula) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		Node{Formula: f, Replace: func(g *logic.Formula) *logic.Formula { return g }}.walk(yield)
	}
}

func (n Node) walk(yield func(Node) bool) bool {
	if !yield(n) {
		return false
	}
	bound := n.Bound
	if n.Op.IsQuantifier() {
		bound = append(slices.Clip(bound), n.Name)
	}
	for i, g := range n.Args {
		replace := func(h *logic.Formula) *logic.Formula { return n.Replace(With(n.Formula, i, h)) }
		if !(Node{g, bound, n.Op == logic.OpNot, replace}).walk(yield) {
			return false
		}
	}
	return true
}

// With returns f with g as its i-th operand.
func With(f *logic.Formula, i int, g *logic.Formula) *logic.Formula {
	args := slices.Clone(f.Args)
	args[i] = g
	return Like(f, args)
}

// Like returns a node with the operator and the name of f, and with the operands
// args.
func Like(f *logic.Formula, args []*logic.Formula) *logic.Formula {
	if isChain(f.Op) {
		return logic.Connect(f.Op, args...)
	}
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms, Args: args}
}

// grouped returns a chain in which a group replaces the operands i to j-1.
func grouped(op logic.Op, args []*logic.Formula, i, j int, group *logic.Formula) *logic.Formula {
	return logic.Connect(op, slices.Concat(args[:i], []*logic.Formula{group}, args[j:])...)
}

func withTerms(f *logic.Formula, terms []logic.Term) *logic.Formula {
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: terms}
}

// maxRegrouped is the largest number of operands of a chain in which groups within
// groups are tried.
const maxRegrouped = 8

// segments lists the runs of two or more of n operands. Short runs come first.
func segments(n int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for length := 2; length <= n; length++ {
			for i := 0; i+length <= n; i++ {
				if !yield(i, i+length) {
					return
				}
			}
		}
	}
}
