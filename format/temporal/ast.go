package temporal

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
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
	OpFinally                     // F Args[0]: at this step or a later one
	OpGlobally                    // G Args[0]: at this step and all later ones
	OpUntil                       // Args[0] U Args[1]: Args[1] at some step, Args[0] before it
	OpRelease                     // Args[0] R Args[1]: Args[1] up to and including a step with Args[0], or forever
	OpWeakUntil                   // Args[0] W Args[1]: Args[0] U Args[1], or Args[0] forever
	OpStrongRelease               // Args[0] M Args[1]: Args[1] up to and including a step with Args[0]
	OpWeakNext                    // WX Args[0]: X Args[0], or this step is the last one of a finite word
	OpYesterday                   // Y Args[0]: there is a previous step, and Args[0] at it
	OpWeakYesterday               // Z Args[0]: Y Args[0], or this step is the first one
	OpOnce                        // O Args[0]: at this step or an earlier one
	OpHistorically                // H Args[0]: at this step and all earlier ones
	OpSince                       // Args[0] S Args[1]: Args[1] at some step up to this one, Args[0] after it
	OpTriggered                   // Args[0] T Args[1]: Args[1] since and including a step with Args[0], or always so far

	opEnd // behind the last kind
)

// letters are the operators as String writes them.
var letters = [opEnd]string{
	OpTrue: "true", OpFalse: "false",
	OpNot: "!", OpAnd: "&", OpOr: "|", OpXor: "xor", OpImplies: "->", OpIff: "<->",
	OpNext: "X", OpFinally: "F", OpGlobally: "G",
	OpUntil: "U", OpRelease: "R", OpWeakUntil: "W", OpStrongRelease: "M", OpWeakNext: "WX",
	OpYesterday: "Y", OpWeakYesterday: "Z", OpOnce: "O", OpHistorically: "H", OpSince: "S", OpTriggered: "T",
}

// IsTemporal reports whether op is about other steps: neither a connective nor a constant.
func (op Op) IsTemporal() bool { return op >= OpNext && op < opEnd }

// IsPast reports whether op is about earlier steps.
func (op Op) IsPast() bool { return op >= OpYesterday && op < opEnd }

// IsUnary reports whether op is temporal and has one operand.
func (op Op) IsUnary() bool {
	return op >= OpNext && op <= OpGlobally || op >= OpWeakNext && op <= OpHistorically
}

// booleans are the operators that all languages of formulas have.
var booleans = [opEnd]syntax.Boolean{
	OpTrue: syntax.True, OpFalse: syntax.False, OpNot: syntax.Not, OpAnd: syntax.And, OpOr: syntax.Or,
	OpXor: syntax.Xor, OpImplies: syntax.Implies, OpIff: syntax.Iff,
}

// Boolean returns Op as an operator of all languages.
func (f *Formula) Boolean() syntax.Boolean { return booleans[f.Op] }

// Build returns an operator of all languages applied to args.
func (*Formula) Build(op syntax.Boolean, args ...*Formula) *Formula {
	return Connect(Op(slices.Index(booleans[:], op)), args...)
}

// duals are the operators that negation exchanges.
var duals = [opEnd]Op{
	OpTrue: OpFalse, OpFalse: OpTrue, OpAnd: OpOr, OpOr: OpAnd, OpFinally: OpGlobally, OpGlobally: OpFinally,
	OpUntil: OpRelease, OpRelease: OpUntil, OpWeakUntil: OpStrongRelease, OpStrongRelease: OpWeakUntil,
	OpNext: OpNext, OpWeakNext: OpWeakNext, // over infinite words
	OpYesterday: OpWeakYesterday, OpWeakYesterday: OpYesterday, OpOnce: OpHistorically, OpHistorically: OpOnce,
	OpSince: OpTriggered, OpTriggered: OpSince,
}

// Dual returns the operator that negation exchanges with op, such as R for U; 0: none.
func (op Op) Dual() Op { return duals[op] }

// Letter returns the operator as String writes it: "X", "U", "&", "->"; "" for an atom.
func (op Op) Letter() string { return letters[op] }

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
func And(fs ...*Formula) *Formula { return chain(OpAnd, OpTrue, fs) }

// Or returns the disjunction of fs, flattened. Or() is false, and Or(f) is f.
func Or(fs ...*Formula) *Formula { return chain(OpOr, OpFalse, fs) }

// Xor returns the formula that is true if an odd number of fs is true, flattened. Xor()
// is false, and Xor(f) is f.
func Xor(fs ...*Formula) *Formula { return chain(OpXor, OpFalse, fs) }

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

// Connect returns op applied to fs, as the constructor of op does.
func Connect(op Op, fs ...*Formula) *Formula {
	switch op {
	case OpAnd:
		return And(fs...)
	case OpOr:
		return Or(fs...)
	case OpXor:
		return Xor(fs...)
	}
	return node(op, slices.Clone(fs)...)
}

func node(op Op, args ...*Formula) *Formula { return &Formula{Op: op, Args: args} }

// chain builds the node of an associative operator; unit is the formula without
// operands. No node of the same operator is directly below it, so that one formula has
// one tree.
func chain(op, unit Op, fs []*Formula) *Formula {
	args := syntax.Flat(fs, func(f *Formula) bool { return f.Op == op })
	switch len(args) {
	case 0:
		return &Formula{Op: unit}
	case 1:
		return args[0]
	}
	return &Formula{Op: op, Args: args}
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

// Operands returns Args.
func (f *Formula) Operands() []*Formula { return f.Args }

// WithOperands returns f with other operands. An operand of a chain that is a chain of
// the same operator becomes part of it.
func (f *Formula) WithOperands(args []*Formula) *Formula { return Connect(f.Op, args...) }

// Propositions lists the different propositions of f, in the order and spelling of
// their first occurrence. Names that are equal after logic.Fold are one proposition
// unless caseSensitive is set.
func (f *Formula) Propositions(caseSensitive bool) []string {
	var names []string
	seen := map[string]bool{}
	for g := range f.Subformulas() {
		if g.Op != OpAtom {
			continue
		}
		key := g.Name
		if !caseSensitive {
			key = logic.Fold(key)
		}
		if !seen[key] {
			seen[key] = true
			names = append(names, g.Name)
		}
	}
	return names
}
