package temporal

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// Op is the kind of a node of a formula.
type Op uint8

// The kinds of node, each with its operands. Parse and the constructors build no
// others.
const (
	OpTrue          Op = iota + 1 // no operands
	OpFalse                       // no operands
	OpAtom                        // the proposition Name
	OpNot                         // !Args[0]
	OpAnd                         // two or more Args, none of them an OpAnd
	OpOr                          // two or more Args, none of them an OpOr
	OpXor                         // two or more Args, none of them an OpXor
	OpImplies                     // Args[0] -> Args[1]
	OpIff                         // Args[0] <-> Args[1]
	OpNext                        // X Args[0]: at the next step
	OpWeakNext                    // WX Args[0]: X Args[0], or this step is the last one of a finite word
	OpFinally                     // F Args[0]: at this step or a later one
	OpGlobally                    // G Args[0]: at this step and all later ones
	OpUntil                       // Args[0] U Args[1]: Args[1] at some step, Args[0] before it
	OpRelease                     // Args[0] R Args[1]: Args[1] up to and including a step with Args[0], or forever
	OpWeakUntil                   // Args[0] W Args[1]: Args[0] U Args[1], or Args[0] forever
	OpStrongRelease               // Args[0] M Args[1]: Args[1] up to and including a step with Args[0]
	OpYesterday                   // Y Args[0]: there is a previous step, and Args[0] at it
	OpWeakYesterday               // Z Args[0]: Y Args[0], or this step is the first one
	OpOnce                        // O Args[0]: at this step or an earlier one
	OpHistorically                // H Args[0]: at this step and all earlier ones
	OpSince                       // Args[0] S Args[1]: Args[1] at some step up to this one, Args[0] after it
	OpTriggered                   // Args[0] T Args[1]: Args[1] since and including a step with Args[0], or always so far

	opEnd // behind the last kind
)

// A Formula is a node of an immutable syntax tree. Trees may share nodes, and
// goroutines may share trees. The zero Formula is not a formula.
type Formula struct {
	Op   Op
	Name string // the proposition of an atom
	Args []*Formula
}

// Top returns the formula that is always true.
func Top() *Formula { return &Formula{Op: OpTrue} }

// Bottom returns the formula that is never true.
func Bottom() *Formula { return &Formula{Op: OpFalse} }

// Atom returns the proposition name.
func Atom(name string) *Formula { return &Formula{Op: OpAtom, Name: name} }

// Not returns !f.
func Not(f *Formula) *Formula { return node(OpNot, f) }

// And returns the conjunction of fs, flattened. And() is true, and And(f) is f.
func And(fs ...*Formula) *Formula { return Connect(OpAnd, fs...) }

// Or returns the disjunction of fs, flattened. Or() is false, and Or(f) is f.
func Or(fs ...*Formula) *Formula { return Connect(OpOr, fs...) }

// Implies returns a -> b.
func Implies(a, b *Formula) *Formula { return node(OpImplies, a, b) }

// Iff returns a <-> b.
func Iff(a, b *Formula) *Formula { return node(OpIff, a, b) }

// Next returns X f.
func Next(f *Formula) *Formula { return node(OpNext, f) }

// Finally returns F f.
func Finally(f *Formula) *Formula { return node(OpFinally, f) }

// Globally returns G f.
func Globally(f *Formula) *Formula { return node(OpGlobally, f) }

// Until returns a U b.
func Until(a, b *Formula) *Formula { return node(OpUntil, a, b) }

// WeakUntil returns a W b.
func WeakUntil(a, b *Formula) *Formula { return node(OpWeakUntil, a, b) }

// PastDepth returns the largest number of nested operators about earlier steps.
func (f *Formula) PastDepth() int {
	deepest := 0
	for _, g := range f.Args {
		deepest = max(deepest, g.PastDepth())
	}
	if f.Op.IsPast() {
		deepest++
	}
	return deepest
}

// Connect returns op applied to fs. No node of the same associative operator is directly
// below it, so that one formula has one tree.
func Connect(op Op, fs ...*Formula) *Formula {
	if !operators[op].boolean.IsChain() {
		return node(op, slices.Clone(fs)...)
	}
	switch args := flat(op, fs...); {
	case len(args) == 1:
		return args[0]
	case len(args) > 1:
		return node(op, args...)
	case op == OpAnd:
		return Top()
	}
	return Bottom()
}

func node(op Op, args ...*Formula) *Formula { return &Formula{Op: op, Args: args} }

// flat returns fs, with the operands of op in place of a formula of op.
func flat(op Op, fs ...*Formula) []*Formula {
	return syntax.Flat(fs, func(f *Formula) bool { return f.Op == op })
}

// Same reports whether a and b are the same tree: equal operators and names, and
// operands in the same order.
func Same(a, b *Formula) bool {
	return a == b || a.Op == b.Op && a.Name == b.Name && slices.EqualFunc(a.Args, b.Args, Same)
}

// Subformulas lists f and its subformulas, each before its operands, in the order of
// the text.
func (f *Formula) Subformulas() iter.Seq[*Formula] {
	return syntax.Nodes(f)
}

// Counts measures f.
func (f *Formula) Counts() syntax.Counts {
	return syntax.CountsOf(f, func(c *syntax.Counts, g *Formula) {
		if g.Op == OpAtom {
			c.Propositions++
		} else {
			c.Operators++
		}
	})
}

// Operands returns Args.
func (f *Formula) Operands() []*Formula { return f.Args }

// WithOperands returns f with other operands. An operand of a chain that is a chain of
// the same operator becomes part of it.
func (f *Formula) WithOperands(args []*Formula) *Formula { return Connect(f.Op, args...) }
