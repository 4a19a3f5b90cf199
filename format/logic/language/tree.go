package language

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

func isAtom(f *logic.Formula) bool       { return f.Op == logic.OpAtom || f.Op == logic.OpEqual }
func isConnective(f *logic.Formula) bool { return slices.Contains(connectives, f.Op) }
func isChain(op logic.Op) bool           { return op == logic.OpAnd || op == logic.OpOr || op == logic.OpXor }

// grouped returns a chain in which a group replaces the operands i to j-1.
func grouped(op logic.Op, args []*logic.Formula, i, j int, group *logic.Formula) *logic.Formula {
	return logic.Connect(op, slices.Concat(args[:i], []*logic.Formula{group}, args[j:])...)
}

func withTerms(f *logic.Formula, terms []logic.Term) *logic.Formula {
	return &logic.Formula{Op: f.Op, Name: f.Name, Terms: terms}
}
